"""Reads a SQLite file for a tool, beside its owner or alone, and leaves everything as it was.

SQLite creates a `-wal` and a `-shm` file beside a file in WAL mode even to read it, and a reader can't remove them
again: the service's own user might not be able to open them. But where there is no log, nobody has the file open. Then
it is read as one that can't change, which needs no other file and no lock. If it has changed after all, because the
service was started meanwhile, what was read counts for nothing, and is read again beside the service.
"""

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from bot.found import FoundDatabase, NoDatabase
from bot.kernel.store import Damaged, StoreUnavailable, Unusable
from storage import inspection
from storage.parts import Parts
from storage.schema import read_migrations
from storage.sqlite.file import SqliteFile, another_programs, sqlite_parameters
from storage.statements import ReadingStore, Rows, Values, store_is_closed

Made = TypeVar("Made")

BUSY_TIMEOUT = 5.0  # seconds to wait while another program locks the file

SQLITE_CHECKS = {"PRAGMA integrity_check(20)": inspection.damage}


class Reading:
    """A connection that can't change anything, opened on first use. For one thread at a time."""

    def __init__(self, path: Path, busy_timeout: float = BUSY_TIMEOUT) -> None:
        self._path = path
        self._busy_timeout = busy_timeout
        self._connection: sqlite3.Connection | None = None
        self._unused: tuple[int, ...] | None = None  # how the file looked, if it is read as one that can't change

    def read(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        """Do this with what is stored now; more than once, if it changes meanwhile."""
        while True:
            connection = self._connection or self._connect()
            try:
                made = work(connection)
            except sqlite3.Error:
                if not self._changed():
                    raise
            else:
                if not self._changed():
                    return made
            self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> sqlite3.Connection:
        self._unused = _unused(self._path)
        if self._unused is None:
            _require_shared_memory(self._path)
        uri = f"{self._path.as_uri()}?mode=ro{'&immutable=1' if self._unused else ''}"
        self._connection = sqlite3.connect(
            uri, uri=True, timeout=self._busy_timeout, isolation_level=None, check_same_thread=False
        )
        return self._connection

    def _changed(self) -> bool:
        return self._unused is not None and _unused(self._path) != self._unused


def _unused(path: Path) -> tuple[int, ...] | None:
    """Which file it is and when it was written; None if somebody has it open, or was killed while they had."""
    if any(_beside(path, end).exists() for end in ("-wal", "-journal")):
        return None
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
    return None


def _require_shared_memory(path: Path) -> None:
    """Refuse to create the `-shm` file under another user's name; for root, SQLite gives it to the file's owner."""
    if sys.platform != "win32":  # where files have no such owner
        lacking = _beside(path, "-wal").exists() and not _beside(path, "-shm").exists()
        if lacking and os.geteuid() not in {0, path.stat().st_uid}:
            raise StoreUnavailable(
                f"The database {path} has a log that its owner should read first. Run this as the user who owns it."
            )


def _beside(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")


class SqliteReader(ReadingStore):
    def __init__(self, file: SqliteFile, parts: Parts) -> None:
        self._file = file
        self._kinds = parts
        self._reading = Reading(file.path, file.busy_timeout)
        self._one_at_a_time = asyncio.Lock()
        self._closed = False

    @classmethod
    def at(cls, path: Path, parts: Parts) -> "SqliteReader":
        file = SqliteFile.at(path, BUSY_TIMEOUT)
        require_file(file.path)
        return cls(file, parts)

    async def found(self) -> FoundDatabase:
        known = len(read_migrations("sqlite"))
        schema, names = await self.queries(
            ("PRAGMA user_version", ()), ("SELECT name FROM sqlite_schema WHERE type = 'table'", ())
        )
        place = str(self._file.path)
        if not names:
            return FoundDatabase("sqlite", place, schema=0, known=known, tables=0)
        if not schema[0][0] or ("tables",) not in names:
            raise another_programs(self._file.path)
        return FoundDatabase("sqlite", place, schema[0][0], known, await self._tables())

    async def _tables(self) -> int | None:
        try:
            ((tables,),) = await self.query("SELECT count(*) FROM tables")
        except Damaged:
            return None
        return int(tables)

    async def problems(self) -> tuple[str, ...]:
        return await inspection.problems(self, self._kinds, SQLITE_CHECKS)

    async def find_people(self, wanted: str) -> tuple[tuple[str, str], ...]:
        return await inspection.people(self, self._kinds, wanted)

    async def query(self, sql: str, *values: object) -> Rows:
        (rows,) = await self.queries((sql, values))
        return rows

    async def queries(self, *asked: tuple[str, Values]) -> Sequence[Rows]:
        async with self._one_at_a_time:
            if self._closed:
                raise store_is_closed()
            with self._file.translated_errors():
                return await asyncio.to_thread(self._reading.read, partial(fetch_at_once, asked=asked))

    async def close(self) -> None:
        async with self._one_at_a_time:
            self._closed = True
            self._reading.close()


def require_file(path: Path) -> None:
    try:
        if stat.S_ISDIR(path.stat().st_mode):
            raise Unusable(f"{path} is a folder. Set DATABASE_URL or --db to a file.")
    except (FileNotFoundError, NotADirectoryError):
        raise NoDatabase(path) from None
    except OSError as error:
        raise StoreUnavailable(
            f"The database {path} can't be read ({error.strerror}). Run this as the user who runs Scrum Table."
        ) from error


def fetch_at_once(connection: sqlite3.Connection, asked: Sequence[tuple[str, Values]]) -> Sequence[Rows]:
    """Fetch all of them in one call, as of one moment."""
    try:
        connection.execute("BEGIN")
        return [connection.execute(sqlite_parameters(sql), values).fetchall() for sql, values in asked]
    finally:
        connection.rollback()  # ends the snapshot; nothing was written
