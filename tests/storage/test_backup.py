"""Backups of a SQLite database: made while it is being written to, restored completely or not at all."""

import asyncio
import itertools
import sqlite3
from pathlib import Path

import pytest

from bot.found import NoDatabase
from bot.kernel.store import Append, StoreUnavailable
from storage import open_store
from storage.backup import back_up, restore
from storage.schema import Migration, read_migrations
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "copy.db"


@pytest.fixture(autouse=True)
def impatient(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.parent.mkdir()
    monkeypatch.setattr("storage.backup.BUSY_TIMEOUT", 0.05)


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def put(path: Path, new: bytes | None) -> None:
    """Write these bytes to the file, or delete it."""
    if new is None:
        path.unlink()
    else:
        path.write_bytes(new)


def damage(path: Path) -> None:
    """Overwrite pages in the middle; the first one, with the file header, stays intact."""
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * 16384 + whole[24576:])


def permissions(path: Path) -> int:
    return path.stat().st_mode & 0o777


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


async def filled(url: str, *tables: str) -> None:
    """Create a database with these tables, and close it."""
    store = await open_store(url)
    for table in tables:
        await store.append(opening(table, last=3))
    await store.close()


async def tables_in(url: str) -> set[str]:
    store = await open_store(url)
    found = {table.id for table in await store.find_tables()}
    await store.close()
    return found


async def test_backup_while_the_service_writes(sqlite_url: str, copy: Path) -> None:
    """A backup contains everything stored before it began and no partial change, and writing continues meanwhile."""
    store = await open_store(sqlite_url)
    stored = dict.fromkeys((f"t{number}" for number in range(8)), 0)

    async def play(table: str) -> None:
        await store.append(opening(table, last=3))
        for first in itertools.count(4, 3):
            stored[table] = first - 1
            await store.append(Append(table, events(first, first + 2)))

    playing = [asyncio.create_task(play(table)) for table in stored]
    while not all(stored.values()):
        await store.find_tables()
    for number in range(5):
        before = dict(stored)
        target = copy.with_name(f"copy{number}.db")
        await back_up(sqlite_url, target)
        later = await open_store(f"sqlite:///{target}")
        for table, last in before.items():
            found = await later.events(table)
            assert len(found) >= last
            assert len(found) % 3 == 0
            assert found == events(1, len(found))
        await later.close()
    assert not any(task.done() for task in playing)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    await store.close()


async def test_a_backup_is_one_private_file(sqlite_url: str, copy: Path) -> None:
    """A backup is a single file, readable by its owner only, even in a read-only folder."""
    store = await open_store(sqlite_url)
    await store.append(opening("t"))
    await back_up(sqlite_url, copy)
    assert files(copy.parent) == ["copy.db"]
    assert permissions(copy) == 0o600
    alone = sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)
    assert alone.execute("SELECT id FROM tables").fetchall() == [("t",)]
    alone.close()
    await store.close()


async def test_back_up_and_restore(sqlite_url: str, path: Path, copy: Path) -> None:
    """A restored backup has all its tables, also where there was no database before."""
    await filled(sqlite_url, "a", "b")
    await back_up(sqlite_url, copy)
    put(path, None)
    await restore(copy, sqlite_url, replace=False)
    assert permissions(path) == 0o600
    assert await tables_in(sqlite_url) == {"a", "b"}
    elsewhere = path.with_name("new") / "tables.db"
    elsewhere.parent.mkdir()
    await restore(copy, f"sqlite:///{elsewhere}", replace=False)
    assert files(elsewhere.parent) == ["tables.db"]


async def test_nothing_is_overwritten(sqlite_url: str, path: Path, copy: Path) -> None:
    """An existing file is not changed, whether backup or database."""
    await filled(sqlite_url, "a")
    await back_up(sqlite_url, copy)
    before = content(copy), content(path)
    with pytest.raises(ValueError, match=r"copy.db already exists; it was left unchanged. Choose another name"):
        await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match=r"tables.db already exists; it was left unchanged. Add --replace"):
        await restore(copy, sqlite_url, replace=False)
    assert (content(copy), content(path)) == before
    assert files(copy.parent) == ["copy.db"]


async def test_restore_with_replace(sqlite_url: str, copy: Path) -> None:
    """With `replace`, the backup takes the place of the existing database."""
    await filled(sqlite_url, "old")
    await back_up(sqlite_url, copy)
    await filled(sqlite_url, "new")
    await restore(copy, sqlite_url, replace=True)
    assert await tables_in(sqlite_url) == {"old"}


async def test_a_database_in_use_is_not_replaced(sqlite_url: str, path: Path, copy: Path) -> None:
    """While the service runs, restoring is refused, and the service is not disturbed."""
    store = await open_store(sqlite_url)
    await store.append(opening("t"))
    await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match=r"is in use; it was left unchanged. Stop Scrum Table"):
        await restore(copy, sqlite_url, replace=True)
    await store.append(Append("t", events(2, 2)))
    assert len(await store.events("t")) == 2
    await store.close()
    assert "tables.db" in files(path.parent)
    assert len([name for name in files(path.parent) if name.startswith(".tables")]) == 0


