"""Workshops and their members."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from types import MappingProxyType
from typing import Any

from bot.features.workshop.model import MAX_TEAMS, Member, Order, Team, Workshop, WorkshopStore, followed_as
from bot.kernel.store import Conflict, Job
from storage.part import Part, Query
from storage.statements import PUT_JOB, Rows, Transaction, Values, job_row
from storage.upkeep import Pause

_COLUMNS = ("id", "version", "opened", "changed", "entrance", "desk", "seed")
_IN_BODY = tuple(part.name for part in fields(Workshop) if part.name not in _COLUMNS)
_LISTS = ("teams", "orders")

# No row if the id is taken, or a link.
_ADD_WORKSHOP = """
    INSERT INTO workshops (id, version, opened, changed, entrance, desk, seed, body)
    VALUES ($1, $2 + 1, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id
"""
# No row if somebody else has changed it since it had this version. Locks it until the transaction ends.
_CHANGE_WORKSHOP = """
    UPDATE workshops
    SET version = version + 1, opened = $3, changed = $4, entrance = $5, desk = $6, seed = $7, body = $8
    WHERE id = $1 AND version = $2 RETURNING id
"""
# Whoever changes teams keeps their place.
_PUT_MEMBER = """
    INSERT INTO workshop_people (workshop, person, team, luck, name, arrived, place) VALUES (
        $1, $2, $3, $4, $5, $6, (SELECT coalesce(max(place), 0) + 1 FROM workshop_people WHERE workshop = $1)
    )
    ON CONFLICT (workshop, person) DO UPDATE SET
        team = excluded.team, luck = excluded.luck, name = excluded.name, arrived = excluded.arrived
"""
_DROP_MEMBER = "DELETE FROM workshop_people WHERE workshop = $1 AND person = $2"
NEXT_VERSION = "UPDATE workshops SET version = version + 1 WHERE id = $1"

_WORKSHOP = "SELECT id, version, opened, changed, entrance, desk, seed, body FROM workshops WHERE id = $1"
_WORKSHOP_BEHIND = _WORKSHOP.replace("id = $1", "entrance = $1 OR desk = $1")
_MEMBERS = "SELECT person, team, luck, name, arrived FROM workshop_people WHERE workshop = $1 ORDER BY team, place"
_PEOPLE = "SELECT DISTINCT person, name FROM workshop_people WHERE person = $1 OR name = $1"
_MEMBERSHIPS = (
    "SELECT workshop, person, team, luck, name, arrived FROM workshop_people WHERE person = $1 ORDER BY workshop"
)
_WORKSHOPS_WITH = "SELECT workshop FROM workshop_people WHERE person = $1 ORDER BY workshop"

_OLD_WORKSHOPS = "SELECT id FROM workshops WHERE id > $1 AND opened < $2 AND changed < $2 ORDER BY id LIMIT 100"
# Again when it is removed: it may have changed in the meantime. PostgreSQL locks the row too.
_STILL_OLD = "SELECT body FROM workshops WHERE id = $1 AND opened < $2 AND changed < $2"
_IS_THERE = "SELECT 1 FROM tables WHERE id = $1"
_MEMBERS_ALONE = """
    SELECT workshop, count(*) FROM workshop_people WHERE workshop NOT IN (SELECT id FROM workshops)
    GROUP BY workshop ORDER BY workshop LIMIT 100
"""
_ALL_WORKSHOPS = _WORKSHOP.replace("WHERE id = $1", "ORDER BY id")
_BODIES = "SELECT id, body FROM workshops ORDER BY id"
_REMOVE_WORKSHOP = ("DELETE FROM workshop_people WHERE workshop = $1", "DELETE FROM workshops WHERE id = $1")


def _row(workshop: Workshop) -> Values:
    return (*(getattr(workshop, name) for name in _COLUMNS), _body(workshop))


def _body(workshop: Workshop) -> str:
    parts = {name: getattr(workshop, name) for name in _IN_BODY}
    lists = {name: [asdict(each) for each in parts[name]] for name in _LISTS}
    return json.dumps({**parts, **lists, "options": dict(workshop.options)})


def _member_row(workshop: str, member: Member) -> Values:
    return workshop, member.person, member.team, member.luck, member.name, member.arrived


def _first(rows: Rows) -> Workshop | None:
    if not rows:
        return None
    *columns, body = rows[0]
    return Workshop(**dict(zip(_COLUMNS, columns, strict=True)), **_parts(body))


def _parts(body: str) -> dict[str, Any]:
    parts = _known(json.loads(body), Workshop)
    teams = tuple(Team(**_known(team, Team)) for team in parts["teams"])
    return {**parts, "teams": teams, "orders": tuple(Order(**_known(each, Order)) for each in parts.get("orders", ()))}


def _known(parts: dict[str, Any], kind: type[Workshop | Team | Order]) -> dict[str, Any]:
    """The known fields, without what a newer process has added."""
    found = {part.name: parts[part.name] for part in fields(kind) if part.name in parts}
    return {name: tuple(given) if isinstance(given, list) else given for name, given in found.items()}


def _unreadable(workshop: str, body: str) -> str | None:
    """The sentence of `scrum-table check` about a workshop that can't be read."""
    try:
        _parts(body)
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"Workshop {workshop} can't be read."
    return None


def _members_alone(workshop: str, count: int) -> str:
    return f"Workshop {workshop} has {count} members, but the record of the workshop is missing."


# --- what `scrum-table check` finds ----------------------------------------------------------------------------------

_TABLES = "SELECT id, seed FROM tables WHERE id IN ({})"
_TEAMS_OF_MEMBERS = "SELECT team, count(*) FROM workshop_people WHERE workshop = $1 GROUP BY team ORDER BY team"
# Only where people are: a workshop is stored after the tables of its teams, and its opening may have been interrupted.
_JOINED = """
    SELECT events.table_id, payload FROM events JOIN tables ON tables.id = events.table_id
    WHERE kind = 'table.workshop_joined' AND EXISTS (SELECT 1 FROM people WHERE people.table_id = events.table_id)
    ORDER BY events.table_id
"""


async def workshop_problems(query: Query, workshops: Sequence[Workshop]) -> list[str]:
    """Look at every workshop that can be read, and at the tables that say they belong to one."""
    found = [*_shared_tables(workshops)]
    for workshop in workshops:
        seeds = await _seeds(query, workshop)
        members = dict(map(tuple, await query(_TEAMS_OF_MEMBERS, workshop.id)))
        faults = (
            *_team_problems(workshop, seeds),
            *_member_problems(workshop, members),
            *_seed_problems(workshop, seeds),
        )
        found += [f"Workshop {workshop.id}: {fault}" for fault in faults]
    return found


async def tables_alone(query: Query, known: Iterable[str]) -> list[str]:
    """Tables whose workshop is gone."""
    known = set(known)
    joined = [(table, _workshop(payload)) for table, payload in await query(_JOINED)]
    return [
        f"Table {table} belongs to workshop {workshop}, but the record of the workshop is missing."
        for table, workshop in joined
        if workshop is not None and workshop not in known
    ]


def _workshop(payload: str) -> str | None:
    """None: the event can't be read, which another check finds."""
    try:
        return str(json.loads(payload)["workshop"])
    except (ValueError, KeyError, TypeError):
        return None


def _tables(workshop: Workshop) -> list[str]:
    return [table for team in workshop.teams for table in (team.table, team.retro) if table]


async def _seeds(query: Query, workshop: Workshop) -> Mapping[str, bytes]:
    tables = _tables(workshop)
    wanted = ", ".join(f"${number}" for number in range(1, len(tables) + 1))
    rows = await query(_TABLES.format(wanted), *tables) if tables else ()
    return {table: bytes(seed) for table, seed in rows}


def _shared_tables(workshops: Iterable[Workshop]) -> Iterator[str]:
    teams = Counter(table for workshop in workshops for table in _tables(workshop))
    for table, count in sorted(teams.items()):
        if count > 1:
            yield f"Table {table} belongs to {count} teams of workshops."


def _team_problems(workshop: Workshop, seeds: Mapping[str, bytes]) -> Iterator[str]:
    if len(workshop.teams) > MAX_TEAMS:
        yield f"It has {len(workshop.teams)} teams, but at most {MAX_TEAMS} are possible."
    for number, team in enumerate(workshop.teams, start=1):
        for table in (team.table, team.retro):
            if table and table not in seeds:
                yield f"Team {number} is at table {table}, but the record of the table is missing."


def _member_problems(workshop: Workshop, members: Mapping[int, int]) -> Iterator[str]:
    for team, count in members.items():
        if not 0 <= team < len(workshop.teams):
            yield f"Team {team + 1} has {count} members, but there are only {len(workshop.teams)} teams."


def _seed_problems(workshop: Workshop, seeds: Mapping[str, bytes]) -> Iterator[str]:
    """A team may be a round behind, but not all of them; before a round, its tables may be missing."""
    if bool(workshop.seed) != workshop.same_dice:
        yield (
            "Its teams have their own dice, but it has a seed." if workshop.seed else "The seed of its dice is missing."
        )
        return
    begun = workshop.phase != "open" or workshop.round == 1
    drawn = [seeds[team.table] for team in workshop.teams if team.table in seeds]
    if workshop.same_dice and begun and drawn and workshop.seed not in drawn:
        yield "Its seed isn't the one that the tables of its teams have."


# --- the part --------------------------------------------------------------------------------------------------------


class WorkshopPart(Part, WorkshopStore):
    implements = WorkshopStore
    people = _PEOPLE
    holds = ("workshop_people", "workshops")
    checks = MappingProxyType({_MEMBERS_ALONE: _members_alone, _BODIES: _unreadable})

    @classmethod
    async def problems(cls, query: Query) -> Sequence[str]:
        rows = await query(_ALL_WORKSHOPS)
        workshops = [_first([row]) for row in rows if not _unreadable(row[0], row[-1])]
        found = await workshop_problems(query, [each for each in workshops if each is not None])
        return [*found, *await tables_alone(query, (row[0] for row in rows))]

    async def put_workshop(
        self,
        workshop: Workshop,
        joined: tuple[Member, ...] = (),
        left: tuple[str, ...] = (),
        jobs: tuple[Job, ...] = (),
    ) -> None:
        async with self._database.batch() as transaction:
            sql = _CHANGE_WORKSHOP if workshop.version else _ADD_WORKSHOP
            if not await transaction.fetch(sql, *_row(workshop)):
                raise Conflict(f"workshop {workshop.id} has moved on")
            await transaction.execute_many(_DROP_MEMBER, [(workshop.id, person) for person in left])
            await transaction.execute_many(_PUT_MEMBER, [_member_row(workshop.id, member) for member in joined])
            await transaction.execute_many(PUT_JOB, [job_row(job) for job in jobs])
            await transaction.changed([followed_as(workshop.id)])

    async def workshop(self, workshop: str) -> Workshop | None:
        return _first(await self._database.query(_WORKSHOP, workshop))

    async def workshop_behind(self, link: str) -> Workshop | None:
        return _first(await self._database.query(_WORKSHOP_BEHIND, link))

    async def members(self, workshop: str) -> tuple[Member, ...]:
        return tuple(Member(*row) for row in await self._database.query(_MEMBERS, workshop))

    async def memberships(self, person: str) -> tuple[tuple[str, Member], ...]:
        rows = await self._database.query(_MEMBERSHIPS, person)
        return tuple((workshop, Member(*row)) for workshop, *row in rows)

    async def forget(self, person: str) -> tuple[str, ...]:
        left = [workshop for (workshop,) in await self._database.query(_WORKSHOPS_WITH, person)]
        for workshop in left:
            await self._forget_member(workshop, person)
        return tuple(map(followed_as, left))

    async def _forget_member(self, workshop: str, person: str) -> None:
        with Pause() as pause:
            async with self._database.batch() as transaction:
                # the version first: whoever is changing the workshop now decides again without the person
                await transaction.execute_many(NEXT_VERSION, [(workshop,)])
                await transaction.execute_many(_DROP_MEMBER, [(workshop, person)])
                await transaction.changed([followed_as(workshop)])
        await pause.over()

    async def remove_old(self, before: float) -> None:
        async for workshop in self._old_workshops(before):
            await self._remove_workshop(workshop, before)

    async def _old_workshops(self, before: float) -> AsyncIterator[str]:
        last = ""
        while rows := await self._database.query(_OLD_WORKSHOPS, last, before):
            for (last,) in rows:
                yield last

    async def _remove_workshop(self, workshop: str, before: float) -> None:
        with Pause() as pause:
            async with self._database.batch() as transaction:
                if await self._still_unused(transaction, workshop, before):
                    for sql in _REMOVE_WORKSHOP:
                        await transaction.execute_many(sql, [(workshop,)])
                    await transaction.changed([followed_as(workshop)])
        await pause.over()

    async def _still_unused(self, transaction: Transaction, workshop: str, before: float) -> bool:
        """True if nobody has used it: its tables are removed first, so one that is left has been played at since."""
        rows = await transaction.fetch(_STILL_OLD + self._database.lock_row, workshop, before)
        readable = [_parts(body) for (body,) in rows if not _unreadable(workshop, body)]
        tables = [table for parts in readable for team in parts["teams"] for table in (team.table, team.retro)]
        left = [table for table in tables if await transaction.fetch(_IS_THERE, table)]
        return bool(rows) and not left
