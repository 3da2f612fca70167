"""The tables that a room has shown, as far as its history, its statistics and ratings need them."""

from dataclasses import field

from bot.kernel.live.table import seat_names
from bot.kernel.messages import is_private_room
from bot.kernel.ports import Store, StoredTable
from bot.kernel.table.journal import effective_events, fold
from games import GAMES
from games.contract import Record
from games.values import value

MAX_COUNTED = 100  # tables of a room in its figures


@value
class Played:
    """A table, as far as its line in the history needs it."""

    game: str
    opened: float
    ended: bool  # whether the table is over
    finished: bool  # whether the game itself came to an end
    names: tuple[str, ...]
    people: dict[int, str] = field(default_factory=dict)  # by seat: their ids
    winners: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    levels: tuple[str, ...] = ()  # by seat: how strong its automatic player is, if it has one


async def stored_in(store: Store, room: str, most: int, game: str = "") -> list[StoredTable]:
    """The tables that a room has shown, newest first; of this game, if one is given."""
    wanted = [game] if game else GAMES
    records = [record for record in await store.tables_in(room) if record.game in wanted]
    found = [await store.table(record.id) for record in records[:most]]
    return [stored for stored in found if stored is not None]


def played(stored: StoredTable) -> Played:
    standing = fold(stored.events)
    assert standing is not None
    game = standing.game
    result = game.result(standing.state) if standing.state is not None else None
    records: tuple[Record, ...] = ()
    if result is not None:
        records = game.records(effective_events(stored.events, game))
    return Played(
        game=game.key,
        opened=stored.record.opened,
        ended=standing.table.phase == "over",
        finished=result is not None,
        names=seat_names(standing.table, stored.people),
        people={each.seat: each.person for each in stored.people if each.seat is not None},
        winners=result.winners if result else (),
        records=records,
        levels=standing.table.levels,
    )


def is_lesson(stored: StoredTable) -> bool:
    return any(is_private_room(record.room) for record in stored.rooms)
