"""Releases by teams that forecast or improve differently: `python -m tests.games.sprint.forecasters`."""

import argparse
from collections.abc import Callable

from bot.cli.simulated.simulation import seeds
from games.sprint.model import Move, Plan, Planning, Reflecting, State
from games.sprint.release import Release
from tests.games.sprint.teams import GAME, Habit, show, won

FORECASTS: dict[str, Callable[[Release], int]] = {
    "an even share": lambda release: release.even_share,
    "the smallest forecast": lambda release: release.forecasts[0],
    "always 150 if possible": lambda release: min(150, release.forecasts[-1]),
    "the largest forecast": lambda release: release.forecasts[-1],
}


def planning(forecast: Callable[[Release], int]) -> Habit:
    def habit(state: State, seat: int) -> tuple[int, Move] | None:
        if not isinstance(state.phase, Planning):
            return None
        assert state.release is not None
        return seat, Plan(forecast(state.release))

    return habit


def without_improvements(habit: Habit) -> Habit:
    """Time runs out instead."""

    def other(state: State, seat: int) -> tuple[int | None, Move] | None:
        if not isinstance(state.phase, Reflecting):
            return habit(state, seat)
        deadline = GAME.clock.deadline(state)
        assert deadline is not None
        return None, deadline.move

    return other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--releases", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    habits = {name: planning(forecast) for name, forecast in FORECASTS.items()}
    habits["an even share, without improvements"] = without_improvements(habits["an even share"])
    for name, habit in habits.items():
        seeded = seeds(b"forecasters", given.releases)
        show(name, [won(given.seats, seed, habit, {"sprints": "3"}) for seed in seeded])


if __name__ == "__main__":
    main()
