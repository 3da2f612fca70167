"""What `scrum-table check` finds about workshops: teams, tables and seeds that contradict each other."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.features.workshop.model import MAX_TEAMS, Workshop
from storage.part import Query

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
