"""The SQL that both databases share, and the rows for it.

Parameters are written $1, $2 … as in PostgreSQL; for SQLite they become ?1, ?2 ….
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, Protocol

from bot.kernel.store import (
    CLOCK_TOLERANCE,
    Append,
    Attendance,
    Effect,
    Job,
    ListedTable,
    RoomRecord,
    Seating,
    StoredEvent,
    StoredTable,
    StoreUnavailable,
    TableRecord,
    Timer,
)

Values = tuple[object, ...]
Mark = tuple[int, str, int]  # the last event seen, the message that showed it, the last event before that message
Marks = Mapping[tuple[str, str], Mark]  # by room and table

# Reading

_TABLE = "SELECT id, game, seed, opened, version FROM tables WHERE id = $1"
_VERSION = "SELECT version FROM tables WHERE id = $1"
_PEOPLE = "SELECT person, name, seat, host, wants_text, remind, prepared FROM people WHERE table_id = $1 ORDER BY place"
_TIMERS = "SELECT table_id, name, due, set_at FROM timers WHERE table_id = $1 ORDER BY due, name"
_ROOMS = "SELECT room, table_id, shown, message, since FROM rooms WHERE table_id = $1 ORDER BY room"
_ROOM = "SELECT room, table_id, shown, message, since FROM rooms WHERE room = $1"
EVENTS = (
    "SELECT sequence, kind, payload, at, drawn, hash, request, seat, move FROM events "
    "WHERE table_id = $1 AND sequence > $2 ORDER BY sequence"
)
# A key range instead of LIKE: no character of the prefix is a wildcard, and only matching rows are read.
_FIND_TABLES = (
    "SELECT id, game, seed, opened FROM tables WHERE id >= $1 AND id <= $2 ORDER BY opened DESC, id DESC LIMIT 100"
)
_TABLES_OF = (
    "SELECT people.table_id FROM people JOIN tables ON tables.id = people.table_id "
    "WHERE person = $1 AND seat IS NOT NULL ORDER BY opened DESC, id DESC LIMIT 20"
)
# Most recently shown in the room first.
_TABLES_IN = (
    "SELECT id, game, seed, opened FROM visits JOIN tables ON tables.id = visits.table_id "
    "WHERE room = $1 ORDER BY at DESC, opened DESC, id DESC LIMIT 100"
)
# The last event of each of these tables if it closed the table; looking for the start ends early, as it comes early.
_ENDINGS = """
    SELECT tables.game, last.payload
    FROM visits
    JOIN tables ON tables.id = visits.table_id
    JOIN events AS last ON last.table_id = tables.id AND last.sequence = tables.last_sequence
    WHERE visits.room = $1 AND last.kind = 'table.closed'
        AND EXISTS (SELECT 1 FROM events WHERE table_id = tables.id AND kind = 'table.game_started')
    ORDER BY visits.at DESC, tables.opened DESC, tables.id DESC LIMIT 100
"""
_LINKED = "SELECT table_id FROM links WHERE code = $1 AND expires > $2"
_INSTALLATION = "SELECT sealed FROM installations WHERE platform = $1 AND workspace = $2"
HANDLED = "SELECT table_id FROM events WHERE request = $1"
_ROOMS_BEHIND = (
    "SELECT room, table_id, shown, message, since, last_sequence "
    "FROM rooms JOIN tables ON tables.id = rooms.table_id "
    "WHERE shown < last_sequence ORDER BY room"
)
_LISTED = (
    "SELECT id, game, opened, changed, (SELECT count(*) FROM people WHERE table_id = id) "
    "FROM tables WHERE id > $1 ORDER BY id LIMIT 1000"
)
_VISITS = "SELECT table_id, room FROM visits WHERE table_id >= $1 AND table_id <= $2 ORDER BY at, room"
_ATTENDANCES = (
    "SELECT id, game, opened, name, seat, host, wants_text, remind, prepared "
    "FROM people JOIN tables ON tables.id = people.table_id WHERE person = $1 ORDER BY opened DESC, id DESC"
)
_ROOMS_OF = (
    "SELECT visits.table_id, room FROM people JOIN visits ON visits.table_id = people.table_id "
    "WHERE person = $1 ORDER BY at, room"
)
_TABLE_IDS = "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT 100"

# Writing

_ADD_TABLE = "INSERT INTO tables (id, game, seed, opened, changed) VALUES ($1, $2, $3, $4, $4)"

# The fence: whoever changes anything about a table increases its version first, which also locks its row until the
# transaction ends. If the table has another version than the one expected ($2; NULL: any), the version becomes NULL,
# which the column rejects.
NEXT_VERSION = """
    UPDATE tables SET version = CASE WHEN version = coalesce($2, version) THEN version + 1 END WHERE id = $1
