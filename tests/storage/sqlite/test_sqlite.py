"""What is SQLite's own: shared commits, faults of the file, and settings that durability rests on."""

import asyncio
import logging
import sqlite3
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ports import Append, RoomRecord, StoreUnavailable
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening, record

resource = pytest.importorskip("resource")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[SqliteStore]:
    store = await SqliteStore.open(path, patience=0.05)
    yield store
    await store.close()


def commits(path: Path) -> int:
    """How often was committed, counted in the write-ahead log itself.

    After a header of 32 bytes come frames: 24 bytes and a page. The second number of a frame is not 0 when a
    transaction ends with it (https://sqlite.org/fileformat2.html#the_write_ahead_log).
    """
    log = path.with_name(path.name + "-wal").read_bytes()
    (page,) = struct.unpack_from(">I", log, 8)
    frames = range(32, len(log), 24 + page)
    return sum(1 for frame in frames if struct.unpack_from(">I", log, frame + 4) != (0,))


async def test_waiting_changes_share_a_commit(store: SqliteStore, path: Path) -> None:
    """Sixty-four appends that wait together cost one or two commits; one after the other, each costs its own."""
    await store.append(opening("first"))
    before = commits(path)
    for number in range(5):
        await store.append(opening(f"alone{number}"))
    assert commits(path) - before == 5
    before = commits(path)
    await asyncio.gather(*(store.append(opening(f"t{number}", last=3)) for number in range(64)))
    assert commits(path) - before <= 2
    assert len(await store.find_tables("t")) == 64


async def test_marks_ride_along(store: SqliteStore, path: Path) -> None:
    """Marks cost no commit of their own when a move follows at once, and are seen in this process before that."""
    await store.append(opening("t", last=9, room="room"))
    before = commits(path)
    for number in range(1, 10):
        await store.mark_shown("room", "t", number)
        assert await store.room("room") == RoomRecord("room", "t", number)
    assert await store.rooms_behind() == ()
    await store.append(Append("t", events(10, 10)))
    assert commits(path) - before == 1
    assert store.marks_on_their_way() == {}
    assert await store.rooms_behind() == (RoomRecord("room", "t", 9),)


async def test_marks_are_stored_without_a_move(store: SqliteStore, path: Path) -> None:
    """When nobody moves, a mark gets a commit of its own a moment later."""
    await store.append(opening("t", room="room"))
    await store.mark_shown("room", "t", 1)
    while store.marks_on_their_way():
        await store.find_tables()
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT shown FROM rooms").fetchall() == [(1,)]
    other.close()


async def test_closing_in_the_middle_of_a_commit(path: Path) -> None:
    """A mark that comes while the writer is busy is stored before the store closes."""
    store = await SqliteStore.open(path, patience=60)
    await store.append(opening("t", room="room"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting = asyncio.create_task(store.append(Append("t", events(2, 2))))
    while not store._commits._transaction.locked():
        await store.find_tables()
    await store.mark_shown("room", "t", 1)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)  # let it begin
    other.execute("ROLLBACK")
    await asyncio.gather(waiting, closing)
    assert other.execute("SELECT shown FROM rooms").fetchall() == [(1,)]
    other.close()


async def test_settings(store: SqliteStore, path: Path) -> None:
    """The log is written ahead and flushed at each commit, foreign keys count, and what is removed is overwritten."""
    async with store._commits.transaction() as connection:
        for setting, value in {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}.items():
            assert list(await connection.execute_fetchall(f"PRAGMA {setting}")) == [(value,)]


async def test_readers_do_not_wait_for_the_writer(store: SqliteStore, path: Path) -> None:
    """While an append waits for the file, reads are answered."""
    await store.append(opening("t"))
    patient = await SqliteStore.open(path, patience=60)
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
    """While another program holds the file, appends say so; when it lets go, the store works again."""
    await store.append(opening("t", room="room"))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    await store.mark_shown("room", "t", 1)
    results = await asyncio.gather(
        *(store.append(opening(f"t{number}")) for number in range(5)), return_exceptions=True
    )
    assert [type(result) for result in results] == [StoreUnavailable] * 5
    assert "locked by another program. Close what else uses it" in str(results[0])
    other.execute("ROLLBACK")
    other.close()
    await store.append(Append("t", events(2, 2)))
    assert [table.id for table in await store.find_tables()] == ["t"]
    assert await store.room("room") == RoomRecord("room", "t", 1), "the mark was kept meanwhile"


async def test_cancelled_while_the_file_is_locked(store: SqliteStore, path: Path) -> None:
    """An append that is given up while the writer is at it leaves a writer that works."""
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
    """When the file cannot grow, nothing is stored by half; when there is space again, the store works again."""
    await store.append(opening("t"))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = path.with_name(path.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4096, hard))  # a file may not grow by more, as on a full disk
    try:
        with pytest.raises(StoreUnavailable, match=r"disk"):
            await store.append(Append("t", events(2, 400)))
        assert len(await store.events("t")) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    await store.append(Append("t", events(2, 400)))
    assert len(await store.events("t")) == 400


async def test_the_folder_is_created(tmp_path: Path) -> None:
    """The first start needs no folder."""
    store = await SqliteStore.open(tmp_path / "new" / "deep" / "tables ?#%.db")
    await store.append(opening("t"))
    await store.close()
    assert (tmp_path / "new" / "deep" / "tables ?#%.db").stat().st_size > 0


async def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """A folder that cannot be made is told with what to do."""
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreUnavailable, match=r"cannot be created .*let the user who runs Scrum Table write"):
        await SqliteStore.open(tmp_path / "file" / "tables.db")
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await SqliteStore.open(tmp_path)


async def refused_untouched(path: Path, reason: str) -> None:
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(StoreUnavailable, match=reason):
        await SqliteStore.open(path)
    assert await asyncio.to_thread(path.read_bytes) == before


async def test_a_file_that_is_no_database(path: Path) -> None:
    """Another file is refused and left as it is."""
    await asyncio.to_thread(path.write_bytes, b"Dear diary, " * 1000)
    await refused_untouched(path, "is not an SQLite database")


async def test_the_database_of_another_program(path: Path) -> None:
    """A database with other tables is refused and left as it is."""
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name)")
    other.close()
    await refused_untouched(path, "belongs to another program")


async def test_a_newer_file(store: SqliteStore, path: Path) -> None:
    """The file of a newer program is refused and left as it is, byte by byte."""
    await store.close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    await refused_untouched(path, "made by a newer Scrum Table")


async def test_nobody_else_reads_the_file(store: SqliteStore, path: Path) -> None:
    """Seeds and hidden cards are in it, and in its log."""
    for file in (path, path.with_name(path.name + "-wal")):
        status = await asyncio.to_thread(file.stat)
        assert status.st_mode & 0o077 == 0


async def test_a_file_that_vanished_is_not_made_anew(store: SqliteStore, path: Path) -> None:
    """After a fault the store looks for its file; an empty one in its place would hide that all games are gone."""
    await store.append(opening("t"))
    await store._commits._link.drop()
    hidden = await asyncio.to_thread(path.rename, path.with_name("elsewhere"))
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        await store.append(Append("t", events(2, 2)))
    await asyncio.to_thread(hidden.rename, path)
    await store.append(Append("t", events(2, 2)))


async def test_no_secret_in_the_log(store: SqliteStore, caplog: pytest.LogCaptureFixture) -> None:
    """Even at DEBUG the seed of a table is in no line."""
    with caplog.at_level(logging.DEBUG):
        await store.append(opening("t"))
    assert repr(record("t").seed)[2:-1] not in caplog.text
