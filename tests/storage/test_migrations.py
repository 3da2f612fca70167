"""Databases of every earlier version are migrated to the newest, with their data."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.kernel.ports import RoomRecord, Seating, StoredEvent, StoredTable, StoreUnavailable, TableRecord, Timer
from storage import open_store
from storage import schema as migrations
from storage.schema import Dialect, Migration, read_migrations
from tests.storage import examples
from tests.storage.raw import rows

NEWEST = len(read_migrations("sqlite"))

# The tables as in version 1. Never changes, whatever later migrations do.
DATA_OF_VERSION_1 = """
    INSERT INTO tables (id, game, seed, opened) VALUES ('t', 'sprint', SEED, 1.5);
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request)
    VALUES ('t', 1, 'opened', '{"seats":2}', 2.5, 3, 'h1', 'r1'), ('t', 2, 'rolled', '{"die":4}', 3.5, 4, 'h2', NULL);
    INSERT INTO rooms (room, table_id, shown) VALUES ('room', 't', 1);
    INSERT INTO people (table_id, person, name, seat, host, place) VALUES ('t', 'p:1', 'Ann', 0, TRUE, 0);
    INSERT INTO timers (table_id, name, due, leased_until) VALUES ('t', 'vote', 9.5, NULL);
"""
SEED = {"sqlite": "x'00ff'", "postgres": r"'\x00ff'"}

EXPECTED = StoredTable(
    record=TableRecord("t", "sprint", b"\x00\xff", 1.5),
    people=(Seating("p:1", "Ann", 0, host=True),),
    timers=(Timer("t", "vote", 9.5),),
    rooms=(RoomRecord("room", "t", 1, since=1),),
    events=(
        StoredEvent(1, "opened", '{"seats":2}', 2.5, 3, "h1", "r1"),
        StoredEvent(2, "rolled", '{"die":4}', 3.5, 4, "h2"),
    ),
)

_MANY = """
    INSERT INTO tables (id, game, seed, opened) SELECT 't' || n, 'sprint', SEED, 1 FROM NUMBERS;
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash)
    SELECT 't' || n, e.sequence, 'x', '', 5 + e.sequence, 0, e.hash
    FROM NUMBERS, (SELECT 1 AS sequence, 'a' AS hash UNION ALL SELECT 2, 'b') AS e;
