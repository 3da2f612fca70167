"""Power loss at every flush: what is left opens, is sound, and holds all that was acknowledged, nothing by half."""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.features.workshop.model import WorkshopStore
from bot.kernel.store import Store, StoredEvent
from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.faults.disk import Disk, Note, crashes, put_back, run
from tests.faults.scripted import FILE, LINES, acknowledged, bench_on, deliver
from tests.faults.test_each_step import SORRY

CHANCES = 30 if os.environ.get("SCRUM_SOAK") else 1  # random remains of each power cut

HALF_OPEN = "the record of the workshop is missing"  # until it is opened, which takes several steps

Acknowledged = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Evening:
    """The scripted evening as it went, without a fault."""

    folder: Path
    notes: Sequence[Note]
    events: Mapping[str, Sequence[StoredEvent]]  # by table
    boundaries: Mapping[str, set[int]]  # how many events a table had after each request


@pytest.fixture(scope="module")
def evening(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("evening") / "disk"
    folder.mkdir()
    notes = run(library, folder, "tests.faults.scripted")
    events = asyncio.run(_events(folder / FILE))
    boundaries = {
        table: {number for number, row in enumerate(rows) if row.request} | {0, len(rows)}
        for table, rows in events.items()
    }
    return Evening(folder, notes, events, boundaries)


async def _events(file: Path) -> dict[str, Sequence[StoredEvent]]:
    store = await open_store(f"sqlite:///{file}")
    try:
        return {record.id: await store.events(record.id) for record in await store.find_tables()}
    finally:
        await store.close()


async def test_power_loss(evening: Evening, tmp_path: Path) -> None:
    """At every flush of the evening, from the first start on. Whatever was under way is delivered again, and works."""
    disk = Disk(evening.folder)
    count = 0
    for what, left in crashes(evening.notes, disk, CHANCES):
        put_back(left, evening.folder, tmp_path / "left")
        try:
            await check(tmp_path / "left" / FILE, evening, acknowledged(disk.acknowledged))
        except BaseException as error:
            error.add_note(f"power loss at {what}, files {[(path, len(data)) for path, data in left.items()]}")
            raise
        count += 1
    assert count > 100


async def test_a_disk_that_does_not_flush_loses_something(evening: Evening, tmp_path: Path) -> None:
    """So the test above would notice: here no flush ever reaches the disk."""
    lying = [note for note in evening.notes if not note.is_flush]
    disk = Disk(evening.folder)
    [*_, (_, left)] = crashes(lying, disk, 0)
    put_back(left, evening.folder, tmp_path / "left")
    with pytest.raises(AssertionError, match="was acknowledged"):
        await check(tmp_path / "left" / FILE, evening, acknowledged(disk.acknowledged))


async def check(file: Path, evening: Evening, done: Acknowledged) -> None:
    async with bench_on(file) as bench:
        assert isinstance(bench.store, SqliteStore)
        problems = await bench.store.problems()
        assert [each for each in problems if HALF_OPEN not in each or any("workshop" in each for each in done)] == []
        await _check_tables(bench.store, evening)
        for each in done:
            await _check_acknowledged(bench.store, each)
        for request in LINES:
            assert await deliver(bench, request) not in SORRY
            assert await bench.store.handled(request)


async def _check_tables(store: Store, evening: Evening) -> None:
    for record in await store.find_tables():
        rows = await store.events(record.id)
        assert tuple(rows) == tuple(evening.events[record.id][: len(rows)])
        assert len(rows) in evening.boundaries[record.id], "half a request"


async def _check_acknowledged(store: Store, each: Mapping[str, Any]) -> None:
    workshops = store.part(WorkshopStore)
    match each:
        case {"request": request, "table": table}:
            assert await store.handled(request) == table, f"{request} was acknowledged"
        case {"workshop": workshop, "person": person, "team": team}:
            members = {member.person: member.team for member in await workshops.members(workshop)}
            assert members.get(person) == team, f"the place of {person} was acknowledged"
        case {"workshop": workshop, "started": teams}:
            stored = await workshops.workshop(workshop)
            assert stored is not None, "the workshop was acknowledged"
            kinds = [[row.kind for row in await store.events(team.table)] for team in stored.teams]
            assert sum("table.game_started" in found for found in kinds) == teams, "the start was acknowledged"
        case {"workshop": workshop}:
            assert await workshops.workshop(workshop) is not None, "the workshop was acknowledged"
