"""The embedded store: one SQLite file, written by one task and read on a second connection."""

import asyncio
import json
import logging
import math
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

import aiosqlite

from bot.kernel.store import (
    CLOCK_TOLERANCE,
    AlreadyHandled,
    Append,
    Conflict,
    Damaged,
    DatabaseRemoved,
    Effect,
    Job,
    StoreUnavailable,
)
from storage import inspection, statements
from storage.parts import PARTS, Parts
from storage.schedule import ScheduleStore
from storage.sqlite.damage import DamageWatch
from storage.sqlite.file import (
    BAD_CHANGES,
    LazyConnection,
    Ownership,
    Presence,
    SqliteFile,
    on_its_thread,
    sqlite_parameters,
)
from storage.sqlite.reading import BUSY_TIMEOUT, SQLITE_CHECKS, fetch_at_once
from storage.statements import Rows, store_is_closed
from storage.writer import Writer

# --- write connection ------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

# Only a bug in the caller can violate any other constraint.
_CONFLICTS = {
    "SQLITE_CONSTRAINT_PRIMARYKEY": "the sequence number is taken",
    "SQLITE_CONSTRAINT_UNIQUE": "the request is already stored",
    "SQLITE_CONSTRAINT_NOTNULL": "the sequence number does not follow the last one, or the room shows another table",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "the table does not exist",
}

_FLAVOUR = statements.Flavour(among="IN (SELECT value FROM json_each($2))", as_parameter=json.dumps)

WIPE_AGAIN = 1.0  # seconds
_WIPE_WAIT = 200  # milliseconds: our own reads are shorter

_Batches = Sequence[tuple[str, list[statements.Values]]]  # statements with their rows


class _WriteConnection:
    def __init__(self, file: SqliteFile, presence: Presence, effects: Mapping[type[Effect], str]) -> None:
        self._file = file
        self._effects = effects
        self._presence = presence
        # deleted data is overwritten with zeros, not just unlinked
        self._lazy = LazyConnection(file, presence, "PRAGMA secure_delete = ON")
        self._transaction = asyncio.Lock()
        self._wiping: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._wiping is not None:
            self._wiping.cancel()
            await asyncio.wait({self._wiping})
        await self._lazy.drop()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[aiosqlite.Connection]:
        """The connection, for one transaction."""
        async with self._transaction:
            try:
                with self._file.translated_errors():
                    if not self._lazy.is_open:
                        self._presence.require()
                    yield await self._lazy.connection()
            except DatabaseRemoved:
                await self._save_log()
                raise
            except StoreUnavailable:
                await self._lazy.drop()
                raise

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Run one transaction on the connection; commit at the end, roll back on any error."""
        async with self._connected() as connection:
            try:
                self._presence.require()
                await connection.execute("BEGIN IMMEDIATE")
                self._presence.remember()
                yield connection
                await connection.commit()
                self._presence.require()  # before anything is acknowledged
            except BaseException:
                await connection.rollback()
                raise

    def _run_transaction(self, connection: sqlite3.Connection, batches: _Batches) -> None:
        """Run one transaction in one call, on the connection's thread."""
        try:
            self._presence.require()
            connection.execute("BEGIN IMMEDIATE")
            self._presence.remember()
            for sql, rows in batches:
                connection.executemany(sqlite_parameters(sql), rows)
            connection.commit()
            self._presence.require()
        except BaseException:
            connection.rollback()
            raise

    async def _save_log(self) -> None:
        """Copy the log into the database: if only the log was removed, nothing that was stored in it is lost."""
        if self._lazy.is_open:  # a new connection would start a new log
            with suppress(sqlite3.Error):
                await (await self._lazy.connection()).execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")

    async def wipe_log(self) -> None:
        """Truncate the write-ahead log, which still contains deleted data; later, while another process reads it."""
        if not await self._wiped() and self._wiping is None:
            self._wiping = asyncio.create_task(self._wipe_later(), name="wiping the log")

    async def _wipe_later(self) -> None:
        wiped = False
        while not wiped:
            await asyncio.sleep(WIPE_AGAIN)
            wiped = await self._wiped()
        self._wiping = None

    async def _wiped(self) -> bool:
        async with self._transaction:
            try:
                with self._file.translated_errors():
                    connection = await self._lazy.connection()
                    return await on_its_thread(connection, _truncate_log, self._file.busy_timeout)
            except StoreUnavailable as error:  # the removal itself is committed
                log.warning("Deleted data stays readable in the write-ahead log until it is overwritten: %s", error)
                return True

    async def commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        """Store everything durably; return the reason for each change that was refused, else None."""
        batches = statements.to_write(changes, marks, _FLAVOUR, self._effects)
        try:
            async with self._connected() as connection:
                await on_its_thread(connection, self._run_transaction, batches)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - a change was refused; the second run shows which and why
            async with self.transaction() as connection:
                await self._write(connection, (), marks)
                return [await self._write_separately(connection, change) for change in changes]
        return [None] * len(changes)

    async def _write(
        self, connection: aiosqlite.Connection, changes: Sequence[Append], marks: statements.Marks
    ) -> None:
        for sql, rows in statements.to_write(changes, marks, _FLAVOUR, self._effects):
            await connection.executemany(sqlite_parameters(sql), rows)

    async def _write_separately(self, connection: aiosqlite.Connection, change: Append) -> Exception | None:
        """Store one change; return the reason if it is refused."""
        await connection.execute("SAVEPOINT alone")
        refusal: Exception | None = None
        try:
            await self._write(connection, (change,), {})
        except Exception as error:
            if isinstance(error, sqlite3.Error) and not isinstance(error, BAD_CHANGES):
                raise  # a problem with the file, so the whole batch fails
            await connection.execute("ROLLBACK TO alone")
            refusal = await _reason(connection, change, error)
        await connection.execute("RELEASE alone")
        return refusal


