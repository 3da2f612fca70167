"""Automatic players and queries that take long run in other processes, so that no other table waits.

Players and queries have separate processes: however many forecasts are asked for, no automatic player waits for one.
"""

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from bot.kernel.live.schedule import place
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply, Request, Response, refused
from bot.kernel.ports import Clock, Observe, Operation, unobserved
from bot.kernel.table import texts
from bot.kernel.table.model import Refused, TableEvents, add_events, brought
from bot.signals import leave_stopping_to_the_program
from games import GAMES
from games.chance import Chance
from games.contract import AnyGame, Command, suggested
from games.language import speaking, spoken
from games.parts import Answer

# --- thinking --------------------------------------------------------------------------------------------------------

_PLAYER_PROCESSES = 2
_QUERY_PROCESSES = 1
MAX_WAITING = 16  # queries that run or wait
_MAX_KEPT = 256  # answers

Spend = Callable[[], None]  # raises Refused if there is no budget left


def for_free() -> None:
    pass


class Thinker:
    """Worker processes for slow players and queries, started when a game first needs one."""

    def __init__(self) -> None:
        self._players = _Processes(_PLAYER_PROCESSES)
        self._queries = _Processes(_QUERY_PROCESSES)
        self._answers: OrderedDict[tuple[object, ...], asyncio.Task[Answer]] = OrderedDict()

    async def suggest(self, game: AnyGame, state: Any, seat: int, chance: Chance, *, level: str) -> Any:
        if not game.bots.thinks:  # pragma: no mutate: where a move is worked out changes the time, not the move
            return suggested(game, state, seat, chance, level)
        return await self._players.run(_suggest, game.key, state, seat, chance, level)

    async def answer(
        self,
        live: LiveTable,
        seat: int | None,
        command: Command,
        arguments: Mapping[str, str],
        spend: Spend = for_free,
    ) -> Answer:
        """The answer to a query, computed once per table and moment; `spend` is called if it has to be computed."""
        standing, names = live.standing, live.names
        game, view = standing.game, standing.view(seat)
        if not command.slow:
            return game.shows.answer(view, command.name, arguments, names)
        key = live.id, standing.sequence, seat, command.name, tuple(sorted(arguments.items())), names, spoken()
        if key not in self._answers:
            spend()
            work = self.elsewhere(_answer, game.key, view, command.name, dict(arguments), names)
            self._keep(key, asyncio.create_task(work))
        self._answers.move_to_end(key)
        return await asyncio.shield(self._answers[key])  # others may be waiting for it

    def _keep(self, key: tuple[object, ...], task: asyncio.Task[Answer]) -> None:
        self._answers[key] = task
        task.add_done_callback(lambda _: self._forget_failure(key, task))
        while len(self._answers) > _MAX_KEPT:
            self._answers.popitem(last=False)

    def _forget_failure(self, key: tuple[object, ...], task: asyncio.Task[Answer]) -> None:
        if (task.cancelled() or task.exception()) and self._answers.get(key) is task:
            del self._answers[key]

    async def elsewhere(self, work: Callable[..., Any], *given: Any) -> Any:
        """Run a query in another process, in the language spoken here; Refused if too many are waiting."""
        if self._queries.waiting >= MAX_WAITING:
            raise Refused(texts.THINKING_HARD)
        return await self._queries.run(_in_language, spoken(), work, *given)

    def close(self) -> None:
        for task in self._answers.values():
            task.cancel()
        self._players.close()
        self._queries.close()


class _Processes:
    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None
        self.waiting = 0  # and running

    async def run(self, work: Callable[..., Any], *given: Any) -> Any:
        if self._pool is None:
            self._pool = process_pool(self._count)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _exit_with_the_program() -> None:
    """The initializer of a process pool.

    A killed program can't stop its workers, so each watches its parent; otherwise it would wait for work for ever.
    """
    leave_stopping_to_the_program()
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    program = multiprocessing.parent_process()
    assert program is not None
    program.join()
    os._exit(1)


def _in_language(language: str, work: Callable[..., Any], *given: Any) -> Any:
    with speaking(language):
        return work(*given)


def process_pool(count: int) -> ProcessPoolExecutor:
    """Processes that can read every event of a table."""
    # spawn: a fork would copy this process with its threads and open databases
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, spawn, initializer=_prepare, initargs=(brought(),))


def _prepare(events: tuple[TableEvents, ...]) -> None:
    _exit_with_the_program()
    for each in events:
        add_events(each)


def _suggest(key: str, state: Any, seat: int, chance: Chance, level: str) -> Any:
    return suggested(GAMES[key], state, seat, chance, level)


