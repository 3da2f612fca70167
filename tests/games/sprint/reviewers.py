"""Sprints by teams that go into Sprint Review early: `python -m tests.games.sprint.reviewers`."""

import argparse
from collections.abc import Callable

from bot.cli.simulation import seeds
from games import GAMES
from games.chance import Chance
from games.contract import defaults, suggested
from games.sprint.board import REVIEW
from games.sprint.model import Go, State

GAME = GAMES["sprint"]
INTO = Go(REVIEW)
HABITS: dict[str, Callable[[State, int], bool]] = {
    "as automatic players do": lambda _, __: False,
    "all but the last at the first chance": lambda state, seat: any(
        player.space != REVIEW for other, player in enumerate(state.players) if other != seat
    ),
    "everybody at the first chance": lambda _, __: True,
}


def won(seats: int, seed: bytes, goes_in: Callable[[State, int], bool]) -> bool:
    """Play a sprint as published with automatic players, who go in whenever the habit says so and they can."""
    chance, state = Chance(seed), None
    for event in GAME.start(seats, defaults(GAME), chance):
        state = GAME.evolve(state, event)
    while GAME.result(state) is None:
        assert state is not None
        seat = GAME.awaits(state)[0]
        early = goes_in(state, seat) and INTO in GAME.moves(state, seat)
        move = INTO if early else suggested(GAME, state, seat, chance.apart(f"seat {seat}"))
        for event in GAME.decide(state, seat, move, chance):
            state = GAME.evolve(state, event)
    result = GAME.result(state)
    return result is not None and bool(result.winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--seats", type=int, default=4)
    given = parser.parse_args()
    for name, goes_in in HABITS.items():
        share = sum(won(given.seats, seed, goes_in) for seed in seeds(b"reviewers", given.games)) / given.games
        error = (share * (1 - share) / given.games) ** 0.5
        print(f"{name}: {100 * share:.1f}% ± {100 * error:.1f}")  # noqa: T201  a command


if __name__ == "__main__":
    main()
