"""An order that a crash interrupts: given again with the same id, it does what is missing and nothing twice.

The process dies before each of its writes in turn. Another one, started afterwards on the same database, gets the same
order again; then everything has to be as if nothing had happened.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.features.workshop.model import OpenedWorkshop, WorkshopStore
from bot.kernel.messages import Called
from bot.kernel.store import Store, StoreUnavailable
from storage import open_store
from tests.bot.harness import Bench, ManualClock, WebTable, person
from tests.bot.workshop_harness import Trainer, opened, said

PEOPLE = ("anna", "ben", "cleo", "dora", "emil")
WRITES = {"append", "put_workshop", "put_job"}
READS = {"version", "table", "events", "workshop", "workshop_behind", "members", "room", "handled"}


class DyingStore:
    """A real store of a process that dies before its n-th write: nothing it does from then on has an effect."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.left: int | None = None  # writes; None: it lives

    def __getattr__(self, name: str) -> Any:
        return self.alive(self._store, name)

    def part(self, kind: type) -> Any:
        return DyingPart(self, self._store.part(kind))

    def alive(self, store: object, name: str) -> Any:
        if name in WRITES and self.left is not None:
            self.left -= 1
        return self._gone if self.left is not None and self.left < 0 else getattr(store, name)

    async def _gone(self, *_: object, **__: object) -> None:
        raise StoreUnavailable("the process is gone")


class DyingPart:
    """A feature's part of such a store."""

    def __init__(self, store: DyingStore, part: object) -> None:
        self._store = store
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return self._store.alive(self._part, name)


@asynccontextmanager
async def aclosing_store(file: Path) -> AsyncIterator[Store]:
    store = await open_store(f"sqlite:///{file}")
    try:
        yield store
    finally:
        await store.close()


@dataclass(frozen=True)
class Scene:
    """A database with a workshop in it."""

    file: Path
    links: OpenedWorkshop
    clock: ManualClock

    @asynccontextmanager
    async def process(self, file: Path) -> AsyncIterator[tuple[Trainer, DyingStore]]:
        async with aclosing_store(file) as store:
            dying = DyingStore(store)
            bench = Bench(dying, clock=self.clock, web=WebTable("another"))
            try:
                yield Trainer(bench, self.links), dying
            finally:
                await bench.service.close()


@pytest.fixture
async def scene(empty_sqlite: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Scene:
    """Two teams: not yet started, playing, paused, or done."""
    file = tmp_path / "scene.db"
    shutil.copyfile(empty_sqlite, file)
    async with aclosing_store(file) as store:
        bench = Bench(store, web=WebTable())
        trainer = await opened(bench, teams=2, same_dice=True)
        await trainer.come(*PEOPLE)
        if request.param != "open":
            await trainer.order(said("start"))
        if request.param == "paused":
            await trainer.order(said("pause"))
        if request.param == "done":
            for card in (await trainer.desk()).teams:
                for chair in card.page.chairs:
                    await bench.say(chair.name, "end sure", room=card.room)
        await bench.service.close()
    return Scene(file, trainer.opened, bench.clock)


async def everything(trainer: Trainer) -> object:
    """What is stored, without ids and what else is random."""
    stored = await trainer.stored()
    tables = [table for team in stored.teams for table in (team.table, team.retro) if table]
    found = [await trainer.bench.store.table(table) for table in tables]
    events = [[(event.kind, event.seat) for event in table.events] for table in found if table]
    people = [[(each.person, each.seat) for each in table.people] for table in found if table]
    members = [(each.person, each.team) for each in await trainer.bench.store.part(WorkshopStore).members(stored.id)]
    every = await trainer.bench.store.find_tables()
    names = [team.name for team in stored.teams]
    return stored.phase, stored.round, stored.paused, stored.until, names, events, people, members, len(every)


@pytest.mark.parametrize(
    ("scene", "order"),
    [
        ("open", said("start")),
        ("open", said("team", what="add")),
        ("open", said("move", team=0, seat=1, to=1)),
        ("open", said("team", what="name", team=1, name="Blue")),
        ("playing", said("tell", text="Ten more minutes")),
        ("playing", said("pause")),
        ("paused", said("continue")),
        ("playing", said("clock", minutes=10)),
        ("playing", said("cover", team=0, seat=1)),
        ("playing", said("end")),
        ("done", said("talk")),
        ("done", said("again")),
    ],
    indirect=["scene"],
    ids=lambda each: type(each).__name__ if not isinstance(each, str) else each,
)
async def test_an_order_is_given_again_after_a_crash(scene: Scene, order: Called, tmp_path: Path) -> None:
    """Before every write: the same tables, events, seats and members as without the crash."""

    async def after(number: int | None) -> tuple[object, bool]:
        file = tmp_path / f"{number}.db"
        shutil.copyfile(scene.file, file)
        died = False
        if number is not None:
            async with scene.process(file) as (trainer, store):
                store.left = number
                try:
                    died = bool(await trainer.order(order, "the order"))
                except StoreUnavailable:
                    died = True
                died |= store.left < 0
        async with scene.process(file) as (trainer, _):
            if number is None or died:
                assert await trainer.order(order, "the order") == ()
            return await everything(trainer), died

    expected, _ = await after(None)
    number, died = 0, True
    while died:
        found, died = await after(number)
        assert found == expected, f"died before write {number + 1}"
        number += 1
    assert number > 1


@pytest.mark.parametrize("scene", ["open", "playing"], indirect=True)
async def test_somebody_who_comes_is_seated_once(scene: Scene, tmp_path: Path) -> None:
    """Whenever the process dies, whoever presses the link again gets one seat, in the team where they have a place."""
    for number in range(3):
        file = tmp_path / f"{number}.db"
        shutil.copyfile(scene.file, file)
        async with scene.process(file) as (trainer, store):
            store.left = number
            try:
                await trainer.comes("frida", request="press")
            except StoreUnavailable:
                assert number < 2
        async with scene.process(file) as (trainer, _):
            placed = await trainer.comes("frida", request="press")
            assert await trainer.comes("frida") == placed
            rooms = [card.room for card in (await trainer.desk()).teams]
            lives = [await trainer.bench.live(room) for room in rooms]
            assert sum(live.seat_of(person("frida")) is not None for live in lives) == placed.seated
