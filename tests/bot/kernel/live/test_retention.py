"""Old tables are removed with a warning, and none because the clock is wrong."""

from dataclasses import replace

import pytest

from bot.features.privacy import NOTICE_SECONDS, ROUND_SECONDS, KeepTables, Retention, unwitnessed_gap
from bot.kernel.store import Append, Store
from bot.kernel.table.pace import DAY
from tests.bot.harness import START_TIME, Bench
from tests.storage.examples import event, record

KEEP = 60 * DAY
GAP = 30 * DAY
ROUNDS_A_DAY = int(DAY / ROUND_SECONDS)


class Stopped(BaseException):
    """The clock has run for long enough."""


class RunningClock:
    """Time passes only while somebody sleeps."""

    def __init__(self, now: float, until: float) -> None:
        self._now, self._until = now, until
        self.sleeps: list[float] = []

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if self._now >= self._until:
            raise Stopped
        self._now += seconds
        self.sleeps.append(seconds)


async def used(store: Store, *days: float) -> None:
    """Tables that were last used on these days."""
    for day in days:
        last = replace(event(1), at=START_TIME + day * DAY)
        await store.append(Append(f"t{day:g}", (last,), record(f"t{day:g}", START_TIME)))


async def kept(store: Store) -> set[str]:
    return {table.id for table in await store.find_tables()}


async def run(store: Store, day: float, days: float = 0.0, gap: float = GAP) -> RunningClock:
    """A process that is started on this day, and runs for so many days."""
    clock = RunningClock(START_TIME + day * DAY, START_TIME + (day + days) * DAY)
    with pytest.raises(Stopped):
        await Retention(store, clock, KeepTables(KEEP, gap)).run()
    return clock


async def test_what_is_old_is_removed_after_a_warning(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The log says how many tables and since when; an hour later they are gone, and the others are there."""
    await used(store, 0, 20, 40, 65)
    clock = await run(store, 70)
    assert await kept(store) == {"t0", "t20", "t40", "t65"}, "the program was stopped within the hour"
    [warning] = [line for line in caplog.records if line.levelname == "WARNING"]
    assert "1 tables that nobody has used since 2023-11-24 22:13 UTC will be removed in 60 minutes" in warning.message
    clock = await run(store, 70, NOTICE_SECONDS / DAY)
    assert clock.sleeps == [NOTICE_SECONDS]
    assert await kept(store) == {"t20", "t40", "t65"}


async def test_nothing_to_remove_is_no_news(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    await used(store, 0, 20)
    await run(store, 30, 5)
    assert caplog.records == []
    assert await kept(store) == {"t0", "t20"}


@pytest.mark.parametrize("played", [(), (430, 431)])
async def test_a_clock_that_is_400_days_ahead(
    store: Store, caplog: pytest.LogCaptureFixture, played: tuple[float, ...]
) -> None:
    """Nothing is removed, not even after people have played by the wrong clock; the log says what to do."""
    await used(store, 0, 20, 25, *played)
    before = await kept(store)
    await run(store, 431, 7)
    assert await kept(store) == before
    assert "nobody used any table for 40" in caplog.text
    assert "set RETENTION_GAP_DAYS to 40" in caplog.text
    assert "it is 2025-01-1" in caplog.text


async def test_a_clock_that_jumps_while_the_program_runs(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """What the program hasn't lived through doesn't count."""
    await used(store, 0, 20, 25)

    class JumpingClock(RunningClock):
        def now(self) -> float:
            return super().now() + (400 * DAY if len(self.sleeps) > 2 * ROUNDS_A_DAY else 0.0)

    clock = JumpingClock(START_TIME + 25 * DAY, START_TIME + 35 * DAY)
    with pytest.raises(Stopped):
        await Retention(store, clock, KeepTables(KEEP, GAP)).run()
    assert await kept(store) == {"t0", "t20", "t25"}
    assert "RETENTION_GAP_DAYS" in caplog.text


async def test_a_setting_confirms_that_the_clock_is_right(store: Store) -> None:
    """The operator has looked, and set the number of days that the log named."""
    await used(store, 0, 20, 25)
    await run(store, 431, 1, gap=407 * DAY)
    assert await kept(store) == set()


async def test_a_quiet_time_that_the_program_lived_through(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody plays for months, but the program runs: the clock is right, and nobody has to confirm it."""
    await used(store, 0, 20)
    await run(store, 21, 70)
    assert await kept(store) == set()
    assert "RETENTION_GAP_DAYS" not in caplog.text


def test_the_gap_that_counts() -> None:
    """From the last use of what is removed on, and only before the program started."""
    assert unwitnessed_gap([0, 50, 90], before=10, until=100) == 50
    assert unwitnessed_gap([0, 5, 90], before=10, until=100) == 85
    assert unwitnessed_gap([0, 5, 90], before=10, until=40) == 35
    assert unwitnessed_gap([0, 5, 9, 300], before=10, until=15) == 6


async def test_the_service_removes_old_tables(bench: Bench) -> None:
    """After the time that the operator set."""
    given = {KeepTables: KeepTables(30 * DAY, 36_500 * DAY)}
    keeping = Bench(bench.store, clock=bench.clock, chat=bench.chat, given=given)
    await keeping.begin()
    table = (await keeping.live()).id
    bench.clock.advance(29 * DAY)
    await keeping.service.start()
    try:
        while await bench.store.table(table) is not None:
            bench.clock.advance(3600)
    finally:
        await keeping.service.close()
