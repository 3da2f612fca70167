"""The system's clock is set: nobody waits for a day because of that."""

import pytest

from bot.kernel.live.schedule import SystemClock
from bot.kernel.store import Store
from bot.kernel.table.pace import DAY, MINUTE, Pace
from tests.bot.harness import Bench, in_discussion


class Machine:
    """The two clocks of a machine: one that can be set, and one that can't."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time, self.steady = 1_700_000_000.0, 50.0
        monkeypatch.setattr("bot.kernel.live.schedule.time.time", lambda: self.time)
        monkeypatch.setattr("bot.kernel.live.schedule.time.monotonic", lambda: self.steady)

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self.steady += seconds


def test_time_passes_when_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute stays a minute; a clock that is set forward is followed at once."""
    machine = Machine(monkeypatch)
    clock = SystemClock()
    start = clock.now()
    machine.wait(30)
    machine.time -= DAY
    machine.wait(30)
    assert clock.now() == start + 60
    machine.wait(5)
    assert clock.now() == start + 65
    machine.time += 2 * DAY
    assert clock.now() == machine.time


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_discussion_after_the_clock_was_set_back(sqlite_store: Store, *, restarted: bool) -> None:
    """Other processes and a restart see an earlier time: five minutes later, not a day, the discussion is closed."""
    bench = Bench(sqlite_store)
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.wait(4 * MINUTE)
    bench.clock.advance(-DAY)
    if restarted:
        bench = bench.another_process()
    await bench.wait(0)
    assert (await bench.service.tables.refreshed(await bench.live())).timers[0].due == bench.clock.now() + 5 * MINUTE
    await bench.wait(5 * MINUTE - 1)
    assert "discussion_closed" not in await bench.kinds()
    await bench.wait(1)
    assert (await bench.kinds()).count("discussion_closed") == 1


async def test_reminders_after_the_clock_was_set_back(sqlite_store: Store) -> None:
    """The last move seems to be tomorrow; the reminder comes as if it had been now."""
    bench = Bench(sqlite_store, pace=Pace(10 * MINUTE))
    await bench.begin()
    bench.clock.advance(-DAY)
    after = bench.another_process()
    await after.say("ben", "remind me 5")
    await after.wait(11 * MINUTE)
    assert len(await after.payloads("table.reminded")) == 1
