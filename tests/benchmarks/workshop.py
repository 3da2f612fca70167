"""A workshop of 30 teams of 6 with a trainer at the desk: how long until the desk shows what was stored.

People come, move and are called through the service; the desk is followed as the web's one is. Times are those of this
process, in which everything runs; each cost has a baseline from the same run.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bot.cli.simulated.rehearsal import Manners, Team, visitors
from bot.features.workshop.model import Desk, OpenedWorkshop, WorkshopForm, Workshops
from bot.kernel.live.work import Thinker
from bot.kernel.messages import Called, Person
from bot.kernel.service import GameService
from bot.kernel.store import Append, Store
from storage import open_store
from tests.benchmarks.figures import Figure
from tests.benchmarks.replicas import server
from tests.bot.harness import RecordingChat, WebTable
from tests.bot.workshop_harness import at_desk, said

TEAMS, SIZE = 30, 6
PACE = 2.0  # seconds between two moves of a team
SECONDS = 20  # of moves at that pace
BURSTS = 8  # all teams at the same moment
GOAL = 1000.0  # milliseconds until the desk shows a move, for 99 of 100
HUB_PAUSE = 0.3  # seconds, as the web's desk waits between two readings


class TimedStore:
    """A real store that notes when each table's last event was stored."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.stored: dict[str, list[tuple[int, float]]] = {}  # by table: events that the desk hasn't shown yet

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def append(self, change: Append) -> None:
        await self._store.append(change)
        if change.events:
            waiting = self.stored.setdefault(change.table, [])
            waiting.append((change.events[-1].sequence, time.perf_counter()))


class Follower:
    """A desk that is read again whenever something has changed, as the web does it."""

    def __init__(self, service: GameService, store: TimedStore, key: str) -> None:
        self._service = service
        self._store = store
        self._key = key
        self._changed = asyncio.Event()
        self._followed: set[str] = set()
        self.lags: list[float] = []
        self.reads: list[float] = []

    async def run(self) -> None:
        while True:
            self._changed.clear()
            begin = time.perf_counter()
            desk = await self._service.feature(Workshops).desk(self._key)
            assert desk is not None
            self.reads.append(time.perf_counter() - begin)
            self._see(desk)
            await asyncio.sleep(HUB_PAUSE)
            await self._changed.wait()

    def _see(self, desk: Desk) -> None:
        now = time.perf_counter()
        for card in desk.teams:
            if card.table not in self._followed:
                self._followed.add(card.table)
                self._service.follow(card.table, self._changed.set)
            waiting = self._store.stored.pop(card.table, [])
            self.lags += [now - at for sequence, at in waiting if sequence <= card.page.sequence]
            if left := [each for each in waiting if each[0] > card.page.sequence]:
                self._store.stored[card.table] = left


class Room30:
    """The workshop, with everybody in it."""

    def __init__(self, service: GameService, store: TimedStore, opened: OpenedWorkshop) -> None:
        self.service = service
        self.store = store
        self.opened = opened
        self._numbers = count()

    async def order(self, order: Called) -> float:
        begin = time.perf_counter()
        await at_desk(self.service, self.opened.key, order, f"order-{next(self._numbers)}")
        return time.perf_counter() - begin

    async def desk(self) -> Desk:
        desk = await self.service.feature(Workshops).desk(self.opened.key)
        assert desk is not None
        return desk


@asynccontextmanager
async def everybody(url: str, figures: list[Figure]) -> AsyncIterator[Room30]:
    store = TimedStore(await open_store(url))
    service = GameService(store, {"test": RecordingChat()}, web=WebTable())
    opening = await timed(
        lambda: service.feature(Workshops).open_workshop(WorkshopForm("sprint", teams=TEAMS, size=SIZE), "1")
    )
    opened = opening.found
    people = visitors(opened.id, TEAMS * SIZE)
    alone = await timed(lambda: service.feature(Workshops).take_place(opened.entrance, people[0], None, people[0].id))
    together = await timed(lambda: _all_at_once(service, opened, people[1:]))
    figures += [
        milliseconds(f"open {TEAMS} teams", opening.seconds),
        milliseconds(f"seat {len(people) - 1} people who come at once", together.seconds),
        Figure("… a person, against one who comes alone", together.seconds / (len(people) - 1) / alone.seconds),
    ]
    try:
        yield Room30(service, store, opened)
    finally:
        await service.close()
        await store.close()


