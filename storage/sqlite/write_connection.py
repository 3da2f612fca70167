"""Writes to a SQLite file: one transaction at a time, on a dedicated connection.

A batch is written in one call, because every call is a hop to the connection's thread. If any change in it is refused,
the batch is repeated change by change.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import aiosqlite

from bot.ports import AlreadyHandled, Append, Conflict, DatabaseRemoved, StoreUnavailable
from storage import statements
from storage.sqlite.file import BAD_CHANGES, LazyConnection, SqliteFile, on_its_thread, sqlite_parameters
from storage.sqlite.presence import Presence

log = logging.getLogger(__name__)

# Only a bug in the caller can violate any other constraint.
CONFLICTS = {
    "SQLITE_CONSTRAINT_PRIMARYKEY": "the sequence number is taken",
    "SQLITE_CONSTRAINT_UNIQUE": "the request is already stored",
    "SQLITE_CONSTRAINT_NOTNULL": "the sequence number does not follow the last one, or the room shows another table",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "the table does not exist",
}

PRUNE = statements.PruneStatements(
    people="DELETE FROM people WHERE table_id = $1 AND person NOT IN (SELECT value FROM json_each($2))",
    timers="DELETE FROM timers WHERE table_id = $1 AND name NOT IN (SELECT value FROM json_each($2))",
    as_parameter=json.dumps,
)


Batches = Sequence[tuple[str, list[statements.Values]]]  # statements with their rows


class WriteConnection:
    def __init__(self, file: SqliteFile, presence: Presence) -> None:
        self._file = file
        self._presence = presence
        # deleted data is overwritten with zeros, not just unlinked
        self._lazy = LazyConnection(file, presence, "PRAGMA secure_delete = ON")
        self._transaction = asyncio.Lock()

    async def close(self) -> None:
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

    def _run_transaction(self, connection: sqlite3.Connection, batches: Batches) -> None:
        """The same in one call, on the connection's thread."""
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
        """Truncate the write-ahead log, which still contains deleted data. A concurrent reader prevents it."""
        async with self._transaction:
            try:
                with self._file.translated_errors():
                    connection = await self._lazy.connection()
                    await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            except StoreUnavailable as error:  # the removal itself is committed
                log.warning("Deleted data stays readable in the write-ahead log until it is overwritten: %s", error)

    async def commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        """Store everything durably; return the reason for each change that was refused, else None."""
        batches = statements.to_write(changes, marks, PRUNE)
        try:
            async with self._connected() as connection:
                await on_its_thread(connection, self._run_transaction, batches)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - a change was refused; the second run shows which and why
            async with self.transaction() as connection:
                await _write(connection, (), marks)
                return [await _write_separately(connection, change) for change in changes]
        return [None] * len(changes)


async def _write(connection: aiosqlite.Connection, changes: Sequence[Append], marks: statements.Marks) -> None:
    for sql, rows in statements.to_write(changes, marks, PRUNE):
        await connection.executemany(sqlite_parameters(sql), rows)


class SqliteTransaction:
    """A write transaction, as storage.removing needs it."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def fetch(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        return list(await self._connection.execute_fetchall(sqlite_parameters(sql), values))

    async def execute_many(self, sql: str, rows: Iterable[statements.Values]) -> None:
        if values := list(rows):
            await self._connection.executemany(sqlite_parameters(sql), values)

    async def changed(self, tables: Iterable[str]) -> None:
        """Do nothing: a file belongs to one process."""


async def _write_separately(connection: aiosqlite.Connection, change: Append) -> Exception | None:
    """Store one change; return the reason if it is refused."""
    await connection.execute("SAVEPOINT alone")
    refusal: Exception | None = None
    try:
        await _write(connection, (change,), {})
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, BAD_CHANGES):
            raise  # a problem with the file, so the whole batch fails
        await connection.execute("ROLLBACK TO alone")
        refusal = await _reason(connection, change, error)
    await connection.execute("RELEASE alone")
    return refusal


async def _reason(connection: aiosqlite.Connection, change: Append, error: Exception) -> Exception:
    name = getattr(error, "sqlite_errorname", "")
    if name not in CONFLICTS:
        return error
    for request in statements.request_ids(change):
        if list(await connection.execute_fetchall(sqlite_parameters(statements.HANDLED), (request,))):
            return AlreadyHandled(f"request {request} is already stored")
    return Conflict(f"table {change.table} has moved on: {CONFLICTS[name]}")
