"""Backups of an SQLite database: made while it is written to, put back whole or not at all."""

import asyncio
import itertools
import sqlite3
from pathlib import Path

import pytest

from bot.ports import Append, StoreUnavailable
from storage import open_store
from storage.backup import back_up, restore
from storage.migrations import read_migrations
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
    monkeypatch.setattr("storage.backup.PATIENCE", 0.05)


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def put(path: Path, new: bytes | None) -> None:
    """These bytes in the file, or no file."""
    if new is None:
        path.unlink()
    else:
        path.write_bytes(new)


def damage(path: Path) -> None:
    """Spoil pages in the middle; the first one, which says what the file is, stays."""
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * 16384 + whole[24576:])


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def change(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


async def filled(url: str, *tables: str) -> None:
    """A database with these tables, and nobody who uses it."""
    store = await open_store(url)
    for table in tables:
        await store.append(opening(table, last=3))
    await store.close()


async def tables_in(url: str) -> set[str]:
    store = await open_store(url)
    found = {table.id for table in await store.find_tables()}
    await store.close()
    return found


async def test_while_the_service_writes(sqlite_url: str, copy: Path) -> None:
    """Everything stored before the backup began is in it, nothing is there by half, and writing goes on meanwhile."""
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


async def test_one_file_for_its_owner(sqlite_url: str, copy: Path) -> None:
    """A backup is a single file that nobody else can read, and that can be read where nothing can be written."""
    store = await open_store(sqlite_url)
    await store.append(opening("t"))
    await back_up(sqlite_url, copy)
    assert files(copy.parent) == ["copy.db"]
    assert rights(copy) == 0o600
    alone = sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)
    assert alone.execute("SELECT id FROM tables").fetchall() == [("t",)]
    alone.close()
    await store.close()


async def test_there_and_back(sqlite_url: str, path: Path, copy: Path) -> None:
    """What a backup holds is there after it was put back, also where there was no database."""
    await filled(sqlite_url, "a", "b")
    await back_up(sqlite_url, copy)
    put(path, None)
    await restore(copy, sqlite_url, replace=False)
    assert rights(path) == 0o600
    assert await tables_in(sqlite_url) == {"a", "b"}
    elsewhere = path.with_name("new") / "tables.db"
    await restore(copy, f"sqlite:///{elsewhere}", replace=False)
    assert files(elsewhere.parent) == ["tables.db"]


async def test_nothing_is_overwritten(sqlite_url: str, path: Path, copy: Path) -> None:
    """A file that exists stays as it is, be it a backup or the database."""
    await filled(sqlite_url, "a")
    await back_up(sqlite_url, copy)
    before = content(copy), content(path)
    with pytest.raises(ValueError, match=r"copy.db already; it was left as it is. Name another one"):
        await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match=r"tables.db already; it was left as it is. Ask for it to be replaced"):
        await restore(copy, sqlite_url, replace=False)
    assert (content(copy), content(path)) == before
    assert files(copy.parent) == ["copy.db"]


async def test_replacing(sqlite_url: str, copy: Path) -> None:
    """Whoever asks for it gets the backup in the place of what was there."""
    await filled(sqlite_url, "old")
    await back_up(sqlite_url, copy)
    await filled(sqlite_url, "new")
    await restore(copy, sqlite_url, replace=True)
    assert await tables_in(sqlite_url) == {"old"}


async def test_a_database_in_use(sqlite_url: str, path: Path, copy: Path) -> None:
    """While the service runs nothing is put back, and the service does not notice."""
    store = await open_store(sqlite_url)
    await store.append(opening("t"))
    await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match=r"is in use; it was left as it is. Stop Scrum Table"):
        await restore(copy, sqlite_url, replace=True)
    await store.append(Append("t", events(2, 2)))
    assert len(await store.events("t")) == 2
    await store.close()
    assert "tables.db" in files(path.parent)
    assert len([name for name in files(path.parent) if name.startswith(".tables")]) == 0