def _truncate_log(connection: sqlite3.Connection, busy_timeout: float) -> bool:
    """Whether it was possible now: other tables don't wait for a reader's end."""
    try:
        connection.execute(f"PRAGMA busy_timeout = {_WIPE_WAIT}")
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {1000 * busy_timeout:.0f}")
    return not busy


class SqliteTransaction:
    def __init__(self, connection: aiosqlite.Connection, versions: dict[str, int]) -> None:
        self._connection = connection
        self._versions = versions

    async def fetch(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        return list(await self._connection.execute_fetchall(sqlite_parameters(sql), values))

    async def execute_many(self, sql: str, rows: Iterable[statements.Values]) -> None:
        if values := list(rows):
            await self._connection.executemany(sqlite_parameters(sql), values)

    async def changed(self, followed: Iterable[str]) -> None:
        """Do nothing: a file belongs to one process."""
        self.removed(followed)

    def removed(self, table_ids: Iterable[str]) -> None:
        for table_id in table_ids:
            self._versions.pop(table_id, None)


async def _reason(connection: aiosqlite.Connection, change: Append, error: Exception) -> Exception:
    name = getattr(error, "sqlite_errorname", "")
    if name not in _CONFLICTS:
        return error
    for request in statements.request_ids(change):
        if list(await connection.execute_fetchall(sqlite_parameters(statements.HANDLED), (request,))):
            return AlreadyHandled(f"request {request} is already stored")
    return Conflict(f"table {change.table} has moved on: {_CONFLICTS[name]}")


_MARKS_DELAY = 0.2  # seconds; joining the next move's commit is cheaper than a separate one

_MAX_VERSIONS = 10_000  # remembered

_OWNER_SECONDS, _LOOK_SECONDS = 90.0, 0.2  # how long the owner of the file has for a job, and how often to look


async def hand_over(path: Path, job: Job) -> bool:
    """Store a job for the owner of the file, who looks every half minute, and wait until it is done."""
    file = SqliteFile.at(path, BUSY_TIMEOUT)
    connection = await file.connect()
    try:
        with file.translated_errors():
            await connection.execute(sqlite_parameters(statements.PUT_JOB), statements.job_row(job))
            for _ in range(int(_OWNER_SECONDS / _LOOK_SECONDS)):
                await asyncio.sleep(_LOOK_SECONDS)
                left = await connection.execute_fetchall("SELECT 1 FROM jobs WHERE id = ?", (job.id,))
                if not list(left):
                    return True
            return False
    finally:
        await connection.close()


class SqliteStore(ScheduleStore):
    """The owner's store. Reads use a separate connection, so they don't wait while the writer waits for the disk."""

    flavour = _FLAVOUR

    def __init__(self, file: SqliteFile, owned: Ownership, parts: Parts) -> None:
        self._add(parts)
        self._file = file
        self._kinds = parts
        self._presence = Presence(file.path)
        self._reader = LazyConnection(file, self._presence, "PRAGMA query_only = ON")
        self._closed = False
        self._owned = owned
        self._writing = _WriteConnection(file, self._presence, self._effects)
        self._writer = Writer(self._commit, marks_delay=_MARKS_DELAY)
        self._versions = owned.versions
        self._damage = DamageWatch(file)

    @classmethod
    async def open(cls, path: Path | str, parts: Parts = PARTS, *, busy_timeout: float = BUSY_TIMEOUT) -> Self:
        """Open the store; `busy_timeout`: seconds to wait while another program locks the file."""
        file = SqliteFile.at(path, busy_timeout)
        store = cls(file, await file.own(part.schema["sqlite"] for part in parts if part.schema), parts)
        try:
            await store._connect()
        except BaseException:
            await store.close()
            raise
        return store

    async def ready(self) -> None:
        self._presence.require()
        if self._file.damage:
            self._damage.look_again()
            raise Damaged(self._file.damage[0])
        self._damage.look()
        await self.query("SELECT 1 FROM tables LIMIT 1")
        if self._writer.failed:
            async with self._writing.transaction() as connection:
                for sql in statements.TRIAL:
                    await connection.execute(sql)

    async def problems(self) -> tuple[str, ...]:
        return await inspection.problems(self, self._kinds, SQLITE_CHECKS)

    async def find_people(self, wanted: str) -> tuple[tuple[str, str], ...]:
        return await inspection.people(self, self._kinds, wanted)

    async def query(self, sql: str, *values: object) -> Rows:
        async with self._connection() as connection:
            return list(await connection.execute_fetchall(sqlite_parameters(sql), values))

    async def queries(self, *asked: tuple[str, statements.Values]) -> Sequence[Rows]:
        async with self._connection() as connection:
            return await on_its_thread(connection, fetch_at_once, asked)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[aiosqlite.Connection]:
        """The connection, for one call: many may wait for its thread at once."""
        if self._closed:
            raise store_is_closed()
        try:
            with self._file.translated_errors():
                yield await self._reader.connection()
        except StoreUnavailable:
            await self._reader.drop()
            raise

    async def append(self, change: Append) -> None:
        statements.check(change, self._effects)
        await self._writer.append(change)
        if change.erased:
            await self._writing.wipe_log()

    async def _commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        try:
            refusals = await self._writing.commit(changes, marks)
        except BaseException:
            self._versions.clear()
            raise
        self._learn_versions(changes, certain=not any(refusals))
        return refusals

    def _learn_versions(self, changes: Sequence[Append], *, certain: bool) -> None:
        if not certain or len(self._versions) > _MAX_VERSIONS:
            self._versions.clear()
            return
        for table, before in statements.version_rows(changes):
            if before is None:
                self._versions.pop(table, None)
            else:
                self._versions[table] = before + 1

    async def version(self, table_id: str) -> int | None:
        """The table's version, without the file if possible: each query and each refusal asks for it."""
        known = self._versions.get(table_id)
        return await super().version(table_id) if known is None else known

    async def mark_shown(self, room: str, table_id: str, sequence: int, message: str = "", since: int = 0) -> None:
        self._writer.mark_shown(room, table_id, (sequence, message, since))

    async def claim_news(
        self, room: str, table_id: str, shown: int, now: float, *, until: float, before: float
    ) -> bool:
        del before  # no other process could be about to announce it
        async with self._writing.transaction() as connection:
            values = (room, table_id, shown, now, until, math.inf, until + CLOCK_TOLERANCE)
            return bool(list(await connection.execute_fetchall(sqlite_parameters(statements.CLAIM_NEWS), values)))

    async def put_link(self, code: str, table_id: str, expires: float) -> None:
        await self._write(statements.PUT_LINK, code, table_id, expires)

    async def _wipe(self, tables: Sequence[str]) -> None:
        del tables  # deleted rows are overwritten already
        await self._writing.wipe_log()

    @asynccontextmanager
    async def batch(self) -> AsyncIterator[SqliteTransaction]:
        async with self._writing.transaction() as connection:
            yield SqliteTransaction(connection, self._versions)

    async def notify(self, table_id: str) -> None:
        """Do nothing: a file belongs to one process."""

    async def listen(
        self,
        changed: Callable[[str], None],  # noqa: ARG002 - no other process writes to the file
        notified: Callable[[str], None] | None = None,  # noqa: ARG002 - the same
    ) -> None:
        await asyncio.get_running_loop().create_future()

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._write(statements.PUT_INSTALLATION, platform, workspace, sealed)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._write(statements.DROP_INSTALLATION, platform, workspace)

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._damage.close()
            await self._writer.close()
            await self._writing.close()
            await self._reader.drop()
            self._owned.release()

    async def _connect(self) -> None:
        """Open both connections now, so that reads keep working if the file can't be written later."""
        async with self._connection(), self._writing.transaction():
            pass

    async def _write(self, sql: str, *values: object) -> None:
        async with self._writing.transaction() as connection:
            await connection.execute(sqlite_parameters(sql), values)

    def pending_marks(self) -> statements.Marks:
        return self._writer.marks()
