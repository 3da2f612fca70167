"""Releases by teams that forecast or improve differently: `python -m tests.games.sprint.forecasters`."""

import argparse
from collections.abc import Callable
from typing import Any

from bot.cli.simulation import seeds
from games import GAMES
from games.chance import Chance
from games.contract import defaults, suggested
from games.sprint.model import Plan, Planning, Reflecting, State

GAME = GAMES["sprint"]
HABITS: dict[str, Callable[[State], Plan]] = {
    "an even share": lambda state: Plan(_release(state).even_share),
    "the smallest forecast": lambda state: Plan(_release(state).forecasts[0]),
    "always 150 if possible": lambda state: Plan(min(150, _release(state).forecasts[-1])),
    "the largest forecast": lambda state: Plan(_release(state).forecasts[-1]),
}


def _release(state: State) -> Any:
    assert state.release is not None
    return state.release


def won(seats: int, seed: bytes, plan: Callable[[State], Plan], *, improves: bool = True) -> bool:
    """Play a release with automatic players that plan like this; without improvements, time runs out instead."""
    chance, state = Chance(seed), None
    for event in GAME.start(seats, {**defaults(GAME), "sprints": "3"}, chance):
        state = GAME.evolve(state, event)
    while GAME.result(state) is None:
        assert state is not None
        seat: int | None = GAME.awaits(state)[0]
        if isinstance(state.phase, Reflecting) and not improves:
            deadline = GAME.clock.deadline(state)
            assert deadline is not None
            seat, move = None, deadline.move
        elif isinstance(state.phase, Planning):
            move = plan(state)
        else:
            assert seat is not None
            move = suggested(GAME, state, seat, chance.apart(f"seat {seat}"))
        for event in GAME.decide(state, seat, move, chance):
            state = GAME.evolve(state, event)
    result = GAME.result(state)
    return result is not None and bool(result.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--releases", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    for name, plan in HABITS.items():
        _print(name, [won(given.seats, seed, plan) for seed in seeds(b"forecasters", given.releases)])
    usual = HABITS["an even share"]
    none = [won(given.seats, seed, usual, improves=False) for seed in seeds(b"forecasters", given.releases)]
    _print("an even share, without improvements", none)


def _print(name: str, releases: list[bool]) -> None:
    share = sum(releases) / len(releases)
    print(f"{name}: {100 * share:.1f}% ± {100 * (share * (1 - share) / len(releases)) ** 0.5:.1f}")  # noqa: T201  a command


if __name__ == "__main__":
    main()
