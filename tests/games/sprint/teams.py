"""Whole games of teams with a habit, to find out what it is worth."""

from collections.abc import Callable, Mapping, Sequence

from games import GAMES
from games.chance import Chance
from games.contract import OptionValue, defaults, suggested
from games.sprint.model import Move, State

GAME = GAMES["sprint"]
# who moves and how, where the team doesn't do as automatic players do; nobody: the clock
Habit = Callable[[State, int], tuple[int | None, Move] | None]


def won(seats: int, seed: bytes, habit: Habit, options: Mapping[str, OptionValue] | None = None) -> bool:
    chance, state = Chance(seed), None
    for event in GAME.start(seats, {**defaults(GAME), **(options or {})}, chance):
        state = GAME.evolve(state, event)
    while GAME.result(state) is None:
        assert state is not None
        awaited = GAME.awaits(state)[0]
        seat, move = habit(state, awaited) or (
            awaited,
            suggested(GAME, state, awaited, chance.apart(f"seat {awaited}")),
        )
        for event in GAME.decide(state, seat, move, chance):
            state = GAME.evolve(state, event)
    result = GAME.result(state)
    return result is not None and bool(result.winners)


def show(name: str, games: Sequence[bool]) -> None:
    """The share of games that were won, with its standard error."""
    share = sum(games) / len(games)
    print(f"{name}: {100 * share:.1f}% ± {100 * (share * (1 - share) / len(games)) ** 0.5:.1f}")  # noqa: T201  a command
