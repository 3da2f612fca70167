"""Open actions: what the retrospectives in somebody's rooms have agreed on and nobody has marked as done."""

from bot.commands.inheritance import inherited_in
from bot.live.cache import TableCache
from bot.messages import Person
from bot.ports import Store
from games import GAMES
from games.inheritance import read_actions

ACTIONS = "actions"


async def open_actions(store: Store, tables: TableCache, person: Person) -> list[tuple[str, str]]:
    """A room and an action each, of the rooms in which the person's latest tables are."""
    game = next((game for game in GAMES.values() if ACTIONS in game.inherits), None)
    found: list[tuple[str, str]] = []
    rooms: dict[str, None] = {}
    for table in await store.tables_of(person.id):
        live = await tables.find(table)
        rooms |= dict.fromkeys(live.rooms if live else ())
    for room in rooms if game else ():
        assert game is not None
        inherited = await inherited_in(store, room, game)
        actions = read_actions(inherited.get(ACTIONS, ""))
        found += [(room, f"{action.what} ({action.due})" if action.due else action.what) for action in actions]
    return found
