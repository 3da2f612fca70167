"""Back-pressure: rooms take turns, so that a flood from one can't slow another, and nobody can fill the queue.

A limited number of requests is handled at once. The others wait in a queue for each room, and the rooms take turns. A
request that only waits for its message to be posted no longer counts as handled: a slow platform delays nobody else. A
request that is one too many is refused, and nothing happens.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from bot.kernel.live.schedule import place
from bot.kernel.messages import Reply, Request, Response, refused
from bot.kernel.ports import Observe, Operation, unobserved
from bot.kernel.table import texts

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
            return refused(Reply(texts.TOO_MANY_FROM_YOU, private=True))
        if len(self._queues.get(request.room, ())) >= self._per_room or self._crowded(request.room):
            return refused(Reply(texts.TOO_MANY_IN_ROOM, private=True))
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
