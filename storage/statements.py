"""The SQL that both databases understand, and the rows that go into it.

Parameters are written $1, $2 … as PostgreSQL has them; SQLite gets ?1, ?2 … of the same text.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.ports import Append

Values = tuple[object, ...]
Marks = Mapping[tuple[str, str], tuple[int, str]]  # room and table -> the last event seen, and in which message

# Reading

TABLE = "SELECT id, game, seed, opened FROM tables WHERE id = $1"
PEOPLE = "SELECT person, name, seat, host, wants_text, remind FROM people WHERE table_id = $1 ORDER BY place"
TIMERS = "SELECT table_id, name, due FROM timers WHERE table_id = $1 ORDER BY due, name"
ROOMS = "SELECT room, table_id, shown, message FROM rooms WHERE table_id = $1 ORDER BY room"
ROOM = "SELECT room, table_id, shown, message FROM rooms WHERE room = $1"
EVENTS = (
    "SELECT sequence, kind, payload, at, drawn, hash, request, seat FROM events "
    "WHERE table_id = $1 AND sequence > $2 ORDER BY sequence"
)
# A range of the key instead of LIKE: every character of the prefix is data, and no other table is looked at.
FIND_TABLES = (
    "SELECT id, game, seed, opened FROM tables WHERE id >= $1 AND id <= $2 ORDER BY opened DESC, id DESC LIMIT 100"
)
TABLES_OF = (
    "SELECT people.table_id FROM people JOIN tables ON tables.id = people.table_id "
    "WHERE person = $1 AND seat IS NOT NULL ORDER BY opened DESC, id DESC LIMIT 20"
)
# The one that came into the room last is the first.
TABLES_IN = (
    "SELECT id, game, seed, opened FROM visits JOIN tables ON tables.id = visits.table_id "
    "WHERE room = $1 ORDER BY at DESC, opened DESC, id DESC LIMIT 100"
)
LINKED = "SELECT table_id FROM links WHERE code = $1 AND expires > $2"
INSTALLATION = "SELECT sealed FROM installations WHERE platform = $1 AND workspace = $2"
HANDLED = "SELECT table_id FROM events WHERE request = $1"
ROOMS_BEHIND = """
    SELECT room, table_id, shown, message, last FROM (
        SELECT
            room, table_id, shown, message, (SELECT max(sequence) FROM events WHERE table_id = rooms.table_id) AS last
        FROM rooms
    ) AS seen
    WHERE shown < last ORDER BY room
"""
NEXT_TIMER = (
    "SELECT min(CASE WHEN coalesce(leased_until, due) > due THEN leased_until ELSE due END) AS next FROM timers"
)

# Writing

ADD_TABLE = "INSERT INTO tables (id, game, seed, opened) VALUES ($1, $2, $3, $4)"

# An event that does not follow the last one, or whose table does not exist, gets no number, and the column refuses
# that. So one statement settles gap, race and key, and needs neither a look before nor a count after.
ADD_EVENT = """
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request, seat) VALUES (
        $1,
        CASE WHEN $2 = 1 + coalesce((SELECT max(sequence) FROM events WHERE table_id = $1), 0)
            AND ($2 > 1 OR EXISTS (SELECT 1 FROM tables WHERE id = $1)) THEN $2 END,
        $3, $4, $5, $6, $7, $8, $9
    )
"""
# The last message stays known: the first one of the new table takes its buttons away. A room that shows something else
# by now than whoever decided this thought gets no table, and the column refuses that.
SHOW_IN_ROOM = """
    INSERT INTO rooms (room, table_id, shown, message) VALUES ($1, $2, $3, '')
    ON CONFLICT (room) DO UPDATE SET
        table_id = CASE WHEN $4 = '*' OR rooms.table_id IN (excluded.table_id, $4) THEN excluded.table_id END,
        shown = excluded.shown, telling = NULL
"""
# By the time of the table itself, for a store has no clock. Coming back later changes nothing.
ADD_VISIT = """
    INSERT INTO visits (room, table_id, at)
    SELECT $1, id, coalesce((SELECT at FROM events WHERE table_id = id ORDER BY sequence DESC LIMIT 1), opened)
    FROM tables WHERE id = $2
    ON CONFLICT (room, table_id) DO NOTHING
"""
LEAVE_ROOM = "DELETE FROM rooms WHERE room = $1 AND table_id = $2"
# Nothing is put if the table has been removed meanwhile.
PUT_LINK = """
    INSERT INTO links (code, table_id, expires) SELECT $1, id, $3 FROM tables WHERE id = $2
    ON CONFLICT (code) DO UPDATE SET table_id = excluded.table_id, expires = excluded.expires
"""
PUT_PERSON = """
    INSERT INTO people (table_id, person, name, seat, host, wants_text, remind, place)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (table_id, person) DO UPDATE SET
        name = excluded.name, seat = excluded.seat, host = excluded.host, wants_text = excluded.wants_text,
        remind = excluded.remind, place = excluded.place
"""
# A timer that stays as it is keeps its lease: somebody is about to fire it.
PUT_TIMER = """
    INSERT INTO timers (table_id, name, due) VALUES ($1, $2, $3)
    ON CONFLICT (table_id, name) DO UPDATE SET due = excluded.due, leased_until = NULL
    WHERE timers.due <> excluded.due
