"""Copies of a whole SQLite database, made while the service runs, and put back while it does not.

A copy is one file that needs no other beside it. It comes into being under another name, is checked there, and gets its
own name only when nothing is wrong with it: whoever finds a file has a whole one.
"""

import asyncio
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage import FORMS, sqlite_path
from storage.migrations import read_migrations, refuse_newer
from storage.sqlite.file import SqliteFile

POSTGRES = (
    "PostgreSQL brings its own tools for this: make a backup with pg_dump and put it back with pg_restore, "
    "as docs/operations.md describes."
)
OURS = {"tables", "events", "rooms", "people", "timers"}  # in every version so far
BESIDE = ("-wal", "-shm", "-journal")  # what SQLite would apply to whatever file it finds under the name
PATIENCE = 5.0  # seconds to wait while another process holds the file
IN_USE = ("SQLITE_BUSY", "SQLITE_LOCKED")
DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


async def back_up(url: str, target: Path) -> None:
    """Copy the database into a new file. Nobody has to wait for it, and what was stored when it began is in it."""
    await asyncio.to_thread(_back_up, _file(url), target)


async def restore(source: Path, url: str, *, replace: bool) -> None:
    """Put a copy in the place of the database, which nobody may be using."""
    await asyncio.to_thread(_restore, source, _file(url), replace=replace)


def _file(url: str) -> Path:
    scheme, _, rest = url.partition("://")
    match scheme.lower():
        case "sqlite":
            return sqlite_path(rest).resolve()  # where a link leads to is what is replaced, not the link
        case "postgresql" | "postgres":
            raise ValueError(POSTGRES)
        case _:
            raise ValueError(FORMS)


def _back_up(path: Path, target: Path) -> None:
    if not path.exists():
        raise ValueError(f"There is no database {path} to make a backup of. Let DATABASE_URL name the right file.")
    _refuse_existing(target)
    with _new_file(target) as new:
        with SqliteFile(path, PATIENCE).faults():
            _copy(path, new, mode="rw")
        _check(new, of=path)
        _refuse_existing(target)  # it took a while
        new.rename(target)
    _settle(target.parent)


def _restore(source: Path, path: Path, *, replace: bool) -> None:
    if not source.exists():
        raise ValueError(f"There is no file {source}. Name the backup that is to be put back.")
    if not replace and any(file.exists() for file in (path, *_beside(path))):
        raise ValueError(
            f"There is a database {path} already; it was left as it is. Ask for it to be replaced if nothing in it "
            "is needed any more, or let DATABASE_URL name another file."
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    with _new_file(path) as new:
        try:
            _copy(source, new, mode="ro")
        except sqlite3.Error as error:
            raise ValueError(f"{source} cannot be read as a backup ({error}). Take another one.") from error
        _check(new, of=source)
        with _nobody_uses(path):
            for file in _beside(path):
                file.unlink(missing_ok=True)
            new.replace(path)
    _settle(path.parent)


def _copy(source: Path, target: Path, *, mode: str) -> None:
    """All pages in one step: in several, each change in between would make it begin again."""
    with closing(_connect(source, mode)) as old, closing(_connect(target, "rw")) as new:
        old.backup(new, pages=-1)
        new.execute("PRAGMA journal_mode = DELETE")  # a single file, also where nothing can be written beside it


def _check(copy: Path, *, of: Path) -> None:
    """Whether it is ours, of a version that this program knows, and sound."""
    with closing(_connect(copy, "ro")) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not version or not names >= OURS:
            raise ValueError(f"{of} is not a database of Scrum Table; nothing was changed.")
        refuse_newer(version, read_migrations("sqlite"))
        try:
            found = [line for (line,) in connection.execute("PRAGMA integrity_check(3)")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
    if found != ["ok"]:
        raise ValueError(f"{of} is damaged ({'; '.join(found)}); nothing was changed. An older backup may be sound.")


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """A file of another name beside the target, for its owner alone; gone afterwards if it was not renamed."""
    new = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    new.touch(mode=0o600, exist_ok=False)  # seeds and hidden cards are nobody else's business
    try:
        yield new
    finally:
        for file in (new, *_beside(new)):
            file.unlink(missing_ok=True)


def _refuse_existing(target: Path) -> None:
    if target.exists():
        raise ValueError(f"There is a file {target} already; it was left as it is. Name another one.")


@contextmanager
def _nobody_uses(path: Path) -> Iterator[None]:
    """Keep everybody else out of the database; a damaged one can be used by nobody."""
    if not path.exists():
        yield
        return
    with closing(_connect(path, "rw")) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = DELETE")  # only who is alone may end the write-ahead log
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            if name.startswith(IN_USE):
                raise ValueError(
                    f"The database {path} is in use; it was left as it is. Stop Scrum Table, then ask again."
                ) from error
            if not name.startswith(DAMAGED):
                raise SqliteFile(path, PATIENCE).unavailable(error) from error
        yield


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)


def _beside(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in BESIDE]


def _settle(folder: Path) -> None:
    """Let the new name outlive a power cut too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
