"""Changes to many tables: removing old ones and forgetting people.

Both take many small transactions, so that no other table waits for long.

What to change is found by reading, page by page. Whatever is interrupted is continued by the next call.
"""

import asyncio
import math
import re
import secrets
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Self, TypeVar, cast

from bot.kernel.store import FORGOTTEN, personal_record
from storage.part import Part
from storage.statements import (
    DROP_INSTALLATION,
    FORGET_PERSON,
    FORGET_REQUEST,
    NEXT_VERSION,
    TABLES_WITH,
    ReadingStore,
    Transaction,
    Values,
)

# --- forgetting ------------------------------------------------------------------------------------------------------


def _anonymous_id() -> str:
    """Return a new random id for each row, so that one person's rows at two tables can't be linked."""
    return f"forgotten:{secrets.token_hex(16)}"


def _platform_account(person: str) -> str:
    """Return the platform's own id of a person, the last part of ours: U2 in slack:T1:U2."""
    return person.rpartition(":")[2]


def _person_rows(person: str, tables: Iterable[str]) -> list[Values]:
    return [(table, person, _anonymous_id(), FORGOTTEN) for table in tables]


def _naming(person: str) -> re.Pattern[str]:
    """The person's id as a whole word: not 42 in 1421."""
    return re.compile(rf"(?<![^\W_]){re.escape(_platform_account(person))}(?![^\W_])")


def _request_rows(person: str, found: Iterable[Sequence[Any]]) -> list[Values]:
    """Return replacements for the requests that contain the person's id."""
    named = _naming(person)
    return [(table, sequence, _anonymous_id()) for table, sequence, request in found if named.search(request)]


def _affected_tables(tables: Iterable[str], requests: Iterable[Values]) -> tuple[str, ...]:
    return tuple(sorted({*tables, *(str(table) for table, *_ in requests)}))


# --- removing --------------------------------------------------------------------------------------------------------

_ROWS_AT_ONCE = 100  # changed in one transaction
_TABLES_AT_ONCE = 10  # removed in one transaction, without their events
PAUSE = 2.0  # times as long as the last transaction took: others get most of the time

_TABLE_PAGE = "SELECT id, changed FROM tables WHERE id > $1 ORDER BY id LIMIT 1000"
# Again when it is removed: it may have been played at in the meantime. PostgreSQL locks the row too.
_STILL_OLD = "SELECT id FROM tables WHERE id = $1 AND changed < $2"
_OF_TABLES = ("events", "people", "rooms", "visits", "links", "timers", "tables")
_REMOVE_RECORD = (
    "INSERT INTO removals (table_id) VALUES ($1)",
    "DELETE FROM people WHERE table_id = $1",
    "DELETE FROM timers WHERE table_id = $1",
    "DELETE FROM rooms WHERE table_id = $1",
    "DELETE FROM visits WHERE table_id = $1",
    "DELETE FROM links WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
)
# CROSS JOIN: SQLite then starts with the few removals, not with all events.
_EVENTS_LEFT = """
    SELECT events.table_id, sequence FROM removals CROSS JOIN events WHERE events.table_id = removals.table_id
    ORDER BY removals.table_id, sequence LIMIT $1
"""
_REMOVE_EVENT = "DELETE FROM events WHERE table_id = $1 AND sequence = $2"
_END_REMOVALS = "DELETE FROM removals WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.table_id = removals.table_id)"
_ANY_REMOVALS = "SELECT 1 FROM removals LIMIT 1"
_REMOVE_EXPIRED_LINKS = "DELETE FROM links WHERE expires < $1"

# Not LIKE, so that no character of the id is a wildcard. Goes through all requests, because a person may have moved at
# a table and left it since. The last row is where the next page starts.
_REQUESTS_NAMING = """
    WITH page AS (SELECT request, table_id, sequence FROM events WHERE request > $1 ORDER BY request LIMIT 2000)
    SELECT request, table_id, sequence FROM page WHERE replace(request, $2, '') <> request
    UNION ALL SELECT max(request), NULL, NULL FROM page
"""

MOST_WORDS = 1000  # that were used and are remembered
_FORGET_WORDS = "DELETE FROM used_words WHERE until <= $1"
_USE_WORD = "INSERT INTO used_words (word, until) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING word"
_TOO_MANY_WORDS = """
    DELETE FROM used_words WHERE until <= (SELECT until FROM used_words ORDER BY until DESC LIMIT 1 OFFSET $1)
"""

Item = TypeVar("Item")
Kind = TypeVar("Kind")


