"""The commands in the menus of messages and people: save for the retro, and challenge to rugby."""

import pytest

from adapters.discord import texts as ui_texts
from adapters.discord.command_tree import CHALLENGE, SAVE_NOTE
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord_state import BOT, DM, JSON, Interaction, Message, user
from tests.peers.discord_user import FORM, DiscordUser

# --- save for the retro --------------------------------------------------------------------------------------------


def said(harness: DiscordHarness, content: str, *mentions: JSON) -> JSON:
    """A message that somebody else wrote in the channel."""
    return {**Message(9001, harness.channel.id, content).json, "author": user(105, "emil"), "mentions": [*mentions]}


async def filled_in(harness: DiscordHarness, person: DiscordUser, form: JSON, column: str, text: str) -> Interaction:
    """Submit the form as it was opened, from a menu: there is no message behind it."""
    *chosen, typed = (row["component"] for row in form["components"])
    fields: list[JSON] = [{"type": typed["type"], "custom_id": typed["custom_id"], "value": text}]
    for select in chosen:
        value = next(option["value"] for option in select["options"] if option["label"] == column)
        fields.append({"type": select["type"], "custom_id": select["custom_id"], "values": [value]})
    components = [{"type": 18, "component": field} for field in fields]
    sent = await person.send(FORM, {"custom_id": form["custom_id"], "components": components})
    await harness.peer.until(lambda: bool(sent.private))
    return sent


async def test_a_message_is_saved_for_the_retro(harness: DiscordHarness) -> None:
    """The form has the columns and the text with names; the note is confirmed privately, and hidden from the room."""
    people = await harness.begin(game="retro")
    await harness.go_on(people[0])
    menu = await people[0].use_menu(
        SAVE_NOTE, "messages", said(harness, "Thanks <@102> for the <:tea:77> demo!", user(102, "ben"))
    )
    assert menu.form is not None
    columns, text = (row["component"] for row in menu.form["components"])
    assert [option["label"] for option in columns["options"]] == ["Start", "Stop", "Continue"]
    assert text["value"] == "Thanks @ben for the :tea: demo!"
    sent = await filled_in(harness, people[0], menu.form, "Continue", text["value"])
    assert sent.private_text.startswith("Your note is in")
    assert len((await harness.standing()).state.notes) == 1
    assert not any("demo" in message.content for message in harness.channel.shown)


async def test_a_message_is_saved_for_the_next_retro(harness: DiscordHarness) -> None:
    """Without a retrospective, and without a seat: then the form has no columns. A check-in takes notes, too."""
    anna = harness.user("anna")
    for number, person in enumerate((anna, harness.user("cleo")), start=1):
        menu = await person.use_menu(SAVE_NOTE, "messages", said(harness, f"A thought {number}"))
        assert menu.form is not None
        assert len(menu.form["components"]) == 1
        sent = await filled_in(harness, person, menu.form, "", f"A thought {number}")
        assert sent.private_text.startswith("Saved without a name" if number == 1 else "It’s on the board")
        if number == 1:
            people = await harness.begin(game="retro")
    assert [note.text for note in (await harness.standing()).state.notes] == ["A thought 1", "A thought 2"]
    await harness.go_on(people[0])
    assert (await anna.use_menu(SAVE_NOTE, "messages", said(harness, ""))).private_text == str(ui_texts.NOTHING_TO_SAVE)


# --- challenges ----------------------------------------------------------------------------------------------------


async def test_a_challenge_calls_exactly_one_person(harness: DiscordHarness) -> None:
    """It opens a rugby table, and its message notifies the person who was challenged and nobody else."""
    await harness.user("anna").use_menu(CHALLENGE, "users", user(102, "ben"))
    (lobby,) = harness.channel.shown
    assert lobby.content.startswith("anna challenges ben to Scrum Rugby.")
    assert lobby.pinged == [102]
    await harness.user("ben").press(lobby, "Join")
    assert "**ben**" in lobby.content


async def test_a_challenge_with_markup_in_the_name(harness: DiscordHarness) -> None:
    """A name is only a name."""
    await harness.user("anna").use_menu(CHALLENGE, "users", user(103, "**x** <@104> @everyone"))
    assert "<@104>" not in harness.channel.last.content
    assert "@everyone" not in harness.channel.last.content
    assert harness.channel.last.pinged == [103]


async def test_challenging_the_bot(harness: DiscordHarness) -> None:
    """It takes the other seat itself."""
    await harness.user("anna").use_menu(CHALLENGE, "users", user(BOT, "Scrum Table", bot=True))
    assert (await harness.standing()).table.seats == ("person", "automatic")
    assert "challenges" not in harness.channel.last.content


@pytest.mark.parametrize(
    ("target", "sentence"),
    [(user(101, "anna"), str(ui_texts.SELF_CHALLENGE)), (user(900, "Other", bot=True), str(ui_texts.BOT_CHALLENGE))],
    ids=["oneself", "another bot"],
)
async def test_a_challenge_that_cannot_be(harness: DiscordHarness, target: JSON, sentence: str) -> None:
    """Nothing is opened, and a sentence says why."""
    interaction = await harness.user("anna").use_menu(CHALLENGE, "users", target)
    assert interaction.private_text == sentence
    assert not harness.channel.shown


async def test_a_challenge_in_a_direct_message(harness: DiscordHarness) -> None:
    """Where the bot isn't a member, the answer is the invitation."""
    harness.channel.type, harness.channel.added = DM, False
    await harness.user("anna").use_menu(CHALLENGE, "users", user(102, "ben"))
    assert harness.channel.last.pinged == [102]
