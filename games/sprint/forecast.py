"""What may become of a sprint: games imagined from here on, as automatic players would play them.

Everything that counts lies open; votes that these eyes cannot see are cast anew. The dice of the imagined games
follow from what is seen: everybody gets the same answer, and it says nothing about the real dice.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erf, sqrt
from statistics import fmean

from games.chance import Chance
from games.sprint.folding import evolve
from games.sprint.model import Ballot, Discussion, Fork, Move, Over, State, Turn, View
from games.sprint.player import suggest
from games.sprint.rules import awaits, decide, moves

WORK = 10_000  # moves that are imagined for one answer: about a second
MAX_CHOICES = 5  # that are compared; more would share so few games that nothing could be said
_FEWEST, _MOST = 24, 1_000  # games; the first few tell how long one takes from here
_LONGEST = 5_000  # moves of one game; none of ours comes near it
_Z = 1.96  # 95 of 100 intervals hold the true chance


@dataclass(frozen=True, slots=True)
class Ending:
    """How one imagined game ended: what was left at each End of Day that was still to come, and in the end."""

    won: bool
    left: int
    burndown: tuple[int, ...]
    length: int  # in moves


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance, from so many games; the interval is Wilson's, which is honest also near 0 and 1."""

    won: int
    games: int

    @property
    def chance(self) -> float:
        return self.won / self.games

    @property
    def between(self) -> tuple[float, float]:
        square = _Z**2 / self.games
        middle = (self.chance + square / 2) / (1 + square)
        reach = _Z / (1 + square) * sqrt(self.chance * (1 - self.chance) / self.games + square / (4 * self.games))
        return max(0.0, middle - reach), min(1.0, middle + reach)

    @property
    def smoothed(self) -> tuple[float, float]:
        """The chance and its variance with a game more of each kind: a few games that agree prove nothing for sure."""
        chance = (self.won + 1) / (self.games + 2)
        return chance, chance * (1 - chance) / (self.games + 2)


@dataclass(frozen=True, slots=True)
class Forecast:
    estimate: Estimate
    left: float  # hours when the game ends, on average
    cone: tuple[tuple[int, int, int], ...]  # hours at each End of Day to come: in 1, 5 and 9 of 10 games not more


@dataclass(frozen=True, slots=True)
class Choice:
    move: Move
    estimate: Estimate


def playable(view: View) -> State:
    """A state to go on from. Who has voted unseen votes again: nobody can know how."""
    state = view.table
    if not isinstance(state.phase, Ballot | Discussion):
        return state
    known = {seat: yes for seat, yes in state.phase.votes.items() if yes is not None}
    return replace(state, phase=replace(state.phase, votes=known))


def forecast(state: State, work: int = WORK) -> Forecast:
    """From a running game."""
    endings = _endings(state, work)
    days = zip(*(ending.burndown for ending in endings), strict=True)
    left = fmean(ending.left for ending in endings)
    return Forecast(_estimate(endings), left, tuple(_spread(hours) for hours in days))


def choices(state: State) -> list[Move]:
    """What whoever has the turn may choose from; a vote is nobody else's business."""
    return moves(state, state.turn) if isinstance(state.phase, Turn | Fork) else []


def compare(state: State, work: int = 2 * WORK) -> list[Choice]:
    """The first few choices, the best one first. A difference needs more games than a chance."""
    offered = choices(state)[:MAX_CHOICES]
    found = [Choice(move, _estimate(_endings(state, work // len(offered), move))) for move in offered]
    return sorted(found, key=lambda choice: -choice.estimate.chance)


def certainty(best: Estimate, others: Sequence[Estimate]) -> float:
    """How sure it is that the best one is better than all others; with several it is at least this."""
    return max(0.0, 1 - sum(1 - _ahead(best, other) for other in others))


def _ahead(one: Estimate, other: Estimate) -> float:
    """How likely the one is really ahead of the other."""
    (better, spread), (worse, other_spread) = one.smoothed, other.smoothed
    return (1 + erf((better - worse) / sqrt(2 * (spread + other_spread)))) / 2


# --- imagined games ------------------------------------------------------------------------------------------------


def _endings(state: State, work: int, first: Move | None = None) -> list[Ending]:
    """As many games as fit into so many moves. No time is measured: everybody is to get the same answer."""
    seed = hashlib.sha256(repr(state).encode()).digest()

    def games(numbers: range) -> list[Ending]:
        return [_play_on(state, Chance(seed).apart(f"imagined {number}"), first) for number in numbers]

    pilot = games(range(_FEWEST))
    fitting = round(work / fmean(ending.length for ending in pilot))
    return pilot + games(range(_FEWEST, min(_MOST, fitting)))


def _estimate(endings: Sequence[Ending]) -> Estimate:
    return Estimate(sum(ending.won for ending in endings), len(endings))


def _play_on(state: State, chance: Chance, first: Move | None = None) -> Ending:
    """One game to its end; `first` is what whoever has the turn does now."""
    day, length = state.day, 0
    while not isinstance(state.phase, Over) and length < _LONGEST:
        seat = awaits(state)[0]
        move = first if first is not None and not length else suggest(state, seat, chance)
        for event in decide(state, seat, move, chance):
            state = evolve(state, event)
        length += 1
    won = isinstance(state.phase, Over) and state.phase.won
    # a game that is over before the last day leaves its hours as they are
    rest = (state.hours,) * (state.days - state.day)
    return Ending(won, state.hours, (*state.burndown[day:], *rest), length)


def _spread(hours: Sequence[int]) -> tuple[int, int, int]:
    ranked = sorted(hours)
    low, middle, high = (ranked[round(share * (len(ranked) - 1))] for share in (0.1, 0.5, 0.9))
    return low, middle, high
