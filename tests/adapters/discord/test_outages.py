"""Late, repeated or refused deliveries and outages: the table keeps working, and the room catches up."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import pytest
from aiohttp import web
from discord import LoginFailure

from adapters.discord.client import DiscordClient
from adapters.discord.texts import RESTARTING
from bot.kernel.store import Store
from games.graphics.drawing import Drawing
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer, Fault
from tests.peers.discord_state import DM, EPHEMERAL, Interaction, Refusal
from tests.peers.discord_user import COMMAND, DiscordUser

ROLL = {"id": "1", "name": "scrum", "type": 1, "options": [{"type": 1, "name": "roll", "options": []}]}


async def whose_turn(harness: DiscordHarness, people: list[DiscordUser]) -> DiscordUser:
    name, _ = await harness.suggested()
    return next(person for person in people if person.name == name)


def once(fits: Callable[[web.Request], bool], refusal: Refusal) -> Fault:
    left = [refusal]
    return lambda request: left.pop() if left and fits(request) else None


def is_callback(request: web.Request) -> bool:
    return request.path.endswith("/callback")


async def test_delivered_twice(harness: DiscordHarness) -> None:
    """The second delivery changes nothing, and nothing is posted."""
    person = await whose_turn(harness, await harness.begin())
    interaction = await person.command("roll")
    sequence, shown = (await harness.standing()).sequence, len(harness.channel.shown)
    await person.deliver(interaction)
    callbacks = [route for _, route in harness.peer.requests if route.endswith("/callback")]
    await harness.peer.until(
        lambda: len([r for _, r in harness.peer.requests if r.endswith("/callback")]) > len(callbacks)
    )
    assert ((await harness.standing()).sequence, len(harness.channel.shown)) == (sequence, shown)
    assert not interaction.private


async def test_delivered_twice_at_once(harness: DiscordHarness) -> None:
    """The same while the first delivery is still being handled."""
    person = await whose_turn(harness, await harness.begin())
    shown = len(harness.channel.shown)
    interaction = await person.send(COMMAND, ROLL)
    await person.deliver(interaction)
    await harness.peer.until(lambda: interaction.settled)
    other = await person.command("help")  # so both deliveries have been read
    assert other.private
    assert len(harness.channel.shown) == shown + 1


async def test_rate_limited(harness: DiscordHarness) -> None:
    """The response is retried when Discord allows it."""
    person = await whose_turn(harness, await harness.begin())
    extra = {"retry_after": 0.05, "global": False}
    harness.peer.faults.append(once(is_callback, Refusal(429, 0, "You are being rate limited.", {}, extra)))
    interaction = await person.command("roll")
    assert interaction.original is harness.channel.last
    assert "rolls" in harness.channel.last.content


async def test_a_dropped_connection(harness: DiscordHarness) -> None:
    """An interaction during the outage arrives once with RESUME and is answered."""
    person = await whose_turn(harness, await harness.begin())
    harness.peer.gateway.drop()
    interaction = await person.send(COMMAND, ROLL)
    await harness.peer.until(lambda: interaction.settled)
    assert len(harness.peer.gateway.resumed) == 1
    assert len(harness.peer.gateway.identified) == 1
    assert "rolls" in harness.channel.last.content


async def test_too_late(harness: DiscordHarness) -> None:
    """After three seconds the interaction has expired, so the room gets the move as a separate message."""
    person = await whose_turn(harness, await harness.begin())
    shown, sequence = len(harness.channel.shown), (await harness.standing()).sequence
    interaction = await person.send(COMMAND, ROLL, late=True)
    await harness.moved(sequence)
    assert not interaction.answer
    assert len(harness.channel.shown) == shown + 1
    assert harness.channel.last.answers is None
    assert "rolls" in harness.channel.last.content


@pytest.mark.usefixtures("deferred")
async def test_a_slow_request(harness: DiscordHarness) -> None:
    """The interaction is deferred privately; the room then gets a separate message, which pings."""
    person = await whose_turn(harness, await harness.begin())
    live = await harness.service.tables.in_room(f"discord:{harness.channel.id}")
    assert live is not None
    async with live.lock:
        interaction = await person.send(COMMAND, ROLL)
        await harness.peer.until(lambda: interaction.answer == 5)
        assert interaction.loading
    await harness.peer.until(lambda: interaction.settled)
    assert interaction.original is None
    assert harness.channel.last.pinged
    assert harness.channel.last.answers is None


class SlowPainter:
    """A painter that waits until it may go on."""

    def __init__(self, png: bytes | None) -> None:
        self._png = png
        self.may = asyncio.Event()
        self.dark: list[bool] = []

    async def __call__(
        self, drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0
    ) -> bytes | None:
        del drawing, table, sequence
        self.dark.append(dark)
        await self.may.wait()
        return self._png


@pytest.mark.parametrize("png", [b"\x89PNG", None], ids=["picture", "text"])
async def test_words_do_not_wait_for_the_board(peer: DiscordPeer, store: Store, png: bytes | None) -> None:
    """The words are the response at once, with ping and buttons; the board follows by an edit that keeps them."""
    painter = SlowPainter(png)
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        person = await whose_turn(harness, await harness.begin())
        interaction = await person.send(COMMAND, ROLL)
        await peer.until(lambda: interaction.settled)
        message = harness.channel.last
        assert message.answers == interaction.id
        assert message.pinged
        words, labels = message.content, message.labels
        assert words
        assert labels
        assert not message.files
        assert not message.board
        painter.may.set()
        await peer.until(lambda: bool(message.files or message.board))
        assert (message.files, bool(message.board)) == ([png], False) if png else ([], True)
        assert (message.content, message.labels) == (words, labels)
        assert set(painter.dark) == {True}


async def test_a_board_that_comes_after_the_next_move(peer: DiscordPeer, store: Store) -> None:
    """It isn't added any more: only the newest message has a board."""
    painter = SlowPainter(b"\x89PNG")
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        people = await harness.begin()
        older = harness.channel.last
        await harness.step(people)
        painter.may.set()
        newer = harness.channel.last
        await peer.until(lambda: bool(newer.files))
        assert not older.files