async def _all_at_once(service: GameService, opened: OpenedWorkshop, people: Sequence[Person]) -> None:
    placed = await asyncio.gather(
        *(service.feature(Workshops).take_place(opened.entrance, person, None, person.id) for person in people)
    )
    assert all(each.seated for each in placed)


class Timed(NamedTuple):
    seconds: float
    found: Any


async def timed(work: Callable[[], Awaitable[Any]]) -> Timed:
    begin = time.perf_counter()
    found = await work()
    return Timed(time.perf_counter() - begin, found)


async def median_of(work: Callable[[], Awaitable[Any]], times: int = 15) -> float:
    return median([(await timed(work)).seconds for _ in range(times)])


def milliseconds(what: str, seconds: float, at_most: float | None = None) -> Figure:
    return Figure(what, 1000 * seconds, "ms", at_most=at_most)


def percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def measure(folder: Path) -> Iterator[Figure]:
    yield from _on("SQLite", f"sqlite:///{folder / 'workshop.sqlite3'}")
    with server() as postgres:
        yield from _on("PostgreSQL", postgres.get_uri())


def _on(kind: str, url: str) -> list[Figure]:
    figures = asyncio.run(_measure(url))
    return [replace(each, what=f"{kind}: {each.what}") for each in figures]


async def _measure(url: str) -> list[Figure]:
    figures: list[Figure] = []
    thinker = Thinker()
    async with everybody(url, figures) as room:
        started = await room.order(said("start"))
        teams = [
            Team(room.service, thinker, card.room, Manners(PACE), f"bench {number}")
            for number, card in enumerate((await room.desk()).teams)
        ]
        figures += await _costs(room, teams, started)
        figures += await _lags("a move every 2 s", room, lambda: at_a_pace(teams))
        figures += await _lags("all teams at once", room, lambda: in_bursts(teams))
    thinker.close()
    return figures


async def _costs(room: Room30, teams: Sequence[Team], started: float) -> list[Figure]:
    """Each against a move of one team, or the page of one table."""
    await at_once(teams)
    move = median([(await timed(team.act)).seconds for team in teams])
    table = (await room.desk()).teams[0].table
    page = await median_of(lambda: room.service.page_of(table))
    idle = await median_of(room.desk)
    one = [(await timed(room.desk)).seconds for team in teams[:15] if await team.act()]
    await at_once(teams)
    whole = (await timed(room.desk)).seconds
    told = await room.order(said("tell", text="Ten more minutes"))
    return [
        milliseconds("a move of one team (baseline)", move),
        milliseconds("the page of one table (baseline)", page),
        milliseconds("the desk, nothing changed", idle),
        Figure("… against 30 pages", idle / page / TEAMS, at_most=1.5),
        milliseconds("the desk after one move", median(one)),
        milliseconds("the desk after a move of every team", whole),
        Figure("… against 30 pages", whole / page / TEAMS),
        milliseconds("start all", started),
        Figure("… against a move at each table", started / move / TEAMS),
        milliseconds("a call to all", told),
        Figure("… against a move at each table", told / move / TEAMS, at_most=1.5),
    ]


async def _lags(what: str, room: Room30, playing: Callable[[], Awaitable[int]]) -> list[Figure]:
    follower = Follower(room.service, room.store, room.opened.key)
    following = asyncio.create_task(follower.run())
    await asyncio.sleep(1)
    follower.lags.clear()
    moves = await playing()
    await asyncio.sleep(1)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    return [
        Figure(f"{what}: moves that were stored", moves),
        milliseconds(f"{what}: the desk shows it after, p50", percentile(follower.lags, 50)),
        milliseconds(f"{what}: the desk shows it after, p99", percentile(follower.lags, 99), at_most=GOAL),
        milliseconds(f"{what}: reading the desk, p99", percentile(follower.reads, 99)),
    ]


async def at_once(teams: Sequence[Team]) -> int:
    return sum(await asyncio.gather(*(team.act() for team in teams)))


async def at_a_pace(teams: Sequence[Team]) -> int:
    """Not all of them at the same moment."""
    return sum(await asyncio.gather(*(_moves(team, PACE * number / TEAMS) for number, team in enumerate(teams))))


async def _moves(team: Team, delay: float) -> int:
    await asyncio.sleep(delay)
    done, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        done += await team.act()
        await asyncio.sleep(PACE)
    return done


async def in_bursts(teams: Sequence[Team]) -> int:
    done = 0
    for _ in range(BURSTS):
        done += await at_once(teams)
        await asyncio.sleep(PACE)
    return done
