"""The reading half of a Store, the same for both databases."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Any, Protocol

from bot.ports import RoomRecord, Seating, StoredEvent, StoredTable, StoreUnavailable, TableRecord, Timer
from storage import statements
from storage.statements import Marks

LAST_CHARACTER = "\U0010ffff"  # sorts behind all others and stands for none, so no id has it


def store_is_closed() -> StoreUnavailable:
    return StoreUnavailable("The store is closed: Scrum Table is shutting down. Ask again when it is back.")


class Query(Protocol):
    async def __call__(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        """The rows of a statement from `storage.statements`."""


class ReadingStore(ABC):
    @abstractmethod
    def snapshot(self) -> AbstractAsyncContextManager[Query]:
        """All queries in it see the database at one moment."""

    @abstractmethod
    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        """One query, of what is stored now."""

    def marks_on_their_way(self) -> Marks:
        """What rooms have seen, by room and table, where the database does not know it yet."""
        return MappingProxyType({})

    async def table(self, table: str) -> StoredTable | None:
        marks = self.marks_on_their_way()
        async with self.snapshot() as query:
            records = await query(statements.TABLE, table)
            if not records:
                return None
            return StoredTable(
                record=TableRecord(*records[0]),
                people=tuple(
                    Seating(person, name, seat, bool(host), bool(text), remind)
                    for person, name, seat, host, text, remind in await query(statements.PEOPLE, table)
                ),
                timers=tuple(Timer(*row) for row in await query(statements.TIMERS, table)),
                rooms=tuple(_room(marks, *row) for row in await query(statements.ROOMS, table)),
                events=tuple(StoredEvent(*row) for row in await query(statements.EVENTS, table, 0)),
            )

    async def events(self, table: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(StoredEvent(*row) for row in await self.query(statements.EVENTS, table, after))

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        rows = await self.query(statements.FIND_TABLES, prefix, prefix + LAST_CHARACTER)
        return tuple(TableRecord(*row) for row in rows)

    async def tables_of(self, person: str) -> tuple[str, ...]:
        return tuple(table for (table,) in await self.query(statements.TABLES_OF, person))

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        return tuple(TableRecord(*row) for row in await self.query(statements.TABLES_IN, room))

    async def linked(self, code: str, now: float) -> str | None:
        rows = await self.query(statements.LINKED, code, now)
        return rows[0][0] if rows else None

    async def installation(self, platform: str, workspace: str) -> bytes | None:
        rows = await self.query(statements.INSTALLATION, platform, workspace)
        return bytes(rows[0][0]) if rows else None

    async def handled(self, request: str) -> str | None:
        rows = await self.query(statements.HANDLED, request)
        return rows[0][0] if rows else None

    async def room(self, room: str) -> RoomRecord | None:
        marks = self.marks_on_their_way()
        rows = await self.query(statements.ROOM, room)
        return _room(marks, *rows[0]) if rows else None

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        marks = self.marks_on_their_way()
        rows = await self.query(statements.ROOMS_BEHIND)
        behind = ((_room(marks, *row), last) for *row, last in rows)
        return tuple(record for record, last in behind if record.shown < last)

    async def next_timer(self) -> float | None:
        rows = await self.query(statements.NEXT_TIMER)
        due: float | None = rows[0][0]
        return due


def _room(marks: Marks, room: str, table: str, shown: int, message: str) -> RoomRecord:
    mark = marks.get((room, table), (0, ""))
    return RoomRecord(room, table, *(mark if mark[0] >= shown and mark[0] else (shown, message)))