def _answer(key: str, view: Any, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    return GAMES[key].shows.answer(view, command, arguments, names)


# --- budget ----------------------------------------------------------------------------------------------------------

_MAX_KNOWN = 10_000  # keys with a bucket; the least recently active are dropped
PER_PERSON = 10, 1 / 5  # slow requests at once, and then per second
PER_TABLE = 20, 1 / 3
LONG_TABLE = 500  # events; reading a longer table counts as slow


class TokenBucket:
    """Allows `burst` at once, and then `rate` per second."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._then = now

    def take(self, now: float, cost: int = 1) -> bool:
        self._left = min(self._burst, self._left + max(0.0, now - self._then) * self._rate)
        self._then = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class RateLimiter:
    """A token bucket per key."""

    def __init__(self, burst: int, rate: float) -> None:
        self._burst = burst
        self._rate = rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, now: float, cost: int = 1) -> bool:
        bucket = self._buckets.setdefault(key, TokenBucket(self._burst, self._rate, now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MAX_KNOWN:
            self._buckets.popitem(last=False)
        return bucket.take(now, cost)


class SlowBudget:
    """A budget for slow requests, such as forecasts and statistics: nobody can keep the program busy alone."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._persons = RateLimiter(*PER_PERSON)
        self._tables = RateLimiter(*PER_TABLE)

    def spend(self, person: str, table: str) -> None:
        """Raise Refused if the person or the table has asked for too much; `table`: its id, or the room."""
        now = self._clock.now()
        if not (self._persons.take(person, now) and self._tables.take(table, now)):
            raise Refused(texts.TOO_MANY_SLOW)


# --- tasks -----------------------------------------------------------------------------------------------------------


log = logging.getLogger(__name__)


class Tasks:
    """Background tasks. One that dies is logged: nobody waits for it."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = self._begun(work, name)
        task.add_done_callback(_log_death)
        return task

    def _begun(self, work: Coroutine[None, None, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)  # pragma: no mutate: it only frees memory
        return task

    async def wait_for(self, work: Coroutine[None, None, None], name: str, seconds: float) -> None:
        """Wait for this work, but no longer than `seconds`: then it continues in the background."""
        task = self._begun(work, name)
        await asyncio.wait({task}, timeout=seconds)
        if task.done():
            task.result()
        else:
            task.add_done_callback(_log_death)

    def count(self, name: str) -> int:
        return sum(task.get_name() == name for task in self._running)

    async def close(self) -> None:
        tasks = tuple(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _log_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (fault := task.exception()):
        log.error("a background task died: %s", task.get_name(), exc_info=fault)


# --- admission -------------------------------------------------------------------------------------------------------

# Back-pressure: rooms take turns, so that a flood from one can't slow another, and nobody can fill the queue.
#
# A limited number of requests is handled at once. The others wait in a queue for each room, and the rooms take turns.
# A request that only waits for its message to be posted no longer counts as handled: a slow platform delays nobody
# else. A request that is one too many is refused, and nothing happens.

MAX_AT_ONCE = 64  # requests that are handled
_MAX_PER_ROOM = 60  # waiting requests
_MAX_POSTING_PER_ROOM = 60  # handled requests that wait for the platform
_MAX_PER_PERSON = 12  # requests that wait, are handled or are posted


Do = Callable[[Request], Awaitable[Response]]


class Admission:
    def __init__(
        self,
        *,
        at_once: int = MAX_AT_ONCE,
        per_room: int = _MAX_PER_ROOM,
        per_person: int = _MAX_PER_PERSON,
        observe: Observe = unobserved,
    ) -> None:
        """Set the limits. `observe`: every wait is an operation."""
        self._observe = observe
        self._at_once = self._free = at_once
        self._per_room = per_room
        self._per_person = per_person
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by room; the next turn is first
        self._persons: Counter[str] = Counter()  # requests that wait, are handled or are posted
        self._rooms: Counter[str] = Counter()  # requests that are handled or are posted

    @property
    def waiting(self) -> int:
        return sum(map(len, self._queues.values()))

    async def handle(self, request: Request, do: Do) -> Response:
        """Do what is asked when it is the request's turn."""
        person = request.person.id if request.person else ""
        if self._persons[person] >= self._per_person:
            return refused(Reply(str(texts.TOO_MANY_FROM_YOU), private=True))
        if len(self._queues.get(request.room, ())) >= self._per_room or self._crowded(request.room):
            return refused(Reply(str(texts.TOO_MANY_IN_ROOM), private=True))
        self._persons[person] += 1
        try:
            await self._enter(request.room)
            with place(self._leave), self._counted_in(request.room):
                return await do(request)
        finally:
            self._persons[person] -= 1
            if not self._persons[person]:
                del self._persons[person]

    def _crowded(self, room: str) -> bool:
        """True if more requests of the room wait for its platform than could be handled at once."""
        return self._rooms[room] >= _MAX_POSTING_PER_ROOM + self._at_once

    @contextmanager
    def _counted_in(self, room: str) -> Iterator[None]:
        self._rooms[room] += 1
        try:
            yield
        finally:
            self._rooms[room] -= 1
            if not self._rooms[room]:
                del self._rooms[room]

    async def _enter(self, room: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(room, deque()).append(turn)
        try:
            with self._observe(Operation("wait", "admission", room.partition(":")[0], room)):
                await turn
        except asyncio.CancelledError:
            self._give_up(room, turn)
            raise

    def _give_up(self, room: str, turn: asyncio.Future[None]) -> None:
        if not turn.cancelled():
            self._leave()  # its turn had just come: the next request gets it
        elif turn in (queue := self._queues.get(room, deque())):
            queue.remove(turn)
            if not queue:
                del self._queues[room]

    def _leave(self) -> None:
        """Let the next room's first request in; the room goes to the end of the queue of rooms."""
        while self._queues:
            room, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[room] = queue
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
