"""The embedded store: one SQLite file, written by one task and read on a second connection."""

import asyncio
import math
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import aiosqlite

from bot.ports import CLOCK_TOLERANCE, Append, StoreUnavailable, Timer
from storage import inspection, statements
from storage.reading import ReadingStore, Rows, store_is_closed
from storage.room_records import RoomRecordStore
from storage.sqlite.file import LazyConnection, SqliteFile, on_its_thread, sqlite_parameters
from storage.sqlite.ownership import Ownership
from storage.sqlite.presence import Presence
from storage.sqlite.write_connection import SqliteTransaction, WriteConnection
from storage.workshops import WorkshopStore
from storage.writer import Writer

BUSY_TIMEOUT = 5.0  # seconds to wait while another program locks the file
MARKS_DELAY = 0.2  # seconds; joining the next move's commit is cheaper than a separate one

MAX_VERSIONS = 10_000  # remembered

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
SQLITE_CHECKS = {"PRAGMA integrity_check(20)": inspection.damage}


class SqliteReader(ReadingStore):
    """Reads the file on a connection of its own, also while another process owns the file."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._presence = Presence(file.path)
        self._reader = LazyConnection(file, self._presence, "PRAGMA query_only = ON")
        self._reading = asyncio.Lock()  # so that nobody uses the connection while it is dropped
        self._closed = False

    @classmethod
    async def open_to_read(cls, path: Path | str) -> "SqliteReader":
        file = SqliteFile.at(path, BUSY_TIMEOUT)
        await file.prepare_to_read()
        return SqliteReader(file)

    async def problems(self) -> tuple[str, ...]:
        return await inspection.problems(self, SQLITE_CHECKS)

    async def close(self) -> None:
        self._closed = True
        async with self._reading:
            await self._reader.drop()

    async def query(self, sql: str, *values: object) -> Rows:
        async with self._connection() as connection:
            return list(await connection.execute_fetchall(sqlite_parameters(sql), values))

    async def queries(self, *asked: tuple[str, statements.Values]) -> Sequence[Rows]:
        async with self._connection() as connection:
            return await on_its_thread(connection, _fetch_at_once, asked)

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


class SqliteStore(RoomRecordStore, WorkshopStore, SqliteReader):
    """The owner's store. Reads use a separate connection, so they don't wait while the writer waits for the disk."""

    def __init__(self, file: SqliteFile, owned: Ownership) -> None:
        super().__init__(file)
        self._owned = owned
        self._writing = WriteConnection(file, self._presence)
        self._writer = Writer(self._commit, marks_delay=MARKS_DELAY)
        self._versions = owned.versions

    @classmethod
    async def open(cls, path: Path | str, *, busy_timeout: float = BUSY_TIMEOUT) -> Self:
        """`busy_timeout`: seconds to wait while another program locks the file."""
        file = SqliteFile.at(path, busy_timeout)
        store = cls(file, await file.own())
        try:
            await store._connect()
        except BaseException:
            await store.close()
            raise
        return store

    async def ready(self) -> None:
        self._presence.require()
        await self.next_timer()
        if self._writer.failed:
            async with self._writing.transaction() as connection:
                for sql in statements.TRIAL:
                    await connection.execute(sql)

    async def append(self, change: Append) -> None:
        statements.check(change)
        await self._writer.append(change)

    async def _commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        try:
            refusals = await self._writing.commit(changes, marks)
        except BaseException:
            self._versions.clear()
            raise
        self._learn_versions(changes, certain=not any(refusals))
        return refusals

    def _learn_versions(self, changes: Sequence[Append], *, certain: bool) -> None:
        if not certain or len(self._versions) > MAX_VERSIONS:
            self._versions.clear()
            return
        for table, before in statements.version_rows(changes):
            if before is None:
                self._versions.pop(table, None)
            else:
                self._versions[table] = before + 1

    async def version(self, table: str) -> int | None:
        """Answered without the file if possible: each query and each refusal asks for it."""
        known = self._versions.get(table)
        return await super().version(table) if known is None else known

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "", since: int = 0) -> None:
        self._writer.mark_shown(room, table, (sequence, message, since))

    async def claim_news(self, room: str, table: str, shown: int, now: float, *, until: float, before: float) -> bool:
        del before  # no other process could be about to announce it
        async with self._writing.transaction() as connection:
            values = (room, table, shown, now, until, math.inf, until + CLOCK_TOLERANCE)
            return bool(list(await connection.execute_fetchall(sqlite_parameters(statements.CLAIM_NEWS), values)))

    async def put_link(self, code: str, table: str, expires: float) -> None:
        await self._write(statements.PUT_LINK, code, table, expires)

    async def forget(self, person: str) -> tuple[str, ...]:
        affected = await super().forget(person)
        await self._writing.wipe_log()
        return affected

    async def remove_tables(self, before: float) -> int:
        removed = await super().remove_tables(before)
        await self._writing.wipe_log()
        return removed

    @asynccontextmanager
    async def _batch(self) -> AsyncIterator[SqliteTransaction]:
        async with self._writing.transaction() as connection:
            yield SqliteTransaction(connection)
            self._versions.clear()

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

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._writer.close()
            await self._writing.close()
            await super().close()
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


def _fetch_at_once(connection: sqlite3.Connection, asked: Sequence[tuple[str, statements.Values]]) -> Sequence[Rows]:
    """One call for all of them, because every call is a hop to the connection's thread."""
    try:
        connection.execute("BEGIN")
        return [connection.execute(sqlite_parameters(sql), values).fetchall() for sql, values in asked]
    finally:
        connection.rollback()  # ends the snapshot; nothing was written
