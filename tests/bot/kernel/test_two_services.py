"""Two processes share one database and nothing else, and both stay correct."""

import asyncio
from collections.abc import AsyncIterator
from itertools import cycle

import pytest

from bot.kernel.live.rooms import ANNOUNCE_SECONDS
from bot.kernel.live.schedule import SystemClock
from bot.kernel.messages import Person, Request, Typed
from bot.kernel.service import GameService
from bot.kernel.store import Append
from bot.kernel.table import refusals
from bot.kernel.table import texts as notices
from storage import open_store
from storage.postgres import PostgresStore
from tests.bot.harness import ROOM, THREE, Bench, FlakyStore, ManualClock, RecordingChat, spelled

Benches = tuple[Bench, Bench]


async def test_turns_taken_at_either_process(two_benches: Benches) -> None:
    """Each decides on what it has in memory, finds the sequence number taken, and decides again."""
    one, other = two_benches
    await one.begin()
    await other.live()
    for bench, name in zip((other, one) * 3, THREE * 2, strict=True):
        replies = await bench.say(name, "roll")
        if replies:  # the roll before led to a fork or a discussion
            assert str(notices.TOO_BUSY) not in replies[0].text
            break
    standing = await one.standing()
    assert [rolled["seat"] for rolled in await one.payloads("rolled")][:3] == [0, 1, 2]
    assert standing.sequence == len(await one.events())


async def test_a_whole_game_across_two_processes(two_benches: Benches) -> None:
    """Moves alternate between the processes to the end; the stored game is one game, and it verifies."""
    one, other = two_benches
    await one.begin(options="hours=100")
    benches = cycle((other, one, one, other))
    while (await one.standing()).playing:
        await next(benches).step()
    [proof] = await other.say("ben", "verify")
    assert "Everything checks out." in proof.text
    assert (await other.live()).standing == await one.standing()


async def test_everyone_joins_at_once_at_both(two_benches: Benches) -> None:
    """Nobody is lost and no seat is given twice, however the two race."""
    one, other = two_benches
    await one.seat("anna")
    names = [f"p{number}" for number in range(8)]
    answers = await asyncio.gather(
        *((one if number % 2 else other).say(name, "join") for number, name in enumerate(names))
    )
    assert all(not replies for replies in answers)
    stored = await one.store.table((await one.live()).id)
    assert stored is not None
    assert sorted(seating.seat or 0 for seating in stored.people) == list(range(9))
    assert {seating.name for seating in stored.people} == {"anna", *names}


async def test_the_same_turn_taken_at_both_at_once(two_benches: Benches) -> None:
    """One roll is stored; the other request finds that the turn is over."""
    one, other = two_benches
    await one.begin()
    await other.live()
    answers = await asyncio.gather(one.say("anna", "roll"), other.say("anna", "roll"))
    assert sorted(len(replies) for replies in answers) == [0, 1]
    [[refused]] = [replies for replies in answers if replies]
    assert "It isn’t your turn yet" in refused.text
    assert (await one.kinds()).count("rolled") == 1


async def test_a_refusal_is_never_out_of_date(two_benches: Benches) -> None:
    """Before it refuses, a process checks whether the other one has stored something."""
    one, other = two_benches
    await one.begin()
    await other.live()
    await one.say("anna", "roll")
    assert await other.say("ben", "roll") == []


async def test_a_query_is_never_out_of_date(two_benches: Benches) -> None:
    """Board, status and help show what the other process stored."""
    one, other = two_benches
    await one.begin()
    await other.live()
    await one.say("anna", "roll")
    [status] = await other.say("ben", "status")
    assert spelled(status).startswith("ben, roll one die")
    await one.say("ben", "roll")
    await other.say("ben", "board")
    assert spelled(other.chat.last) == "cleo, roll one die to plan the sprint."
    await one.say("cleo", "leave")
    assert "anna" in spelled((await other.say("anna", "help"))[0])


async def test_a_stale_button_is_answered_with_the_other_process_s_state(two_benches: Benches) -> None:
    """The choices are current although this process hasn't heard of the last moves."""
    one, other = two_benches
    await one.begin()
    await other.live()
    roll = one.choice("Roll the dice")
    for name in THREE:
        await one.say(name, "roll")
    old = roll.button.rsplit(":", 1)[0] + ":7"
    [reply] = await other.press("anna", old)
    assert "out of date" in reply.text
    assert reply.sequence == (await one.standing()).sequence


