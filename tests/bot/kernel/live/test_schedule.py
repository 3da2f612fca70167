"""What is due is done by lanes: nothing that waits for somebody outside delays a clock."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.kernel.live.schedule import SLOTS, Kind, Schedule
from bot.kernel.ports import Webhook
from bot.kernel.store import TIMER, Job, Store
from tests.bot.harness import ROOM, Bench, ManualClock, WebTable, in_discussion
from tests.bot.workshop_harness import opened, said, told

RECEIVERS = 90  # more than the slots of both lanes together


class HangingReceiver:
    """A tracker that accepts connections and never answers."""

    def __init__(self) -> None:
        self.asked = 0
        self.busy = asyncio.Event()

    async def __call__(self, message: Mapping[str, Any], now: float) -> bool:
        del message, now
        self.asked += 1
        if self.asked == SLOTS["outside"]:
            self.busy.set()
        await asyncio.Event().wait()
        return True


async def fill_lane(bench: Bench, receiver: HangingReceiver) -> None:
    """Ninety messages are due, and as many of them as may be sent at once wait for the tracker."""
    for number in range(RECEIVERS):
        job = Job(f"webhook:{number}", ROOM, "webhook", bench.clock.now(), '{"message": {"id": "1"}, "failed": 0}')
        await bench.store.put_job(job)
    await bench.service.start()
    await receiver.busy.wait()


async def test_a_hanging_receiver_delays_no_clock(sqlite_store: Store) -> None:
    """Ninety messages wait for a tracker: the discussion is closed in time, and a reminder comes."""
    receiver = HangingReceiver()
    bench = Bench(sqlite_store, given={Webhook: receiver})
    await bench.begin()
    await bench.play_until(in_discussion)
    await fill_lane(bench, receiver)
    posts = len(bench.chat.posts)
    bench.clock.advance(300)
    await bench.chat.until(posts + 1)
    assert (await bench.kinds()).count("discussion_closed") == 1
    assert receiver.asked == SLOTS["outside"]
    await bench.service.close()


async def test_a_hanging_receiver_delays_no_workshop(sqlite_store: Store) -> None:
    """The clock that all teams share is a job, not a timer of a table: it rings everywhere when it is due."""
    receiver = HangingReceiver()
    bench = Bench(sqlite_store, given={Webhook: receiver}, web=WebTable())
    trainer = await opened(bench, teams=3)
    await trainer.come("anna", "ben", "cleo", "dora", "emil", "fred")
    await trainer.order(said("start"))
    await trainer.order(said("clock", minutes=5))
    await fill_lane(bench, receiver)
    rooms, posts = [team.room for team in (await trainer.desk()).teams], len(bench.chat.posts)
    bench.clock.advance(300)
    await bench.chat.until(posts + len(rooms))
    assert [told(bench, room, "Time’s up") for room in rooms] == [1, 1, 1]
    assert receiver.asked == SLOTS["outside"]
    await bench.service.close()


async def test_a_full_lane_goes_on(store: Store) -> None:
    """What had no slot is begun as soon as something else of its lane is done; other lanes go on meanwhile."""
    schedule, done, open_door = Schedule(store, ManualClock()), asyncio.Queue[str](), asyncio.Event()
    for number in range(20):
        await store.put_job(Job(f"{number:02}", ROOM, "slow", 0.0))

    async def slow(job: Job) -> None:
        await open_door.wait()
        await quick(job)

    async def quick(job: Job) -> None:
        await store.finish_job(job)
        done.put_nowait(job.id)

    running = asyncio.create_task(
        schedule.run({"slow": Kind(slow, "outside"), "quick": Kind(quick), TIMER: Kind(slow)})
    )
    await store.put_job(Job("clock", ROOM, "quick", 0.0))
    schedule.wake()
    assert await done.get() == "clock"
    open_door.set()
    assert sorted([await done.get() for _ in range(20)]) == [f"{number:02}" for number in range(20)]
    running.cancel()


async def test_a_failing_job_is_logged(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The others go on, and it is done again once its lease has ended."""
    clock, tried = ManualClock(), list[str]()
    schedule = Schedule(store, clock)

    async def fail(job: Job) -> None:
        tried.append(job.id)
        raise KeyError("an unexpected bug")

    for name in "ab":
        await store.put_job(Job(name, ROOM, "broken", clock.now()))
    assert await schedule.do_due({"broken": Kind(fail)}) == 2
    assert (tried, caplog.text.count("something of kind broken failed")) == (["a", "b"], 2)
    assert await schedule.do_due({"broken": Kind(fail)}) == 0
    clock.advance(60)
    assert await schedule.do_due({"broken": Kind(fail)}) == 2
