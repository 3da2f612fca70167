"""All teams of a workshop side by side, from what everybody at their tables saw."""

import logging
from collections import OrderedDict

from bot.commands.calls import Context
from bot.live.table import seat_names
from bot.ports import StoredTable
from bot.table.comparison import TeamTable, weigh
from bot.table.comparison import compare as compared
from bot.table.journal import Standing, effective_events, fold
from bot.table.model import Refused
from bot.workshop_messages import Comparison
from bot.workshop_records import Team, Workshop, followed_as
from games import GAMES
from games.debriefing import Weighed

log = logging.getLogger(__name__)

MAX_KEPT = 1000  # tables whose luck and choices were weighed


class Comparing:
    """Weighing luck against choice takes seconds a table: it happens in the background, and pages are told."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._weighed: OrderedDict[str, Weighed | None] = OrderedDict()  # by table
        self._weighing: set[str] = set()  # workshops

    async def compare(self, workshop: Workshop) -> Comparison:
        stored = [(team, await self._context.store.table(team.table)) for team in workshop.teams]
        tables = [await self._team(team, table) for team, table in stored if table is not None]
        waiting = [team.table for team, table in stored if table is not None and self._can_be_weighed(table)]
        if waiting and workshop.id not in self._weighing:
            self._weighing.add(workshop.id)
            self._context.tasks.start(self._weigh(workshop, waiting), "weighing luck and choice")
        return compared(workshop.title, GAMES[workshop.game], tables, same_dice=workshop.same_dice)

    async def _team(self, team: Team, stored: StoredTable) -> TeamTable:
        standing = _standing(stored)
        return TeamTable(
            name=team.name,
            events=tuple(effective_events(stored.events, standing.game)),
            names=seat_names(standing.table, stored.people),
            over=standing.table.phase == "over",
            actions=await self._actions(team),
            weighed=self._weighed.get(stored.record.id),
        )

    async def _actions(self, team: Team) -> tuple[str, ...]:
        """What the team's retrospective has agreed on."""
        stored = await self._context.store.table(team.retro) if team.retro else None
        standing = _standing(stored) if stored else None
        if standing is None or standing.state is None:
            return ()
        return tuple(action.what for action in standing.game.agreements(standing.state).actions)

    def _can_be_weighed(self, stored: StoredTable) -> bool:
        return stored.record.id not in self._weighed and _standing(stored).finished

    async def _weigh(self, workshop: Workshop, tables: list[str]) -> None:
        """One table after the other; whoever compares next sees those that are done."""
        try:
            for table in tables:
                self._weighed[table] = await self._weighed_at(table)
                while len(self._weighed) > MAX_KEPT:
                    self._weighed.popitem(last=False)
                self._context.tables.changed(followed_as(workshop.id))
        except Refused:
            log.info("luck and choice of workshop %s are weighed later: too much is waiting", workshop.id)
        finally:
            self._weighing.discard(workshop.id)

    async def _weighed_at(self, table: str) -> Weighed | None:
        stored = await self._context.store.table(table)
        if stored is None:
            return None
        events = effective_events(stored.events, GAMES[stored.record.game])
        try:
            weighed: Weighed | None = await self._context.thinker.elsewhere(weigh, stored.record.game, events)
        except Refused:
            raise
        except Exception:  # the comparison does without it, and doesn't try again
            log.exception("luck and choice at table %s can't be weighed", table)
            return None
        return weighed


def _standing(stored: StoredTable) -> Standing:
    standing = fold(stored.events)
    assert standing is not None, "a stored table has events"
    return standing