"""

# If an event does not follow the last one, or its table does not exist, its sequence is NULL, which the column
# rejects. So one statement detects gaps, races and missing tables, without a query before or a count after.
_ADD_EVENT = """
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request, seat, move) VALUES (
        $1,
        (SELECT last_sequence + 1 FROM tables WHERE id = $1 AND last_sequence + 1 = $2),
        $3, $4, $5, $6, $7, $8, $9, $10
    )
"""
# The hash doesn't cover what is erased.
_ERASE_PAYLOAD = "UPDATE events SET payload = $3 WHERE table_id = $1 AND sequence = $2"
# `message` is kept: the first message of the new table removes the buttons from it. If the room no longer shows the
# table that the caller assumed ($4), table_id becomes NULL, which the column rejects.
_SHOW_IN_ROOM = """
    INSERT INTO rooms (room, table_id, shown, message, since) VALUES ($1, $2, $3, '', $3)
    ON CONFLICT (room) DO UPDATE SET
        table_id = CASE WHEN $4 = '*' OR rooms.table_id IN (excluded.table_id, $4) THEN excluded.table_id END,
        shown = excluded.shown, since = excluded.since, telling = NULL
"""
# Dated by the table's last event, because a store has no clock. A second visit changes nothing.
_ADD_VISIT = """
    INSERT INTO visits (room, table_id, at)
    SELECT $1, id, changed FROM tables WHERE id = $2
    ON CONFLICT (room, table_id) DO NOTHING
"""
_LEAVE_ROOM = "DELETE FROM rooms WHERE room = $1 AND table_id = $2"
# Inserts nothing if the table has been removed meanwhile.
PUT_LINK = """
    INSERT INTO links (code, table_id, expires) SELECT $1, id, $3 FROM tables WHERE id = $2
    ON CONFLICT (code) DO UPDATE SET table_id = excluded.table_id, expires = excluded.expires
"""
# Before the new ones are written.
_PRUNE_PEOPLE = "DELETE FROM people WHERE table_id = $1 AND NOT person {among}"
_PRUNE_TIMERS = "DELETE FROM timers WHERE table_id = $1 AND NOT name {among}"
_PUT_PERSON = """
    INSERT INTO people (table_id, person, name, seat, host, wants_text, remind, place, prepared)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (table_id, person) DO UPDATE SET
        name = excluded.name, seat = excluded.seat, host = excluded.host, wants_text = excluded.wants_text,
        remind = excluded.remind, place = excluded.place, prepared = excluded.prepared
