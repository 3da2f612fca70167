"""SQLite only: group commit, problems with the file, and the settings that make commits durable."""

import asyncio
import logging
import sqlite3
import struct
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.files import default_file
from bot.kernel.store import Append, RoomRecord, StoreUnavailable, Unusable
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening, record

resource = pytest.importorskip("resource")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, busy_timeout=0.05)
    yield store
    await store.close()


def commits(path: Path) -> int:
    """Count the commits in the write-ahead log.

    After a header of 32 bytes come frames: 24 bytes and a page. The second number of a frame is not 0 if it ends a
    transaction (https://sqlite.org/fileformat2.html#the_write_ahead_log).
    """
    log = path.with_name(path.name + "-wal").read_bytes()
    (page,) = struct.unpack_from(">I", log, 8)
    frames = range(32, len(log), 24 + page)
    return sum(1 for frame in frames if struct.unpack_from(">I", log, frame + 4) != (0,))


class Counting(SqliteStore):
    asked = 0

    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        self.asked += 1
        return await super().query(sql, *values)


async def test_reads_do_not_wait_for_the_event_loop(store: SqliteStore) -> None:
    """All are handed to the connection's thread at once: with one at a time, each waits for every busy table."""
    connection = await store._reader.connection()
    begun, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        go_on.wait()

    holding = asyncio.create_task(connection._execute(hold))  # type: ignore[no-untyped-call]
    await asyncio.to_thread(begun.wait)
    reads = [asyncio.create_task(store.version(f"t{number}")) for number in range(20)]
    for _ in range(5):
        await asyncio.sleep(0)
    waiting = connection._tx.qsize()
    go_on.set()
    assert await asyncio.gather(*reads) == [None] * len(reads)
    await holding
    assert waiting == len(reads)


async def test_the_version_of_a_table_in_play_is_known_without_the_file(path: Path) -> None:
    """No other process writes to the file, so a query at a table need not read it first."""
    store = await Counting.open(path)
    await store.append(opening("t"))
    await store.append(Append("t", events(2, 2), version=0))
    before = store.asked
    assert [await store.version("t") for _ in range(3)] == [1, 1, 1]
    assert store.asked == before
    await store.close()


async def test_queued_changes_share_a_commit(store: SqliteStore, path: Path) -> None:
    """Sixty-four concurrent appends need one or two commits; sequential appends need one each."""
    await store.append(opening("first"))
    before = commits(path)
    for number in range(5):
        await store.append(opening(f"alone{number}"))
    assert commits(path) - before == 5
    before = commits(path)
    await asyncio.gather(*(store.append(opening(f"t{number}", last=3)) for number in range(64)))
    assert commits(path) - before <= 2
    assert len(await store.find_tables("t")) == 64


async def test_marks_share_a_commit_with_a_move(store: SqliteStore, path: Path) -> None:
    """A mark followed by a move needs no extra commit, and this process sees it before it is stored."""
    await store.append(opening("t", last=9, room="room"))
    before = commits(path)
    for number in range(1, 10):
        await store.mark_shown("room", "t", number)
        assert await store.room("room") == RoomRecord("room", "t", number)
    assert await store.rooms_behind() == ()
    await store.append(Append("t", events(10, 10)))
    assert commits(path) - before == 1
    assert store.pending_marks() == {}
    assert await store.rooms_behind() == (RoomRecord("room", "t", 9),)


async def test_marks_are_stored_without_a_move(store: SqliteStore, path: Path) -> None:
    """Without a move, a mark is committed on its own shortly after."""
    await store.append(opening("t", room="room"))
    await store.mark_shown("room", "t", 1)
    while store.pending_marks():
        await store.find_tables()
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT shown FROM rooms").fetchall() == [(1,)]
    other.close()


async def test_closing_during_a_commit(path: Path) -> None:
    """A mark made while the writer is busy is stored before the store closes."""
    store = await SqliteStore.open(path, busy_timeout=60)
    await store.append(opening("t", room="room"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(store.append(Append("t", events(2, 2))))
    while not store._writing._transaction.locked():
        await store.find_tables()
    await store.mark_shown("room", "t", 1)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)  # let it start
    other.execute("ROLLBACK")
    await asyncio.gather(waiting, closing)
    assert other.execute("SELECT shown FROM rooms").fetchall() == [(1,)]
    other.close()


async def test_settings(store: SqliteStore, path: Path) -> None:
    """Write-ahead log, flushed at each commit; foreign keys enforced; deleted data overwritten."""
    async with store._writing.transaction() as connection:
        for setting, value in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}.items():
            assert list(await connection.execute_fetchall(f"PRAGMA {setting}")) == [(value,)]


