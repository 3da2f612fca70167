"""One SQLite file: its connections, its schema, and advice for the operator when it can't be used."""

import asyncio
import json
import logging
import os
import re
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

from bot.files import is_default_file, make_folder
from bot.found import NO_FOLDER
from bot.kernel.store import Damaged, DatabaseRemoved, DiskFull, InDoubt, StoreUnavailable, Unusable
from storage.schema import Migration, announced, read_migrations, refuse_newer
from storage.sqlite.locks import FileLock, Locked

# --- ownership -------------------------------------------------------------------------------------------------------

_MAX_COMMAND = 200  # characters


class InUse(StoreUnavailable):
    """Another process owns the file; `owner` says which, in words."""

    def __init__(self, sentence: str, owner: str = "another process") -> None:
        super().__init__(sentence)
        self.owner = owner


@dataclass(frozen=True, slots=True)
class Owner:
    pid: int
    command: str
    host: str

    @classmethod
    def this_process(cls) -> Self:
        command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
        return cls(os.getpid(), command[:_MAX_COMMAND], socket.gethostname())

    def __str__(self) -> str:
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"process {self.pid}{where} ({self.command})"


class Ownership:
    """A process's lock on one database, shared by all its stores."""

    _held: "dict[Path, Ownership]" = {}  # noqa: RUF012  one for the whole process, as the lock is

    def __init__(self, path: Path, lock: FileLock) -> None:
        self._path = path
        self._lock = lock
        self._stores = 0
        self.versions: dict[str, int] = {}  # of tables that this process has changed; nobody else changes any

    def share(self) -> Self:
        """Hold the lock once more, until another `release`."""
        self._stores += 1
        return self

    @classmethod
    def take(cls, database: Path) -> "Ownership":
        """Lock the database for this process, or raise InUse with the sentence for the operator."""
        path = database.resolve()  # two names of one file are one file
        held = cls._held.get(path) or cls._locked(path)
        cls._held[path] = held
        return held.share()

    def release(self) -> None:
        self._stores -= 1
        if self._stores == 0:
            del self._held[self._path]
            self._lock.release()

    @classmethod
    def _locked(cls, path: Path) -> "Ownership":
        try:
            owner = json.dumps(asdict(Owner.this_process())).encode()
            return cls(path, FileLock.take(path.with_name(f"{path.name}.lock"), owner))
        except Locked as busy:
            raise _in_use(path, _read(busy.holder)) from None


def _read(holder: bytes) -> Owner | None:
    try:
        return Owner(**json.loads(holder))
    except (ValueError, TypeError):  # it has only just been locked
        return None


def _in_use(path: Path, owner: Owner | None) -> InUse:
    whose = str(owner or "another process")
    return InUse(
        f"The database {path} is in use by {whose}. An SQLite file belongs to one process at a time: use that one, "
        "stop it, or give this one another file (--db FILE or DATABASE_URL).",
        whose,
    )


# --- presence --------------------------------------------------------------------------------------------------------

_Identity = tuple[int, int]


class Presence:
    """The identities of a database and its write-ahead log while this process has connections to them."""

    def __init__(self, database: Path) -> None:
        self._database = str(database)
        self._log = f"{database}-wal"
        self._opened: dict[str, _Identity | None] = {}
        self._connections = 0

    def connected(self) -> None:
        self._connections += 1

    def disconnected(self) -> None:
        self._connections -= 1
        if not self._connections:
            self._opened.pop(self._log, None)  # SQLite removes the log with the last connection

    def remember(self) -> None:
        """Remember the identities of both files; call it in a transaction: both files exist then."""
        for path in (self._database, self._log):
            if path not in self._opened:
                self._opened[path] = _identity(path)

    def require(self) -> None:
        for path, opened in self._opened.items():
            if _identity(path) != opened:
                raise DatabaseRemoved(
                    f"{path} was removed or replaced while Scrum Table was running, so nothing more is stored. Put the "
                    "file back, or stop Scrum Table, restore a backup if you need one, and start it again."
                )


def _identity(path: str) -> _Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  for each commit, and twice as fast as Path.stat
    except OSError:
        return None
    return found.st_dev, found.st_ino


Given = TypeVar("Given")
Made = TypeVar("Made")

_MINIMUM_SQLITE = (3, 37)  # for STRICT tables

logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG lines contain every stored value, seeds included

