"""What operators look for in the database: rows that contradict each other, damaged files, people."""

import json
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.kernel.store import StoreUnavailable
from storage.part import Part, Sentence
from storage.statements import ReadingStore

# At most 100 problems of each kind: more would bury the rest.


def damage(found: str) -> str | None:
    return None if found == "ok" else f"The file is damaged ({' '.join(found.split())}). Restore a backup."


def _without_table(what: str) -> tuple[str, Sentence]:
    """Rows of one kind whose table is missing, except the events of a table that is being removed."""
    sql = f"""
        SELECT table_id, count(*) FROM {what} WHERE table_id NOT IN (SELECT id FROM tables)
        AND table_id NOT IN (SELECT table_id FROM removals) GROUP BY table_id ORDER BY table_id LIMIT 100
    """  # noqa: S608  the names of our own tables  # nosec B608
    return sql, lambda table, count: f"Table {table} has {count} {what}, but the record of the table is missing."


_LAST_EVENTS = """
    SELECT id, last_sequence, found FROM (
        SELECT
            id, last_sequence, last_hash, (SELECT coalesce(max(sequence), 0) FROM events WHERE table_id = id) AS found
        FROM tables
    ) AS counted LEFT JOIN events ON table_id = id AND sequence = found
    WHERE last_sequence <> found OR hash <> last_hash ORDER BY id LIMIT 100
"""
_SHOWN_TOO_FAR = """
    SELECT id, shown, last_sequence FROM rooms JOIN tables ON id = table_id WHERE shown > last_sequence
    ORDER BY id LIMIT 100
"""


def _last_event(table: str, last: int, found: int) -> str:
    if found < last:
        return f"Table {table} had {last} events, but the last {last - found} are missing."
    if found > last:
        return f"Table {table} had {last} events; the {found - last} after them were not appended by Scrum Table."
    return f"Table {table}, event {last}: It isn't the event that was stored last."


def _shown_too_far(table: str, shown: int, last: int) -> str:
    return f"Table {table} has {last} events, but a room has been shown {shown}."


_JOBS = "SELECT id, payload FROM jobs ORDER BY id"


def _unreadable_job(job: str, payload: str) -> str | None:
    try:
        json.loads(payload or "{}")
    except ValueError:
        return f"Job {job} can't be read, so it is never done."
    return None


_CHECKS: Mapping[str, Sentence] = MappingProxyType(
    {
        _LAST_EVENTS: _last_event,
        _SHOWN_TOO_FAR: _shown_too_far,
        _JOBS: _unreadable_job,
        **dict(map(_without_table, ("events", "people", "timers", "rooms", "visits", "links"))),
    }
)


_PEOPLE = "SELECT DISTINCT person, name FROM people WHERE person = $1 OR name = $1 LIMIT 100"


async def people(store: ReadingStore, parts: Iterable[type[Part]], wanted: str) -> tuple[tuple[str, str], ...]:
    """Ids and names of those who have this id or name, at tables and in parts, each pair once."""
    queries = (_PEOPLE, *(part.people for part in parts if part.people))
    rows = [row for sql in queries for row in await store.query(sql, wanted)]
    return tuple(dict.fromkeys((person, name) for person, name in rows))[:100]


async def problems(
    store: ReadingStore, parts: Iterable[type[Part]], more: Mapping[str, Sentence] = MappingProxyType({})
) -> tuple[str, ...]:
    """Run `more` checks first, then those of every database. One that fails doesn't keep the others from running."""
    kinds = tuple(parts)
    checks = {**more, **_CHECKS}
    for part in kinds:
        checks |= part.checks
    found = [problem for sql, say in checks.items() for problem in await _found(_said(store, sql, say))]
    return (*found, *[problem for part in kinds for problem in await _found(part.problems(store.query))])


async def _said(store: ReadingStore, sql: str, say: Sentence) -> list[str]:
    rows: Sequence[Sequence[Any]] = await store.query(sql)
    return [problem for row in rows if (problem := say(*row)) is not None]


async def _found(looking: Awaitable[Sequence[str]]) -> Sequence[str]:
    try:
        return await looking
    except StoreUnavailable as error:
        return [str(error)]
