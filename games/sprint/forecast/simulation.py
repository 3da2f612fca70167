"""Forecasts: games simulated from the current position, with automatic players in every seat.

They vote as often yes as this room has: in this game and in its last ones. Everything relevant is public, except votes
during a vote; hidden votes are cast again. The simulated dice are derived from what is visible, so everybody gets the
same answer and it reveals nothing about the real dice.
"""

import hashlib
from collections.abc import Sequence
from math import erf, sqrt
from statistics import fmean

from games.chance import Chance
from games.sprint.folding import evolve
from games.sprint.model import Ballot, Discussion, Fork, Move, Over, Planning, Reflecting, State, Turn, View, Vote
from games.sprint.player import fits, suggest
from games.sprint.rules import awaits, decide, moves
from games.values import replace, value

_WORK = 10_000  # moves simulated per answer: about a second
MAX_CHOICES = 5  # compared at once; with more, each would get too few games to say anything
_MIN_GAMES, _MAX_GAMES = 24, 1_000  # the first few show how many moves a game takes from here
_MAX_MOVES = 5_000  # per game; real games come nowhere near it
_Z = 1.96  # for 95% intervals
# Before a room has voted, count so many votes of the automatic players, who agree four times in five on a discussion
# and always on a tool that fits. A simulated game adds its own votes, so few votes make for a wide range of teams.
_PRIOR, _PRIOR_AGREED = 5, 4


@value
class Ending:
    """The ending of a simulated game: the hours left at the end, and at each End of Day from now on.

    Of a release: the hours that weren't delivered, and no days.
    """

    won: bool
    left: int
    burndown: tuple[int, ...]
    length: int  # in moves


