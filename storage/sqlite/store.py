"""The embedded store: one SQLite file, written by one task and read beside it."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import aiosqlite

from bot.ports import Append, StoreUnavailable, Timer
from storage import forgetting, statements
from storage.reading import Query, ReadingStore, store_is_closed
from storage.sqlite.commits import Commits, many
from storage.sqlite.file import Link, SqliteFile, numbered
from storage.writer import Writer

MARKS_WAIT = 0.2  # seconds; a commit of its own costs more than the next one does

ANY_TIMER_DUE = "SELECT 1 FROM timers WHERE due <= $1 AND coalesce(leased_until, due) <= $1 LIMIT 1"
LEASE_TIMERS = """
    UPDATE timers SET leased_until = $2 WHERE (table_id, name) IN (
        SELECT table_id, name FROM timers WHERE due <= $1 AND coalesce(leased_until, due) <= $1
        ORDER BY due, table_id, name LIMIT 100
    ) RETURNING table_id, name, due
"""


class SqliteStore(ReadingStore):
    """Reads go through a connection of their own, so they do not wait while the writer waits for the disk."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._reader = Link(file, "PRAGMA query_only = ON")
        self._reading = asyncio.Lock()  # a read in somebody else's snapshot would miss what was stored since
        self._commits = Commits(file)
        self._writer = Writer(self._commits.commit, marks_wait=MARKS_WAIT)
        self._closed = False

    @classmethod
    async def open(cls, path: Path | str, *, patience: float = 5.0) -> Self:
        """`patience`: how many seconds to wait while another process holds the file."""
        file = SqliteFile.at(path, patience)
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
        del before  # there is nobody else who could be about to tell
        async with self._commits.transaction() as connection:
            values = (room, table, shown, now, until, math.inf)
            return bool(list(await connection.execute_fetchall(numbered(statements.CLAIM_NEWS), values)))

    async def put_link(self, code: str, table: str, expires: float) -> None:
        await self._write(statements.PUT_LINK, code, table, expires)

    async def leave_room(self, room: str, table: str) -> None:
        await self._write(statements.LEAVE_ROOM, room, table)

    async def forget(self, person: str) -> tuple[str, ...]:
        async with self._commits.transaction() as connection:
            tables = [table for (table,) in await _fetch(connection, statements.TABLES_WITH, person)]
            found = await _fetch(connection, statements.REQUESTS_NAMING, forgetting.account(person))
            requests = forgetting.request_rows(person, found)
            await many(connection, statements.FORGET_PERSON, forgetting.person_rows(person, tables))
            await many(connection, statements.FORGET_REQUEST, requests)
        await self._commits.wipe_log()
        return forgetting.touched(tables, requests)

    async def remove_tables(self, before: float) -> int:
        async with self._commits.transaction() as connection:
            tables = [tuple(row) for row in await _fetch(connection, statements.OLD_TABLES, before)]
            for sql in statements.REMOVE_TABLE:
                await many(connection, sql, tables)
            await connection.execute(numbered(statements.REMOVE_EXPIRED_LINKS), (before,))
        await self._commits.wipe_log()
        return len(tables)

    async def call(self, table: str) -> None:
        """There is nobody else: a file belongs to one process."""

    async def listen(
        self,
        told: Callable[[str], None],  # noqa: ARG002 - a file tells nobody
        called: Callable[[str], None] | None = None,  # noqa: ARG002 - the same
    ) -> None:
        await asyncio.get_running_loop().create_future()

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._write(statements.PUT_INSTALLATION, platform, workspace, sealed)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._write(statements.DROP_INSTALLATION, platform, workspace)

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        if not await self.query(ANY_TIMER_DUE, now):
            return ()  # mostly; no need to write
        async with self._commits.transaction() as connection:
            rows = await connection.execute_fetchall(numbered(LEASE_TIMERS), (now, now + seconds))
            timers = [Timer(*row) for row in rows]
        return tuple(sorted(timers, key=lambda timer: timer.due))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._writer.close()
            await self._commits.close()
            async with self._reading:
                await self._reader.drop()

    async def _connect(self) -> None:
        """Reading goes on while nothing can be written, for both connections are there from the beginning."""
        async with self._connection(), self._commits.transaction():
            pass

    async def _write(self, sql: str, *values: object) -> None:
        async with self._commits.transaction() as connection:
            await connection.execute(numbered(sql), values)

    def marks_on_their_way(self) -> statements.Marks:
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
                await connection.rollback()  # nothing was written; this ends the snapshot

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._reading:
            if self._closed:
                raise store_is_closed()
            try:
                with self._file.faults():
                    yield await self._reader.connection()
            except StoreUnavailable:
                await self._reader.drop()
                raise


async def _fetch(connection: aiosqlite.Connection, sql: str, *values: object) -> Sequence[Sequence[Any]]:
    return list(await connection.execute_fetchall(numbered(sql), values))