async def test_after_a_crash(sqlite_url: str, path: Path, copy: Path) -> None:
    """A log left behind by a killed service is not applied to what was put back, nor overlooked."""
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
            with pytest.raises(ValueError, match="already"):
                await restore(copy, sqlite_url, replace=False)
        await restore(copy, sqlite_url, replace=True)
        assert await tables_in(sqlite_url) == {"old"}


@pytest.mark.parametrize("left", [b"", b"Dear diary, " * 1000])
async def test_in_the_place_of_a_damaged_one(sqlite_url: str, path: Path, copy: Path, left: bytes) -> None:
    """What a backup is for: the database cannot be used any more, the backup takes its place."""
    await filled(sqlite_url, "t")
    await back_up(sqlite_url, copy)
    put(path, left)
    await restore(copy, sqlite_url, replace=True)
    assert await tables_in(sqlite_url) == {"t"}


NO_BACKUPS = {
    "another file": "cannot be read as a backup",
    "nothing": "is not a database of Scrum Table",
    "another program": "is not a database of Scrum Table",
    "newer": "made by a newer Scrum Table",
    "damaged": "is damaged",
}


@pytest.mark.parametrize("what", NO_BACKUPS)
async def test_what_is_no_backup(sqlite_url: str, path: Path, copy: Path, what: str) -> None:
    """It is refused with the reason, and the database stays as it is, byte by byte."""
    await filled(sqlite_url, *(f"t{number}" for number in range(50)))
    match what:
        case "another file":
            put(copy, b"Dear diary, " * 1000)
        case "nothing":
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
    with pytest.raises((ValueError, StoreUnavailable), match=NO_BACKUPS[what]):
        await restore(copy, sqlite_url, replace=True)
    assert content(path) == before
    assert [name for name in files(path.parent) if "tables.db" in name] == ["tables.db"]


async def test_an_older_backup(sqlite_url: str, copy: Path) -> None:
    """The backup of an older program is put back, and brought to the newest schema when it is opened."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("storage.sqlite.file.read_migrations", lambda _: read_migrations("sqlite")[:2])
        store = await open_store(f"sqlite:///{copy}")
        await store.close()
    await restore(copy, sqlite_url, replace=False)
    await filled(sqlite_url, "t")


async def test_a_damaged_database_makes_no_backup(sqlite_url: str, path: Path, copy: Path) -> None:
    """A copy that is not sound gets no name, so it is not taken for a backup."""
    await filled(sqlite_url, *(f"t{number}" for number in range(50)))
    damage(path)
    with pytest.raises((ValueError, StoreUnavailable), match="is damaged"):
        await back_up(sqlite_url, copy)
    assert files(copy.parent) == []


async def test_nothing_to_copy(sqlite_url: str, path: Path, copy: Path) -> None:
    """A name that is wrong is told, and no file is made of it."""
    with pytest.raises(ValueError, match="There is no database"):
        await back_up(sqlite_url, copy)
    with pytest.raises(ValueError, match="There is no file"):
        await restore(copy, sqlite_url, replace=False)
    assert content(path) is None
    assert content(copy) is None


@pytest.mark.parametrize("url", ["postgresql://ann:hunter2@127.0.0.1/db", "postgres://ann:hunter2@127.0.0.1/db"])
async def test_postgres_has_its_own_tools(url: str, copy: Path) -> None:
    """The sentence names them and the page that tells how, and no password."""
    for asked in (back_up(url, copy), restore(copy, url, replace=True)):
        with pytest.raises(ValueError, match=r"pg_dump .*pg_restore.*docs/operations.md") as told:
            await asked
        assert "hunter2" not in str(told.value)


async def test_a_url_that_is_none(copy: Path) -> None:
    """What is no database url is told like everywhere else."""
    with pytest.raises(ValueError, match="DATABASE_URL must be"):
        await back_up("tables.db", copy)