@value
class Estimate:
    """A probability estimated from a number of games, with Wilson's interval, which also holds near 0 and 1."""

    won: int
    games: int

    @property
    def chance(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        square = _Z**2 / self.games
        middle = (self.chance + square / 2) / (1 + square)
        margin = _Z / (1 + square) * sqrt(self.chance * (1 - self.chance) / self.games + square / (4 * self.games))
        return max(0.0, middle - margin), min(1.0, middle + margin)

    @property
    def smoothed(self) -> tuple[float, float]:
        """The chance and its variance with one extra win and one extra loss, so that a few games never seem certain."""
        chance = (self.won + 1) / (self.games + 2)
        return chance, chance * (1 - chance) / (self.games + 2)


@value
class Forecast:
    estimate: Estimate
    left: float  # hours at the end of the game, on average
    cone: tuple[tuple[int, int, int], ...]  # hours at each coming End of Day: 10th, 50th and 90th percentile


@value
class RatedMove:
    move: Move
    estimate: Estimate


def playable(view: View) -> State:
    """A state to simulate from, without the votes that this seat may not see: they are cast again."""
    state = view.state
    if isinstance(state.phase, Ballot | Discussion):
        known = {seat: yes for seat, yes in state.phase.votes.items() if yes is not None}
        return replace(state, phase=replace(state.phase, votes=known))
    if isinstance(state.phase, Planning | Reflecting):
        chosen = {seat: choice for seat, choice in state.phase.votes.items() if choice is not None}
        return replace(state, phase=replace(state.phase, votes=chosen))
    return state


def forecast(state: State, work: int = _WORK) -> Forecast:
    """The forecast for a game that is not over."""
    endings = _endings(state, work)
    days = zip(*(ending.burndown for ending in endings), strict=True)
    left = fmean(ending.left for ending in endings)
    return Forecast(_estimate(endings), left, tuple(_percentiles(hours) for hours in days))


def estimate(state: State, work: int = _WORK) -> Estimate:
    """The chance alone."""
    return _estimate(_endings(state, work))


def choices(state: State) -> list[Move]:
    """The moves of the player whose turn it is; none during a vote, which everybody decides for themselves."""
    return moves(state, state.turn) if isinstance(state.phase, Turn | Fork) else []


def compare(state: State, work: int = 2 * _WORK) -> list[RatedMove]:
    """The first few choices, best first. A comparison takes more games than one estimate."""
    offered = choices(state)[:MAX_CHOICES]
    rated = [RatedMove(move, _estimate(_endings(state, work // len(offered), move))) for move in offered]
    return sorted(rated, key=lambda each: -each.estimate.chance)


def certainty(best: Estimate, others: Sequence[Estimate]) -> float:
    """A lower bound for the probability that the best is really better than all the others."""
    return max(0.0, 1 - sum(1 - _ahead(best, other) for other in others))


def _ahead(one: Estimate, other: Estimate) -> float:
    """The probability that the first is really ahead of the second."""
    (better, variance), (worse, other_variance) = one.smoothed, other.smoothed
    return (1 + erf((better - worse) / sqrt(2 * (variance + other_variance)))) / 2


# --- simulated games -------------------------------------------------------------------------------------------------


def _endings(state: State, work: int, first: Move | None = None) -> list[Ending]:
    """Play as many games as fit into this many moves. The limit isn't time, so that everybody gets the same answer."""
    seed = hashlib.sha256(repr(state).encode()).digest()

    def games(numbers: range) -> list[Ending]:
        return [_play_out(state, Chance(seed).apart(f"imagined {number}"), first) for number in numbers]  # not prose

    pilot = games(range(_MIN_GAMES))
    affordable = round(work / fmean(ending.length for ending in pilot))
    return pilot + games(range(_MIN_GAMES, min(_MAX_GAMES, affordable)))


def _estimate(endings: Sequence[Ending]) -> Estimate:
    return Estimate(sum(ending.won for ending in endings), len(endings))


def _play_out(state: State, chance: Chance, first: Move | None = None) -> Ending:
    """Play one game to its end; `first` is the move to start with."""
    day, length = state.day, 0
    while not isinstance(state.phase, Over) and length < _MAX_MOVES:
        seat = awaits(state)[0]
        move = first if first is not None and not length else simulated_move(state, seat, chance)
        for event in decide(state, seat, move, chance):
            state = evolve(state, event)
        length += 1
    won = isinstance(state.phase, Over) and state.phase.won
    if state.release is not None:
        return Ending(won, state.release.left, (), length)
    # after a game that ends early, the hours stay as they are for the remaining days
    rest = (state.hours,) * (state.days - state.day)
    return Ending(won, state.hours, (*state.burndown[day:], *rest), length)


def simulated_move(state: State, seat: int, chance: Chance) -> Move:
    """The simulated move of this seat: the automatic player's, or a vote like the room's."""
    phase = state.phase
    if not isinstance(phase, Ballot | Discussion) or seat in phase.votes:
        return suggest(state, seat, chance)
    last = len(awaits(state)) == 1  # the last voter decides for all: the team agrees or doesn't
    return Vote(yes=not last or _agrees(state, phase, chance))


def _agrees(state: State, phase: Ballot | Discussion, chance: Chance) -> bool:
    """True if the whole team says yes: as likely as in this room so far."""
    convinced = isinstance(phase, Discussion) or fits(phase.card, state, phase.target) or chance.below(2) == 0
    yes, of = _record(state, phase)
    return convinced and chance.below(of) < yes


def _record(state: State, phase: Ballot | Discussion) -> tuple[int, int]:
    """The number of such votes that ended with a yes, and of all."""
    votes = state.votes
    if isinstance(phase, Discussion):
        return votes.agreed + _PRIOR_AGREED, votes.discussions + _PRIOR
    return votes.accepted + _PRIOR, votes.tools + _PRIOR


def agreement(state: State, phase: Ballot | Discussion) -> float:
    """The probability that simulated players say yes."""
    yes, of = _record(state, phase)
    doubtful = isinstance(phase, Ballot) and not fits(phase.card, state, phase.target)
    return yes / of * (0.5 if doubtful else 1)


def _percentiles(hours: Sequence[int]) -> tuple[int, int, int]:
    ranked = sorted(hours)
    low, middle, high = (ranked[round(share * (len(ranked) - 1))] for share in (0.1, 0.5, 0.9))
    return low, middle, high
