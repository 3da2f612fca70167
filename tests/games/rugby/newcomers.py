"""Scripted people against the automatic players, to see how strong those are: `python -m tests.games.rugby.newcomers`.

The figures in docs/balance.md come from here.
"""

import argparse
import hashlib
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.chance import Chance
from games.contract import suggested
from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.engine.shim import as_list
from games.rugby.field import BLUE, COLUMNS
from games.rugby.model import PlayTurn, Position, State, Step
from games.rugby.player import LEVELS
from tests.games.rugby.build import GAME, then

MAX_MOVES = 1_000  # steps of a game; longer ones count as drawn


class Turn(NamedTuple):
    """Both steps in the engine's form (the second may be -1), and what a newcomer sees of a turn."""

    one: int
    two: int
    advance: int  # rows that the ball comes closer to the mover's goal
    scores: bool

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(turns.unpacked(code) for code in (self.one, self.two) if code >= 0)


Newcomer = Callable[[Sequence[Turn], Chance], Turn]


def legal_turns(position: Position) -> list[Turn]:
    """All of them, by the compiled engine if there is one: a match asks for thousands."""
    engine = search.machine()
    out = engine.zeros(5 * turns.MAX_TURNS)
    count = engine.turns(
        *(position.own, position.opp, position.ball, position.side, int(position.first)),
        engine.zeros(2 * core.MAX_STEPS),
        out,
    )
    ones, twos, balls, outcomes = (as_list(out[part : 5 * count : 5]) for part in (0, 1, 3, 4))
    forward = 1 if position.side == BLUE else -1
    return [
        Turn(one, two, forward * (ball // COLUMNS - position.ball // COLUMNS), outcome == core.GOAL)
        for one, two, ball, outcome in zip(ones, twos, balls, outcomes, strict=True)
    ]


def careless(legal: Sequence[Turn], chance: Chance) -> Turn:
    """Score if you can, else play anything."""
    return chance.choice([turn for turn in legal if turn.scores] or legal)


def eager(legal: Sequence[Turn], chance: Chance) -> Turn:
    """Score if you can, else push the ball as far ahead as it goes."""
    best = max(turn.advance for turn in legal)
    return careless([turn for turn in legal if turn.advance == best or turn.scores], chance)


def wavering(legal: Sequence[Turn], chance: Chance) -> Turn:
    """Eager in half of the turns, careless in the others."""
    return (eager, careless)[chance.below(2)](legal, chance)


NEWCOMERS: dict[str, Newcomer] = {"careless": careless, "wavering": wavering, "eager": eager}


def play(newcomer: Newcomer, seat: int, level: str, seed: int) -> State:
    """One game; the newcomer sits at `seat`, an automatic player of this level at the other."""
    chance = Chance(hashlib.sha256(f"newcomers {seed}".encode()).digest())
    state = GAME.evolve(None, GAME.start(2, {}, chance)[0])
    for number in range(MAX_MOVES):
        if state.over is not None:
            break
        mover, whim = state.position.side, chance.apart(str(number))
        if mover == seat:
            move = PlayTurn(newcomer(legal_turns(state.position), whim).steps)
        else:
            move = suggested(GAME, state, mover, whim, level)  # type: ignore[assignment]
        state = then(state, GAME.decide(state, mover, move, chance))
    return state


def match(newcomer: Newcomer, level: str, games: int) -> Counter[str]:
    """Wins, losses and draws of the newcomer, who changes sides after every game."""
    found: Counter[str] = Counter()
    for number in range(games):
        seat = number % 2
        winner = (over := play(newcomer, seat, level, number).over) and over.winner
        found["drawn" if winner is None else "won" if winner == seat else "lost"] += 1
    return found


def share(found: Counter[str]) -> tuple[float, float]:
    """The share of games won and its standard error, in percent."""
    games = found.total()
    won = found["won"] / games
    return 100 * won, 100 * math.sqrt(won * (1 - won) / games)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", choices=LEVELS, default="beginner")
    chosen = parser.parse_args(arguments)
    for name, newcomer in NEWCOMERS.items():
        found = match(newcomer, chosen.level, chosen.games)
        won, error = share(found)
        sys.stdout.write(f"{name}: won {won:.1f}% ± {error:.1f}, {dict(found)}\n")


if __name__ == "__main__":
    main()
