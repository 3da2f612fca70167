"""Where the bot isn't a member: direct messages between people, and servers that haven't added it."""

import asyncio
from time import monotonic

import pytest

from adapters.discord import texts as ui_texts
from adapters.discord.outgoing import responses
from bot.kernel.messages import Reply
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.test_outages import SlowPainter
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import DM, EPHEMERAL, EVERYTHING, TEXT, USE_EXTERNAL_APPS, Interaction
from tests.peers.discord_user import COMMAND, DiscordUser

SEND_MESSAGES, ATTACH_FILES = 1 << 11, 1 << 15
POST = ("POST", "/channels/{channel_id}/messages")
EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")


@pytest.fixture
def dm(harness: DiscordHarness) -> DiscordHarness:
    """Anna's direct messages with Ben; she has the bot on her account."""
    harness.channel.type, harness.channel.added = DM, False
    return harness


def expire(harness: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen minutes pass."""
    for interaction in harness.peer.interactions.values():
        interaction.expired = True
    monkeypatch.setattr(responses, "monotonic", lambda: monotonic() + responses.TOKEN_SECONDS)


async def settle(harness: DiscordHarness) -> None:
    """Wait until older messages have lost their buttons."""
    while harness.adapter._tasks:
        await asyncio.wait(harness.adapter._tasks)


async def told(harness: DiscordHarness, interaction: Interaction) -> str:
    """What only this person reads, once it is there."""
    await harness.peer.until(lambda: bool(interaction.private))
    return interaction.private_text.replace("\\", "")


async def started(harness: DiscordHarness, game: str) -> list[DiscordUser]:
    """A game whose lobby has lost its buttons."""
    people = await harness.begin(game=game)
    await settle(harness)
    return people


async def test_rugby_with_a_friend(dm: DiscordHarness) -> None:
    """Two people play in their direct messages, by presses alone; every message is an answer to one of them."""
    anna, ben = dm.user("anna"), dm.user("ben")
    opened = await anna.command("new", game="rugby")
    assert str(ui_texts.ONLY_ANSWERS) in await told(dm, opened)
    await ben.press(dm.channel.last, "Join")
    await dm.peer.until(lambda: "**ben**" in dm.channel.last.content)
    await dm.start(anna)
    await dm.moved(3)
    await dm.play([anna, ben], until=lambda standing: standing.state.turns == 3)
    await settle(dm)
    assert not {POST, EDIT} & {*dm.peer.requests}
    assert [bool(message.labels) for message in dm.channel.shown] == [*[False] * (len(dm.channel.shown) - 1), True]
    assert all(not message.flags & EPHEMERAL for message in dm.channel.shown)


async def test_the_next_day(dm: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens have expired, but a press brings a new one: it moves, and takes the buttons off the old message."""
    people = await started(dm, "sprint")
    expire(dm, monkeypatch)
    old = dm.channel.last
    await dm.step(people)
    await dm.peer.until(lambda: dm.channel.last is not old)
    await settle(dm)
    assert not old.labels
    assert dm.channel.last.labels


async def test_a_lobby_the_next_day(dm: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typed command can't edit the old lobby any more, so there is a new one."""
    await dm.user("anna").command("new", game="rugby")
    expire(dm, monkeypatch)
    await dm.user("ben").command("join")
    assert len(dm.channel.shown) == 2
    assert "**ben**" in dm.channel.last.content


async def test_secrets_stay_secret(dm: DiscordHarness) -> None:
    """A card is played from a private hand or typed; the room's message shows neither the button nor the command."""
    people = await started(dm, "scrumkin")
    for typed in (False, True, False, True):
        before = (await dm.standing()).sequence
        interaction = await dm.step(people, typed=typed)
        await dm.moved(before)
        assert interaction.original is None or interaction.original.flags & EPHEMERAL
    assert not any(message.flags & EPHEMERAL for message in dm.channel.shown)


@pytest.mark.usefixtures("deferred")
async def test_a_slow_request(dm: DiscordHarness) -> None:
    """It is deferred privately, but the room's message isn't private."""
    people = await started(dm, "sprint")
    name, _ = await dm.suggested()
    person = next(each for each in people if each.name == name)
    live = await dm.service.tables.in_room(f"discord:{dm.channel.id}")
    assert live is not None
    shown = len(dm.channel.shown)
    async with live.lock:
        interaction = await person.send(COMMAND, person.invocation("roll", {}))
        await dm.peer.until(lambda: interaction.answer == 5)
    await dm.peer.until(lambda: len(dm.channel.shown) > shown and interaction.original is None)
    await dm.peer.until(lambda: not dm.channel.last.only_calls)
    assert "rolls" in dm.channel.last.content
    assert not dm.channel.last.flags & EPHEMERAL


async def test_the_picture_follows(peer: DiscordPeer, store: Store) -> None:
    """It is added to the answer, with the token of the interaction that posted it or that pressed its button."""
    painter = SlowPainter(b"\x89PNG")
    async with DiscordHarness(peer, store, paint=painter).open() as dm:
        dm.channel.type, dm.channel.added = DM, False
        people = await started_with(dm, painter)
        await dm.peer.until(lambda: bool(dm.channel.last.files))
        painter.may.clear()
        before = (await dm.standing()).sequence
        await dm.step(people)
        await dm.moved(before)
        assert dm.channel.last.labels
        painter.may.set()
        await dm.peer.until(lambda: bool(dm.channel.last.files))
        assert not {POST, EDIT} & {*dm.peer.requests}


async def started_with(harness: DiscordHarness, painter: SlowPainter) -> list[DiscordUser]:
    """A game whose words came first, then its picture."""
    people = await harness.begin(game="sprint")
    assert not harness.channel.last.files
    painter.may.set()
    return people


async def test_news_without_a_token(dm: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody pressed for can be posted for a while, five times; after that the room is out of reach."""
    await told(dm, await dm.user("anna").command("new", game="sprint"))
    room, news = f"discord:{dm.channel.id}", Reply("The clock has run out.", news=True)
    for _ in range(responses.MAX_FOLLOWUPS - 1):  # one was the private caution
        await dm.adapter.post(room, news, None, "")
    assert dm.channel.last.content == "The clock has run out."
    with pytest.raises(RoomUnreachable):
        await dm.adapter.post(room, news, None, "")
    await dm.user("ben").press(dm.channel.shown[0], "Join")
    await dm.adapter.post(room, news, None, "")
    expire(dm, monkeypatch)
    with pytest.raises(RoomUnreachable):
        await dm.adapter.post(room, news, None, "")


async def test_after_a_restart(dm: DiscordHarness) -> None:
    """Without any token Discord refuses, and the room stays; the next press plays on."""
    people = await started(dm, "rugby")
    room = f"discord:{dm.channel.id}"
    dm.adapter._channels._known.clear()  # as in a new process
    with pytest.raises(RoomUnreachable):
        await dm.adapter.post(room, Reply("News.", news=True), None, "")
    shown = len(dm.channel.shown)
    await dm.step(people)
    await dm.peer.until(lambda: len(dm.channel.shown) == shown + 1)


# --- servers -------------------------------------------------------------------------------------------------------


def guest(harness: DiscordHarness, name: str, permissions: int) -> DiscordUser:
    harness.channel.type, harness.channel.added = TEXT, False
    return harness.user(name, permissions=permissions)


async def test_a_server_that_has_not_added_the_bot(harness: DiscordHarness) -> None:
    """People who have it on their account play there, if the server allows external apps."""
    anna, ben = (guest(harness, name, USE_EXTERNAL_APPS) for name in ("anna", "ben"))
    opened = await anna.command("new", game="sprint")
    assert str(ui_texts.ONLY_ANSWERS) in await told(harness, opened)
    await ben.press(harness.channel.last, "Join")
    await harness.start(ben)
    await harness.peer.until(lambda: "Roll the dice" in harness.channel.last.labels)
    assert POST not in harness.peer.requests


async def test_a_server_that_keeps_answers_private(harness: DiscordHarness) -> None:
    """Nobody could join a table there: the sentence says what to do instead. Questions are answered."""
    anna = guest(harness, "anna", 0)
    assert str(ui_texts.ANSWERS_ARE_PRIVATE) in (await anna.command("new", game="sprint")).private_text
    assert await harness.store.room(f"discord:{harness.channel.id}") is None
    assert (await anna.command("rules", topic="rugby")).private_text


# --- missing permissions -------------------------------------------------------------------------------------------


async def test_missing_permissions_are_named_when_a_table_opens(harness: DiscordHarness) -> None:
    """Before something fails, and with what for."""
    harness.channel.granted = EVERYTHING & ~ATTACH_FILES & ~SEND_MESSAGES
    opened = await harness.user("anna").command("new", game="sprint")
    assert "Attach Files, to show the board as a picture" in await told(harness, opened)
    assert "Send Messages, to" in await told(harness, opened)
    assert "Read Message History" not in opened.private_text
    assert "is open" in harness.channel.last.content


async def test_all_permissions_need_no_words(harness: DiscordHarness) -> None:
    """Where nothing is missing, nothing is said."""
    assert not (await harness.user("anna").command("new", game="sprint")).private


async def test_a_channel_where_the_bot_may_not_write(harness: DiscordHarness) -> None:
    """Its answers are the messages, as where it isn't a member."""
    harness.channel.granted, harness.channel.denied = EVERYTHING & ~SEND_MESSAGES, True
    people = await started(harness, "sprint")
    before = (await harness.standing()).sequence
    await harness.step(people)
    await harness.moved(before)
    assert POST not in harness.peer.requests
