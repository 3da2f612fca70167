"""Back-pressure: rooms take turns, so that a flood from one cannot slow another, and nobody can fill the queue.

Only so many requests are worked on at once. The others wait in a line for each room, and the rooms take turns. Whoever
asks for too much at once is told so, and nothing happens.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Any

from bot import texts
from bot.messages import Reply, Request
from bot.operations.instrumentation import Operation, Watch, unwatched
from bot.ports import Service

AT_ONCE = 64  # requests that are worked on
MAX_OF_ROOM = 60  # that wait for one room
MAX_OF_PERSON = 12  # that wait for one person


class Admission:
    def __init__(
        self,
        service: Service,
        *,
        at_once: int = AT_ONCE,
        most_of_room: int = MAX_OF_ROOM,
        most_of_person: int = MAX_OF_PERSON,
        watch: Watch = unwatched,
    ) -> None:
        """`watch` is told of every wait."""
        self._service = service
        self._watch = watch
        self._free = at_once
        self._most_of_room = most_of_room
        self._most_of_person = most_of_person
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # by room, whose turn is next first
        self._persons: Counter[str] = Counter()  # requests that wait or are worked on

    def __getattr__(self, name: str) -> Any:
        return getattr(self._service, name)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._lines.values()))

    async def handle(self, request: Request) -> list[Reply]:
        person = request.person.id if request.person else ""
        if self._persons[person] >= self._most_of_person:
            return [Reply(texts.TOO_MANY_OF_YOU, private=True)]
        if len(self._lines.get(request.room, ())) >= self._most_of_room:
            return [Reply(texts.TOO_MANY_HERE, private=True)]
        self._persons[person] += 1
        try:
            await self._enter(request.room)
            try:
                return await self._service.handle(request)
            finally:
                self._leave()
        finally:
            self._persons[person] -= 1
            if not self._persons[person]:
                del self._persons[person]

    async def _enter(self, room: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(room, deque()).append(turn)
        try:
            with self._watch(Operation("wait", "gate", room.partition(":")[0], room)):
                await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()  # it was this one's turn just now: the next one has it
            raise

    def _leave(self) -> None:
        """The next room's first request goes in; the room goes to the end of the line of rooms."""
        while self._lines:
            room, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[room] = line
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
