"""Matches between searches that value a draw differently: `python -m tests.games.rugby.matches`.

The figures in docs/balance.md come from here. The players change colours after every game.
"""

import argparse
import hashlib
import math
import sys
from collections import Counter
from collections.abc import Sequence

from games.chance import Chance
from games.rugby import turns
from games.rugby.engine import search
from games.rugby.model import PlayTurn, State
from games.rugby.player import task_of
from tests.games.rugby.build import GAME, then

MAX_MOVES = 1_000  # steps of a game; longer ones count as drawn


def play(draws: Sequence[int], nodes: Sequence[int], seed: int) -> tuple[State, int]:
    """One game and its number of turns; `draws` and `nodes` are those of Blue and of Red."""
    chance = Chance(hashlib.sha256(f"matches {seed}".encode()).digest())
    state = GAME.evolve(None, GAME.start(2, {}, chance)[0])
    changes = 0
    for number in range(MAX_MOVES):
        if state.over is not None:
            break
        side = state.position.side
        order = chance.apart(str(number)).shuffled([turns.packed(step) for step in turns.candidates(state.position)])
        found = search.think(task_of(state), nodes[side], order=order, draw=draws[side])
        assert found is not None
        state = then(state, GAME.decide(state, side, PlayTurn((turns.unpacked(found.steps[0]),)), chance))
        changes += state.position.side != side
    return state, changes


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--draws", type=int, nargs=2, default=(-60, 0), help="what a draw is worth to each player")
    parser.add_argument("--nodes", type=int, nargs=2, default=(8_000, 8_000), help="nodes a step, of each player")
    chosen = parser.parse_args(arguments)
    found: Counter[str] = Counter()
    turns_played = 0
    for number in range(chosen.games):
        turn_round = number % 2 == 1
        draws, nodes = (tuple(each)[:: -1 if turn_round else 1] for each in (chosen.draws, chosen.nodes))
        state, changes = play(draws, nodes, chosen.first + number)
        winner = state.over.winner if state.over else None
        found["drawn" if winner is None else "won" if winner == int(turn_round) else "lost"] += 1
        found["blue"] += winner == 0
        turns_played += changes
    games = chosen.games
    values = [1.0] * found["won"] + [0.5] * found["drawn"] + [0.0] * found["lost"]
    points = sum(values) / games
    error = math.sqrt(sum((value - points) ** 2 for value in values)) / games
    sys.stdout.write(f"points of the first player: {100 * points:.1f}% ± {100 * error:.1f}\n")
    drawn = found["drawn"] / games
    sys.stdout.write(f"drawn: {100 * drawn:.1f}% ± {100 * math.sqrt(drawn * (1 - drawn) / games):.1f}\n")
    sys.stdout.write(f"turns a game: {turns_played / games:.1f}\n{dict(found)}\n")


if __name__ == "__main__":
    main()
