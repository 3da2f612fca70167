"""One service with everything in front of it, an attacker's tables, and a neighbour whose latency is measured."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from itertools import count

from bot.kernel.messages import Pressed, Reply, Request, Response, Typed
from bot.kernel.service import GameService
from bot.kernel.store import Append, Store
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import ViewChosen
from tests.bot.harness import ManualClock, RecordingChat, person

GENEROUS = 25.0  # times as slow as in quiet; before, each attack made it at least 80 times as slow
REPEATS = 15
ATTACKERS = 6

_numbers = count(1)


class SlowRooms(RecordingChat):
    """A platform that takes its time with some rooms."""

    def __init__(self) -> None:
        super().__init__()
        self.slow: set[str] = set()
        self.stuck: list[str] = []  # rooms that something is being posted to right now
        self.stuck_more = asyncio.Condition()
        self.go_on = asyncio.Event()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if room in self.slow:
            async with self.stuck_more:
                self.stuck.append(room)
                self.stuck_more.notify_all()
            await self.go_on.wait()
        return await super().post(room, reply, request, before)


class Neighbourhood:
    """People in several rooms, all through admission."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.chat = SlowRooms()
        self.clock = ManualClock()
        self.service = GameService(store, {"test": self.chat}, clock=self.clock)

    async def say(self, name: str, line: str, room: str) -> Response:
        request = Request(f"hostile {next(_numbers)}", room, person(name), Typed(line))
        return await self.service.handle(request)

    async def press(self, name: str, button: str, room: str) -> Response:
        return await self.service.handle(Request(f"hostile {next(_numbers)}", room, person(name), Pressed(button)))

    async def open(self, room: str, *names: str, game: str = "sprint") -> str:
        """A running game; its table's id."""
        first, *others = names
        await self.say(first, f"new {game}", room)
        for name in others:
            await self.say(name, "join", room)
        await self.say(first, "start", room)
        record = await self.store.room(room)
        assert record is not None
        return record.table

    async def lengthen(self, table: str, events: int) -> None:
        """Make a long table of it, in one append."""
        live = await self.service.tables.find(table)
        assert live is not None
        draft = Draft(table, live.standing, live.seed, self.clock.now())
        draft.record([ViewChosen(number % 2 == 0) for number in range(events - live.standing.sequence)])
        await self.store.append(Append(table, draft.written(f"hostile {next(_numbers)}")))
        await self.service.tables.reload(live)


async def seconds(work: Callable[[], Awaitable[object]]) -> float:
    """Of this process: what others do on a busy machine doesn't count."""
    begin = time.process_time()
    for _ in range(REPEATS):
        await work()
    return time.process_time() - begin


async def slowdown(neighbour: Callable[[], Awaitable[object]], attack: Callable[[], Awaitable[object]]) -> float:
    """How many times as long the neighbour's request takes while the attack goes on and on."""

    async def attack_for_ever() -> None:
        while True:
            await attack()
            await asyncio.sleep(0)

    await neighbour()  # what is only loaded once counts for neither
    quiet = await seconds(neighbour)
    attacking = [asyncio.create_task(attack_for_ever()) for _ in range(ATTACKERS)]
    try:
        await asyncio.sleep(0)
        return await seconds(neighbour) / quiet
    finally:
        for task in attacking:
            task.cancel()
        await asyncio.gather(*attacking, return_exceptions=True)
