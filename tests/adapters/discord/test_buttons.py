"""Buttons, menus and forms: they carry all that is needed, so they work after a restart."""

from adapters.discord.components import form, read_code, shared_out
from bot.messages import Choice, Reply
from bot.ports import Store
from tests.adapters.discord.house import House
from tests.peers.discord import DiscordPeer
from tests.peers.discord_people import Visitor
from tests.peers.discord_state import EPHEMERAL


def has_tool(house: House) -> bool:
    """Whether somebody is offered a tool to play: that choice asks for a reason."""
    return any(" for " in label for label in house.channel.last.labels)


async def to_a_tool(house: House) -> tuple[list[Visitor], str]:
    people = await house.begin()
    await house.play(people, until=lambda _: has_tool(house))
    return people, next(label for label in house.channel.last.labels if " for " in label)


async def test_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """The program that is asked has never seen the message."""
    async with House(peer, store).open() as house:
        people = await house.begin()
        name, _ = await house.suggested()
    async with House(peer, store).open() as house:
        person = next(one for one in people if one.name == name)
        asked = await person.press(house.channel.last, "Roll the dice")
        assert f"**{name}** rolls" in house.channel.last.content
        assert asked.original is house.channel.last


async def test_out_of_date(house: House) -> None:
    """Answered kindly and in private, with the choices of now, which work."""
    people = await house.begin()
    old = house.channel.last
    components = old.components
    await house.step(people)
    await house.peer.until(lambda: not old.components)
    old.components = components  # somebody’s client has not heard of it yet
    name, phrase = await house.suggested()
    person = next(one for one in people if one.name == name)
    asked = await person.press(old, "Roll the dice")
    assert "That button is out of date" in asked.told
    (hint,) = asked.private
    assert hint.flags & EPHEMERAL
    assert phrase.label in hint.labels
    await person.press(hint, phrase.label)
    assert f"**{name}**" in house.channel.last.content


async def test_a_form_asks_for_the_reason(house: House) -> None:
    """A tool needs one: a modal asks, and what is typed there is told to all."""
    people, label = await to_a_tool(house)
    name, _ = await house.suggested()
    person = next(one for one in people if one.name == name)
    asked = await person.press(house.channel.last, label)
    assert asked.form is not None
    assert asked.form["title"] == label[:45]
    await person.submit(asked, "Because **we** trust <@103>.")
    assert "Because \\*\\*we\\*\\* trust" in house.channel.last.content
    assert "<@103>" not in house.channel.last.content


async def test_a_form_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """Somebody typed on while the program was restarted."""
    async with House(peer, store).open() as house:
        people, label = await to_a_tool(house)
        name, _ = await house.suggested()
        person = next(one for one in people if one.name == name)
        asked = await person.press(house.channel.last, label)
    async with House(peer, store).open() as house:
        await person.submit(asked, "It has helped before.")
        assert "It has helped before" in house.channel.last.content


async def test_many_choices_are_menus(house: House) -> None:
    """Up to a hundred and five of them; what needs no words stays a button, and the menu acts as a button does."""
    choices = [Choice(f"table:1:{number}", f"Move {number}", f"move {number}") for number in range(60)]
    choices.append(Choice("table:1:60", "My hand", "hand"))
    await house.adapter.post(f"discord:{house.channel.id}", Reply("Choose.", choices=tuple(choices)), None, "")
    message = house.channel.last
    assert [part["type"] for part in message.parts] == [3, 3, 3, 2]
    assert len(message.labels) == 61
    asked = await house.visitor("anna").press(message, "Move 59")
    assert "I don’t recognise that button" in asked.told


async def test_the_main_button_stands_out(house: House) -> None:
    """In Discord's own colour; what ends the game is red, everything else is grey."""
    await house.begin("anna", "ben", game="rugby")
    styles = {part["label"]: part["style"] for part in house.channel.last.parts}
    assert (styles["Resign"], styles["Offer a draw"]) == (4, 2)
    await house.visitor("anna").command("end")
    assert [part["style"] for part in house.channel.last.parts] == [1]


def test_what_helps_the_table_along_stays_a_button() -> None:
    """Where there are many choices, the command with the most of them fills the menu, and nothing else goes there."""
    topics = [Choice(f"t:1:{number}", f"Topic {number}", f"vote {number}") for number in range(12)]
    cover = [Choice(f"t:1:{name}", f"Carry on without {name}", f"cover {name}") for name in "ab"]
    ready = Choice("t:1:20", "Ready", "ready")
    assert shared_out([*topics, ready, *cover]) == ([ready, *cover], topics)


def test_a_crowd_of_choices_fits() -> None:
    """Buttons make way for menus, a command at a time; beyond what Discord takes the rest can be typed."""
    many = [Choice(f"t:1:{number}", f"{number}", f"c{number % 9} {number}") for number in range(130)]
    buttons, listed = shared_out(many)
    assert (buttons, listed) == ([], many[:125])
    buttons, listed = shared_out(many[:100])
    assert sorted([*buttons, *listed], key=many.index) == many[:100]
    assert -(-len(listed) // 25) + -(-len(buttons) // 5) <= 5


def test_a_form_says_all_that_it_asks_for() -> None:
    """What is too long for the label of its field stands below it, and is not cut off."""
    (label,) = form("scrum?action.what:t:1:2", "Action for anna").to_dict()["components"]
    assert (label["label"], label["description"][-9:]) == ("What", "by Friday")
    (label,) = form("scrum?tool.reason:t:1:2", "The Patient Duck").to_dict()["components"]
    assert label["label"] == "Why it helps, in one sentence"


def test_a_form_of_an_older_message() -> None:
    """Its button names only what it asks for; it still gets a form."""
    assert form("scrum?reason:t:1:2", "The Patient Duck").children != []
    assert read_code("scrum?tool.reason:t:1:2") == ("t:1:2", "tool.reason")


async def test_a_press_that_is_made_up(house: House) -> None:
    """Whatever a custom_id says, it is answered in a sentence."""
    await house.begin()
    message = house.channel.last
    message.components[0]["components"][0]["custom_id"] = "scrum:../../etc:99999999999:1"
    asked = await house.visitor("anna").press(message, message.labels[0])
    assert "I don’t recognise that button" in asked.told
