"""One process owns a SQLite file; the lock ends with the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage import open_store, open_to_read
from storage.sqlite import locks
from storage.sqlite.file import InUse, Owner, Ownership
from tests.kill import ROOT
from tests.storage.examples import opening

OWN = (
    "import sys, pathlib; from storage.sqlite.file import Ownership; "
    "Ownership.take(pathlib.Path(sys.argv[1])); print('owned', flush=True); sys.stdin.read()"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def another_owner(path: Path) -> "subprocess.Popen[str]":
    """A process that owns the file until its standard input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWN, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "owned\n"
    return process


def test_the_second_process_is_told_who_the_first_is(path: Path) -> None:
    """Its process id and command are named; after kill -9 the file is free again."""
    with another_owner(path) as process:
        with pytest.raises(InUse, match=rf"in use by process {process.pid} \(-c .*give this one another file"):
            Ownership.take(path)
        process.kill()
    Ownership.take(path).release()
    assert list(path.parent.iterdir()) == [], "the owner removes its side file"


def test_two_names_of_one_file(path: Path) -> None:
    """A symbolic link doesn't get around the lock."""
    link = path.with_name("link.db")
    link.symlink_to(path)
    with another_owner(path) as process:
        with pytest.raises(InUse):
            Ownership.take(link)
        process.kill()


def test_stores_of_one_process_share_the_lock(path: Path) -> None:
    """It is released with the last of them."""
    first, second = Ownership.take(path), Ownership.take(path)
    first.release()
    assert path.with_name("tables.db.lock").exists()
    second.release()
    assert not path.with_name("tables.db.lock").exists()


def test_workers_do_not_inherit_the_lock(path: Path) -> None:
    """A forked worker that outlives its parent doesn't keep the file."""
    reader, writer = os.pipe()
    parent = os.fork()
    if not parent:
        Ownership.take(path)
        if os.fork():  # the parent ends, and its child stays
            os._exit(0)
        os.close(writer)
        os.read(reader, 1)  # until the test is over
        os._exit(0)
    os.waitpid(parent, 0)
    Ownership.take(path).release()
    os.close(writer)
    os.close(reader)


def test_an_owner_without_a_name(path: Path) -> None:
    """Between locking and writing its name, an owner is just another process."""
    with another_owner(path) as process:
        path.with_name("tables.db.lock").write_text("")
        with pytest.raises(InUse, match="in use by another process"):
            Ownership.take(path)
        process.kill()


def test_an_owner_on_another_computer() -> None:
    """A volume may be shared by containers: their process ids mean nothing here."""
    assert str(Owner(7, "scrum-table play", "elsewhere")) == "process 7 on elsewhere (scrum-table play)"


async def test_reading_beside_the_owner(path: Path) -> None:
    """A tool reads what the owner has stored, and takes nothing from it."""
    url = f"sqlite:///{path}"
    store = await open_store(url)
    await store.append(opening("t"))
    await store.close()
    with another_owner(path) as process:
        reader = await open_to_read(url)
        assert await reader.table_ids() == ("t",)
        assert await reader.problems() == ()
        await reader.close()
        process.kill()


def test_a_side_file_that_its_owner_removes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between our two calls: whoever then locks what has no name any more owns nothing, and tries again."""
    side_file, lock = path.with_suffix(".lock"), locks._try_to_lock
    tries: list[int] = []

    def removed_first(handle: int) -> None:
        if not tries:
            side_file.unlink()
        tries.append(handle)
        lock(handle)

    monkeypatch.setattr("storage.sqlite.locks._try_to_lock", removed_first)
    held = locks.FileLock.take(side_file, b"me")
    assert len(tries) == 2
    assert side_file.read_bytes() == b"me\n"
    held.release()
    assert not side_file.exists()
