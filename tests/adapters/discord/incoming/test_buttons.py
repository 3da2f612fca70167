"""Buttons, menus and forms carry all they need, so they work after a restart."""

from adapters.discord.incoming.forms import form
from adapters.discord.outgoing.controls import read_custom_id
from adapters.discord.texts import NOTHING_NOW
from adapters.layout import MORE
from bot.kernel.messages import Act, Reply
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import EPHEMERAL
from tests.peers.discord_user import DiscordUser


def has_tool(harness: DiscordHarness) -> bool:
    """Whether a tool can be played; that choice asks for a reason."""
    return any(" for " in label for label in harness.channel.last.labels)


async def play_to_a_tool(harness: DiscordHarness) -> tuple[list[DiscordUser], str]:
    people = await harness.begin()
    await harness.play(people, until=lambda _: has_tool(harness))
    return people, next(label for label in harness.channel.last.labels if " for " in label)


async def test_a_button_works_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """The running program has never seen the message."""
    async with DiscordHarness(peer, store).open() as harness:
        people = await harness.begin()
        name, _ = await harness.suggested()
    async with DiscordHarness(peer, store).open() as harness:
        person = next(one for one in people if one.name == name)
        interaction = await person.press(harness.channel.last, "Roll the dice")
        assert f"**{name}** rolls" in harness.channel.last.content
        assert interaction.original is harness.channel.last


async def test_a_button_that_is_out_of_date(harness: DiscordHarness) -> None:
    """It gets a polite private answer with the current choices, which work."""
    people = await harness.begin()
    old = harness.channel.last
    components = old.components
    await harness.step(people)
    await harness.peer.until(lambda: not old.labels)
    old.components = components  # somebody’s client doesn't have the edit yet
    name, phrase = await harness.suggested()
    person = next(one for one in people if one.name == name)
    interaction = await person.press(old, "Roll the dice")
    assert "That button is out of date" in interaction.private_text
    (hint,) = interaction.private
    assert hint.flags & EPHEMERAL
    assert phrase.label in hint.labels
    await person.press(hint, phrase.label)
    assert f"**{name}**" in harness.channel.last.content


async def test_a_form_asks_for_the_reason(harness: DiscordHarness) -> None:
    """A tool needs a reason: a modal asks for it, and everybody sees the answer."""
    people, label = await play_to_a_tool(harness)
    name, _ = await harness.suggested()
    person = next(one for one in people if one.name == name)
    interaction = await person.press(harness.channel.last, label)
    assert interaction.form is not None
    assert interaction.form["title"] == label[:45]
    await person.submit(interaction, "Because **we** trust <@103>.")
    assert "Because \\*\\*we\\*\\* trust" in harness.channel.last.content
    assert "<@103>" not in harness.channel.last.content


async def test_a_form_works_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """Somebody was still typing while the program restarted."""
    async with DiscordHarness(peer, store).open() as harness:
        people, label = await play_to_a_tool(harness)
        name, _ = await harness.suggested()
        person = next(one for one in people if one.name == name)
        interaction = await person.press(harness.channel.last, label)
    async with DiscordHarness(peer, store).open() as harness:
        await person.submit(interaction, "It has helped before.")
        assert "It has helped before" in harness.channel.last.content


async def test_many_choices_become_menus(harness: DiscordHarness) -> None:
    """Commands with many choices become menus, others stay buttons; a menu entry acts like a button."""
    choices = [Act(f"table:1:{number}", f"Move {number}", f"move {number}") for number in range(60)]
    choices.append(Act("table:1:60", "My hand", "hand"))
    await harness.adapter.post(f"discord:{harness.channel.id}", Reply("Choose.", acts=tuple(choices)), None, "")
    message = harness.channel.last
    assert [part["type"] for part in message.parts] == [3, 3, 3, 2]
    assert len(message.labels) == 61
    interaction = await harness.user("anna").press(message, "Move 59")
    assert "I don’t recognise that button" in interaction.private_text


async def test_the_main_button_stands_out(harness: DiscordHarness) -> None:
    """It has Discord's primary colour, everything else is grey, a hint as well; resigning isn't there at all."""
    people = await harness.begin("anna", "ben", game="rugby")
    styles = {part["label"]: part["style"] for part in harness.channel.last.parts if "label" in part}
    assert {*styles.values()} == {2}
    assert [*styles][-2:] == ["Hint", str(MORE)]
    name, _ = await harness.suggested()
    more = await next(one for one in people if one.name == name).press(harness.channel.last, str(MORE))
    (panel,) = more.private
    assert "Resign" in [option["label"] for part in panel.parts for option in part.get("options", ())]
    await harness.user("anna").end()
    assert [part["style"] for part in harness.channel.last.parts] == [1, 2]


async def test_more_offers_all_that_somebody_can_do(harness: DiscordHarness) -> None:
    """Only to them; whoever watches has nothing to do, and a grave act is still asked about."""
    people = await harness.begin("anna", "ben", game="rugby")
    name, _ = await harness.suggested()
    mover = next(one for one in people if one.name == name)
    panel = (await mover.press(harness.channel.last, str(MORE))).private[-1]
    assert panel.flags & EPHEMERAL
    assert {"Resign", "Offer a draw"} < {*panel.labels}
    asked = await mover.press(panel, "Resign")
    assert "The other side wins" in asked.private_text
    watcher = await harness.user("dora").press(harness.channel.last, str(MORE))
    assert str(NOTHING_NOW) in watcher.private_text


async def test_a_menu_says_what_it_is_for(harness: DiscordHarness) -> None:
    """Its placeholder doesn't look like a choice, and each entry says what one could type."""
    choices = tuple(Act(f"table:1:{number}", f"S{number}", f"go S{number}") for number in range(12))
    await harness.adapter.post(f"discord:{harness.channel.id}", Reply("Choose.", acts=choices), None, "")
    (menu,) = harness.channel.last.parts
    assert menu["placeholder"] == "Choose a space…"
    assert menu["placeholder"].partition(":")[0] not in harness.channel.last.labels
    assert menu["max_values"] == 1
    assert [option["description"] for option in menu["options"]][:2] == ["/scrum go S0", "/scrum go S1"]


def test_a_form_shows_its_whole_question() -> None:
    """A question too long for the field's label goes below it instead of being cut off."""
    (label,) = form("scrum?action.what:t:1:2", "Action for anna").to_dict()["components"]
    assert (label["label"], label["description"][-9:]) == ("What", "by Friday")
    (label,) = form("scrum?tool.reason:t:1:2", "The Patient Duck").to_dict()["components"]
    assert label["label"] == "Why it helps, in one sentence"


def test_a_form_of_an_older_message() -> None:
    """Its button names only the parameter; it still opens a form."""
    assert form("scrum?reason:t:1:2", "The Patient Duck").children != []
    assert read_custom_id("scrum?tool.reason:t:1:2") == ("t:1:2", "tool.reason")


async def test_a_forged_custom_id(harness: DiscordHarness) -> None:
    """Any custom_id gets an answer."""
    await harness.begin()
    message = harness.channel.last
    message.parts[0]["custom_id"] = "scrum:../../etc:99999999999:1"
    interaction = await harness.user("anna").press(message, message.labels[0])
    assert "I don’t recognise that button" in interaction.private_text
