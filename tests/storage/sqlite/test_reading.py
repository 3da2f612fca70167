"""Tools read a SQLite file beside its owner, after a crash or alone, and leave the folder as it was."""

import os
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.found import NoDatabase
from bot.kernel.store import Append, StoreUnavailable
from storage import describe, open_store, open_to_read
from storage.backup import back_up, restore
from storage.sqlite.reading import Reading
from tests.storage.examples import events, opening

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")

_Look = dict[str, tuple[int, int, int, bytes]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can enter; pytest's own can't be."""
    found = Path(tempfile.mkdtemp(prefix="scrum-read-"))
    found.chmod(0o755)
    yield found
    shutil.rmtree(found)


def look(folder: Path) -> _Look:
    """Everything about the files in a folder; the contents of shared memory may be any."""
    return {
        file.name: (
            file.stat().st_ino,
            file.stat().st_mtime_ns if not file.name.endswith("-shm") else 0,
            file.stat().st_uid,
            b"" if file.name.endswith("-shm") else file.read_bytes(),
        )
        for file in sorted(folder.iterdir())
    }


async def everything_read(path: Path, copies: Path) -> int:
    """What every tool does with a file; returns the number of its tables."""
    url = f"sqlite:///{path}"
    found = await describe(url)
    reader = await open_to_read(url)
    assert await reader.problems() == ()
    assert found.tables == len(await reader.table_ids())
    await reader.close()
    copy = copies / "copy.db"
    copy.unlink(missing_ok=True)
    await back_up(url, copy)
    return found.tables


async def filled(path: Path, tables: int = 1) -> None:
    store = await open_store(f"sqlite:///{path}")
    for number in range(tables):
        await store.append(opening(f"t{number}"))
    await store.close()


async def test_a_file_that_nobody_uses(folder: Path, tmp_path: Path) -> None:
    """No log, no shared memory and no lock file appear, and not a byte changes."""
    await filled(folder / "tables.db")
    before = look(folder)
    assert await everything_read(folder / "tables.db", tmp_path) == 1
    assert look(folder) == before
    assert list(before) == ["tables.db"]


async def test_beside_the_owner(folder: Path, tmp_path: Path) -> None:
    """What was stored a moment ago is read from the log; the owner goes on, and cleans up as always."""
    store = await open_store(f"sqlite:///{folder / 'tables.db'}")
    await store.append(opening("t"))
    before = look(folder)
    assert await everything_read(folder / "tables.db", tmp_path) == 1
    assert look(folder) == before
    await store.append(Append("t", events(2, 2)))
    await store.close()
    assert list(look(folder)) == ["tables.db"]


def in_child(work: Callable[[], None], user: int | None = None) -> int:
    """Run it in a process of its own, as another user if wanted; its exit code, or minus the signal that ended it."""
    child = os.fork()
    if not child:
        code = 70
        try:
            if user is not None:
                os.setgroups([])
                os.setgid(user)
                os.setuid(user)
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def store_and_die(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO languages VALUES ('ann', 'de')")
    connection.commit()
    os.kill(os.getpid(), signal.SIGKILL)


async def test_after_a_crash(folder: Path, tmp_path: Path) -> None:
    """The log that a killed process left is read and stays; only a start cleans it up."""
    path = folder / "tables.db"
    await filled(path)
    assert in_child(lambda: store_and_die(path)) == -signal.SIGKILL
    before = look(folder)
    assert list(before) == ["tables.db", "tables.db-shm", "tables.db-wal"]
    assert await everything_read(path, tmp_path) == 1
    reader = await open_to_read(f"sqlite:///{path}")
    assert await reader.query("SELECT * FROM languages") == [("ann", "de")]
    await reader.close()
    assert look(folder) == before
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT * FROM languages").fetchall() == [("ann", "de")]


async def test_the_service_starts_meanwhile(folder: Path) -> None:
    """A tool that began alone sees what the service stores from then on, also if it starts during one query."""
    url = f"sqlite:///{folder / 'tables.db'}"
    await filled(folder / "tables.db")
    reader = await open_to_read(url)
    assert await reader.table_ids() == ("t0",)
    store = await open_store(url)
    await store.append(opening("u"))
    assert await reader.table_ids() == ("t0", "u")
    await store.close()
    assert await reader.table_ids() == ("t0", "u")
    await reader.close()


async def test_a_change_during_a_query(folder: Path) -> None:
    """What was read as the file changed counts for nothing, even an error; it is read again."""
    path = folder / "tables.db"
    await filled(path)
    counted: list[int] = []

    def count(connection: sqlite3.Connection) -> int:
        counted.extend(connection.execute("SELECT count(*) FROM tables").fetchone())
        if len(counted) == 1:
            other = sqlite3.connect(path)
            other.execute("DELETE FROM tables")
            other.commit()
            other.close()  # the log is gone again
            raise sqlite3.DatabaseError("malformed")
        return counted[-1]

    reading = Reading(path)
    assert reading.read(count) == 0
    assert counted == [1, 0]
    reading.close()


def give_away(folder: Path) -> None:
    """The files belong to somebody else, and everybody may read them and create others."""
    folder.chmod(0o777)
    for file in folder.iterdir():
        os.chown(file, NOBODY, NOBODY)
        file.chmod(0o644)


@as_root
async def test_the_log_without_shared_memory(folder: Path) -> None:
    """Root leaves a file that the owner can use; another user is sent away before anything is created."""
    path = folder / "tables.db"
    await filled(path)
    assert in_child(lambda: store_and_die(path)) == -signal.SIGKILL
    shared = folder / "tables.db-shm"
    shared.unlink()
    give_away(folder)

    def read() -> None:
        Reading(path).read(lambda each: each.execute("SELECT 1 FROM tables").fetchone())

    assert in_child(read, NOBODY - 1) == 70
    assert not shared.exists()
    assert in_child(read) == 0
    assert shared.stat().st_uid == NOBODY


@as_root
async def test_a_folder_that_can_only_be_read(folder: Path) -> None:
    """A stopped service's file is read by anybody who may; beside a service it takes a log that they may read."""
    path = folder / "tables.db"
    await filled(path)
    path.chmod(0o444)
    before = look(folder)

    def read() -> None:
        reading = Reading(path)
        assert reading.read(lambda each: each.execute("SELECT count(*) FROM tables").fetchone()) == (1,)
        reading.close()

    assert in_child(read, NOBODY) == 0
    assert look(folder) == before
    store = await open_store(f"sqlite:///{path}")
    assert in_child(read, NOBODY) == 0
    path.with_name("tables.db-wal").chmod(0o000)
    assert in_child(read, NOBODY) == 70
    await store.close()


@pytest.mark.parametrize("name", ["tables.db", "mistyped/folder/tables.db", "a-file/tables.db"])
async def test_a_missing_file(folder: Path, name: str, tmp_path: Path) -> None:
    """One sentence names the file; neither it nor its folder is created."""
    (folder / "a-file").touch()
    path = folder / name
    for reading in (describe, open_to_read):
        with pytest.raises(NoDatabase, match=f"^There is no database {path}. Set DATABASE_URL or --db"):
            await reading(f"sqlite:///{path}")
    with pytest.raises(NoDatabase, match=f"^There is no database {path}. Set DATABASE_URL or --db"):
        await back_up(f"sqlite:///{path}", tmp_path / "copy.db")
    assert list(look(folder)) == ["a-file"]
    assert look(tmp_path) == {}


async def test_a_file_that_this_user_may_not_see(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of another user isn't taken for one without a database."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refused)
    with pytest.raises(
        StoreUnavailable, match=r"tables\.db can't be read \(Permission denied\)\. Run this as the user"
    ):
        await describe(f"sqlite:///{folder / 'tables.db'}")


@pytest.mark.parametrize("sql", ["CREATE TABLE recipes (name)", "CREATE TABLE recipes (name); PRAGMA user_version = 7"])
async def test_another_programs_file(folder: Path, sql: str) -> None:
    """It isn't taken for an older or a newer database of ours."""
    sqlite3.connect(folder / "recipes.db").executescript(sql).connection.close()
    before = look(folder)
    with pytest.raises(StoreUnavailable, match="belongs to another program"):
        await describe(f"sqlite:///{folder / 'recipes.db'}")
    assert look(folder) == before


@as_root
@pytest.mark.parametrize("exists", [True, False])
async def test_root_restores_for_the_service(folder: Path, tmp_path: Path, exists: bool) -> None:  # noqa: FBT001
    """The file belongs to the user who had it, or who has the folder, and nobody else can read it."""
    path = folder / "tables.db"
    await filled(path)
    await back_up(f"sqlite:///{path}", tmp_path / "copy.db")
    os.chown(path if exists else folder, NOBODY, NOBODY)
    if not exists:
        path.unlink()
    await restore(tmp_path / "copy.db", f"sqlite:///{path}", replace=exists)
    assert (path.stat().st_uid, path.stat().st_mode & 0o777) == (NOBODY, 0o600)
    assert list(look(folder)) == ["tables.db"]


async def test_a_plain_copy_is_restored_and_left_as_it_was(folder: Path, tmp_path: Path) -> None:
    """A file that somebody copied with `cp` is in WAL mode; restoring it creates nothing beside it."""
    await filled(folder / "tables.db")
    before = look(folder)
    await restore(folder / "tables.db", f"sqlite:///{tmp_path / 'new.db'}", replace=False)
    assert look(folder) == before