"""
# The same event may be shown again, in a new message: the board brought down.
MARK_SHOWN = (
    "UPDATE rooms SET shown = $3, message = $4, telling = NULL WHERE room = $1 AND table_id = $2 AND shown <= $3"
)
CLAIM_NEWS = """
    UPDATE rooms SET telling = $5 WHERE room = $1 AND table_id = $2 AND shown <= $3 AND coalesce(telling, 0) <= $4
    AND EXISTS (SELECT 1 FROM events WHERE table_id = $2 AND sequence = $3 + 1 AND at <= $6)
    RETURNING room
"""

PUT_INSTALLATION = """
    INSERT INTO installations (platform, workspace, sealed) VALUES ($1, $2, $3)
    ON CONFLICT (platform, workspace) DO UPDATE SET sealed = excluded.sealed
"""
DROP_INSTALLATION = "DELETE FROM installations WHERE platform = $1 AND workspace = $2"


# Removing tables and people

# By its last event: nothing happened to it since.
OLD_TABLES = """
    SELECT id FROM tables
    WHERE coalesce((SELECT at FROM events WHERE table_id = id ORDER BY sequence DESC LIMIT 1), opened) < $1
"""
REMOVE_TABLE = (
    "DELETE FROM events WHERE table_id = $1",
    "DELETE FROM people WHERE table_id = $1",
    "DELETE FROM timers WHERE table_id = $1",
    "DELETE FROM rooms WHERE table_id = $1",
    "DELETE FROM visits WHERE table_id = $1",
    "DELETE FROM links WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
)
REMOVE_EXPIRED_LINKS = "DELETE FROM links WHERE expires < $1"

TABLES_WITH = "SELECT table_id FROM people WHERE person = $1 ORDER BY table_id"
FORGET_PERSON = "UPDATE people SET person = $3, name = $4 WHERE table_id = $1 AND person = $2"
# Without LIKE, so that every character of the id is data. All events are looked at: whoever left a table may have
# moved there before.
REQUESTS_NAMING = "SELECT table_id, sequence, request FROM events WHERE replace(request, $1, '') <> request"
FORGET_REQUEST = "UPDATE events SET request = $3 WHERE table_id = $1 AND sequence = $2"


def check(change: Append) -> None:
    """Refuse what no database should be asked to store: a mistake of the caller, not of the moment."""
    numbers = [event.sequence for event in change.events]
    if numbers and numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise ValueError(f"the events of table {change.table} must be numbered one by one, not {numbers}")
    if change.opens is not None and change.opens.id != change.table:
        raise ValueError(f"a change of table {change.table} cannot open table {change.opens.id}")
    if any(timer.table != change.table for timer in change.timers or ()):
        raise ValueError(f"a change of table {change.table} cannot set timers of another table")


@dataclass(frozen=True, slots=True)
class Dropping:
    """How a database takes away what is not in a set any more, before the rest of the set is put."""

    people: str
    timers: str
    listed: Callable[[list[str]], object]  # the names of the set, as one parameter


def writing(changes: Sequence[Append], marks: Marks, dropping: Dropping) -> list[tuple[str, list[Values]]]:
    """The statements that store all this, in order, each with its rows."""
    # the last one's people and timers stand
    people = {change.table: change for change in changes if change.people is not None}.values()
    timers = {change.table: change for change in changes if change.timers is not None}.values()
    steps: list[tuple[str, list[Values]]] = [
        # Marks first: one who marks has seen the event stored, so no mark can depend on a change in the same batch.
        (MARK_SHOWN, [(*key, *mark) for key, mark in sorted(marks.items())]),
        (ADD_TABLE, table_rows(changes)),
        (ADD_EVENT, event_rows(changes)),
        (SHOW_IN_ROOM, room_rows(changes)),
        (ADD_VISIT, visit_rows(changes)),
        (dropping.people, [(c.table, dropping.listed([one.person for one in c.people or ()])) for c in people]),
        (PUT_PERSON, people_rows(people)),
        (dropping.timers, [(c.table, dropping.listed([one.name for one in c.timers or ()])) for c in timers]),
        (PUT_TIMER, timer_rows(timers)),
    ]
    return [(sql, rows) for sql, rows in steps if rows]


def requests(change: Append) -> list[str]:
    return [event.request for event in change.events if event.request is not None]


def table_rows(changes: Iterable[Append]) -> list[Values]:
    opened = (change.opens for change in changes if change.opens is not None)
    return [(table.id, table.game, table.seed, table.opened) for table in opened]


def event_rows(changes: Iterable[Append]) -> list[Values]:
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
        )
        for change in changes
        for event in change.events
    ]


def room_rows(changes: Iterable[Append]) -> list[Values]:
    return [
        (change.room, change.table, change.shown, "*" if change.instead_of is None else change.instead_of)
        for change in changes
        if change.room is not None
    ]


def visit_rows(changes: Iterable[Append]) -> list[Values]:
    return [(change.room, change.table) for change in changes if change.room is not None]


def people_rows(changes: Iterable[Append]) -> list[Values]:
    return [
        (change.table, person.person, person.name, person.seat, person.host, person.text, person.remind, place)
        for change in changes
        for place, person in enumerate(change.people or ())
    ]


def timer_rows(changes: Iterable[Append]) -> list[Values]:
    return [(timer.table, timer.name, timer.due) for change in changes for timer in change.timers or ()]