class WholeStore(ReadingStore):
    """The methods of a Store that change many tables, shared by both databases, and its parts."""

    lock_row: str = ""  # appended to a query for a row that is about to be changed

    def _add(self, parts: Iterable[type[Part]]) -> None:
        self._parts = {part.implements: part(self) for part in parts}
        self._effects = {kind: sql for part in self._parts.values() for kind, sql in part.effects.items()}

    @abstractmethod
    def batch(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a write transaction, committed at the end."""

    @abstractmethod
    async def _wipe(self, tables: Sequence[str]) -> None:
        """Leave nothing in the files of what was just removed from these tables, as far as the database can."""

    @property
    def _held(self) -> tuple[str, ...]:
        return tuple(table for part in self._parts.values() for table in part.holds)

    def part(self, kind: type[Kind]) -> Kind:
        found: Any = self._parts.get(kind)
        if not isinstance(found, Part):
            raise TypeError(f"the store was opened without the part for {kind.__name__}")
        return cast("Kind", found)

    async def use_once(self, word: str, now: float, until: float) -> bool:
        async with self.batch() as transaction:
            await transaction.execute_many(_FORGET_WORDS, [(now,)])
            first = await transaction.fetch(_USE_WORD, word, until)
            await transaction.execute_many(_TOO_MANY_WORDS, [(MOST_WORDS,)])
        return bool(first)

    async def remove_tables(self, before: float) -> int:
        await self._remove_events()  # of an interrupted run
        removed = 0
        async for page in self._old_tables(before):
            for tables in _batches(page, _TABLES_AT_ONCE):
                removed += await self._remove_records(tables, before)
                await self._remove_events()
        async with self.batch() as transaction:
            await transaction.execute_many(_REMOVE_EXPIRED_LINKS, [(before,)])
        for part in self._parts.values():
            await part.remove_old(before)
        await self._wipe([*_OF_TABLES, *self._held])
        return removed

    async def remove_table(self, table_id: str) -> bool:
        removed = await self._remove_records([table_id], math.inf)
        await self._remove_events()
        await self._wipe([*_OF_TABLES, *self._held])
        return bool(removed)

    async def _old_tables(self, before: float) -> AsyncIterator[list[str]]:
        """The tables that haven't changed since, page by page."""
        last = ""
        while rows := await self.query(_TABLE_PAGE, last):
            last = rows[-1][0]
            yield [table for table, changed in rows if changed < before]

    async def _remove_records(self, tables: Sequence[str], before: float) -> int:
        """Remove all rows of these tables but their events; return how many tables were still old."""
        with Pause() as pause:
            async with self.batch() as transaction:
                old = [row for table in tables for row in await self._still_old(transaction, table, before)]
                removed = [str(table_id) for (table_id,) in old]
                for part in self._parts.values():
                    await part.remove_with(transaction, removed)
                for sql in _REMOVE_RECORD:
                    await transaction.execute_many(sql, old)
                transaction.removed(removed)
                await transaction.changed(removed)
        await pause.over()
        return len(old)

    async def _still_old(self, transaction: Transaction, table: str, before: float) -> Sequence[Values]:
        return [tuple(row) for row in await transaction.fetch(_STILL_OLD + self.lock_row, table, before)]

    async def _remove_events(self) -> None:
        """Remove the events of tables whose record is removed."""
        while await self.query(_ANY_REMOVALS):
            with Pause() as pause:
                async with self.batch() as transaction:
                    rows = await transaction.fetch(_EVENTS_LEFT, _ROWS_AT_ONCE)
                    await transaction.execute_many(_REMOVE_EVENT, map(tuple, rows))
                    if len(rows) < _ROWS_AT_ONCE:
                        await transaction.execute_many(_END_REMOVALS, [()])
            await pause.over()

    async def forget(self, person: str) -> tuple[str, ...]:
        tables = [table for (table,) in await self.query(TABLES_WITH, person)]
        for some in _batches(tables, _ROWS_AT_ONCE):
            await self._change(FORGET_PERSON, _person_rows(person, some), fenced=True)
        requests: list[Values] = []
        async for found in self._requests_naming(person):
            requests += (rows := _request_rows(person, found))
            for some_rows in _batches(rows, _ROWS_AT_ONCE):
                await self._change(FORGET_REQUEST, some_rows)
        await self._drop_personal_record(person)
        changed = [name for part in self._parts.values() for name in await part.forget(person)]
        await self._wipe(["people", *(["events"] if requests else ()), *self._held])
        return (*_affected_tables(tables, requests), *changed)

    async def _drop_personal_record(self, person: str) -> None:
        async with self.batch() as transaction:
            await transaction.execute_many(DROP_INSTALLATION, [personal_record(person)])

    async def requests_of(self, person: str) -> tuple[tuple[str, int, str], ...]:
        named = _naming(person)
        rows = [row async for page in self._requests_naming(person) for row in page]
        return tuple((table, sequence, request) for table, sequence, request in rows if named.search(request))

    async def _change(self, sql: str, rows: Sequence[Values], *, fenced: bool = False) -> None:
        """Change rows that start with a table's id. `fenced`: increase the versions of their tables first."""
        tables = sorted({str(table) for table, *_ in rows})
        with Pause() as pause:
            async with self.batch() as transaction:
                if fenced:
                    await transaction.execute_many(NEXT_VERSION, [(table, None) for table in tables])
                await transaction.execute_many(sql, rows)
                await transaction.changed(tables)
        await pause.over()

    async def _requests_naming(self, person: str) -> AsyncIterator[list[tuple[str, int, str]]]:
        """The requests that may contain the person's id, page by page."""
        last: str | None = ""
        while last is not None:
            *found, (last, _, _) = await self.query(_REQUESTS_NAMING, last, _platform_account(person))
            yield [(table, sequence, request) for request, table, sequence in found]


class Pause:
    """A pause after a transaction, measured by how long that took, so that others aren't held up."""

    def __enter__(self) -> Self:
        self._began = time.perf_counter()
        return self

    def __exit__(self, *_: object) -> None:
        self._took = time.perf_counter() - self._began

    async def over(self) -> None:
        await asyncio.sleep(PAUSE * self._took)


def _batches(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[start : start + size] for start in range(0, len(items), size))
