"""Writing to an SQLite file: one transaction at a time, on a connection of its own.

Each kind of row is written in one call, for every call is a hop to the connection's thread. If anything in a batch is
refused, it is done again, change by change.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager

import aiosqlite

from bot.ports import AlreadyHandled, Append, Conflict, StoreUnavailable
from storage import statements
from storage.sqlite.file import REFUSALS, Link, SqliteFile, numbered

log = logging.getLogger(__name__)

# Of the other constraints only a caller's mistake can break one.
SOMEBODY_ELSE = {
    "SQLITE_CONSTRAINT_PRIMARYKEY": "the number is taken",
    "SQLITE_CONSTRAINT_UNIQUE": "the request is stored",
    "SQLITE_CONSTRAINT_NOTNULL": "the number does not follow the last one, or the room shows another table",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "there is no such table",
}

DROPPING = statements.Dropping(
    people="DELETE FROM people WHERE table_id = $1 AND person NOT IN (SELECT value FROM json_each($2))",
    timers="DELETE FROM timers WHERE table_id = $1 AND name NOT IN (SELECT value FROM json_each($2))",
    listed=json.dumps,
)


class Commits:
    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        # what is forgotten is overwritten with zeros, not only unlinked
        self._link = Link(file, "PRAGMA secure_delete = ON")
        self._transaction = asyncio.Lock()

    async def close(self) -> None:
        await self._link.drop()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """The writing connection, for one transaction; commit at its end, nothing stored if it fails."""
        async with self._transaction:
            try:
                with self._file.faults():
                    connection = await self._link.connection()
                    try:
                        await connection.execute("BEGIN IMMEDIATE")
                        yield connection
                        await connection.commit()
                    except BaseException:
                        await connection.rollback()
                        raise
            except StoreUnavailable:
                await self._link.drop()
                raise

    async def wipe_log(self) -> None:
        """Empty the write-ahead log, where what was removed can still be read. If somebody reads it, it stays."""
        async with self._transaction:
            try:
                with self._file.faults():
                    connection = await self._link.connection()
                    await connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
            except StoreUnavailable as error:  # what was to be removed is
                log.warning("What was removed can still be read in the log until it is overwritten: %s", error)

    async def commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        """Durable when this returns, but for those changes that were refused, each for its reason."""
        try:
            async with self.transaction() as connection:
                await _write(connection, changes, marks)
        except StoreUnavailable:
            raise
        except Exception:  # noqa: BLE001 - one change is refused; which one and why comes out in the second run
            async with self.transaction() as connection:
                await _write(connection, (), marks)
                return [await _write_alone(connection, change) for change in changes]
        return [None] * len(changes)


async def _write(connection: aiosqlite.Connection, changes: Sequence[Append], marks: statements.Marks) -> None:
    for sql, rows in statements.writing(changes, marks, DROPPING):
        await connection.executemany(numbered(sql), rows)


async def many(connection: aiosqlite.Connection, sql: str, rows: Iterable[statements.Values]) -> None:
    if listed := list(rows):
        await connection.executemany(numbered(sql), listed)


async def _write_alone(connection: aiosqlite.Connection, change: Append) -> Exception | None:
    """Why this change is refused, if it is."""
    await connection.execute("SAVEPOINT alone")
    refusal: Exception | None = None
    try:
        await _write(connection, (change,), {})
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, REFUSALS):
            raise  # the file is at fault, so the whole batch is
        await connection.execute("ROLLBACK TO alone")
        refusal = await _reason(connection, change, error)
    await connection.execute("RELEASE alone")
    return refusal


async def _reason(connection: aiosqlite.Connection, change: Append, error: Exception) -> Exception:
    name = getattr(error, "sqlite_errorname", "")
    if name not in SOMEBODY_ELSE:
        return error
    for request in statements.requests(change):
        if list(await connection.execute_fetchall(numbered(statements.HANDLED), (request,))):
            return AlreadyHandled(f"request {request} is stored already")
    return Conflict(f"table {change.table} has moved on: {SOMEBODY_ELSE[name]}")
