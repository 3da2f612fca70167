"""Sprints by teams that go into Sprint Review early: `python -m tests.games.sprint.reviewers`."""

import argparse

from bot.cli.simulated.simulation import seeds
from games.sprint.board import REVIEW
from games.sprint.model import Go, Move, State
from tests.games.sprint.teams import GAME, Habit, show, won

INTO = Go(REVIEW)


def _goes_in(state: State, seat: int) -> tuple[int, Move] | None:
    """Whenever that is possible."""
    return (seat, INTO) if INTO in GAME.moves(state, seat) else None


def _but_the_last(state: State, seat: int) -> tuple[int, Move] | None:
    others = [player for other, player in enumerate(state.players) if other != seat]
    return _goes_in(state, seat) if any(player.space != REVIEW for player in others) else None


HABITS: dict[str, Habit] = {
    "as automatic players do": lambda _, __: None,
    "all but the last at the first chance": _but_the_last,
    "everybody at the first chance": _goes_in,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    for name, habit in HABITS.items():
        show(name, [won(given.seats, seed, habit) for seed in seeds(b"reviewers", given.games)])


if __name__ == "__main__":
    main()
