"""The database or its write-ahead log is removed or replaced while the store is open."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kernel.store import Append, DatabaseRemoved
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, busy_timeout=0.05)
    await store.append(opening("t"))
    yield store
    await store.close()


def log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def move(path: Path, name: str) -> Path:
    return path.rename(path.with_name(name))


def copy(path: Path, name: str) -> Path:
    path.with_name(name).write_bytes(path.read_bytes())
    return path.with_name(name)


async def refused(store: SqliteStore) -> None:
    with pytest.raises(DatabaseRemoved, match="was removed or replaced"):
        await store.append(Append("t", events(2, 2)))
    with pytest.raises(DatabaseRemoved):
        await store.ready()


async def test_a_removed_database(store: SqliteStore, path: Path) -> None:
    """Nothing is acknowledged; with the same file back, everything works again."""
    await store.ready()
    away = move(path, "elsewhere")
    await refused(store)
    move(away, path.name)
    await store.ready()
    await store.append(Append("t", events(2, 2)))


async def test_a_replaced_database(store: SqliteStore, path: Path) -> None:
    """Another file under the same name isn't taken for the database, even if it has the same contents."""
    copy(move(path, "elsewhere"), path.name)
    await refused(store)


async def test_a_removed_log(store: SqliteStore, path: Path) -> None:
    """What was acknowledged was only in the log, and is in the database after a restart, even after kill -9."""
    log(path).unlink()
    await refused(store)
    later = await SqliteStore.open(copy(path, "left.db"))  # what a killed process leaves
    assert await later.table("t") is not None
    await later.close()


async def test_removed_during_a_commit(store: SqliteStore, path: Path) -> None:
    """The change isn't acknowledged if the file is removed after the transaction began."""
    async with store._writing._transaction:
        waiting = asyncio.create_task(store.append(Append("t", events(2, 2))))
        await asyncio.sleep(0)
        move(path, "elsewhere")
    with pytest.raises(DatabaseRemoved):
        await waiting


async def test_a_new_log_after_reconnecting(store: SqliteStore, path: Path) -> None:
    """SQLite removes the log with the last connection, and the next one starts another; that is not a loss."""
    await store._writing._lazy.drop()
    await store._reader.drop()
    assert not log(path).exists()
    await store.append(Append("t", events(2, 2)))
    await store.ready()
