"""One SQLite file: its connections, its schema, and what to tell the operator when it cannot be used."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self

import aiosqlite

from bot.ports import StoreUnavailable
from storage.migrations import Migration, read_migrations, refuse_newer

OLDEST_SQLITE = (3, 37)  # STRICT tables

logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG lines hold every value stored, seeds included

# Mistakes in one change; every other sqlite3.DatabaseError is a fault of the file, the disk or the machine.
REFUSALS = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)

WHAT_TO_DO = {
    "SQLITE_BUSY": "is locked by another program. Close what else uses it (a database browser, a backup); "
    "then the next request works again.",
    "SQLITE_FULL": "cannot grow, the disk is full. Free some space; then the next request works again.",
    "SQLITE_READONLY": "is read-only. Let the user who runs Scrum Table write to the file and its folder.",
    "SQLITE_CANTOPEN": "cannot be opened. See that its folder exists and that the user who runs Scrum Table may write "
    "to it, or let DATABASE_URL name another file.",
    "SQLITE_NOTADB": "is not an SQLite database; it was left as it is. Let DATABASE_URL name another file.",
    "SQLITE_CORRUPT": "is damaged. Stop Scrum Table and put a backup in its place.",
    "SQLITE_IOERR": "cannot be read or written. Check the disk, its free space and the system log.",
}


@dataclass(frozen=True, slots=True)
class SqliteFile:
    path: Path
    patience: float  # seconds to wait while another process holds the file

    @classmethod
    def at(cls, path: Path | str, patience: float) -> Self:
        return cls(Path(path).absolute(), patience)  # it stays the same file wherever the process goes

    def unavailable(self, error: Exception) -> StoreUnavailable:
        name = getattr(error, "sqlite_errorname", "")
        for beginning, advice in WHAT_TO_DO.items():
            if name.startswith(beginning):
                return StoreUnavailable(f"The database {self.path} {advice}")
        return StoreUnavailable(f"The database {self.path} cannot be used ({error}). Check the file and its disk.")

    @contextmanager
    def faults(self) -> Iterator[None]:
        """Tell the operator what is wrong with the file; let refusals of a single change through."""
        try:
            yield
        except REFUSALS:
            raise
        except sqlite3.Error as error:
            raise self.unavailable(error) from error

    async def prepare(self) -> None:
        """Create the file if there is none, and bring it to the newest schema."""
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StoreUnavailable(
                f"This Python has SQLite {sqlite3.sqlite_version}; Scrum Table needs 3.37. Use a newer Python."
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self.path.touch(mode=0o600)  # seeds and hidden cards are nobody else's business
        except OSError as error:
            raise StoreUnavailable(
                f"The database {self.path} cannot be created ({error.strerror}). Make its folder, let the user who "
                "runs Scrum Table write to it, or let DATABASE_URL name another file."
            ) from error
        with self.faults():
            connection = await self.connect()
            try:
                await self._migrate(connection)
            finally:
                await connection.close()

    @property
    def _uri(self) -> str:
        return f"{self.path.as_uri()}?mode=rw"

    def _try_to_open(self) -> None:
        """Fail here if it cannot be: aiosqlite leaves a thread behind then, which trips over a loop that ends soon."""
        sqlite3.connect(self._uri, uri=True).close()

    async def connect(self, *settings: str) -> aiosqlite.Connection:
        """A connection to the file as it is: one that vanished meanwhile is not replaced by an empty one."""
        await asyncio.to_thread(self._try_to_open)
        connection = aiosqlite.connect(self._uri, uri=True, timeout=self.patience, isolation_level=None)
        # a process that ends without closing, by a fault or a failed test, must not wait for this thread for ever
        connection._thread.daemon = True  # noqa: SLF001  there is no other way to say it
        await connection
        try:
            await connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, less would lose the latest commits
            await connection.execute("PRAGMA foreign_keys = ON")
            for setting in settings:
                await connection.execute(setting)
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _migrate(self, connection: aiosqlite.Connection) -> None:
        known = read_migrations("sqlite")
        found = await _version(connection)
        refuse_newer(found, known)
        if await _foreign(connection):
            raise StoreUnavailable(
                f"The database {self.path} belongs to another program; it was left as it is. "
                "Let DATABASE_URL name another file."
            )
        await self._write_ahead(connection)
        for migration in known[found:]:
            await _apply(connection, migration)

    async def _write_ahead(self, connection: aiosqlite.Connection) -> None:
        """Write ahead: readers and the writer do not wait for each other. The file remembers it."""
        mode = await self._journal_mode(connection)
        if mode != "wal":
            raise StoreUnavailable(
                f"The database {self.path} cannot be used from several connections (journal mode {mode}). "
                "Put it on a local disk, not on a network share."
            )

    async def _journal_mode(self, connection: aiosqlite.Connection) -> object:
        # SQLite does not wait by itself while another process that starts up is changing the mode.
        clock = asyncio.get_running_loop()
        give_up = clock.time() + self.patience
        while True:
            try:
                return await _first_value(connection, "PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or clock.time() > give_up:
                    raise
            await asyncio.sleep(0.02)


class Link:
    """A connection that is made when it is needed, and made anew after a fault.

    A connection can outlive its file: after a disk was read-only or a file was put back, only a new one works.
    """

    def __init__(self, file: SqliteFile, *settings: str) -> None:
        self._file = file
        self._settings = settings
        self._connection: aiosqlite.Connection | None = None

    async def connection(self) -> aiosqlite.Connection:
        if self._connection is None:
            self._connection = await self._file.connect(*self._settings)
        return self._connection

    async def drop(self) -> None:
        """Close it; what could not be stored has been reported already."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                await connection.close()


@cache
def numbered(sql: str) -> str:
    """SQLite's way to write $1."""
    return re.sub(r"\$(\d)", r"?\1", sql)


async def _apply(connection: aiosqlite.Connection, migration: Migration) -> None:
    """Unless another process that starts up has done so just now."""
    await connection.execute("BEGIN IMMEDIATE")
    try:
        if await _version(connection) < migration.version:
            for statement in _statements(migration.sql):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version = {migration.version}")
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


def _statements(sql: str) -> Iterator[str]:
    """One by one: executescript() would commit what was begun."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


async def _foreign(connection: aiosqlite.Connection) -> bool:
    filled = await _first_value(connection, "SELECT count(*) FROM sqlite_schema")
    return bool(filled) and await _version(connection) == 0  # in this order: another process may be creating ours


async def _version(connection: aiosqlite.Connection) -> int:
    return int(str(await _first_value(connection, "PRAGMA user_version")))


async def _first_value(connection: aiosqlite.Connection, sql: str) -> object:
    for row in await connection.execute_fetchall(sql):
        return row[0]
    return None
