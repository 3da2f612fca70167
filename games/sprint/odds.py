"""A quick estimate of the chance to win from any position, learned from simulated games.

A forecast plays a position to its end many times, and still leaves an error of several points; that is too much to add
up over all choices of a game. So games are simulated once for a kind of sprint, and what they have in common is kept
as a few weights. Several sets of weights, each from its own games, show how far they can be trusted.
"""

import hashlib
from collections.abc import Iterator
from math import log

from games.chance import Chance
from games.sprint.board import REVIEW
from games.sprint.folding import evolve
from games.sprint.forecast import simulated_move
from games.sprint.model import Over, State, Turn
from games.sprint.regression import Row, fitted, probability
from games.sprint.rules import awaits, decide
from games.values import replace

_SETS = 4  # of weights
_GAMES = 70  # for each set
_KEPT = 8  # kinds of sprints
_EVERY = 3  # turns between positions that are learned from: neighbours say the same
_SPREAD = (0.6, 0.8, 1.0, 1.0, 1.0, 1.2, 1.4)  # of the hours to start with, so that all positions come up
_PER_DIE = 3.3  # hours of a progress die, doubling included
_PLANNING = 2  # rolls, with which most pieces leave Sprint Planning
_DICE_TO_COME = 1.5  # on average, until the work is done

Weights = tuple[float, ...]


def figures_of(state: State) -> tuple[float, ...]:
    """What decides about a position: the work that a day has to bring, the days, and who is still out there."""
    left = max(0.5, float(state.days - state.day))
    outside = sum(player.space != REVIEW for player in state.players)
    seats = len(state.players)
    if not state.hours:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, outside / left
    reports = state.hours / (_PER_DIE * (state.dice + _DICE_TO_COME))
    planning = sum(player.turns < _PLANNING for player in state.players) / seats
    return 1.0, log((reports + 0.5) / left), log(left), 1 / left, outside / seats, planning, 0.0, 0.0


def odds(state: State, weights: Weights) -> float:
    if isinstance(state.phase, Over):
        return float(state.phase.won)
    return probability(weights, figures_of(state))


def learned(start: State) -> tuple[Weights, ...]:
    """Sets of weights for sprints that begin like this one: some seconds of work, then remembered."""
    key = repr(start)
    if key not in _LEARNED:
        seed = hashlib.sha256(key.encode()).digest()
        if len(_LEARNED) >= _KEPT:
            _LEARNED.pop(next(iter(_LEARNED)))
        _LEARNED[key] = tuple(_weights(start, Chance(seed).apart(f"set {each}")) for each in range(_SETS))
    return _LEARNED[key]


_LEARNED: dict[str, tuple[Weights, ...]] = {}


def _weights(start: State, chance: Chance) -> Weights:
    games = (_game(start, chance.apart(f"game {number}"), number) for number in range(_GAMES))
    return fitted([row for game in games for row in game])


def _game(start: State, chance: Chance, number: int) -> Iterator[Row]:
    """The positions of a simulated game, each with how it ended."""
    hours = round(start.hours * _SPREAD[number % len(_SPREAD)])
    state, seen = replace(start, hours=hours, planned=hours), []
    turns = 0
    while not isinstance(state.phase, Over):
        if isinstance(state.phase, Turn):
            turns += 1
            if turns % _EVERY == number % _EVERY:
                seen.append(figures_of(state))
        state = step(state, chance)
    won = state.phase.won
    return ((figures, won) for figures in seen)


def step(state: State, chance: Chance) -> State:
    """The position after one simulated move."""
    seat = awaits(state)[0]
    for event in decide(state, seat, simulated_move(state, seat, chance), chance):
        state = evolve(state, event)
    return state
