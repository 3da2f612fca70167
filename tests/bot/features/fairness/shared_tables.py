"""Teams that share their dice, played by automatic players who may decide differently."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from bot.features.fairness.export import Export, export, read, write
from bot.features.workshop.team_tables import WorkshopJoined
from bot.kernel.store import Append, Seating, Store, StoredEvent, TableRecord
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft, fold
from bot.kernel.table.model import luck_from
from games import GAMES
from games.chance import Chance, commitment
from games.contract import AnyGame, OptionValue, defaults, suggested

SEED = hashlib.sha256(b"shared dice").digest()
ROUND = "k3v9x2:1"
WORDS = ("apple", "pear", "plum")
LUCK = " ".join(map(luck_from, WORDS))  # of everybody in the workshop
BEACON = f"5928395:{'ab' * 32}"
MAX_MOVES = 2_000
Choose = Callable[[AnyGame, Any, int, Chance], Any]


def sensible(game: AnyGame, state: Any, seat: int, whim: Chance) -> Any:
    return suggested(game, state, seat, whim)


def erratic(game: AnyGame, state: Any, seat: int, whim: Chance) -> Any:
    """Every third move is any legal one, but nobody gives up."""
    legal = [move for move in game.moves(state, seat) if not game.phrase(state, seat, move).grave]
    return suggested(game, state, seat, whim) if whim.below(3) else whim.choice(legal)


def seated(key: str, table: str, *, dice: str = ROUND, seats: int = 3, **chosen: OptionValue) -> Draft:
    """A team that is about to start."""
    game, draft = GAMES[key], Draft(table, None, SEED, 1_700_000_000.5)
    draft.record([tables.TableOpened(key, {**defaults(game), **chosen}, {}, commitment(SEED))])
    draft.record([WorkshopJoined("k3v9x2", f"Team {table}", dice)])
    draft.record([tables.SeatTaken(seat) for seat in range(seats)])
    return draft


def started(key: str, table: str, *, luck: str = LUCK, **more: Any) -> Draft:
    draft = seated(key, table, **more)
    draft.begin(tables.GameStarted(commitment(SEED), luck, BEACON))
    return draft


def play(draft: Draft, choose: Choose = sensible, moves: int = MAX_MOVES) -> Draft:
    """Play on, to the end or for so many moves."""
    game = draft.standing.game
    for _ in range(moves):
        if not draft.standing.playing:
            break
        state, sequence = draft.standing.state, draft.standing.sequence
        seat = game.awaits(state)[0]
        draft.play(seat, choose(game, state, seat, draft.chance.apart(f"{draft.table} {sequence}")))
    return draft


def rows_of(draft: Draft) -> tuple[StoredEvent, ...]:
    return draft.written(None)


def file_of(draft: Draft, **more: Any) -> Export:
    rows = rows_of(draft)
    standing = fold(rows)
    assert standing is not None
    return read(write(export(draft.table, SEED, standing, rows, **more)))


def finished_file(key: str, table: str, choose: Choose = sensible, **more: Any) -> dict[str, Any]:
    """The file of a whole game, after the last team was done."""
    found: dict[str, Any] = json.loads(write(file_of(play(started(key, table, **more), choose), round_over=True)))
    return found


async def store_team(store: Store, draft: Draft, room: str | None = None, names: Sequence[str] = ()) -> None:
    """As if the workshop had opened it; the first of these people is its host."""
    people = tuple(Seating(f"test:{name}", name, seat, not seat) for seat, name in enumerate(names))
    record = TableRecord(draft.table, draft.standing.game.key, SEED, draft.at)
    await store.append(Append(draft.table, rows_of(draft), opens=record, room=room, people=people))