# Errors of one change; every other sqlite3.DatabaseError is a problem with the file, the disk or the machine.
BAD_CHANGES = (sqlite3.IntegrityError, sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError)

_ADVICE = {
    "SQLITE_BUSY": "is locked by another program. Close whatever else uses it (a database browser, a backup); "
    "the next request will then work again.",
    "SQLITE_FULL": "can't grow because the disk is full. Free some space; the next request will then work again.",
    "SQLITE_READONLY": "is read-only. Give the user who runs Scrum Table write access to the file and its folder.",
    "SQLITE_CANTOPEN": "can't be opened. Make sure its folder exists and the user who runs Scrum Table may write "
    "to it, or set DATABASE_URL to another file.",
    "SQLITE_NOTADB": "is not a SQLite database; it was left unchanged. Set DATABASE_URL to another file.",
    "SQLITE_CORRUPT": "is damaged. Stop Scrum Table and restore a backup.",
    "SQLITE_IOERR": "can't be read or written. Check the disk, its free space and the system log.",
}
_KINDS: dict[str, type[StoreUnavailable]] = {
    "SQLITE_FULL": DiskFull,
    # everything was written, so if the process ends now, the next one may find the change in the log
    "SQLITE_IOERR_FSYNC": InDoubt,
    "SQLITE_IOERR_DIR_FSYNC": InDoubt,
    "SQLITE_NOTADB": Damaged,
    "SQLITE_CORRUPT": Damaged,
}