async def test_the_next_table_of_a_room_is_found(two_benches: Benches) -> None:
    """One process ends the game and opens the next; the other plays at the new table, not at its cached one."""
    one, other = two_benches
    for line, name in (("board", "anna"), ("status", "ben"), ("join", "dora"), ("new sprint", "anna")):
        await one.begin()
        await other.live()
        old = (await one.live()).id
        await one.say("anna", "end sure")
        await one.say("ben", "new sprint")
        replies = await other.say(name, line)
        newest = (await one.live()).id
        assert newest != old
        assert str(refusals.TABLE_OVER) not in "".join(reply.text for reply in replies)
        assert (await other.live()).id == newest
        if line == "join":
            assert (await one.standing()).table.seats == ("person", "person")
        await other.say("ben", "end sure")
        await one.say("ben", "status")


async def test_a_room_gets_no_news_twice(two_benches: Benches) -> None:
    """What one process has shown to the room is not announced by the other."""
    one, other = two_benches
    await one.begin()
    await other.live()
    await one.say("anna", "roll")
    posted = len(one.chat.posts)
    while await other.store.rooms_behind():
        pass  # what was shown is marked a moment later
    await other.say("ben", "roll")
    [news] = one.chat.posts[posted:]
    assert "anna rolls" not in spelled(news[1])
    assert "ben rolls" in spelled(news[1])


@pytest.fixture
async def two_on_postgres(postgres_url: str) -> AsyncIterator[Benches]:
    """Two processes, each with its own connection to the same platform."""
    stores = [await open_store(postgres_url) for _ in range(2)]
    one = Bench(stores[0])
    yield one, Bench(stores[1], clock=one.clock, chat=RecordingChat())
    for store in stores:
        await store.close()


async def test_a_process_waits_while_another_one_announces(two_on_postgres: Benches) -> None:
    """While one process announces its move, the other one's move waits; each is announced once."""
    one, other = two_on_postgres
    await one.begin()
    await other.live()
    before, telling, told = len(one.chat.posts), asyncio.Event(), asyncio.Event()

    async def slowly() -> None:
        telling.set()
        await told.wait()

    one.chat.before_post = slowly
    first = asyncio.create_task(one.say("anna", "roll"))
    await telling.wait()
    second = asyncio.create_task(other.say("ben", "roll"))
    while (await one.kinds()).count("rolled") < 2:
        pass
    assert other.chat.posts == []
    told.set()
    await asyncio.gather(first, second)
    assert [("anna rolls" in text, "ben rolls" in text) for text in one.chat.texts()[before:]] == [(True, False)]
    assert [("anna rolls" in text, "ben rolls" in text) for text in other.chat.texts()] == [(False, True)]
    assert await other.store.rooms_behind() == ()


async def test_a_process_that_dies_before_it_announces(two_on_postgres: Benches) -> None:
    """The next move elsewhere announces that move too, once its time has run out."""
    one, other = two_on_postgres
    await one.begin()
    await other.live()
    reached = asyncio.Event()

    async def dies() -> None:
        reached.set()
        await asyncio.Event().wait()

    one.chat.before_post = dies
    dying = asyncio.create_task(one.say("anna", "roll"))
    await reached.wait()
    dying.cancel()
    await asyncio.wait({dying})
    second = asyncio.create_task(other.say("ben", "roll"))
    while (await one.kinds()).count("rolled") < 2:
        pass
    assert other.chat.posts == []
    one.clock.advance(ANNOUNCE_SECONDS)
    assert await second == []
    [news] = other.chat.texts()
    assert "anna rolls" in news
    assert "ben rolls" in news


