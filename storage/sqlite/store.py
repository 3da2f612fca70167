"""The embedded store: one SQLite file, written by one task and read on a second connection."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import aiosqlite

from bot.ports import CLOCK_TOLERANCE, Append, StoreUnavailable, Timer
from storage import forgetting, statements
from storage.reading import Query, ReadingStore, store_is_closed
from storage.sqlite.file import LazyConnection, SqliteFile, sqlite_parameters
from storage.sqlite.write_connection import WriteConnection, execute_many
from storage.writer import Writer

MARKS_DELAY = 0.2  # seconds; joining the next move's commit is cheaper than a separate one

# A lease that ends later than one taken now by any clock that is right ($3) was taken before the clock was set back.
ANY_TIMER_DUE = """
    SELECT 1 FROM timers WHERE due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $3) LIMIT 1
"""
LEASE_TIMERS = """
    UPDATE timers SET leased_until = $2 WHERE (table_id, name) IN (
        SELECT table_id, name FROM timers
        WHERE due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $3)
        ORDER BY due, table_id, name LIMIT 100
    ) RETURNING table_id, name, due, set_at
"""


class SqliteStore(ReadingStore):
    """Reads use a separate connection, so they don't wait while the writer waits for the disk."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._reader = LazyConnection(file, "PRAGMA query_only = ON")
        self._reading = asyncio.Lock()  # a read inside another caller's snapshot would miss what was stored since
        self._writing = WriteConnection(file)
        self._writer = Writer(self._writing.commit, marks_delay=MARKS_DELAY)
        self._closed = False

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout: float = 5.0) -> Self:
        """`busy_timeout`: seconds to wait while another process locks the file."""
        file = SqliteFile.at(path, busy_timeout)
        await file.prepare()
        store = cls(file)
        try:
            await store._connect()
        except BaseException:
            await store.close()
            raise
        return store

    async def append(self, change: Append) -> None:
        statements.check(change)
        await self._writer.append(change)

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "") -> None:
        self._writer.mark_shown(room, table, (sequence, message))

    async def claim_news(self, room: str, table: str, shown: int, now: float, *, until: float, before: float) -> bool:
        del before  # no other process could be about to announce it
        async with self._writing.transaction() as connection:
            values = (room, table, shown, now, until, math.inf, until + CLOCK_TOLERANCE)
            return bool(list(await connection.execute_fetchall(sqlite_parameters(statements.CLAIM_NEWS), values)))

    async def put_link(self, code: str, table: str, expires: float) -> None:
        await self._write(statements.PUT_LINK, code, table, expires)

    async def forget(self, person: str) -> tuple[str, ...]:
        async with self._writing.transaction() as connection:
            tables = [table for (table,) in await _fetch(connection, statements.TABLES_WITH, person)]
            found = await _fetch(connection, statements.REQUESTS_NAMING, forgetting.platform_account(person))
            requests = forgetting.request_rows(person, found)
            await execute_many(connection, statements.NEXT_VERSION, [(table, None) for table in tables])
            await execute_many(connection, statements.FORGET_PERSON, forgetting.person_rows(person, tables))
            await execute_many(connection, statements.FORGET_REQUEST, requests)
        await self._writing.wipe_log()
        return forgetting.affected_tables(tables, requests)

    async def remove_tables(self, before: float) -> int:
        async with self._writing.transaction() as connection:
            tables = [tuple(row) for row in await _fetch(connection, statements.OLD_TABLES, before)]
            for sql in statements.REMOVE_TABLE:
                await execute_many(connection, sql, tables)
            await connection.execute(sqlite_parameters(statements.REMOVE_EXPIRED_LINKS), (before,))
        await self._writing.wipe_log()
        return len(tables)

    async def call(self, table: str) -> None:
        """Do nothing: a file belongs to one process."""

    async def listen(
        self,
        changed: Callable[[str], None],  # noqa: ARG002 - no other process writes to the file
        called: Callable[[str], None] | None = None,  # noqa: ARG002 - the same
    ) -> None:
        await asyncio.get_running_loop().create_future()

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._write(statements.PUT_INSTALLATION, platform, workspace, sealed)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._write(statements.DROP_INSTALLATION, platform, workspace)

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        values = (now, now + seconds, now + seconds + CLOCK_TOLERANCE)
        if not await self.query(ANY_TIMER_DUE, *values):
            return ()  # the usual case, without a write
        async with self._writing.transaction() as connection:
            rows = await connection.execute_fetchall(sqlite_parameters(LEASE_TIMERS), values)
            timers = [Timer(*row) for row in rows]
        return tuple(sorted(timers, key=lambda timer: timer.due))

    async def restart_timers(self, now: float) -> tuple[str, ...]:
        found = await self.query(statements.TIMERS_FROM_THE_FUTURE, now + CLOCK_TOLERANCE)
        tables = tuple(table for (table,) in found)
        if tables:
            async with self._writing.transaction() as connection:
                for sql, rows in statements.to_restart(tables, now):
                    await execute_many(connection, sql, rows)
        return tables

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._writer.close()
            await self._writing.close()
            async with self._reading:
                await self._reader.drop()

    async def _connect(self) -> None:
        """Open both connections now, so that reads keep working if the file can't be written later."""
        async with self._connection(), self._writing.transaction():
            pass

    async def _write(self, sql: str, *values: object) -> None:
        async with self._writing.transaction() as connection:
            await connection.execute(sqlite_parameters(sql), values)

    def pending_marks(self) -> statements.Marks:
        return self._writer.marks()

    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        async with self._connection() as connection:
            return await _fetch(connection, sql, *values)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Query]:
        async with self._connection() as connection:

            async def query(sql: str, *values: object) -> Sequence[Sequence[Any]]:
                return await _fetch(connection, sql, *values)

            try:
                await connection.execute("BEGIN")
                yield query
            finally:
                await connection.rollback()  # ends the snapshot; nothing was written

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._reading:
            if self._closed:
                raise store_is_closed()
            try:
                with self._file.translated_errors():
                    yield await self._reader.connection()
            except StoreUnavailable:
                await self._reader.drop()
                raise


async def _fetch(connection: aiosqlite.Connection, sql: str, *values: object) -> Sequence[Sequence[Any]]:
    return list(await connection.execute_fetchall(sqlite_parameters(sql), values))