async def test_a_hand_whose_picture_is_slow(peer: DiscordPeer, store: Store) -> None:
    """The hand's words come at once, the picture by an edit of the private message."""
    painter = SlowPainter(b"\x89PNG")
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        anna, _ = await harness.begin(game="scrumkin")
        interaction = await anna.command("hand")
        assert interaction.private_text
        assert interaction.original is not None
        assert not interaction.original.files
        painter.may.set()
        await peer.until(lambda: interaction.original is not None and bool(interaction.original.files))


async def test_a_picture_of_a_hand_that_has_changed(peer: DiscordPeer, store: Store) -> None:
    """It comes after a card was played from the hand: the cards that are left stay shown."""
    painter = SlowPainter(b"\x89PNG")
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        people = await harness.begin(game="scrumkin")
        name, _ = await harness.suggested()
        person = next(one for one in people if one.name == name)
        hand = await harness.shown_after(person, person.press(harness.channel.last, "My hand"))
        await harness.shown_after(person, person.press(hand, hand.labels[0]))
        left = hand.content
        painter.may.set()
        await peer.until(lambda: bool(hand.files))
        assert hand.content == left


async def test_a_picture_of_a_hand_that_is_not_shown_any_more(peer: DiscordPeer, store: Store) -> None:
    """It comes after a press on the hand was refused: the message says why, and goes on saying it."""
    painter = SlowPainter(b"\x89PNG")
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        people = await harness.begin(game="scrumkin")
        name, _ = await harness.suggested()
        person = next(one for one in people if one.name == name)
        hand = await harness.shown_after(person, person.press(harness.channel.last, "My hand"))
        before = (await harness.standing()).sequence
        await harness.step(people, typed=True)
        await harness.moved(before)
        await harness.shown_after(person, person.press(hand, hand.labels[0]))
        refusal = hand.content
        painter.may.set()
        while harness.adapter._tasks:
            await asyncio.wait(harness.adapter._tasks)
        assert (hand.content, hand.files) == (refusal, [])


async def test_no_permission_for_a_while(harness: DiscordHarness, caplog: pytest.LogCaptureFixture) -> None:
    """The table keeps working, one warning is logged, and the room catches up once the bot may write again."""
    anna, ben = await harness.begin()
    harness.channel.denied = True
    shown = len(harness.channel.shown)

    def callback_refused(request: web.Request) -> Refusal | None:
        return Refusal(404, 10062, "Unknown interaction") if is_callback(request) and harness.channel.denied else None

    harness.peer.faults.append(callback_refused)
    for _ in range(2):
        sequence = (await harness.standing()).sequence
        person = await whose_turn(harness, [anna, ben])
        await person.send(COMMAND, ROLL)
        await harness.stored(sequence)
    warnings = [
        record
        for record in caplog.records
        if record.name == "bot.kernel.live.rooms" and record.levelno == logging.WARNING
    ]
    harness.channel.denied = False
    await harness.peer.until(lambda: len(harness.channel.shown) > shown and not harness.channel.last.only_calls)
    assert len(harness.channel.shown) == shown + 1
    assert harness.channel.last.content.count("rolls") >= 2
    assert len(warnings) <= 1


