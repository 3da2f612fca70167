"""The past of a room's tables, read from the store. It is cached until the table changes."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.features.meetings.records import Meeting, MeetingStore, Owner, RoomActions, taken_together
from bot.kernel.calls import Context
from bot.kernel.feature import Brought, Feature
from bot.kernel.messages import is_private_room
from bot.kernel.store import FORGOTTEN, StoredTable
from bot.kernel.table.journal import effective_events, fold_table
from bot.kernel.table.names import seat_names
from bot.kernel.table.pace import day_in
from games import GAMES
from games.contract import AnyGame
from games.language import spoken
from games.memories import OpenAction, write_actions
from games.values import value

feature = Feature("meetings", package=__package__)

# --- meetings --------------------------------------------------------------------------------------------------------

ACTIONS = "actions"
_MAX_MEETINGS = 20  # of a room, the latest ones
_MAX_KEPT = 500  # tables


@value
class _Past:
    """A table that a room has shown."""

    passed_on: Mapping[str, str] | None  # to the next games there; None: it isn't closed
    meeting: Meeting | None  # None: it is a game, or a lesson


class Meetings:
    def __init__(self, context: Context) -> None:
        self._store = context.store
        # by table and language: its version, and what it was
        self._kept: OrderedDict[tuple[str, str], tuple[int, _Past]] = OrderedDict()

    async def actions_in(self, room: str) -> RoomActions:
        """Every action that the room's latest meetings have agreed on, as it stands now."""
        return taken_together(await self.held_in(room), await self._store.part(MeetingStore).action_changes(room))

    async def held_in(self, room: str) -> list[Meeting]:
        """The latest meetings of a room, the oldest first."""
        records = [record for record in await self._store.tables_in(room) if _is_meeting(record.game)]
        found = [await self.past(record.id) for record in reversed(records[:_MAX_MEETINGS])]
        held = (past.meeting for past in found if past is not None and past.meeting is not None)
        return sorted(held, key=lambda meeting: meeting.at)

    async def past(self, table: str) -> _Past | None:
        """The past of a table; None if it has been removed."""
        version, wanted = await self._store.version(table), (table, spoken())
        kept = self._kept.get(wanted)
        if kept is None or kept[0] != version:
            stored = await self._store.table(table)
            if stored is None:
                return None
            kept = stored.version, await asyncio.to_thread(_read, stored)  # reads a whole game
            self._kept[wanted] = kept
        self._kept.move_to_end(wanted)
        while len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return kept[1]


def _is_meeting(game: str) -> bool:
    return game in GAMES and ACTIONS in GAMES[game].memories.inheritable


def _read(stored: StoredTable) -> _Past:
    game = GAMES[stored.record.game]
    events = effective_events(stored.events, game)
    closed = stored.events[-1].kind == "table.closed"
    passed_on = game.memories.inheritance(events) if closed and events else {}
    return _Past(passed_on if closed else None, _meeting(stored, events))


def _meeting(stored: StoredTable, events: Sequence[Any]) -> Meeting | None:
    if any(is_private_room(record.room) for record in stored.rooms):
        return None
    review = GAMES[stored.record.game].meeting.review(events)
    if review is None:
        return None
    table = fold_table(stored.events)
    people = {each.seat: each for each in stored.people}
    owners = tuple(
        Owner(name, person.person, remind=person.remind != 0)
        if (person := people.get(seat)) is not None and person.name != FORGOTTEN
        else Owner(FORGOTTEN if seat in people else name)
        for seat, name in enumerate(seat_names(table, stored.people))
    )
    return Meeting(stored.record.id, stored.events[-1].at, table.phase == "over", review, owners)


@feature.names_absent
async def owners(context: Context, room: str, keys: tuple[str, ...]) -> Mapping[str, str]:
    """Who takes care of these actions of earlier meetings, as they are known now."""
    known = await context.part(Meetings).actions_in(room)
    return {action.key: known.owner_of(action).said for action in known.everything if action.key in keys}


# --- inheritance -----------------------------------------------------------------------------------------------------

_MAX_TABLES = 5  # finished ones that are read, newest first


@feature.brings_to_opening
async def inherited(context: Context, room: str, game: AnyGame) -> Brought:
    """The data that a game inherits, each from the newest table that passed any on.

    Actions come from all meetings of the room, and from what became of them since.
    """
    found: dict[str, str] = {}
    if not game.memories.inherits:
        return Brought(found)
    meetings, looked_at = context.part(Meetings), 0
    for record in await context.store.tables_in(room):
        missing = set(game.memories.inherits) - set(found)
        if (
            record.game not in GAMES
            or not missing & set(GAMES[record.game].memories.inheritable)
            or looked_at == _MAX_TABLES
        ):
            continue
        past = await meetings.past(record.id)
        if past is None or past.passed_on is None:
            continue
        looked_at += 1
        found = {**{name: text for name, text in past.passed_on.items() if name in game.memories.inherits}, **found}
    if ACTIONS in game.memories.inherits:
        still_open = (await meetings.actions_in(room)).open
        found[ACTIONS] = write_actions(
            [OpenAction(each.what, each.due, each.key, day_in("", each.agreed).isoformat()) for each in still_open]
        )
    return Brought({name: text for name, text in found.items() if text})
