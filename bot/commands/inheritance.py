"""What games leave to the next ones in their room: a game's story to the retrospective, its actions to the next one."""

import asyncio
from collections.abc import Mapping

from bot.ports import Store, StoredTable
from bot.table.journal import lasting
from games import GAMES
from games.api import AnyGame

MAX_TABLES = 5  # finished ones, the newest first


async def inherited_in(store: Store, room: str, game: AnyGame) -> dict[str, str]:
    """For each thing that the game inherits, what the newest table left that had anything to say about it."""
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
        left = await asyncio.to_thread(_left_by, stored)  # a whole game is read again
        found = {**{name: text for name, text in left.items() if name in game.inherits}, **found}
    return {name: text for name, text in found.items() if text}


def _left_by(stored: StoredTable) -> Mapping[str, str]:
    game = GAMES[stored.record.game]
    events = lasting(stored.events, game)
    return game.inheritance(events) if events else {}
