"""What finished games pass on to the next ones in their room: prompts and actions for a retrospective, team cards."""

from bot.live.meetings import ACTIONS, Meetings
from bot.ports import Store
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
        past = await meetings.past(record.id)
        if past is None or past.passed_on is None:
            continue
        looked_at += 1
        found = {**{name: text for name, text in past.passed_on.items() if name in game.inherits}, **found}
    if ACTIONS in game.inherits:
        still_open = (await meetings.actions_in(room)).open
        found[ACTIONS] = write_actions([OpenAction(each.what, each.due, each.key) for each in still_open])
    return {name: text for name, text in found.items() if text}