@dataclass(frozen=True, slots=True)
class SqliteFile:
    path: Path
    busy_timeout: float  # seconds to wait while another process locks the file
    damage: list[str] = field(default_factory=list, compare=False)  # that anybody has found so far

    @classmethod
    def at(cls, path: Path | str, busy_timeout: float) -> Self:
        return cls(Path(path).absolute(), busy_timeout)  # stays the same file if the working directory changes

    def unavailable(self, error: Exception) -> StoreUnavailable:
        name = getattr(error, "sqlite_errorname", "")
        for beginning, advice in _ADVICE.items():
            if name.startswith(beginning):
                kind = next((kind for start, kind in _KINDS.items() if name.startswith(start)), StoreUnavailable)
                found = kind(f"The database {self.path} {advice}")
                if isinstance(found, Damaged):
                    self.damage.append(str(found))
                return found
        return StoreUnavailable(f"The database {self.path} can't be used ({error}). Check the file and its disk.")

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        """Turn file errors into StoreUnavailable with advice for the operator; pass errors of one change through."""
        try:
            yield
        except BAD_CHANGES:
            raise
        except sqlite3.Error as error:
            raise self.unavailable(error) from error

    async def own(self, schemas: Iterable[str] = ()) -> Ownership:
        """Make this process the owner of the file, created if needed and migrated to the newest schema.

        `schemas`: what parts from elsewhere need, too.
        """
        owned = self._take()
        try:
            await self._prepare(schemas)
        except BaseException:
            owned.release()
            raise
        return owned

    def _take(self) -> Ownership:
        try:
            require_folder(self.path)
            if not self.path.exists():
                self.path.touch(mode=0o600)  # it holds seeds and hidden cards
            return Ownership.take(self.path)
        except OSError as error:
            raise StoreUnavailable(
                f"The database {self.path} can't be created ({error.strerror}). Create its folder and give the user "
                "who runs Scrum Table write access, or set DATABASE_URL to another file."
            ) from error

    async def _prepare(self, schemas: Iterable[str]) -> None:
        if sqlite3.sqlite_version_info < _MINIMUM_SQLITE:
            raise Unusable(
                f"This Python has SQLite {sqlite3.sqlite_version}; Scrum Table needs at least 3.37. Use a newer Python."
            )
        with self.translated_errors():
            connection = await self.connect()
            try:
                await self._migrate(connection)
                for sql in schemas:
                    await connection.executescript(sql)
            finally:
                await connection.close()

    @property
    def _uri(self) -> str:
        return f"{self.path.as_uri()}?mode=rw"

    def connect_here(self) -> sqlite3.Connection:
        """A connection for any thread, without settings."""
        return sqlite3.connect(self._uri, uri=True, timeout=self.busy_timeout, check_same_thread=False)

    def _try_to_open(self) -> None:
        """Fail here if the file can't be opened: aiosqlite would leave a thread that outlives the event loop."""
        self.connect_here().close()

    async def connect(self, *settings: str) -> aiosqlite.Connection:
        """Connect to the existing file; one that has vanished is not replaced by an empty one."""
        await asyncio.to_thread(self._try_to_open)
        connection = aiosqlite.connect(self._uri, uri=True, timeout=self.busy_timeout, isolation_level=None)
        # a process that ends without closing (a crash, a failed test) must not wait for this thread
        connection._thread.daemon = True  # noqa: SLF001  aiosqlite has no option for it
        await connection
        try:
            await connection.execute("PRAGMA synchronous = FULL")  # in WAL mode, NORMAL may lose the latest commits
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
        if await _is_foreign(connection):
            raise another_programs(self.path)
        await self._use_write_ahead_log(connection)
        with announced(found, known):
            for migration in known[found:]:
                await _apply(connection, migration)

    async def _use_write_ahead_log(self, connection: aiosqlite.Connection) -> None:
        """Switch to write-ahead logging, persistently, so that readers and the writer don't block each other."""
        mode = await self._journal_mode(connection)
        if mode != "wal":
            raise Unusable(
                f"The database {self.path} can't be used from several connections (journal mode {mode}). "
                "Put it on a local disk, not on a network share."
            )

    async def _journal_mode(self, connection: aiosqlite.Connection) -> object:
        # SQLite's busy timeout does not apply while another starting process changes the mode.
        clock = asyncio.get_running_loop()
        give_up = clock.time() + self.busy_timeout
        while True:
            try:
                return await _first_value(connection, "PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or clock.time() > give_up:
                    raise
            await asyncio.sleep(0.02)


class LazyConnection:
    """A connection opened on first use, and again after `drop`.

    A connection may outlive its file: once the disk was read-only or the file was restored, only a new one works.

    Its thread does one call after the other, so what was asked before `drop` is still answered.
    """

    def __init__(self, file: SqliteFile, presence: Presence, *settings: str) -> None:
        self._file = file
        self._presence = presence
        self._settings = settings
        self._connection: aiosqlite.Connection | None = None
        self._opening = asyncio.Lock()

    async def connection(self) -> aiosqlite.Connection:
        if self._connection is None:
            async with self._opening:
                if self._connection is None:
                    self._connection = await self._file.connect(*self._settings)
                    self._presence.connected()
        return self._connection

    @property
    def is_open(self) -> bool:
        return self._connection is not None

    async def drop(self) -> None:
        """Close the connection. Errors are ignored: what could not be stored was already reported."""
        async with self._opening:
            connection, self._connection = self._connection, None
            if connection is not None:
                with suppress(sqlite3.Error):
                    await connection.close()
                self._presence.disconnected()


async def on_its_thread(
    connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection, Given], Made], given: Given
) -> Made:
    """Run a function on the connection's thread: aiosqlite has no public call for it."""
    return await connection._execute(work, connection._conn, given)  # type: ignore[no-untyped-call, no-any-return]  # noqa: SLF001


@cache
def sqlite_parameters(sql: str) -> str:
    """The statement with $1 written as SQLite does."""
    return re.sub(r"\$(\d)", r"?\1", sql)


async def _apply(connection: aiosqlite.Connection, migration: Migration) -> None:
    """Apply a migration unless another starting process has just done so."""
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
    """Split a script into statements: executescript() would commit the open transaction."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def require_folder(path: Path) -> None:
    """Create the folder of the default place. Any other has to be there: one that is missing may be a typing error."""
    if is_default_file(path):
        make_folder(path.parent)
    elif not path.parent.is_dir():
        raise Unusable(f"There is no folder {path.parent} for the database, so nothing was created. {NO_FOLDER}")


def another_programs(path: Path) -> Unusable:
    return Unusable(
        f"The database {path} belongs to another program; it was left unchanged. Set DATABASE_URL to another file."
    )


async def _is_foreign(connection: aiosqlite.Connection) -> bool:
    filled = await _first_value(connection, "SELECT count(*) FROM sqlite_schema")
    return bool(filled) and await _version(connection) == 0  # in this order: another process may be creating our tables


async def _version(connection: aiosqlite.Connection) -> int:
    return int(str(await _first_value(connection, "PRAGMA user_version")))


async def _first_value(connection: aiosqlite.Connection, sql: str) -> object:
    for row in await connection.execute_fetchall(sql):
        return row[0]
    return None
