"""The one writer of an SQLite file: changes that wait together share one commit.

A commit costs a trip to the disk, however much is in it. So one task takes everything that was asked for while the
last commit was under way, and stores it in one transaction, each kind of row in one call (every call is a hop to the
connection's thread). If anything in it is refused, the batch is done again, change by change.
"""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiosqlite

from bot.ports import AlreadyHandled, Append, Conflict, StoreUnavailable
from storage import statements
from storage.reading import Marks, store_is_closed
from storage.sqlite_file import REFUSALS, Link, SqliteFile, numbered

log = logging.getLogger(__name__)

MARKS_WAIT = 0.2  # seconds in which a mark may share the commit of a move; a crash shows a room something twice at most

# Of the other constraints only a caller's mistake can break one.
SOMEBODY_ELSE = {
    "SQLITE_CONSTRAINT_PRIMARYKEY": "the number is taken",
    "SQLITE_CONSTRAINT_UNIQUE": "the request is stored",
    "SQLITE_CONSTRAINT_NOTNULL": "the number does not follow the last one, or the room shows another table",
    "SQLITE_CONSTRAINT_FOREIGNKEY": "there is no such table",
}

# What is not in the set any more, before the rest is put: names come as a JSON list.
DROP_PEOPLE = "DELETE FROM people WHERE table_id = $1 AND person NOT IN (SELECT value FROM json_each($2))"
DROP_TIMERS = "DELETE FROM timers WHERE table_id = $1 AND name NOT IN (SELECT value FROM json_each($2))"


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    change: Append
    stored: asyncio.Future[None]

    def tell(self, refusal: Exception | None) -> None:
        if self.stored.done():
            return  # the one who asked has gone
        if refusal is None:
            self.stored.set_result(None)
        else:
            self.stored.set_exception(refusal)


class Writer:
    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        # what is forgotten is overwritten with zeros, not only unlinked
        self._link = Link(file, "PRAGMA secure_delete = ON")
        self._waiting: list[_Waiting] = []
        self._marks: dict[tuple[str, str], tuple[int, str]] = {}
        self._marks_due: asyncio.TimerHandle | None = None
        self._wake = asyncio.Event()
        self._transaction = asyncio.Lock()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="sqlite writer")

    async def append(self, change: Append) -> None:
        if self._closed:
            raise store_is_closed()
        stored = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(change, stored))
        self._wake.set()
        await stored

    def mark_shown(self, room: str, table: str, mark: tuple[int, str]) -> None:
        """Kept in mind now, stored with the next change or a moment later."""
        sequence, message = mark
        (room + table + message).encode()  # fails here, for this caller, and not later for all who share the commit
        if sequence >= self._marks.get((room, table), mark)[0]:
            self._marks[room, table] = mark
        if self._marks_due is None and not self._closed:
            self._marks_due = asyncio.get_running_loop().call_later(MARKS_WAIT, self._wake.set)

    def marks(self) -> Marks:
        return self._marks.copy()

    async def close(self) -> None:
        self._closed = True
        self._wake.set()
        await asyncio.wait({self._task})  # unlike `await task`, this does not pull it down when we are cancelled
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

    async def _run(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            await self._store_what_waits()
        await self._store_what_waits()

    async def _store_what_waits(self) -> None:
        batch = [one for one in self._waiting if not one.stored.done()]
        self._waiting.clear()
        marks = self.marks()
        if self._marks_due is not None:
            self._marks_due.cancel()
            self._marks_due = None
        if not batch and not marks:
            return
        try:
            refusals = await self._store([one.change for one in batch], marks)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait hear of it and the writer lives on
            self._report(batch, error)
            return
        self._marks = {key: seen for key, seen in self._marks.items() if seen != marks.get(key)}
        for one, refusal in zip(batch, refusals, strict=True):
            one.tell(refusal)

    async def _store(self, changes: Sequence[Append], marks: Marks) -> Sequence[Exception | None]:
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

    def _report(self, batch: Sequence[_Waiting], error: Exception) -> None:
        if not batch:
            log.warning("What rooms have seen is not stored yet, it is tried again with the next move: %s", error)
        for one in batch:
            one.tell(StoreUnavailable(*error.args) if isinstance(error, StoreUnavailable) else error)


async def _write(connection: aiosqlite.Connection, changes: Sequence[Append], marks: Marks) -> None:
    # Marks first: one who marks has seen the event stored, so no mark can depend on a change in the same batch.
    await many(connection, statements.MARK_SHOWN, ((*key, *mark) for key, mark in marks.items()))
    await many(connection, statements.ADD_TABLE, statements.table_rows(changes))
    await many(connection, statements.ADD_EVENT, statements.event_rows(changes))
    await many(connection, statements.SHOW_IN_ROOM, statements.room_rows(changes))
    await many(connection, statements.ADD_VISIT, statements.visit_rows(changes))
    await _put_people(connection, changes)
    await _put_timers(connection, changes)


async def _put_people(connection: aiosqlite.Connection, changes: Sequence[Append]) -> None:
    latest = {c.table: c for c in changes if c.people is not None}.values()
    kept = [(c.table, json.dumps([person.person for person in c.people or ()])) for c in latest]
    await many(connection, DROP_PEOPLE, kept)
    await many(connection, statements.PUT_PERSON, statements.people_rows(latest))


async def _put_timers(connection: aiosqlite.Connection, changes: Sequence[Append]) -> None:
    latest = {c.table: c for c in changes if c.timers is not None}.values()
    kept = [(c.table, json.dumps([timer.name for timer in c.timers or ()])) for c in latest]
    await many(connection, DROP_TIMERS, kept)
    await many(connection, statements.PUT_TIMER, statements.timer_rows(latest))


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
