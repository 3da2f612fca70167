"""Deadlines that survive a restart: they are stored, and every process asks for those that are due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable

from bot.live.posting import place
from bot.live.waiting import wait_until
from bot.messages import Request, TimePassed
from bot.ports import Clock, Store, StoreUnavailable, Timer

log = logging.getLogger(__name__)

Handle = Callable[[Request], Awaitable[object]]

# names of the timers that are not a game's own; a number after the name makes each unique
AUTOMATIC = "automatic"  # automatic players continue
REMINDER = "remind"
SLEEP = "sleep"
_OWN = (AUTOMATIC, REMINDER, SLEEP)


def game_timers(timers: Iterable[Timer]) -> list[Timer]:
    """The game's own clocks."""
    return [timer for timer in timers if timer.name.partition(" ")[0] not in _OWN]


def game_clock(timers: Iterable[Timer]) -> float | None:
    """When the game's own clock runs out, if one is running."""
    return min((timer.due for timer in game_timers(timers)), default=None)


LEASE_SECONDS = 30.0  # while this process fires a timer, the others leave it alone
MAX_AT_ONCE = 32  # timers that are handled; those that are being posted don't count
LONGEST_SLEEP = 30.0  # another process may have set a timer in the meantime


class Timers:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changed = asyncio.Event()
        self._places = asyncio.Semaphore(MAX_AT_ONCE)
        self._firing: dict[Timer, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """A timer was set: check again when the next one is due."""
        self._changed.set()

    async def fire_due(self, handle: Handle) -> int:
        """Hand over everything that is due now, as requests like any other, and wait for it; how many."""
        due = await self._lease()
        await asyncio.gather(*[await self._started(timer, handle) for timer in due])
        return len(due)

    async def run(self, handle: Handle) -> None:
        """Until it is cancelled. No table's clock waits for another table."""
        try:
            while True:
                self._changed.clear()  # first, so that a timer set from here on is not missed
                try:
                    while due := await self._lease():
                        for timer in due:
                            await self._started(timer, handle)
                    following = await self._store.next_timer()
                except StoreUnavailable as fault:
                    log.warning("timers wait for the database: %s", fault)
                    following = None
                await wait_until(following, self._changed, self._clock, LONGEST_SLEEP)
        finally:
            firing = list(self._firing.values())
            for task in firing:
                task.cancel()
            await asyncio.gather(*firing, return_exceptions=True)

    async def _lease(self) -> tuple[Timer, ...]:
        now = self._clock.now()
        if restarted := await self._store.restart_timers(now):
            log.warning("the clock was set back: the timers of %d tables start again", len(restarted))
        return await self._store.lease_timers(now, LEASE_SECONDS)

    async def _started(self, timer: Timer, handle: Handle) -> asyncio.Task[None]:
        """The task that fires it; there may be one already, if its lease has ended meanwhile."""
        await self._places.acquire()
        if timer in self._firing:
            self._places.release()
        else:
            self._firing[timer] = asyncio.create_task(self._fire(timer, handle))
        return self._firing[timer]

    async def _fire(self, timer: Timer, handle: Handle) -> None:
        try:
            with place(self._places.release):
                said = TimePassed(timer.table, timer.name)
                await handle(Request(f"timer:{timer.table}:{timer.name}", "", None, said))
        except Exception:  # the other clocks go on
            log.exception("a timer of table %s failed", timer.table)
        finally:
            del self._firing[timer]


class SystemClock:
    """The system's clock, but never set back: if that happens, time passes on from the last reading."""

    def __init__(self) -> None:
        self._reading, self._read_at = time.time(), time.monotonic()

    def now(self) -> float:
        read_at = time.monotonic()
        self._reading = max(time.time(), self._reading + read_at - self._read_at)
        self._read_at = read_at
        return self._reading

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
