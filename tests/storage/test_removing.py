"""Old tables are removed completely, and nothing else, on both databases."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore
from bot.kernel.store import Append, Conflict, RoomRecord, Seating, Store, Timer
from storage import open_to_read
from tests.storage.examples import NOW, event, events, record
from tests.storage.raw import everything, rows, table_names


async def full_table(store: Store, table: str, *, at: float) -> None:
    """Create a table with rows of every kind and its last event at this time."""
    both = (replace(event(1, f"request-{table}"), at=NOW), replace(event(2), at=at))
    people, timers = (Seating("p:1", "Ann", 0),), (Timer(table, "vote", NOW),)
    await store.append(Append(table, both, record(table), room=f"room-{table}", people=people, timers=timers))
    await store.put_link(f"code-{table}", table, NOW + 1000)


async def test_an_old_table_is_removed_completely(store: Store, database_url: str) -> None:
    """No row of the removed table is left, and every row of the other table is."""
    await full_table(store, "young", at=NOW + 50)
    before = await everything(database_url)
    await full_table(store, "old", at=NOW + 49)
    assert await store.remove_tables(NOW + 50) == 1
    assert await everything(database_url) == before
    assert await store.table("old") is None
    assert await store.handled("request-old") is None
    assert await store.remove_tables(NOW + 50) == 0


async def test_every_kind_of_row_is_removed(store: Store, database_url: str) -> None:
    """Once all tables are removed, every SQL table is empty, so none was forgotten here."""
    await full_table(store, "old", at=NOW)
    teams = (Team("Otters", "room-old", "old"),)
    await store.part(WorkshopStore).put_workshop(
        Workshop("w", "e", "d", NOW, "sprint", {}, teams, 6), joined=(Member("p:1", 0),)
    )
    assert await store.remove_tables(NOW + 1) == 1
    for name in await table_names(database_url):
        if name not in {"schema_version", "installations"}:
            assert await rows(database_url, f"SELECT * FROM {name}") == [], name


async def test_expired_links_are_removed(store: Store, database_url: str) -> None:
    """An expired code is removed even if its table stays."""
    await full_table(store, "young", at=NOW + 5000)
    assert await store.remove_tables(NOW + 1001) == 0
    assert (await everything(database_url))["links"] == "[]"


async def test_appending_to_a_removed_table(store: Store, other_store: Store) -> None:
    """A process that still has the table in memory gets Conflict, and its room can open a new table."""
    await full_table(store, "old", at=NOW)
    await store.mark_shown("room-old", "old", 2)
    await other_store.remove_tables(NOW + 1)
    with pytest.raises(Conflict):
        await store.append(Append("old", events(3, 3)))
    await store.append(Append("new", events(1, 1), record("new"), room="room-old"))
    assert await store.room("room-old") == RoomRecord("room-old", "new", 0)


async def test_removing_while_others_play(store: Store, other_store: Store, database_url: str) -> None:
    """Tables that are appended to at the same moment are kept completely or removed completely."""
    for number in range(30):
        await full_table(store, f"t{number}", at=NOW)
    late = (replace(event(3), at=NOW + 100),)
    results = await asyncio.gather(
        other_store.remove_tables(NOW + 1),
        *(store.append(Append(f"t{number}", late)) for number in range(30)),
        return_exceptions=True,
    )
    assert {type(result) for result in results[1:]} <= {type(None), Conflict}
    stored = [number for number, result in enumerate(results[1:]) if result is None]
    assert results[0] == 30 - len(stored)
    assert {table.id for table in await store.find_tables()} == {f"t{number}" for number in stored}
    assert await rows(database_url, "SELECT count(*) FROM events") == [(3 * len(stored),)]


async def test_an_interrupted_removal_is_continued(
    store: Store, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table whose record is gone is gone, whatever is left of its events; the next call removes the rest."""
    await full_table(store, "young", at=NOW + 50)
    before = await everything(database_url)
    await full_table(store, "old", at=NOW)
    await store.append(Append("old", tuple(replace(event(number), at=NOW) for number in range(3, 301))))

    async def stop(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("storage.upkeep.Pause.over", stop)  # as if the process ended after the first step
        with pytest.raises(asyncio.CancelledError):
            await store.remove_tables(NOW + 1)
    assert await store.table("old") is None
    assert await rows(database_url, "SELECT count(*) FROM events WHERE table_id = 'old'") == [(300,)]
    with pytest.raises(Conflict):
        await store.append(Append("old", events(301, 301)))
    reader = await open_to_read(database_url)
    assert await reader.problems() == ()
    await reader.close()
    assert await store.remove_tables(NOW + 1) == 0
    assert await everything(database_url) == before


async def test_no_transaction_is_large(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables and events there are, one transaction changes at most a hundred rows of them."""
    for number in range(25):
        await store.append(Append(f"t{number}", events(1, 20, f"web:p1:{number}"), record(f"t{number}")))
    changed: list[int] = []
    for kind in ("storage.sqlite.store.SqliteTransaction", "storage.postgres._Transaction"):
        monkeypatch.setattr(f"{kind}.execute_many", _counting(f"{kind}", changed))
    await store.forget("web:p1")
    assert await store.remove_tables(NOW + 100) == 25
    assert max(changed) == 100
    assert sum(changed) >= 25 * 20


def _counting(kind: str, changed: list[int]) -> Any:
    module, _, name = kind.rpartition(".")
    execute_many = getattr(import_module(module), name).execute_many

    async def counted(self: Any, sql: str, given: Iterable[tuple[object, ...]]) -> None:
        found = list(given)
        changed.append(len(found))
        await execute_many(self, sql, found)

    return counted