async def test_restore_after_a_crash(sqlite_url: str, path: Path, copy: Path) -> None:
    """A write-ahead log left by a killed service is noticed, and not applied to the restored database."""
    await filled(sqlite_url, "old")
    await back_up(sqlite_url, copy)
    store = await SqliteStore.open(path)
    await store.append(opening("new"))
    log = path.with_name("tables.db-wal")
    left_behind = content(log)
    await store.close()
    for restored in (True, False):
        put(log, left_behind)
        if not restored:
            put(path, None)
            with pytest.raises(ValueError, match="already exists"):
                await restore(copy, sqlite_url, replace=False)
        await restore(copy, sqlite_url, replace=True)
        assert await tables_in(sqlite_url) == {"old"}


@pytest.mark.parametrize("left", [b"", b"Dear diary, " * 1000])
async def test_a_damaged_database_is_replaced(sqlite_url: str, path: Path, copy: Path, left: bytes) -> None:
    """A backup can replace a database that can no longer be used."""
    await filled(sqlite_url, "t")
    await back_up(sqlite_url, copy)
    put(path, left)
    await restore(copy, sqlite_url, replace=True)
    assert await tables_in(sqlite_url) == {"t"}


BAD_BACKUPS = {
    "not a database": "can't be read as a backup",
    "empty": "is not a Scrum Table database",
    "another program": "is not a Scrum Table database",
    "newer": "created by a newer Scrum Table",
    "damaged": "is damaged",
}


@pytest.mark.parametrize("what", BAD_BACKUPS)
async def test_a_bad_backup_is_refused(sqlite_url: str, path: Path, copy: Path, what: str) -> None:
    """The error names the reason, and the database is unchanged, byte by byte."""
    await filled(sqlite_url, *(f"t{number}" for number in range(50)))
    match what:
        case "not a database":
            put(copy, b"Dear diary, " * 1000)
        case "empty":
            put(copy, b"")
        case "another program":
            change(copy, "CREATE TABLE recipes (name); PRAGMA user_version = 2")
        case "newer":
            await back_up(sqlite_url, copy)
            change(copy, "PRAGMA user_version = 99")
        case "damaged":
            await back_up(sqlite_url, copy)
            damage(copy)
    before = content(path)
    with pytest.raises((ValueError, StoreUnavailable), match=BAD_BACKUPS[what]):
        await restore(copy, sqlite_url, replace=True)
    assert content(path) == before
    assert [name for name in files(path.parent) if "tables.db" in name] == ["tables.db"]


async def test_an_older_backup(sqlite_url: str, copy: Path) -> None:
    """A backup made by an older version can be restored, and is migrated when it is opened."""
    await filled(f"sqlite:///{copy}", "t")
    known = read_migrations("sqlite")
    with pytest.MonkeyPatch.context() as patch:
        for module in ("sqlite.file", "backup"):
            later = (*known, Migration(len(known) + 1, "CREATE TABLE later (what text);"))
            patch.setattr(f"storage.{module}.read_migrations", lambda _, known=later: known)
        await restore(copy, sqlite_url, replace=False)
        await filled(sqlite_url, "new")


async def test_a_damaged_database_is_not_backed_up(sqlite_url: str, path: Path, copy: Path) -> None:
    """A damaged copy never gets its final name, so nobody mistakes it for a backup."""
    await filled(sqlite_url, *(f"t{number}" for number in range(50)))
    damage(path)
    with pytest.raises((ValueError, StoreUnavailable), match="is damaged"):
        await back_up(sqlite_url, copy)
    assert files(copy.parent) == []


async def test_a_missing_file_is_reported(sqlite_url: str, path: Path, copy: Path) -> None:
    """A wrong file name is reported, and no file is created."""
    with pytest.raises(NoDatabase, match=f"There is no database {path}. "):
        await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match="There is no file"):
        await restore(copy, sqlite_url, replace=False)
    assert content(path) is None
    assert content(copy) is None


@pytest.mark.parametrize("url", ["postgresql://ann:hunter2@127.0.0.1/db", "postgres://ann:hunter2@127.0.0.1/db"])
async def test_postgres_has_its_own_tools(url: str, copy: Path) -> None:
    """The error names the tools and the page that describes them, but no password."""
    for asked in (back_up(url, copy), restore(copy, url, replace=True)):
        with pytest.raises(ValueError, match=r"pg_dump .*pg_restore.*docs/operations.md") as raised:
            await asked
        assert "hunter2" not in str(raised.value)


async def test_an_invalid_url_is_refused(copy: Path) -> None:
    """An invalid DATABASE_URL gets the same error as everywhere else."""
    with pytest.raises(ValueError, match="DATABASE_URL must be"):
        await back_up("tables.db", copy)


async def test_a_database_that_another_program_locks(path: Path, copy: Path) -> None:
    """A sentence after a while; a copy by SQLite alone would wait for ever."""
    await (await open_store(f"sqlite:///{path}")).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable, match="is locked by another program"):
        await back_up(f"sqlite:///{path}", copy)
    other.close()
    assert files(copy.parent) == []
