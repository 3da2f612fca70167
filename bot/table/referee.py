"""Makes every move of a finished game again: the rules, the seed and the players' luck must lead to the same events."""

import json
from collections import deque
from typing import Any

from bot.table import model as tables
from bot.table.export import ExportedEvent
from bot.table.journal import Standing, chance_at, encode
from bot.table.laws import Wrong, check_undo
from games.api import AnyGame, IllegalMove, Option, OptionValue
from games.chance import Chance


class Referee:
    def __init__(self, seed: bytes, table: str, opened: tables.TableOpened, game: AnyGame) -> None:
        self._seed = seed
        self._table = table
        self._chance = Chance(seed)
        self._due: deque[Any] = deque()  # what the last move leads to
        _check_options(opened.options, game)

    def check(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        """Raise Wrong if this event isn't what the rules lead to at this table."""
        if event.kind.startswith(tables.PREFIX):
            if self._due:
                raise Wrong("Before it, an event of the last move is missing.")
            if row.move is not None:
                raise Wrong("It can’t be a move.")
            if isinstance(event, tables.OptionsChosen):
                _check_options(event.options, standing.game)
            if isinstance(event, tables.UndoAsked | tables.UndoAgreed | tables.Undone):
                check_undo(standing, event)
        else:
            self._check_game_event(row, event, standing)
        if row.drawn != self._chance.drawn:
            raise Wrong(f"It counts {row.drawn} draws, but by the rules there were {self._chance.drawn}.")

    def start(self, standing: Standing) -> None:
        """The game has just started at this table."""
        table, game = standing.table, standing.game
        self._chance = chance_at(self._seed, self._table, standing)
        self._due = deque(game.start(len(table.seats), table.settings, self._chance))

    def _check_game_event(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        if not self._due:
            self._make(row, standing)
        elif row.move is not None:
            raise Wrong("Before it, an event of the last move is missing.")
        if not _is_due(row, event, self._due.popleft(), standing.game):
            raise Wrong("The rules lead to something else here.")

    def _make(self, row: ExportedEvent, standing: Standing) -> None:
        game = standing.game
        if row.move_text is None or game.stored_moves is None:
            raise Wrong("No move leads to it.")
        move = game.stored_moves.validate_json(row.move_text)
        try:
            events = game.decide(standing.state, row.seat, move, self._chance)
        except IllegalMove as refused:
            raise Wrong(f"The rules don’t allow this move (see the rule “{refused.rule}”).") from refused
        self._due = deque(events)


def _is_due(row: ExportedEvent, event: Any, due: Any, game: AnyGame) -> bool:
    """Whether the event is what the rules lead to. One older than a field lacks it, and so has its default."""
    text = encode(due, game)
    return row.text == text or (event == due and (row.payload or {}).items() <= json.loads(text).items())


def _check_options(options: dict[str, OptionValue], game: AnyGame) -> None:
    known = {option.name: option for option in game.options}
    for name, value in options.items():
        if name not in known or not _is_possible(known[name], value):
            raise Wrong(f"The option {name[:40]} can’t have this value.")


def _is_possible(option: Option, value: OptionValue) -> bool:
    try:
        return option.file or option.read(str(value)) == value
    except ValueError:
        return False