async def test_a_process_whose_clock_is_wrong(two_on_postgres: Benches, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it stored seems to happen in an hour; the others wait no longer for it than usual."""
    monkeypatch.setattr("bot.kernel.live.rooms.ANNOUNCE_SECONDS", 0.2)
    one, other = two_on_postgres
    await one.begin()
    await other.live()
    other.service.rooms._clock = ManualClock()  # stands still
    one.clock.advance(3600)
    one.chat.away = {ROOM}
    await one.say("anna", "roll")
    assert await other.say("ben", "roll") == []
    assert "anna rolls" in other.chat.texts()[-1]


async def test_two_processes_notified_for_the_same_room(two_on_postgres: Benches, postgres_url: str) -> None:
    """Both serve a platform that the mover's process doesn't: the room gets the news from one of them."""
    one, other = two_on_postgres
    third = Bench(await open_store(postgres_url))
    chats = (RecordingChat(), RecordingChat())
    one.service = GameService(one.store, {"test": one.chat}, clock=SystemClock())
    elsewhere = [
        GameService(bench.store, {"other": chat}, clock=SystemClock())
        for bench, chat in zip((other, third), chats, strict=True)
    ]

    async def slowly() -> None:
        await asyncio.sleep(0.5)

    try:
        for service in (one.service, *elsewhere):
            await service.start()
        await one.begin("anna", "ben")
        code = await one.link()
        await elsewhere[0].handle(Request("join", "other:cafe", Person("other:zoe", "zoe"), Typed(f"join {code}")))
        for chat in chats:
            chat.before_post = slowly
        await one.say("anna", "roll")
        await one.say("ben", "roll")
        while await one.store.rooms_behind():
            pass
        texts_there = [text for chat in chats for text in chat.texts("other:cafe")]
        assert "".join(texts_there).count("anna rolls") == 1
        assert "".join(texts_there).count("ben rolls") == 1
    finally:
        for service in (one.service, *elsewhere):
            await service.close()
        await third.store.close()


async def test_catching_up_while_the_other_process_stores_more(two_benches: Benches) -> None:
    """A process that reads what a room missed finds more than it knows of; it announces what it knows."""
    one, other = two_benches
    await one.begin()
    one.chat.away = {ROOM}
    await one.say("anna", "roll")
    await other.live()
    await one.say("ben", "roll")
    one.chat.away = set()
    posts = len(one.chat.posts)
    one.clock.advance(ANNOUNCE_SECONDS)  # its time to announce them itself is over
    await other.service.rooms.catch_up(other.service.tables.find)
    [(_, news)] = one.chat.posts[posts:]
    assert "anna rolls" in spelled(news)
    assert "ben rolls" not in spelled(news)


async def test_other_moves_always_get_in_first(two_benches: Benches) -> None:
    """After a few attempts the person is asked to try again, and nothing is half done."""
    one, other = two_benches
    await one.seat("anna")
    gate = FlakyStore(other.store)
    unlucky = other.another_process(gate)
    await unlucky.live()
    restless = cycle(["join", "leave"])

    async def somebody_is_quicker(_: Append) -> None:
        assert await one.say("restless", next(restless)) == []

    gate.before_append = somebody_is_quicker
    [reply] = await unlucky.say("late", "join")
    assert (reply.private, reply.text) == (True, str(notices.TOO_BUSY))
    assert "late" not in (await one.live()).names
    gate.before_append = None
    assert await unlucky.say("late", "join") == []


async def test_one_room_gets_one_table(two_benches: tuple[Bench, Bench]) -> None:
    """Two processes open a table in the same room at the same moment: one does, the other refuses."""
    one, other = two_benches
    replies = await asyncio.gather(one.say("anna", "new sprint"), other.say("ben", "new rugby"))
    refused = [spelled(reply) for each in replies for reply in each]
    assert len(refused) == 1
    assert "already has a table" in refused[0]
    assert len(await one.store.find_tables()) == 1
    assert (await one.live()).id == (await other.live()).id


async def test_processes_with_one_platform_each(two_benches: Benches, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a table in rooms of both, each process posts to the room that it can reach, whoever moves.

    Neither waits for the other one to do so, which it can't.
    """
    monkeypatch.setattr("bot.kernel.live.rooms.ANNOUNCE_SECONDS", 3600.0)
    one, other = two_benches
    if not isinstance(one.store, PostgresStore):
        pytest.skip("processes on one SQLite file can't notify each other")
    elsewhere = RecordingChat()
    one.service = GameService(one.store, {"test": one.chat}, clock=SystemClock())
    other.service = GameService(other.store, {"other": elsewhere}, clock=SystemClock())
    await one.service.start()
    await other.service.start()
    try:
        await one.begin("anna", "ben")
        code = await one.link()
        joining = Request("join", "other:cafe", Person("other:zoe", "zoe"), Typed(f"join {code}"))
        await other.service.handle(joining)
        posts = len(elsewhere.posts)
        await one.say("anna", "roll")
        await elsewhere.until(posts + 1)
        assert "anna rolls" in spelled(elsewhere.last)
        assert spelled(elsewhere.last).splitlines()[-1] == spelled(one.chat.last).splitlines()[-1]
    finally:
        await one.service.close()
        await other.service.close()
