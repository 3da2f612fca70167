"""What finished games pass on to the next ones in their room: prompts and actions for a retrospective, team cards."""

import asyncio
from collections.abc import Mapping

from bot.live.meetings import ACTIONS, Meetings
from bot.ports import Store, StoredTable
from bot.table.journal import effective_events
from games import GAMES
from games.api import AnyGame
from games.inheritance import OpenAction, write_actions

MAX_TABLES = 5  # finished ones that are read, newest first


async def inherited_in(store: Store, meetings: Meetings, room: str, game: AnyGame) -> dict[str, str]:
    """For each thing that the game inherits, what the newest table that has any passed on.

    Actions come from all meetings of the room, and from what became of them since.
    """
    found: dict[str, str] = {}
    if not game.inherits:
        return found
    looked_at = 0
    for record in await store.tables_in(room):
        missing = set(game.inherits) - set(found)
        if record.game not in GAMES or not missing & set(GAMES[record.game].inheritable) or looked_at == MAX_TABLES:
            continue
        stored = await store.table(record.id)
        if stored is None or stored.events[-1].kind != "table.closed":
            continue
        looked_at += 1
        passed_on = await asyncio.to_thread(_passed_on_by, stored)  # reads a whole game
        found = {**{name: text for name, text in passed_on.items() if name in game.inherits}, **found}
    if ACTIONS in game.inherits:
        still_open = (await meetings.actions_in(room)).open
        found[ACTIONS] = write_actions([OpenAction(each.what, each.due, each.key) for each in still_open])
    return {name: text for name, text in found.items() if text}


def _passed_on_by(stored: StoredTable) -> Mapping[str, str]:
    game = GAMES[stored.record.game]
    events = effective_events(stored.events, game)
    return game.inheritance(events) if events else {}
