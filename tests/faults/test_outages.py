"""The database, disk, clock or platform fails for a while: people get a sentence, nothing is lost, play continues."""

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.kernel.store import TIMER, Store
from bot.kernel.table import texts as notices
from bot.kernel.table.journal import fold
from bot.kernel.table.pace import Pace
from storage import open_store
from tests.bot.harness import ROOM, Bench, FlakyStore, in_discussion
from tests.bot.kernel.test_store_away import EVERYTHING

HOUR = 3600.0
MINUTE = 60.0


async def test_the_database_is_down_for_a_minute(sqlite_store: Store) -> None:
    """Requests get a sentence; afterwards they work, and a timer that expired meanwhile fires without a restart."""
    gate = FlakyStore(sqlite_store)
    bench = Bench(gate)
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.service.start()
    bench.clock.advance(5 * MINUTE - 30)
    gate.cut = EVERYTHING
    for second in range(60):
        bench.clock.advance(1)
        [reply] = await bench.say("anna", "vote yes", delivery="d1")
        assert (reply.private, reply.text) == (True, str(notices.DATABASE_UNREACHABLE)), second
    gate.cut = frozenset()
    assert "discussion_closed" not in await bench.kinds()
    posts = len(bench.chat.posts)
    bench.clock.advance(30)  # timers are checked at least this often
    await bench.chat.until(posts + 1)
    assert (await bench.kinds()).count("discussion_closed") == 1
    [late] = await bench.say("anna", "vote yes", delivery="d1")
    assert str(notices.DATABASE_UNREACHABLE) not in late.text
    await bench.step()
    await bench.service.close()


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """Prevent the database's log from growing, and with it every change."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = file.with_name(f"{file.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_the_disk_is_full(tmp_path: Path) -> None:
    """Requests get a sentence while nothing fits; stored data is intact, and afterwards the same request works."""
    file = tmp_path / "tables.db"
    store = await open_store(f"sqlite:///{file}")
    bench = Bench(store)
    await bench.begin()
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    with full_disk(file):
        for _ in range(3):
            [reply] = await bench.say("anna", "roll", delivery="d1")
            assert (reply.private, reply.text) == (True, str(notices.DATABASE_UNREACHABLE))
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    assert await bench.say("anna", "roll", delivery="d1") == []
    assert await bench.say("ben", "roll") == []
    await store.close()
    again = await open_store(f"sqlite:///{file}")
    standing = fold(await again.events((await again.find_tables())[0].id))
    assert standing is not None
    assert standing == await bench.another_process(again).standing()
    await again.close()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_the_clock_jumps_by_an_hour(sqlite_store: Store, jump: float) -> None:
    """After a jump forwards, due timers fire once at once; after a jump back, once when they are due."""
    bench = Bench(sqlite_store, pace=Pace(10 * MINUTE))
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.wait(4 * MINUTE)
    bench.clock.advance(jump)
    while await bench.service.fire_due_timers():
        pass
    closed = (await bench.kinds()).count("discussion_closed")
    assert closed == (1 if jump > 0 else 0)
    after = bench.another_process()  # the program is restarted because the clock was wrong
    for _ in range(80):
        await after.wait(MINUTE)
    kinds = await after.kinds()
    assert kinds.count("discussion_closed") == 1
    reminded = await after.payloads("table.reminded")
    assert [event["count"] for event in reminded] == list(range(1, len(reminded) + 1))
    assert reminded
    at = [event.at for event in await after.events()]
    assert jump < 0 or at == sorted(at)


async def test_the_clock_jumps_back_while_a_timer_is_leased(sqlite_store: Store) -> None:
    """The process with the lease died, and the clock jumped back: the timer fires later, once."""
    bench = Bench(sqlite_store)
    await bench.begin()
    await bench.play_until(in_discussion)
    bench.clock.advance(5 * MINUTE)
    assert len(await sqlite_store.lease(bench.clock.now(), [TIMER], 9)) == 1
    bench.clock.advance(-HOUR)
    after = bench.another_process()
    await after.wait(0)
    assert "discussion_closed" not in await after.kinds()
    await after.wait(HOUR + 30)
    assert (await after.kinds()).count("discussion_closed") == 1


async def test_the_platform_is_down_for_an_hour(sqlite_store: Store) -> None:
    """The game continues, and the room then gets one message with the current board."""
    bench = Bench(sqlite_store)
    await bench.begin()
    await bench.service.start()
    posts = len(bench.chat.posts)
    bench.chat.away = {ROOM}
    for _ in range(12):
        await bench.step()
        for _ in range(5):
            bench.clock.advance(MINUTE)
            await asyncio.sleep(0)
    assert len(bench.chat.posts) == posts
    before = (await bench.standing()).sequence
    bench.chat.away = set()
    bench.clock.advance(2 * MINUTE)
    await bench.chat.until(posts + 1)
    bench.clock.advance(HOUR)  # a discussion may end
    while await sqlite_store.rooms_behind():  # noqa: ASYNC110  the mark is stored shortly after
        await asyncio.sleep(0.001)
    (room, caught_up), *later = bench.chat.posts[posts:]
    assert room == ROOM
    assert caught_up.sequence >= before
    assert caught_up.drawing is not None
    shown = [caught_up.sequence, *(reply.sequence for _, reply in later)]
    assert shown == sorted(set(shown)), "nothing is shown twice"
    await bench.service.close()


async def test_a_hanging_message_delays_nobody_else(sqlite_store: Store) -> None:
    """While the platform doesn't respond, moves are stored and other rooms get their messages."""
    bench = Bench(sqlite_store)
    await bench.begin()
    open_again, hanging = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        bench.chat.before_post = None
        hanging.set()
        await open_again.wait()

    bench.chat.before_post = hang
    stuck = asyncio.create_task(bench.say("anna", "roll"))
    await hanging.wait()
    behind = asyncio.create_task(bench.say("ben", "roll"))
    assert await bench.say("dora", "new rugby", room="test:cafe") == []
    assert bench.chat.posts[-1][0] == "test:cafe"
    while (await bench.kinds()).count("rolled") < 2:  # noqa: ASYNC110  nothing is posted while the message hangs
        await asyncio.sleep(0.001)
    open_again.set()
    assert await stuck == await behind == []
    assert bench.chat.texts()[-1].count("ben rolls") == 1