async def test_a_deleted_channel(harness: DiscordHarness, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is posted there, other tables keep working, and Discord isn't asked repeatedly."""
    anna, ben = await harness.begin()
    del harness.peer.channels[harness.channel.id]
    harness.peer.faults.append(
        lambda request: Refusal(404, 10062, "Unknown interaction") if is_callback(request) else None
    )
    table = (await harness.store.find_tables())[0].id
    sequence = len(await harness.store.events(table))
    await (await whose_turn(harness, [anna, ben])).send(COMMAND, ROLL)
    await harness.peer.until(lambda: ("POST", "/channels/{channel_id}/messages") in harness.peer.requests)
    harness.peer.faults.clear()
    elsewhere = harness.peer.channel()
    await anna.at(elsewhere).command("new", game="sprint")
    assert "is open" in elsewhere.last.content
    assert len(await harness.store.events(table)) > sequence
    assert await harness.store.room(f"discord:{harness.channel.id}") is None
    assert await harness.store.rooms_behind() == ()
    assert sum(request == ("POST", "/channels/{channel_id}/messages") for request in harness.peer.requests) == 1


async def test_discord_is_down_at_the_start(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The adapter retries until Discord is back."""
    monkeypatch.setattr("adapters.discord.client.RETRY_SECONDS", (0.01,))
    peer.faults.append(once(lambda request: request.path.endswith("/users/@me"), Refusal(403, 0, "Maintenance")))
    async with DiscordHarness(peer, store).open() as harness:
        await harness.user("anna").command("new", game="sprint")
        assert "is open" in harness.channel.last.content


async def test_news_from_before_the_restart(peer: DiscordPeer, store: Store) -> None:
    """A room that missed a move before a restart catches up as soon as Discord is connected."""
    async with DiscordHarness(peer, store).open() as harness:
        people = await harness.begin()
        shown, sequence = len(harness.channel.shown), (await harness.standing()).sequence
        harness.channel.denied = True
        person = await whose_turn(harness, people)
        interaction: Interaction = await person.send(COMMAND, ROLL, late=True)
        await harness.stored(sequence)
        assert not interaction.answer
    harness.channel.denied = False
    assert len(harness.channel.shown) == shown
    async with DiscordHarness(peer, store).open() as harness:
        await peer.until(lambda: len(harness.channel.shown) == shown + 1 and not harness.channel.last.only_calls)
        assert "rolls" in harness.channel.last.content


async def test_trouble_reports_the_connection(harness: DiscordHarness) -> None:
    """For `/readyz`: no trouble while connected, a sentence otherwise."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    unconnected = DiscordHarness(harness.peer, harness.store)
    assert await unconnected.adapter.trouble() == "Discord is not connected."


@pytest.mark.usefixtures("deferred")
async def test_shutting_down_answers_what_is_under_way(peer: DiscordPeer, store: Store) -> None:
    """A request that is being handled gets its answer; one that arrives meanwhile is asked to come back."""
    harness = DiscordHarness(peer, store)
    running = asyncio.create_task(harness.adapter.run(harness.service))
    await peer.gateway.until_ready()
    people = await harness.begin()
    person = await whose_turn(harness, people)
    live = await harness.service.tables.in_room(f"discord:{harness.channel.id}")
    assert live is not None
    async with live.lock:
        interaction = await person.send(COMMAND, ROLL)
        await peer.until(lambda: interaction.answer == 5)
        running.cancel()
        late = await person.command("roll")
        assert late.private_text == str(RESTARTING)
        assert not running.done()
    with suppress(asyncio.CancelledError):
        await running
    assert interaction.settled
    assert "rolls" in harness.channel.last.content
    await harness.service.close()


async def test_registration_is_retried(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord refuses the commands twice; they are there a little later, without a restart."""
    monkeypatch.setattr("adapters.discord.registration.REGISTER_SECONDS", (0.01,))
    for _ in range(2):
        peer.faults.append(once(lambda request: request.path.endswith("/commands"), Refusal(403, 0, "Maintenance")))
    async with DiscordHarness(peer, store).open() as harness:
        await peer.until(lambda: peer.commands_put == 1)
        await harness.user("anna").command("new", game="sprint")
        assert "is open" in harness.channel.last.content


async def test_a_connection_that_breaks_is_made_again(
    peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a bug in the library nor a token that Discord suddenly rejects ends the program."""
    monkeypatch.setattr("adapters.discord.client.SESSION_SECONDS", (0.01,))
    connect = DiscordClient.connect
    faults: list[Exception] = [RuntimeError("a bug"), LoginFailure("Improper token has been passed.")]

    async def breaks(client: DiscordClient, *, reconnect: bool = True) -> None:
        connecting = asyncio.create_task(connect(client, reconnect=reconnect))
        try:
            await client.wait_until_ready()
            if faults:
                raise faults.pop(0)
            await connecting
        finally:
            connecting.cancel()

    monkeypatch.setattr(DiscordClient, "connect", breaks)
    async with DiscordHarness(peer, store).open() as harness:
        await peer.gateway.until_ready(3)
        while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
            await asyncio.sleep(0.01)
        await harness.user("anna").command("new", game="sprint")
        assert "is open" in harness.channel.last.content
    assert "the connection to Discord broke" in caplog.text
    assert "Discord rejected the token" in caplog.text


# --- two shards ----------------------------------------------------------------------------------------------------


async def identify_at_once(client: DiscordClient, shard_id: int | None, *, initial: bool = False) -> None:
    """The library waits five seconds between two shards, as Discord demands."""


async def play_in_both_shards(harness: DiscordHarness) -> None:
    """Shard 0 has the direct messages, shard 1 this server."""
    own = harness.peer.channel()
    own.type = DM
    for channel in (own, harness.channel):
        sent = await harness.user("anna", channel).command("new", game="sprint")
        await harness.peer.until(lambda sent=sent: sent.settled)  # type: ignore[misc]
        assert "is open" in channel.last.content


@pytest.mark.parametrize("known", [True, False], ids=["resumed", "new sessions"])
async def test_two_shards_lose_their_connections_at_once(
    peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch, *, known: bool
) -> None:
    """Both come back, whether or not Discord still knows their sessions."""
    monkeypatch.setattr(DiscordClient, "before_identify_hook", identify_at_once)
    async with DiscordHarness(peer, store, shard_ids=(0, 1), shard_count=2).open() as harness:
        await peer.gateway.until_ready(2)
        peer.gateway.drop()
        if not known:
            peer.gateway.sessions.clear()
        async with peer.gateway.changed:
            back = peer.gateway.resumed if known else peer.gateway.sessions
            await peer.gateway.changed.wait_for(lambda: len(back) == 2)
        await play_in_both_shards(harness)


async def test_two_processes_restarted_at_once(peer: DiscordPeer, store: Store) -> None:
    """Each runs one shard and registers the same commands; a table goes on, and both answer."""
    for _ in range(2):
        count = len(peer.gateway.sessions)
        harnesses = [DiscordHarness(peer, store, shard_ids=(shard,), shard_count=2) for shard in (0, 1)]
        running = [asyncio.create_task(each.adapter.run(each.service)) for each in harnesses]
        await peer.gateway.until_ready(count + 2)
        await harnesses[1].user("anna").command("status")
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    assert 1 <= peer.commands_put <= 2


async def test_a_private_answer_whose_message_was_dismissed(harness: DiscordHarness) -> None:
    """It comes as a new private message: the code of a note is shown nowhere else."""
    people = await harness.begin("anna", "ben", game="retro")
    await harness.go_on(people[0])

    def dismissed(request: web.Request) -> Refusal | None:
        if request.method != "PATCH" or not request.path.endswith("/messages/@original"):
            return None
        interaction = harness.peer.interactions[request.path.split("/")[-3]]
        interaction.loading, interaction.original = False, None
        return Refusal(404, 10008, "Unknown Message")

    harness.peer.faults.append(dismissed)
    interaction = await people[0].command("note", column="start", text="ask for help")
    await harness.peer.until(lambda: bool(interaction.private))
    assert "is in, without a name" in interaction.private_text
    assert interaction.private[-1].flags & EPHEMERAL
