"""Scheduled work. It survives a restart: it is stored, and every process asks for what is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Literal

from bot.kernel.messages import Request, TimePassed
from bot.kernel.ports import Clock
from bot.kernel.store import Due, Store, StoreUnavailable, Timer
from games.values import value

_release: ContextVar[Callable[[], None] | None] = ContextVar("release", default=None)


@contextmanager
def place(release: Callable[[], None]) -> Iterator[None]:
    """Hold a slot until this ends, or until it is given up."""
    kept = True

    def give_up() -> None:
        nonlocal kept
        if kept:
            kept = False
            release()

    token = _release.set(give_up)
    try:
        yield
    finally:
        _release.reset(token)
        give_up()


def give_up_place() -> None:
    """Give up the slot: the current work only waits for somebody outside from here on."""
    if give_up := _release.get():
        give_up()


async def _wait_until(due: float | None, changed: asyncio.Event, clock: Clock, longest: float) -> None:
    """Wait until this time, at most `longest` seconds; None: nothing is due."""
    seconds = longest if due is None else min(longest, max(0.0, due - clock.now()))
    sleeping = asyncio.ensure_future(clock.sleep(seconds))
    called = asyncio.ensure_future(changed.wait())
    try:
        await asyncio.wait({sleeping, called}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
        called.cancel()


log = logging.getLogger(__name__)

# names of the timers that are not a game's own; a number after the name makes each unique
AUTOMATIC = "automatic"  # automatic players continue
REMINDER = "remind"
SLEEP = "sleep"
_OWN = (AUTOMATIC, REMINDER, SLEEP)


def game_timers(timers: Iterable[Timer]) -> list[Timer]:
    """The game's own clocks."""
    return [timer for timer in timers if timer.name.partition(" ")[0] not in _OWN]


def game_clock(timers: Iterable[Timer]) -> float | None:
    """The time when the game's own clock runs out; None if none is running."""
    return min((timer.due for timer in game_timers(timers)), default=None)


def time_passed(timer: Timer) -> Request:
    """The request of a due timer; its id is the same whichever process makes it."""
    return Request(f"timer:{timer.table}:{timer.name}", "", None, TimePassed(timer.table, timer.name))


Lane = Literal["clock", "outside"]
_Do = Callable[[Any], Awaitable[object]]  # gets what is due; a job is finished in the store by whoever does it

SLOTS: Mapping[Lane, int] = {"clock": 32, "outside": 8}  # work done at once; posting doesn't count
_LONGEST_SLEEP = 30.0  # another process may have set something in the meantime
_TAKEN_SECONDS = 1.0  # until another process that is about to get what is due has got it


@value
class Kind:
    """The handler of one kind of due work. Work that waits for somebody outside, in its own lane, delays no clock."""

    do: _Do
    lane: Lane = "clock"


Kinds = Mapping[str, Kind]


class Schedule:
    """Timers and jobs, done when they are due, by whichever process gets them first."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changed = asyncio.Event()
        self._free = dict(SLOTS)
        self._doing: dict[Due, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Recheck when the next one is due: something was added."""
        self._changed.set()

    async def do_due(self, kinds: Kinds) -> int:
        """Do everything that is due now, as far as there are slots, and wait for it; returns how many."""
        now = self._clock.now()
        due = await self._next_due(kinds, now)
        started = await self._start(kinds, now) if due is not None and due <= now else []
        await asyncio.gather(*started)
        return len(started)

    async def run(self, kinds: Kinds) -> None:
        """Runs until cancelled. No table's clock waits for another table."""
        try:
            while True:
                self._changed.clear()  # first, so that what is added from here on is not missed
                try:
                    following = await self._following(kinds)
                except StoreUnavailable as fault:
                    log.warning("timers and jobs wait for the database: %s", fault)
                    following = None
                await _wait_until(following, self._changed, self._clock, _LONGEST_SLEEP)
        finally:
            doing = list(self._doing.values())
            for task in doing:
                task.cancel()
            await asyncio.gather(*doing, return_exceptions=True)

    async def _following(self, kinds: Kinds) -> float | None:
        """Start everything that is due, and return when to do so again."""
        while True:
            now = self._clock.now()
            due = await self._next_due(kinds, now)
            if due is None or due > now:
                return due
            if not await self._start(kinds, now):
                return now + _TAKEN_SECONDS

    async def _next_due(self, kinds: Kinds, now: float) -> float | None:
        if restarted := await self._store.restart_timers(now):
            log.warning("the clock was set back: the timers of %d tables start again", len(restarted))
        return await self._store.next_due(now, [name for name, kind in kinds.items() if self._free[kind.lane]])

    async def _start(self, kinds: Kinds, now: float) -> list[asyncio.Task[None]]:
        started = []
        for lane, free in tuple(self._free.items()):
            names = [name for name, kind in kinds.items() if kind.lane == lane]
            leased = await self._store.lease(now, names, free) if free and names else ()
            started += [self._started(each, kinds[each.kind]) for each in leased]
        return started

    def _started(self, due: Due, kind: Kind) -> asyncio.Task[None]:
        """The task that does it; there may be one already, if its lease has ended meanwhile."""
        if due not in self._doing:
            self._free[kind.lane] -= 1
            self._doing[due] = asyncio.create_task(self._do(due, kind))
        return self._doing[due]

    async def _do(self, due: Due, kind: Kind) -> None:
        try:
            with place(partial(self._leave, kind.lane)):
                await kind.do(due)
        except StoreUnavailable as fault:  # its lease ends, and it is done again
            log.warning("something of kind %s waits for the database: %s", due.kind, fault)
        except Exception:  # the others go on
            log.exception("something of kind %s failed", due.kind)
        finally:
            del self._doing[due]

    def _leave(self, lane: Lane) -> None:
        self._free[lane] += 1
        if self._free[lane] == 1:  # more of this lane may be due
            self.wake()


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
