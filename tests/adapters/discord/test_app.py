"""The app around the games: menus of messages and people, the greeting, forum posts, its presence."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from adapters.discord import presence
from adapters.discord import texts as ui_texts
from adapters.discord.command_tree import CHALLENGE, SAVE_NOTE
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import COMMAND_ID, DiscordPeer
from tests.peers.discord_state import BOT, DM, EVERYTHING, FORUM, JSON, THREAD, Interaction, Message, guild, user
from tests.peers.discord_user import FORM, DiscordUser

SEND_MESSAGES, ATTACH_FILES = 1 << 11, 1 << 15


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
    """Without a retrospective, without a seat and outside the writing phase: the form has no columns then."""
    anna = harness.user("anna")
    for number, person in enumerate((anna, harness.user("cleo"), anna), start=1):
        menu = await person.use_menu(SAVE_NOTE, "messages", said(harness, f"A thought {number}"))
        assert menu.form is not None
        assert len(menu.form["components"]) == 1
        sent = await filled_in(harness, person, menu.form, "", f"A thought {number}")
        assert sent.private_text.startswith("Saved without a name")
        if number == 1:
            people = await harness.begin(game="retro")
    assert [note.text for note in (await harness.standing()).state.notes] == ["A thought 1"]
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


# --- the greeting --------------------------------------------------------------------------------------------------


def just_now(minutes: int = 0) -> str:
    return (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()


async def greeted(harness: DiscordHarness, joined: str, granted: int = EVERYTHING) -> list[Message]:
    """What the channel shows after a server was announced; the help is answered after it."""
    await harness.peer.gateway.dispatch("GUILD_CREATE", guild([harness.channel], joined, granted))
    await harness.user("anna", harness.peer.channel()).command("help")
    while harness.adapter._tasks:
        await asyncio.wait(harness.adapter._tasks)
    return harness.channel.shown


async def test_the_greeting(harness: DiscordHarness) -> None:
    """It names the first step and has a button for each game; nothing is missing, so nothing is asked for."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now())
    await harness.peer.until(lambda: bool(harness.channel.shown))
    (message,) = harness.channel.shown
    assert f"</scrum new:{COMMAND_ID}>" in message.content
    assert "permissions" not in message.content
    assert not message.pinged
    await harness.user("ben").press(message, "Scrum Rugby")
    assert "A table is open: Scrum Rugby" in harness.channel.last.content


async def test_four_presses_to_the_first_roll(harness: DiscordHarness) -> None:
    """From the greeting: the game, Join, Start, Roll the dice; nothing is typed."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now())
    await harness.peer.until(lambda: bool(harness.channel.shown))
    anna, ben = harness.user("anna"), harness.user("ben")
    presses = ((anna, "The Scrum Game"), (ben, "Join"), (anna, "Start"), (anna, "Roll the dice"))
    for person, label in presses:
        await harness.peer.until(lambda label=label: label in harness.channel.last.labels)  # type: ignore[misc]
        await person.press(harness.channel.last, label)
    await harness.peer.until(lambda: "**anna** rolls" in "".join(each.content for each in harness.channel.shown))


async def test_the_greeting_names_missing_permissions(harness: DiscordHarness) -> None:
    """Before the first picture fails."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now(), EVERYTHING & ~ATTACH_FILES)
    await harness.peer.until(lambda: bool(harness.channel.shown))
    assert "Attach Files, to" in harness.channel.last.content
    assert "Send Messages, to" not in harness.channel.last.content


@pytest.mark.parametrize(
    ("joined", "granted"),
    [(just_now(60), EVERYTHING), (just_now(), EVERYTHING & ~SEND_MESSAGES)],
    ids=["announced again", "may not write"],
)
async def test_no_greeting(harness: DiscordHarness, joined: str, granted: int) -> None:
    """Not for a server that is only announced again, and not where the bot may not write."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    assert not await greeted(harness, joined, granted)


async def test_no_greeting_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """Servers that are announced when the bot connects have been greeted."""
    channel = peer.channel()
    peer.gateway.guilds = [guild([channel], just_now())]
    async with DiscordHarness(peer, store).open() as harness:
        await harness.user("anna", peer.channel()).command("help")
        assert not channel.shown


# --- presence ------------------------------------------------------------------------------------------------------


async def test_presence(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how to begin, and after news at a table, that the bot is playing."""
    monkeypatch.setattr(presence, "_UPDATE_SECONDS", 0.02)
    async with DiscordHarness(peer, store).open() as harness:
        assert peer.gateway.identified[0]["presence"]["game"]["state"] == "/scrum new"
        await harness.begin()
        async with peer.gateway.changed:
            await peer.gateway.changed.wait_for(lambda: bool(peer.gateway.presences))
        assert peer.gateway.presences[-1]["activities"][0]["name"] == "at one table"


def test_tables_without_news_do_not_count() -> None:
    """After an hour a table is forgotten."""
    clock = [0.0]
    tables = presence.Tables(lambda: clock[0])
    tables.news("discord:1")
    tables.news("discord:2")
    clock[0] = presence.RECENT_SECONDS - 1
    tables.news("discord:1")
    assert tables.recent() == 2
    clock[0] += 2
    assert tables.recent() == 1


# --- forums --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def forum(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    """A post in a forum, with threads for tables switched on."""
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        harness.channel.type, harness.channel.parent = THREAD, peer.channel().id
        peer.channels[harness.channel.parent].type = FORUM
        yield harness


async def test_a_table_in_a_forum_post(forum: DiscordHarness) -> None:
    """The table is in the post itself; no thread is opened in it."""
    people = await forum.begin()
    await forum.step(people)
    assert "rolls" in forum.channel.last.content
    assert len(forum.peer.channels) == 2
