"""Trainers who open workshops, let people in and give orders, at any of several processes that come and go.

What isn't answered is sent again with the same id, as the desk does, until it is.
"""

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import aiohttp

from adapters.web.access.identity import Session
from bot.features.workshop.book import digest
from bot.features.workshop.model import Workshop, WorkshopStore
from bot.kernel.store import Store
from tests.replicas.harness import CONNECTION_ERRORS, Crowd, Data, Ledger, Replica, browser, stored_requests

TEAMS, MOST_TEAMS = 2, 6
PEOPLE = 3
ORDERS = 25  # at one workshop, before the trainer opens the next one
MOST_WORKSHOPS = 8  # by one trainer: a browser may open ten per hour
PAUSE = 0.25  # seconds between two orders: a desk may give four per second
REFUSED = 422


@dataclass
class Held:
    """What a trainer was told about a workshop."""

    key: str
    teams: int = TEAMS
    paused: bool = False
    clock: bool = False
    placed: dict[str, str] = field(default_factory=dict)  # where people were sent
    said: list[str] = field(default_factory=list)


class Trainer:
    def __init__(self, session: aiohttp.ClientSession, targets: Sequence[Replica], name: str, ledger: Ledger) -> None:
        self._session = session
        self._replicas = itertools.cycle(targets)
        self._name = name
        self._numbers = itertools.count(1)
        self._ledger = ledger
        self.held: list[Held] = []

    async def lead(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            held = Held((await self._post("/workshops", game="sprint", teams=TEAMS))["address"])
            self.held.append(held)
            for number in range(PEOPLE):
                await self._come(held, f"person{number:04}")
            await self._order(held, "start")
            for order in itertools.islice(_orders(held), ORDERS if len(self.held) < MOST_WORKSHOPS else None):
                if stop.is_set():
                    return
                await asyncio.sleep(PAUSE)
                await self._carried_out(held, *order)

    async def _come(self, held: Held, tab: str) -> None:
        placed = await self._post(f"{await self._entrance(held)}/place", name=tab, tab=tab)
        [cookie] = [cookie for cookie in self._session.cookie_jar if cookie.key.startswith("scrum_table_")]
        held.placed[Session(cookie.value.partition(".")[0]).person(tab)] = placed["address"]

    async def _carried_out(self, held: Held, order: str, details: Data) -> None:
        await self._order(held, order, **details)
        match order:
            case "tell":
                held.said.append(details["text"])
            case "team":
                held.teams += 1
            case "clock":
                held.clock = True
            case _:
                held.paused = order == "pause"

    async def _order(self, held: Held, order: str, **details: object) -> None:
        await self._post(f"{held.key}/orders", order=order, details=details)

    async def _entrance(self, held: Held) -> str:
        while True:
            replica = await self._next()
            try:
                address = f"{replica.url}{held.key}/socket?text"
                async with self._session.ws_connect(address, origin=replica.url, max_msg_size=0) as socket:
                    return str((await socket.receive_json())["workshop"]["entrance"])
            except (*CONNECTION_ERRORS, TypeError):  # the last one: it was closed
                continue

    async def _post(self, path: str, **form: object) -> Data:
        """The answer, which may come after a few attempts."""
        form["id"] = self._new_id()
        for attempt in itertools.count():
            replica = await self._next()
            try:
                headers = {"Origin": replica.url}
                async with self._session.post(f"{replica.url}{path}", json=form, headers=headers) as answer:
                    if answer.ok:
                        await self._ledger.note(str(form["id"]))
                        found: Data = await answer.json()
                        return found
                    assert attempt or answer.status != REFUSED, await answer.text()
                    if answer.status == REFUSED:  # the answer to an earlier attempt got lost
                        if path != "/workshops":
                            return {}
                        form["id"] = self._new_id()
            except CONNECTION_ERRORS:
                pass
            await asyncio.sleep(PAUSE)
        raise AssertionError

    def _new_id(self) -> str:
        return f"{self._name}-{next(self._numbers):08}"

    async def _next(self) -> Replica:
        replica = next(self._replicas)
        if not replica.up.is_set():
            replica = next(self._replicas)
            await replica.up.wait()
        return replica


def _orders(held: Held) -> Iterator[tuple[str, Data]]:
    for number in itertools.count():
        yield "tell", {"text": f"word {number} of this workshop"}
        yield ("continue" if held.paused else "pause"), {}
        if held.teams < MOST_TEAMS:
            yield "team", {"what": "add"}
        yield "clock", {"minutes": 60}


class Workshops(Crowd):
    """People who play, and trainers."""

    def __init__(self, ledger: Ledger, orders: Ledger) -> None:
        """`orders`: what trainers asked for, which isn't stored as one request at one table."""
        super().__init__(ledger)
        self.orders = orders
        self.trainers: list[Trainer] = []

    async def hold(self, targets: Sequence[Replica], count: int) -> None:
        for number in range(count):
            session = await self._stack.enter_async_context(browser())
            trainer = Trainer(session, targets, f"trainer{number:04}", self.orders)
            self.trainers.append(trainer)
            self._playing.append(asyncio.create_task(trainer.lead(self._stop)))


async def check_workshops(store: Store, trainers: Sequence[Trainer]) -> int:
    """Check that every workshop is as its trainer was told; return how many there are."""
    every = [held for trainer in trainers for held in trainer.held]
    for held in every:
        stored = await store.part(WorkshopStore).workshop_behind(digest(held.key.rpartition("/")[2]))
        assert stored is not None
        found = len(stored.teams), stored.paused, stored.until is not None
        assert found == (held.teams, held.paused, held.clock), stored
        await stored_requests(store, [team.table for team in stored.teams])
        await _check_people(store, stored, held)
        await _check_said(store, stored, held)
    return len(every)


async def _check_people(store: Store, stored: Workshop, held: Held) -> None:
    members = await store.part(WorkshopStore).members(stored.id)
    assert {each.person for each in members} == held.placed.keys()
    for member in members:
        team = stored.teams[member.team]
        assert held.placed[member.person] == f"/t/{team.room.partition(':')[2]}"
        table = await store.table(team.table)
        assert table is not None
        assert member.person in {each.person for each in table.people}


async def _check_said(store: Store, stored: Workshop, held: Held) -> None:
    """Teams that were there from the beginning have heard everything once."""
    for team in stored.teams[:TEAMS]:
        rows = await store.events(team.table)
        heard = Counter(
            text for row in rows if row.kind == "table.trainer_spoke" for text in held.said if text in row.payload
        )
        assert heard == dict.fromkeys(held.said, 1)