"""
# An unchanged timer keeps its lease: a process is about to fire it.
_PUT_TIMER = """
    INSERT INTO timers (table_id, name, due, set_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (table_id, name) DO UPDATE SET due = excluded.due, set_at = excluded.set_at, leased_until = NULL
    WHERE timers.due <> excluded.due
"""
# $1: later than any clock can be now, if it is right
TIMERS_FROM_THE_FUTURE = "SELECT DISTINCT table_id FROM timers WHERE set_at > $1 ORDER BY table_id"
_RESTART_TIMERS = """
    UPDATE timers SET due = due - set_at + $2, set_at = $2, leased_until = NULL WHERE set_at > $1 AND table_id = $3
"""
# Scheduled again, it is nobody's any more: what a process is about to do is out of date.
PUT_JOB = """
    INSERT INTO jobs (id, room, kind, due, payload) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (id) DO UPDATE SET
        room = excluded.room, kind = excluded.kind, due = excluded.due, payload = excluded.payload, leased_until = NULL
"""
# `<=`: the same event may be shown again in a new message, when the board is reposted.
_MARK_SHOWN = (
    "UPDATE rooms SET shown = $3, message = $4, since = $5, telling = NULL "
    "WHERE room = $1 AND table_id = $2 AND shown <= $3"
)
CLAIM_NEWS = """
    UPDATE rooms SET telling = $5 WHERE room = $1 AND table_id = $2 AND shown <= $3
    AND (coalesce(telling, 0) <= $4 OR telling > $7)
    AND EXISTS (SELECT 1 FROM events WHERE table_id = $2 AND sequence = $3 + 1 AND at <= $6)
    RETURNING room
"""

PUT_INSTALLATION = """
    INSERT INTO installations (platform, workspace, sealed) VALUES ($1, $2, $3)
    ON CONFLICT (platform, workspace) DO UPDATE SET sealed = excluded.sealed
"""
DROP_INSTALLATION = "DELETE FROM installations WHERE platform = $1 AND workspace = $2"


# Writes something and changes nothing: shows whether the database can be written.
TRIAL = ("INSERT INTO removals (table_id) VALUES ('')", "DELETE FROM removals WHERE table_id = ''")

_ACTIVITY = "SELECT changed FROM tables ORDER BY changed"

# Forgetting people

TABLES_WITH = "SELECT table_id FROM people WHERE person = $1 ORDER BY table_id"
FORGET_PERSON = "UPDATE people SET person = $3, name = $4 WHERE table_id = $1 AND person = $2"
FORGET_REQUEST = "UPDATE events SET request = $3 WHERE table_id = $1 AND sequence = $2"


def check(change: Append, effects: Mapping[type[Effect], str]) -> None:
    """Raise ValueError for changes that no database should store: a bug in the caller, not a race."""
    numbers = [event.sequence for event in change.events]
    if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise ValueError(f"the events of table {change.table} must be numbered consecutively, not {numbers}")
    if change.opens is not None and change.opens.id != change.table:
        raise ValueError(f"a change of table {change.table} cannot open table {change.opens.id}")
    if any(timer.table != change.table for timer in change.timers or ()):
        raise ValueError(f"a change of table {change.table} cannot set timers of another table")
    for effect in change.effects:
        if type(effect) not in effects:
            raise ValueError(f"no part of this store knows the effect {type(effect).__name__}")


@dataclass(frozen=True, slots=True)
class Flavour:
    """The differences between the two databases' SQL."""

    among: str  # follows a column: whether its value is one of those in parameter $2
    as_parameter: Callable[[list[str]], object]  # makes that parameter
    skip_locked: str = ""  # ends a query for rows that this process is about to take

    def write(self, sql: str) -> str:
        return sql.format(among=self.among, skip_locked=self.skip_locked)


def to_write(
    changes: Sequence[Append], marks: Marks, flavour: Flavour, effects: Mapping[type[Effect], str]
) -> list[tuple[str, list[Values]]]:
    """Return the statements that store these changes and marks, in order, each with its rows."""
    kept = flavour.as_parameter
    # of several changes to one table, the last one's people and timers count
    people = {change.table: change for change in changes if change.people is not None}.values()
    timers = {change.table: change for change in changes if change.timers is not None}.values()
    statements: list[tuple[str, list[Values]]] = [
        # Marks first: an event is marked only after it was stored, so no mark depends on a change in this batch.
        (_MARK_SHOWN, [(*key, *mark) for key, mark in sorted(marks.items())]),
        (_ADD_TABLE, _table_rows(changes)),
        (NEXT_VERSION, list(version_rows(changes))),
        (_ADD_EVENT, _event_rows(changes)),
        (_ERASE_PAYLOAD, [(change.table, *row) for change in changes for row in change.erased]),
        (_SHOW_IN_ROOM, _room_rows(changes)),
        (_LEAVE_ROOM, [(change.leaves, change.table) for change in changes if change.leaves is not None]),
        (_ADD_VISIT, _visit_rows(changes)),
        (flavour.write(_PRUNE_PEOPLE), [(c.table, kept([one.person for one in c.people or ()])) for c in people]),
        (_PUT_PERSON, _people_rows(people)),
        (flavour.write(_PRUNE_TIMERS), [(c.table, kept([one.name for one in c.timers or ()])) for c in timers]),
        (_PUT_TIMER, _timer_rows(timers)),
        (PUT_JOB, [job_row(job) for change in changes for job in sorted(change.jobs, key=attrgetter("id"))]),
        *((sql, _effect_rows(changes, kind)) for kind, sql in effects.items()),
    ]
    return [(sql, rows) for sql, rows in statements if rows]


def to_restart(tables: Iterable[str], now: float) -> list[tuple[str, list[Values]]]:
    """Return the statements that start these tables' timers from the future again."""
    names = list(tables)
    return [
        (NEXT_VERSION, [(table, None) for table in names]),
        (_RESTART_TIMERS, [(now + CLOCK_TOLERANCE, now, table) for table in names]),
    ]


def request_ids(change: Append) -> list[str]:
    return [event.request for event in change.events if event.request is not None]


def _table_rows(changes: Iterable[Append]) -> list[Values]:
    opened = (change.opens for change in changes if change.opens is not None)
    return [(table.id, table.game, table.seed, table.opened) for table in opened]


def version_rows(changes: Sequence[Append]) -> Sequence[tuple[str, int | None]]:
    """The versions of changed tables and of those that rooms stop showing; sorted, so that processes don't deadlock."""
    changed = [(change.table, change.version) for change in changes if change.opens is None]
    return sorted([*changed, *((table, None) for table in _replaced(changes))], key=itemgetter(0))


def changed_tables(changes: Sequence[Append]) -> set[str]:
    """The tables that other processes must hear of."""
    return {change.table for change in changes} | _replaced(changes)


def _replaced(changes: Iterable[Append]) -> set[str]:
    return {change.instead_of for change in changes if change.instead_of and change.instead_of != change.table}


def _event_rows(changes: Iterable[Append]) -> list[Values]:
    return [
        (
            change.table,
            event.sequence,
            event.kind,
            event.payload,
            event.at,
            event.drawn,
            event.hash,
            event.request,
            event.seat,
            event.move,
        )
        for change in changes
        for event in change.events
    ]


def _room_rows(changes: Iterable[Append]) -> list[Values]:
    return [
        (change.room, change.table, change.shown, "*" if change.instead_of is None else change.instead_of)
        for change in changes
        if change.room is not None
    ]


def _visit_rows(changes: Iterable[Append]) -> list[Values]:
    return [(change.room, change.table) for change in changes if change.room is not None]


def _people_rows(changes: Iterable[Append]) -> list[Values]:
    return [
        (
            change.table,
            person.person,
            person.name,
            person.seat,
            person.host,
            person.text,
            person.remind,
            place,
            person.prepared,
        )
        for change in changes
        for place, person in enumerate(change.people or ())
    ]


def _timer_rows(changes: Iterable[Append]) -> list[Values]:
    return [(timer.table, timer.name, timer.due, timer.set_at) for change in changes for timer in change.timers or ()]


def _effect_rows(changes: Iterable[Append], kind: type[Effect]) -> list[Values]:
    return [row for change in changes for effect in change.effects if type(effect) is kind for row in effect.rows()]


def job_row(job: Job) -> Values:
    return job.id, job.room, job.kind, job.due, job.payload


# --- reading ---------------------------------------------------------------------------------------------------------

Rows = Sequence[Sequence[Any]]

_LAST_CHARACTER = "\U0010ffff"  # sorts last and is not a valid character, so no id contains it


def store_is_closed() -> StoreUnavailable:
    return StoreUnavailable("The store is closed because Scrum Table is shutting down. Try again once it is back.")


class Transaction(Protocol):
    async def fetch(self, sql: str, *values: object) -> Rows: ...

    async def execute_many(self, sql: str, rows: Iterable[Values]) -> None: ...

    async def changed(self, followed: Iterable[str]) -> None:
        """Notify whoever follows these tables, in any process, once this is committed."""

    def removed(self, table_ids: Iterable[str]) -> None:
        """Note that these tables are gone: nobody keeps anything about them in memory."""


class ReadingStore(ABC):
    @abstractmethod
    async def query(self, sql: str, *values: object) -> Rows:
        """Run one query on what is stored now."""

    @abstractmethod
    async def queries(self, *asked: tuple[str, Values]) -> Sequence[Rows]:
        """Run several queries that all see the database at one moment."""

    def pending_marks(self) -> Marks:
        """Marks of what rooms have seen that are not in the database yet, by room and table."""
        return MappingProxyType({})

    async def table(self, table_id: str, after: int = 0) -> StoredTable | None:
        marks = self.pending_marks()
        records, people, timers, rooms, events = await self.queries(
            (_TABLE, (table_id,)),
            (_PEOPLE, (table_id,)),
            (_TIMERS, (table_id,)),
            (_ROOMS, (table_id,)),
            (EVENTS, (table_id, after)),
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

    async def version(self, table_id: str) -> int | None:
        rows = await self.query(_VERSION, table_id)
        return rows[0][0] if rows else None

    async def events(self, table_id: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return tuple(StoredEvent(*row) for row in await self.query(EVENTS, table_id, after))

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        rows = await self.query(_FIND_TABLES, prefix, prefix + _LAST_CHARACTER)
        return tuple(TableRecord(*row) for row in rows)

    async def table_ids(self, after: str = "") -> tuple[str, ...]:
        return tuple(table for (table,) in await self.query(_TABLE_IDS, after))

    async def listed(self, after: str = "") -> tuple[ListedTable, ...]:
        rows = await self.query(_LISTED, after)
        rooms = _by_table(await self.query(_VISITS, rows[0][0], rows[-1][0]) if rows else ())
        return tuple(
            ListedTable(table, game, opened, changed, people, rooms.get(table, ()))
            for table, game, opened, changed, people in rows
        )

    async def attendances(self, person: str) -> tuple[Attendance, ...]:
        found, visits = await self.queries((_ATTENDANCES, (person,)), (_ROOMS_OF, (person,)))
        rooms = _by_table(visits)
        return tuple(
            Attendance(table, game, opened, rooms.get(table, ()), name, seat, bool(host), bool(text), remind, prepared)
            for table, game, opened, name, seat, host, text, remind, prepared in found
        )

    async def tables_of(self, person: str) -> tuple[str, ...]:
        return tuple(table for (table,) in await self.query(_TABLES_OF, person))

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        return tuple(TableRecord(*row) for row in await self.query(_TABLES_IN, room))

    async def activity(self) -> tuple[float, ...]:
        return tuple(at for (at,) in await self.query(_ACTIVITY))

    async def endings(self, room: str) -> tuple[tuple[str, str], ...]:
        return tuple((game, payload) for game, payload in await self.query(_ENDINGS, room))

    async def linked(self, code: str, now: float) -> str | None:
        rows = await self.query(_LINKED, code, now)
        return rows[0][0] if rows else None

    async def installation(self, platform: str, workspace: str) -> bytes | None:
        rows = await self.query(_INSTALLATION, platform, workspace)
        return bytes(rows[0][0]) if rows else None

    async def handled(self, request: str) -> str | None:
        rows = await self.query(HANDLED, request)
        return rows[0][0] if rows else None

    async def room(self, room: str) -> RoomRecord | None:
        marks = self.pending_marks()
        rows = await self.query(_ROOM, room)
        return _room(marks, rows[0]) if rows else None

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        marks = self.pending_marks()
        rows = await self.query(_ROOMS_BEHIND)
        behind = ((_room(marks, row), last) for *row, last in rows)
        return tuple(record for record, last in behind if record.shown < last)


def _by_table(visits: Rows) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for table, room in visits:
        found[table] = (*found.get(table, ()), room)
    return found


def _room(marks: Marks, row: Sequence[Any]) -> RoomRecord:
    room, table, shown, message, since = row
    stored: Mark = (shown, message, since)
    mark = marks.get((room, table), stored)
    return RoomRecord(room, table, *(mark if mark[0] >= shown else stored))
