"""A database is created, and one of an earlier version is migrated with its data."""

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.kernel.store import StoreUnavailable
from storage import open_store
from storage import schema as migrations
from storage.schema import Dialect, Migration, read_migrations
from tests.storage import examples
from tests.storage.raw import rows

NEWEST = len(read_migrations("sqlite"))


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


async def test_an_older_database_is_migrated(database_url: str) -> None:
    """It keeps its data, and has what the newer version adds."""
    store = await open_store(database_url)
    await store.append(examples.opening("t", last=2))
    before = await store.table("t")
    await store.close()
    later = Migration(NEWEST + 1, "CREATE TABLE later (what text);\nINSERT INTO later VALUES ('new');\n")
    with pytest.MonkeyPatch.context() as patch:
        know_only(patch, (*read_migrations(dialect(database_url)), later))
        await open_and_close(database_url)  # a second time, nothing is left to do
        store = await open_store(database_url)
    assert await store.table("t") == before
    assert await rows(database_url, "SELECT what FROM later") == [("new",)]
    await store.close()


async def test_a_migration_is_logged(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Before and after; a new database and one without a change are not, and one that failed isn't called done."""
    caplog.set_level(logging.INFO, "storage")
    await open_and_close(database_url)
    await open_and_close(database_url)
    assert caplog.messages == []
    before = f"Migrating the database from schema {NEWEST} to {NEWEST + 1} …"
    with pytest.MonkeyPatch.context() as patch:
        known = read_migrations(dialect(database_url))
        know_only(patch, (*known, Migration(NEWEST + 1, "INSERT INTO nowhere VALUES (1);")))
        with pytest.raises(StoreUnavailable):
            await open_store(database_url)
        assert caplog.messages == [before]
        know_only(patch, (*known, Migration(NEWEST + 1, "CREATE TABLE later (what text);")))
        await open_and_close(database_url)
    assert caplog.messages == [before, before, f"The database has schema {NEWEST + 1} now."]


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


async def test_several_processes_start_at_once(database_url: str) -> None:
    """Processes that open a new database at the same moment all succeed."""
    stores = await asyncio.gather(*(open_store(database_url) for _ in range(8)))
    for number, store in enumerate(stores):
        await store.append(examples.opening(f"t{number}"))
    assert len(await stores[0].find_tables()) == 8
    for store in stores:
        await store.close()