"""
MANY_OLD_TABLES = {
    "sqlite": _MANY.replace("SEED", "x''").replace(
        "NUMBERS", "(WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1500) SELECT n FROM r)"
    ),
    "postgres": _MANY.replace("SEED", "''").replace("NUMBERS", "generate_series(1, 1500) AS n"),
}


def dialect(url: str) -> Dialect:
    return "sqlite" if url.startswith("sqlite") else "postgres"


async def run_sql(url: str, sql: str) -> None:
    if dialect(url) == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.executescript(sql)
        connection.close()
    else:
        postgres = await asyncpg.connect(url)
        await postgres.execute(sql)
        await postgres.close()


async def versions(url: str) -> list[Any]:
    """The schema version and the name of every table in the database."""
    if dialect(url) == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        rows = connection.execute("PRAGMA user_version").fetchall()
        rows += connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").fetchall()
        connection.close()
        return rows
    postgres = await asyncpg.connect(url)
    found = await postgres.fetch("SELECT max(version)::text FROM schema_version")
    found += await postgres.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
    await postgres.close()
    return [tuple(row) for row in found]


async def open_and_close(url: str) -> None:
    await (await open_store(url)).close()


def know_only(patch: pytest.MonkeyPatch, known: tuple[Migration, ...]) -> None:
    """Act as a version of the program with only these migrations."""
    for module in ("storage.sqlite.file", "storage.postgres"):
        patch.setattr(f"{module}.read_migrations", lambda _: known)


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
async def test_from_every_version_to_the_newest(database_url: str, version: int) -> None:
    """A database created by version 1 and last opened by an older version keeps all its data."""
    known = read_migrations(dialect(database_url))
    for last in dict.fromkeys((1, version)):
        with pytest.MonkeyPatch.context() as patch:
            know_only(patch, known[:last])
            await open_and_close(database_url)
        if last == 1:
            await run_sql(database_url, DATA_OF_VERSION_1.replace("SEED", SEED[dialect(database_url)]))
    store = await open_store(database_url)
    assert await store.table("t") == EXPECTED
    assert await store.handled("r1") == "t"
    assert await store.tables_in("room") == (EXPECTED.record,)
    await store.close()


async def test_an_older_process_keeps_working(database_url: str) -> None:
    """Writes of version 1 fit the newest schema, so processes can be replaced one by one."""
    store = await open_store(database_url)
    await run_sql(database_url, DATA_OF_VERSION_1.replace("SEED", SEED[dialect(database_url)]))
    assert await store.table("t") == EXPECTED
    await store.close()


OLDER_TRANSACTIONS = {
    "reading": ("SELECT id FROM tables", "SELECT person FROM people", "SELECT sequence FROM events"),
    "moving": (
        "INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash) VALUES ('t', 3, 'x', '', 0, 0, 'h')",
        "INSERT INTO people (table_id, person, name, host, place) VALUES ('t', 'p:2', 'Bo', FALSE, 1)",
    ),
    "opening": (
        "INSERT INTO tables (id, game, seed, opened) VALUES ('new', 'sprint', '', 0)",
        "INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash) VALUES ('new', 1, 'x', '', 0, 0, 'h')",
        "INSERT INTO rooms (room, table_id, shown) VALUES ('elsewhere', 'new', 0)",
        "INSERT INTO people (table_id, person, name, host, place) VALUES ('new', 'p:2', 'Bo', FALSE, 1)",
    ),
}


@pytest.mark.parametrize("pause", range(1, 4))
@pytest.mark.parametrize("what", OLDER_TRANSACTIONS)
async def test_migrating_during_an_older_transaction(postgres_url: str, what: str, pause: int) -> None:
    """A migration waits for the transaction of an older process, and both succeed."""
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, read_migrations("postgres")[:3])
        await open_and_close(postgres_url)
    await run_sql(postgres_url, DATA_OF_VERSION_1.replace("SEED", SEED["postgres"]))
    older, admin = await asyncpg.connect(postgres_url), await asyncpg.connect(postgres_url)
    async with older.transaction():
        for statement in OLDER_TRANSACTIONS[what][:pause]:
            await older.execute(statement)
        opening = asyncio.create_task(open_store(postgres_url))
        while not opening.done() and not await admin.fetch("SELECT 1 FROM pg_locks WHERE NOT granted"):
            pass  # until it waits for the older process, or is already done
        for statement in OLDER_TRANSACTIONS[what][pause:]:
            await older.execute(statement)
    await (await opening).close()
    await older.close()
    await admin.close()


def test_both_databases_have_the_same_versions() -> None:
    """Both databases have the same version numbers, so neither lacks a migration."""
    assert [m.version for m in read_migrations("postgres")] == [m.version for m in read_migrations("sqlite")]


def test_every_file_is_read() -> None:
    """No SQL file is skipped because of its name."""
    folder = Path(migrations.__file__).parent
    for database in ("sqlite", "postgres"):
        assert len(list((folder / database).iterdir())) == NEWEST


async def test_a_newer_database_is_left_alone(database_url: str) -> None:
    """The database of a newer version is refused with advice and not changed."""
    newer = (*read_migrations(dialect(database_url)), Migration(NEWEST + 1, "CREATE TABLE later (what text);"))
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, newer)
        await open_and_close(database_url)
    before = await versions(database_url)
    with pytest.raises(StoreUnavailable, match=r"created by a newer Scrum Table .*Install that version again"):
        await open_store(database_url)
    assert await versions(database_url) == before


async def test_a_failed_migration_is_rolled_back(database_url: str) -> None:
    """A failed migration leaves the previous version, which the older program can still open."""
    broken = Migration(NEWEST + 1, "CREATE TABLE later (what text);\nINSERT INTO nowhere VALUES (1);\n")
    await open_and_close(database_url)
    before = await versions(database_url)
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, (*read_migrations(dialect(database_url)), broken))
        with pytest.raises(StoreUnavailable):
            await open_store(database_url)
    assert await versions(database_url) == before
    store = await open_store(database_url)
    await store.append(examples.opening("t"))
    await store.close()


async def test_a_large_table_is_filled_in_batches(database_url: str) -> None:
    """The last events of older tables are filled in a thousand tables at a time; an interrupted run is continued."""
    known = read_migrations(dialect(database_url))
    (fill,) = [migration for migration in known if migration.in_batches]
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, known[: fill.version - 2])
        await open_and_close(database_url)
    await run_sql(database_url, MANY_OLD_TABLES[dialect(database_url)])
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, known[: fill.version - 1])
        await open_and_close(database_url)
    await run_sql(database_url, fill.sql)  # the first batch, and then the process was stopped
    filled = "SELECT count(*) FROM tables WHERE last_sequence = 2 AND last_hash = 'b' AND changed = 7"
    assert await rows(database_url, filled) == [(1000,)]
    await open_and_close(database_url)
    assert await rows(database_url, filled) == [(1500,)]


async def test_several_processes_start_at_once(database_url: str) -> None:
    """Processes that open a new database at the same moment all succeed."""
    stores = await asyncio.gather(*(open_store(database_url) for _ in range(8)))
    for number, store in enumerate(stores):
        await store.append(examples.opening(f"t{number}"))
    assert len(await stores[0].find_tables()) == 8
    for store in stores:
        await store.close()
