"""Deadlines that survive a restart: they are stored, and every process asks for those that are due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from bot.kernel.messages import Reply, Request, TimePassed
from bot.kernel.ports import Chat, Clock, Job, OpensThreads, Store, StoreUnavailable, Timer

# --- posting ---------------------------------------------------------------------------------------------------------

MAX_POSTS = 64  # at once, on one platform

_release: ContextVar[Callable[[], None] | None] = ContextVar("release", default=None)


@contextmanager
def place(release: Callable[[], None]) -> Iterator[None]:
    """Keep a place among the requests that are handled until this ends, or until the request begins to post."""
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


def bounded(chat: Chat, most: int = MAX_POSTS) -> Chat:
    """The platform with at most `most` messages on their way at once."""
    return BoundedThreads(chat, most, chat) if isinstance(chat, OpensThreads) else BoundedChat(chat, most)


class BoundedChat:
    """A platform that posts at most `most` messages at once. What waits for it holds up no other request."""

    def __init__(self, chat: Chat, most: int) -> None:
        self._chat = chat
        self._places = asyncio.Semaphore(most)

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if give_up := _release.get():
            give_up()
        async with self._places:
            return await self._chat.post(room, reply, request, before)


class BoundedThreads(BoundedChat):
    """The same for a platform that has threads."""

    def __init__(self, chat: Chat, most: int, threads: OpensThreads) -> None:
        super().__init__(chat, most)
        self._threads = threads

    def has_threads(self, room: str) -> bool:
        return self._threads.has_threads(room)

    async def open_thread(self, room: str, name: str) -> str | None:
        async with self._places:
            return await self._threads.open_thread(room, name)


# --- waiting ---------------------------------------------------------------------------------------------------------


async def wait_until(due: float | None, changed: asyncio.Event, clock: Clock, longest: float) -> None:
    """At most `longest` seconds; None: nothing is due."""
    seconds = longest if due is None else min(longest, max(0.0, due - clock.now()))
    sleeping = asyncio.ensure_future(clock.sleep(seconds))
    called = asyncio.ensure_future(changed.wait())
    try:
        await asyncio.wait({sleeping, called}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
        called.cancel()


# --- timers ----------------------------------------------------------------------------------------------------------

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


# --- jobs ------------------------------------------------------------------------------------------------------------

Do = Callable[[Job], Awaitable[None]]  # does it, and says so to the store

JOBS_LEASE_SECONDS = 60.0  # while this process does a job, the others leave it alone
JOBS_LONGEST_SLEEP = 60.0  # another process may have added one


class Jobs:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """One was added: check again when the next one is due."""
        self._changed.set()

    async def do_due(self, do: Do) -> int:
        """Everything that is due now; how many."""
        due = await self._store.lease_jobs(self._clock.now(), JOBS_LEASE_SECONDS)
        await asyncio.gather(*(_done(job, do) for job in due))  # together, because their leases end together
        return len(due)

    async def run(self, do: Do) -> None:
        """Until it is cancelled."""
        while True:
            self._changed.clear()  # first, so that one added from here on is not missed
            try:
                while await self.do_due(do):
                    pass
                following = await self._store.next_job()
            except StoreUnavailable as fault:
                log.warning("jobs wait for the database: %s", fault)
                following = None
            await wait_until(following, self._changed, self._clock, JOBS_LONGEST_SLEEP)


async def _done(job: Job, do: Do) -> None:
    try:
        await do(job)
    except StoreUnavailable as fault:  # its lease ends, and it is done again
        log.warning("a job of kind %s waits for the database: %s", job.kind, fault)
    except Exception:  # the other jobs go on
        log.exception("a job of kind %s failed", job.kind)
