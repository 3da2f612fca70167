"""The read methods of a Store, shared by both databases."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from bot.ports import RoomRecord, Seating, StoredEvent, StoredTable, StoreUnavailable, TableRecord, Timer
from storage import statements
from storage.statements import Mark, Marks

Rows = Sequence[Sequence[Any]]

LAST_CHARACTER = "\U0010ffff"  # sorts last and is not a valid character, so no id contains it


def store_is_closed() -> StoreUnavailable:
    return StoreUnavailable("The store is closed because Scrum Table is shutting down. Try again once it is back.")


class ReadingStore(ABC):
    @abstractmethod
    async def query(self, sql: str, *values: object) -> Rows:
        """Run one query on what is stored now."""

    @abstractmethod
    async def queries(self, *asked: tuple[str, statements.Values]) -> Sequence[Rows]:
        """Run several queries that all see the database at one moment."""

    def pending_marks(self) -> Marks:
        """Marks of what rooms have seen that are not in the database yet, by room and table."""
        return MappingProxyType({})

    async def table(self, table: str, after: int = 0) -> StoredTable | None:
        marks = self.pending_marks()
        records, people, timers, rooms, events = await self.queries(
            (statements.TABLE, (table,)),
            (statements.PEOPLE, (table,)),
            (statements.TIMERS, (table,)),
            (statements.ROOMS, (table,)),
            (statements.EVENTS, (table, after)),
        )
        if not records:
            return None
        *record, version = records[0]
        return StoredTable(
            record=TableRecord(*record),
            people=tuple(
                Seating(person, name, seat, bool(host), bool(text), remind, prepared)
                for person, name, seat, host, text, remind, prepared in people
            ),
            timers=tuple(Timer(*row) for row in timers),
            rooms=tuple(_room(marks, row) for row in rooms),
            events=tuple(StoredEvent(*row) for row in events),
            version=version,
        )

    async def version(self, table: str) -> int | None:
        rows = await self.query(statements.VERSION, table)
        return rows[0][0] if rows else None

    async def events(self, table: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(StoredEvent(*row) for row in await self.query(statements.EVENTS, table, after))

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        rows = await self.query(statements.FIND_TABLES, prefix, prefix + LAST_CHARACTER)
        return tuple(TableRecord(*row) for row in rows)

    async def table_ids(self, after: str = "") -> tuple[str, ...]:
        return tuple(table for (table,) in await self.query(statements.TABLE_IDS, after))

    async def tables_of(self, person: str) -> tuple[str, ...]:
        return tuple(table for (table,) in await self.query(statements.TABLES_OF, person))

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        return tuple(TableRecord(*row) for row in await self.query(statements.TABLES_IN, room))

    async def activity(self) -> tuple[float, ...]:
        return tuple(at for (at,) in await self.query(statements.ACTIVITY))

    async def endings(self, room: str) -> tuple[tuple[str, str], ...]:
        return tuple((game, payload) for game, payload in await self.query(statements.ENDINGS, room))

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
        marks = self.pending_marks()
        rows = await self.query(statements.ROOM, room)
        return _room(marks, rows[0]) if rows else None

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        marks = self.pending_marks()
        rows = await self.query(statements.ROOMS_BEHIND)
        behind = ((_room(marks, row), last) for *row, last in rows)
        return tuple(record for record, last in behind if record.shown < last)

    async def next_timer(self) -> float | None:
        rows = await self.query(statements.NEXT_TIMER)
        due: float | None = rows[0][0]
        return due


def _room(marks: Marks, row: Sequence[Any]) -> RoomRecord:
    room, table, shown, message, since = row
    stored: Mark = (shown, message, since)
    mark = marks.get((room, table), stored)
    return RoomRecord(room, table, *(mark if mark[0] >= shown else stored))
