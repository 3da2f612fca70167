"""Two services on one database, one of them paused at each of its calls to the store while the other one works.

A request that another one interrupts must end like one of the two orders in which they could have come: nothing is
lost, nothing happens twice. So each pair is run once in either order, and then once for every call k: just before its
k-th call, the first request waits until the second one has been answered.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from bot.kernel.messages import Person, Request, TimePassed, Typed
from bot.kernel.service import GameService
from bot.kernel.store import Append, Part, Store
from games.chance import SEED_BYTES
from tests.bot.harness import ManualClock, RecordingChat, new_id, spelled

SEED = bytes(range(SEED_BYTES))  # of every table, so that the same dice fall


@dataclass(frozen=True, slots=True)
class Said:
    name: str
    line: str
    room: int = 1  # the number of one of the table's rooms


@dataclass(frozen=True, slots=True)
class TimeIsUp:
    """The game's own timer has fired."""


@dataclass(frozen=True, slots=True)
class Race:
    """Two requests at a table that was set up like this."""

    setup: tuple[Said, ...]
    first: Said | TimeIsUp
    second: Said | TimeIsUp


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the two requests ended, and everything that is stored about the table, without what is random."""

    answers: tuple[object, ...]
    people: tuple[object, ...]
    rooms: tuple[str, ...]
    timers: tuple[object, ...]
    events: tuple[object, ...]


class PausingStore:
    """A real store that lets something else happen just before one of its calls."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._meanwhile: Callable[[], Awaitable[None]] | None = None
        self._at = 0
        self.calls = 0  # since `pause`

    def pause(self, at: int, meanwhile: Callable[[], Awaitable[None]]) -> None:
        """Do this just before call number `at` from now on."""
        self.calls, self._at, self._meanwhile = 0, at, meanwhile

    def part(self, kind: type[Part]) -> Part:
        """Not paused: what features keep is not raced for here."""
        return self._store.part(kind)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)

        async def call(*values: object, **named: object) -> object:
            self.calls += 1
            if self.calls == self._at and self._meanwhile is not None:
                meanwhile, self._meanwhile = self._meanwhile, None
                await meanwhile()
            return await found(*values, **named)

        return call

    async def append(self, change: Append) -> None:
        assert change.opens is not None or change.version is not None, "every decision names the version it is for"
        await self.__getattr__("append")(change)


class Races:
    """Two services, and a new table for every run of a race."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.pausing = PausingStore(store)
        clock, chats = ManualClock(), {"test": RecordingChat()}
        self.services = [GameService(each, chats, clock=clock, new_seed=lambda: SEED) for each in (self.pausing, store)]
        self._numbers = count(1)

    async def in_order(self, race: Race, *, swapped: bool) -> Outcome:
        run = await self._new_run(race)
        if swapped:
            second = await run.ask(1, race.second)
            return await run.outcome(await run.ask(0, race.first), second)
        first = await run.ask(0, race.first)
        return await run.outcome(first, await run.ask(1, race.second))

    async def interrupted(self, race: Race, at: int) -> Outcome | None:
        """The second request comes just before this call of the first; None if there are fewer calls."""
        run = await self._new_run(race)
        seconds: list[object] = []

        async def meanwhile() -> None:
            seconds.append(await run.ask(1, race.second))

        self.pausing.pause(at, meanwhile)
        first = await run.ask(0, race.first)
        return await run.outcome(first, seconds[0]) if seconds else None

    async def _new_run(self, race: Race) -> "Run":
        run = Run(self.services, self.store, next(self._numbers))
        await run.set_up(race.setup)
        return run


class Run:
    """One run of a race, with a table, people and rooms of its own."""

    def __init__(self, services: list[GameService], store: Store, number: int) -> None:
        self._services, self._store, self._number = services, store, number
        self._table = self._timer = ""

    def _room(self, number: int) -> str:
        return f"test:{self._number}:{number}"

    async def set_up(self, setup: tuple[Said, ...]) -> None:
        """Afterwards both services have the table in memory."""
        for said in setup:
            outcome, replies = await self.ask(0, said)
            assert outcome == "done", (said, replies)
            record = await self._store.room(self._room(1))
            assert record is not None
            self._table = record.table
            await self._store.put_link(f"code{self._number}", self._table, 1e12)
        for service in self._services:
            live = await service.tables.find(self._table)
            assert live is not None
            self._timer = next((timer.name for timer in live.timers), "")

    async def ask(self, service: int, wanted: Said | TimeIsUp) -> tuple[str, tuple[str, ...]]:
        """How it ended, and what the person got to read."""
        request = self._request(wanted)
        response = await self._services[service].handle(request)
        return response.outcome, tuple(map(spelled, response.replies))

    def _request(self, wanted: Said | TimeIsUp) -> Request:
        if isinstance(wanted, Said):
            person = Person(f"test:{wanted.name}.{self._number}", wanted.name)
            line = wanted.line.replace("CODE", f"code{self._number}")
            return Request(new_id(), self._room(wanted.room), person, Typed(line))
        return Request(f"timer:{self._table}:{self._timer}", "", None, TimePassed(self._table, self._timer))

    async def outcome(self, *answers: object) -> Outcome:
        """Checks too that both services show what is stored."""
        stored = await self._store.table(self._table)
        assert stored is not None
        for service in self._services:
            live = await service.tables.find(self._table)
            assert live is not None
            await service.tables.refreshed(live)
            assert (live.people, live.timers) == (stored.people, stored.timers)
            assert live.rooms.keys() == {each.room for each in stored.rooms}
        return Outcome(
            answers,
            tuple((each.name, each.seat, each.host, each.text, each.remind) for each in stored.people),
            tuple(each.room.rpartition(":")[2] for each in stored.rooms),
            tuple((each.name, each.due) for each in stored.timers),
            tuple((each.kind, each.payload, each.seat) for each in stored.events),
        )