async def test_readers_do_not_wait_for_the_writer(store: SqliteStore, path: Path) -> None:
    """Reads work while an append waits for the file."""
    await store.append(opening("t"))
    patient = await SqliteStore.open(path, busy_timeout=60)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(patient.append(Append("t", events(2, 2))))
    await asyncio.sleep(0)  # let it ask
    assert len(await patient.events("t")) == 1
    assert (await patient.table("t")) is not None
    assert not waiting.done()
    other.execute("ROLLBACK")
    await waiting
    assert len(await patient.events("t")) == 2
    other.close()
    await patient.close()


async def test_a_locked_file(store: SqliteStore, path: Path) -> None:
    """While another program locks the file, appends fail with advice; afterwards the store works again."""
    await store.append(opening("t", room="room"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await store.mark_shown("room", "t", 1)
    results = await asyncio.gather(
        *(store.append(opening(f"t{number}")) for number in range(5)), return_exceptions=True
    )
    assert [type(result) for result in results] == [StoreUnavailable] * 5
    assert "locked by another program. Close whatever else uses it" in str(results[0])
    other.execute("ROLLBACK")
    other.close()
    await store.append(Append("t", events(2, 2)))
    assert [table.id for table in await store.find_tables()] == ["t"]
    assert await store.room("room") == RoomRecord("room", "t", 1), "the mark was kept"


async def test_cancelled_while_the_file_is_locked(store: SqliteStore, path: Path) -> None:
    """After an append is cancelled during its commit, the writer still works."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    given_up = asyncio.create_task(store.append(opening("given up")))
    await asyncio.sleep(0)  # let it ask
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    other.execute("ROLLBACK")
    other.close()
    await store.append(opening("t"))


async def test_a_full_disk(store: SqliteStore, path: Path) -> None:
    """If the file can't grow, nothing is stored partially; with space again, the store works again."""
    await store.append(opening("t"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, hard))  # limits growth, as on a full disk
    try:
        with pytest.raises(StoreUnavailable, match=r"disk"):
            await store.append(Append("t", events(2, 400)))
        assert len(await store.events("t")) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.append(Append("t", events(2, 400)))
    assert len(await store.events("t")) == 400


async def test_a_name_with_special_characters(tmp_path: Path) -> None:
    """It is a file's name, not a part of an address."""
    store = await SqliteStore.open(tmp_path / "tables ?#%.db")
    await store.append(opening("t"))
    await store.close()
    assert (tmp_path / "tables ?#%.db").stat().st_size > 0


async def test_a_folder_that_cannot_be_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that can't be created is reported with advice, as is something else in its place."""
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Unusable, match=r"There is no folder .*file for the database"):
        await SqliteStore.open(tmp_path / "file" / "tables.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreUnavailable, match=r"can't be created .*give the user who runs Scrum Table write access"):
        await SqliteStore.open(default_file() or Path())
    with pytest.raises(StoreUnavailable, match="can't be opened"):
        await SqliteStore.open(tmp_path)


async def check_refused(path: Path, reason: str) -> None:
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(StoreUnavailable, match=reason):
        await SqliteStore.open(path)
    assert await asyncio.to_thread(path.read_bytes) == before


async def test_a_file_that_is_not_a_database(path: Path) -> None:
    """Another kind of file is refused and not changed."""
    await asyncio.to_thread(path.write_bytes, b"Dear diary, " * 1000)
    await check_refused(path, "is not a SQLite database")


async def test_the_database_of_another_program(path: Path) -> None:
    """A database with other tables is refused and not changed."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name)")
    other.close()
    await check_refused(path, "belongs to another program")


async def test_a_newer_file(store: SqliteStore, path: Path) -> None:
    """The file of a newer version is refused and not changed, byte by byte."""
    await store.close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    await check_refused(path, "created by a newer Scrum Table")


async def test_only_the_owner_can_read_the_files(store: SqliteStore, path: Path) -> None:
    """The file and its log hold seeds and hidden cards."""
    for file in (path, path.with_name(path.name + "-wal")):
        status = await asyncio.to_thread(file.stat)
        assert status.st_mode & 0o077 == 0


async def test_a_missing_file_is_not_created_again(store: SqliteStore, path: Path) -> None:
    """When reconnecting, the store doesn't create an empty file, which would hide that all games are gone."""
    await store.append(opening("t"))
    await store._writing._lazy.drop()
    hidden = await asyncio.to_thread(path.rename, path.with_name("elsewhere"))
    with pytest.raises(StoreUnavailable, match="was removed"):
        await store.append(Append("t", events(2, 2)))
    await asyncio.to_thread(hidden.rename, path)
    await store.append(Append("t", events(2, 2)))


async def test_no_secret_in_the_log(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    """The seed of a table is not logged, even at DEBUG."""
    with caplog.at_level(logging.DEBUG):
        await store.append(opening("t"))
    assert repr(record("t").seed)[2:-1] not in caplog.text
