"""Back up a SQLite database while the service runs, and restore it while the service is stopped.

A backup is a single file. It is written under a temporary name, checked, and renamed only if it is sound, so a file
with the final name is always complete.
"""

import asyncio
import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.files import sync_folder
from storage import URL_HELP, sqlite_path
from storage.schema import read_migrations, refuse_newer
from storage.sqlite.file import SqliteFile, require_folder
from storage.sqlite.reading import Reading, require_file

_USE_POSTGRES_TOOLS = (
    "PostgreSQL has its own tools for this: back up with pg_dump and restore with pg_restore, "
    "as described in docs/operations.md."
)
_OUR_TABLES = {"tables", "events", "rooms", "people", "timers"}  # in every version so far
_SIDE_FILES = ("-wal", "-shm", "-journal")  # SQLite applies these to any database file of the same name
BUSY_TIMEOUT = 5.0  # seconds to wait while another process locks the file
_IN_USE = ("SQLITE_BUSY", "SQLITE_LOCKED")
_DAMAGED = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


async def back_up(url: str, target: Path) -> None:
    """Copy the database into a new file without blocking the service; includes everything stored before the call."""
    await asyncio.to_thread(_back_up, _database_file(url), target)


async def restore(source: Path, url: str, *, replace: bool) -> None:
    """Replace the database by a backup. The database must not be in use."""
    await asyncio.to_thread(_restore, source, _database_file(url), replace=replace)


def _database_file(url: str) -> Path:
    scheme, _, rest = url.partition("://")
    match scheme.lower():
        case "sqlite":
            return sqlite_path(rest).resolve()  # replace the target of a symbolic link, not the link
        case "postgresql" | "postgres":
            raise ValueError(_USE_POSTGRES_TOOLS)
        case _:
            raise ValueError(URL_HELP)


def _back_up(path: Path, target: Path) -> None:
    require_file(path)
    _refuse_existing(target)
    with _temporary_file(target) as new:
        with SqliteFile(path, BUSY_TIMEOUT).translated_errors():
            _copy(path, new)
        _check(new, of=path)
        _refuse_existing(target)  # the copy took a while
        new.rename(target)
    sync_folder(target.parent)


def _restore(source: Path, path: Path, *, replace: bool) -> None:
    if not source.exists():
        raise ValueError(f"There is no file {source}. Give the backup to restore.")
    if not replace and any(file.exists() for file in (path, *_side_files(path))):
        raise ValueError(
            f"The database {path} already exists; it was left unchanged. Add --replace if you no longer need "
            "anything in it, or set DATABASE_URL to another file."
        )
    require_folder(path)
    with _temporary_file(path) as new:
        try:
            _copy(source.absolute(), new)
        except sqlite3.Error as error:
            raise ValueError(f"{source} can't be read as a backup ({error}). Try another one.") from error
        _check(new, of=source)
        _give_to_the_service(new, path)
        with _exclusive_access(path):
            for file in _side_files(path):
                file.unlink(missing_ok=True)
            sync_folder(path.parent)  # else a power cut could bring the old log back, beside the new database
            new.replace(path)
    sync_folder(path.parent)


def _copy(source: Path, target: Path) -> None:
    """Copy all pages in one step: in several, every change in between would restart the copy."""
    with closing(Reading(source, BUSY_TIMEOUT)) as reading, closing(_connect(target, "rw")) as new:
        reading.read(lambda old: _copy_pages(old, new))
        new.execute("PRAGMA journal_mode = DELETE")  # one file, readable in a read-only folder too


def _copy_pages(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """As of one moment. Reading first: a file that another program locks is an error then, while a copy would wait."""
    old.execute("BEGIN")
    try:
        old.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        old.backup(new, pages=-1)
    finally:
        old.rollback()


def _check(copy: Path, *, of: Path) -> None:
    """Check that the copy is a Scrum Table database of a known version and not damaged."""
    with closing(_connect(copy, "ro")) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not version or not names >= _OUR_TABLES:
            raise ValueError(f"{of} is not a Scrum Table database; nothing was changed.")
        refuse_newer(version, read_migrations("sqlite"))
        try:
            found = [line for (line,) in connection.execute("PRAGMA integrity_check(3)")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
    if found != ["ok"]:
        raise ValueError(f"{of} is damaged ({'; '.join(found)}); nothing was changed. An older backup may be sound.")


@contextmanager
def _temporary_file(target: Path) -> Iterator[Path]:
    """Create a file next to the target, readable by its owner only; delete it at the end unless it was renamed."""
    new = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    new.touch(mode=0o600, exist_ok=False)  # it holds seeds and hidden cards
    try:
        yield new
    finally:
        for file in (new, *_side_files(new)):
            file.unlink(missing_ok=True)


def _give_to_the_service(new: Path, path: Path) -> None:
    """Keep the owner of the database, or of its folder: root may restore it for a service that runs as another user."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = (path if path.exists() else path.parent).stat()
        os.chown(new, owner.st_uid, owner.st_gid)


def _refuse_existing(target: Path) -> None:
    if target.exists():
        raise ValueError(f"The file {target} already exists; it was left unchanged. Choose another name.")


@contextmanager
def _exclusive_access(path: Path) -> Iterator[None]:
    """Lock the database against every other process; a damaged one can't be in use."""
    if not path.exists():
        yield
        return
    with closing(_connect(path, "rw")) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA journal_mode = DELETE")  # only possible without other connections
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            if name.startswith(_IN_USE):
                raise ValueError(
                    f"The database {path} is in use; it was left unchanged. Stop Scrum Table, then try again."
                ) from error
            if not name.startswith(_DAMAGED):
                raise SqliteFile(path, BUSY_TIMEOUT).unavailable(error) from error
        if sys.platform == "win32":
            connection.close()  # an open file can't be replaced there, so nobody else can have opened it when it is
        yield


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_TIMEOUT, isolation_level=None)


def _side_files(path: Path) -> list[Path]:
    return [path.with_name(path.name + end) for end in _SIDE_FILES]
