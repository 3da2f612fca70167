"""The retrospectives of a room, read from the store. What was read of a table is kept until the table changes."""

import asyncio
from collections import OrderedDict

from bot.live.lessons import in_lesson
from bot.live.table import seat_names
from bot.ports import FORGOTTEN, Store, StoredTable
from bot.table.journal import effective_events, fold
from bot.table.room_actions import Meeting, Owner, RoomActions, taken_together
from games import GAMES

ACTIONS = "actions"
MAX_MEETINGS = 20  # of a room, the latest ones
MAX_KEPT = 500  # tables


class Meetings:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, tuple[int, Meeting | None]] = (
            OrderedDict()
        )  # by table: its version, and what it was

    async def actions_in(self, room: str) -> RoomActions:
        """Every action that the room's latest meetings have agreed on, as it stands now."""
        return taken_together(await self.held_in(room), await self._store.action_changes(room))

    async def held_in(self, room: str) -> list[Meeting]:
        """The latest ones, the oldest first."""
        records = [record for record in await self._store.tables_in(room) if _is_meeting(record.game)]
        found = [await self._meeting(record.id) for record in reversed(records[:MAX_MEETINGS])]
        return sorted((meeting for meeting in found if meeting is not None), key=lambda meeting: meeting.at)

    async def _meeting(self, table: str) -> Meeting | None:
        version = await self._store.version(table)
        kept = self._kept.get(table)
        if kept is None or kept[0] != version:
            stored = await self._store.table(table)
            if stored is None:
                return None
            kept = stored.version, await asyncio.to_thread(_read, stored)  # replays a whole meeting
            self._kept[table] = kept
        self._kept.move_to_end(table)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return kept[1]


def _is_meeting(game: str) -> bool:
    return game in GAMES and ACTIONS in GAMES[game].inheritable


def _read(stored: StoredTable) -> Meeting | None:
    if any(in_lesson(record.room) for record in stored.rooms):
        return None
    standing = fold(stored.events)
    assert standing is not None
    review = standing.game.review(effective_events(stored.events, standing.game))
    if review is None:
        return None
    people = {each.seat: each for each in stored.people}
    owners = tuple(
        Owner(name, person.person, remind=person.remind != 0)
        if (person := people.get(seat)) is not None and person.name != FORGOTTEN
        else Owner(FORGOTTEN if seat in people else name)
        for seat, name in enumerate(seat_names(standing.table, stored.people))
    )
    closed = standing.table.phase == "over"
    return Meeting(stored.record.id, standing.at, closed, review, owners)
