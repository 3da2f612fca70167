"""Luck against choice: which part of the way from the first chance of winning to the result was the team's own doing.

Each choice is compared with that of the automatic player in the same position, which is the one that forecasts are
made of: at a fork, between a roll and a tool, and in a vote, where it says yes as often as this room does. What the
choices don't explain was luck: dice and cards.
"""

import hashlib
from collections.abc import Iterator, Sequence
from math import exp, hypot, log, sqrt
from statistics import fmean, stdev

from games.chance import Chance
from games.debrief import Weighed
from games.sprint.board import REVIEW
from games.sprint.folding import evolve
from games.sprint.forecast.simulation import agreement, simulated_move
from games.sprint.model import (
    Ballot,
    Discussion,
    DiscussionClosed,
    Done,
    Event,
    Fork,
    Go,
    Move,
    Moved,
    Over,
    PlayTool,
    Roll,
    Rolled,
    State,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    Turn,
    TurnPassed,
    Vote,
)
from games.sprint.rules import awaits, decide
from games.values import replace, value

# --- regression ------------------------------------------------------------------------------------------------------

_Row = tuple[Sequence[float], bool]  # figures, and whether it was a yes

_NEWTON_ROUNDS = 8  # of Newton's method; it settles after five or six
_RIDGE = 0.05  # keeps weights finite where figures decide everything


def fitted(rows: Sequence[_Row]) -> tuple[float, ...]:
    """The weight of each figure."""
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(_NEWTON_ROUNDS):
        slope = [-_RIDGE * weight for weight in weights]
        curve = [[_RIDGE * (one == other) for other in range(size)] for one in range(size)]
        for figures, yes in rows:
            chance = probability(weights, figures)
            spread = chance * (1 - chance)
            for one, figure in enumerate(figures):
                slope[one] += (yes - chance) * figure
                row, share = curve[one], spread * figure
                for other in range(one + 1):
                    row[other] += share * figures[other]
        step = _solved([[curve[max(i, j)][min(i, j)] for j in range(size)] for i in range(size)], slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return tuple(weights)


def probability(weights: Sequence[float], figures: Sequence[float]) -> float:
    score = sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def _solved(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """The solution by Gauss's elimination; the matrix is positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(size):
        for below in range(pivot + 1, size):
            factor = rows[below][pivot] / rows[pivot][pivot]
            for column in range(pivot, size + 1):
                rows[below][column] -= factor * rows[pivot][column]
    found = [0.0] * size
    for row in range(size - 1, -1, -1):
        rest = sum(rows[row][column] * found[column] for column in range(row + 1, size))
        found[row] = (rows[row][size] - rest) / rows[row][row]
    return found


# --- odds ------------------------------------------------------------------------------------------------------------

_SETS = 4  # of weights
_GAMES = 70  # for each set
_KEPT = 8  # kinds of sprints
_EVERY = 3  # turns between positions that are learned from: neighbours say the same
_SPREAD = (0.6, 0.8, 1.0, 1.0, 1.0, 1.2, 1.4)  # of the hours to start with, so that all positions come up
_PER_DIE = 3.3  # hours of a progress die, doubling included
_PLANNING = 2  # rolls, with which most pieces leave Sprint Planning
_DICE_TO_COME = 1.5  # on average, until the work is done

_Weights = tuple[float, ...]


def _figures_of(state: State) -> tuple[float, ...]:
    """The figures that decide a position: the work that a day has to bring, the days, and who is still out there."""
    left = max(0.5, float(state.days - state.day))
    outside = sum(player.space != REVIEW for player in state.players)
    seats = len(state.players)
    if not state.hours:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, outside / left
    reports = state.hours / (_PER_DIE * (state.dice + _DICE_TO_COME))
    planning = sum(player.turns < _PLANNING for player in state.players) / seats
    return 1.0, log((reports + 0.5) / left), log(left), 1 / left, outside / seats, planning, 0.0, 0.0


def odds(state: State, weights: _Weights) -> float:
    if isinstance(state.phase, Over):
        return float(state.phase.won)
    return probability(weights, _figures_of(state))


def learned(start: State) -> tuple[_Weights, ...]:
    """Sets of weights for sprints that begin like this one: some seconds of work, then cached."""
    key = (repr(start), start.helpful, start.late)
    if key not in _LEARNED:
        seed = hashlib.sha256(repr(start).encode()).digest()
        if len(_LEARNED) >= _KEPT:
            _LEARNED.pop(next(iter(_LEARNED)))
        _LEARNED[key] = tuple(_weights(start, Chance(seed).apart(f"set {each}")) for each in range(_SETS))  # not prose
    return _LEARNED[key]


_LEARNED: dict[tuple[str, bool, bool], tuple[_Weights, ...]] = {}


def _weights(start: State, chance: Chance) -> _Weights:
    games = (_game(start, chance.apart(f"game {number}"), number) for number in range(_GAMES))  # not prose
    return fitted([row for game in games for row in game])


def _game(start: State, chance: Chance, number: int) -> Iterator[_Row]:
    """The positions of a simulated game, each with how it ended."""
    hours = round(start.hours * _SPREAD[number % len(_SPREAD)])
    state, seen = replace(start, hours=hours, planned=hours), []
    turns = 0
    while not isinstance(state.phase, Over):
        if isinstance(state.phase, Turn):
            turns += 1
            if turns % _EVERY == number % _EVERY:
                seen.append(_figures_of(state))
        state = step(state, chance)
    won = state.phase.won
    return ((figures, won) for figures in seen)


def step(state: State, chance: Chance) -> State:
    """The position after one simulated move."""
    seat = awaits(state)[0]
    for event in decide(state, seat, simulated_move(state, seat, chance), chance):
        state = evolve(state, event)
    return state


# --- luck against choice ---------------------------------------------------------------------------------------------

_SAMPLES = 24  # of what may follow a move
# Weights are simpler than the game: their chance at the start is off by about so much (docs/balance.md), and what they
# say about choices, by such a share. No number of simulated games makes that smaller.
_MISFIT, _MISJUDGED = 0.03, 0.1
_ROUNDS = 1  # of the table that are played after it, because a piece's place shows in its next move


@value
class _Crossroads:
    """A position in which the team chose, and the ways that are compared, each with its share in the comparison."""

    state: State
    taken: tuple[Move, ...]
    usual: tuple[tuple[tuple[Move, ...], float], ...]


def weigh(events: Sequence[Event]) -> Weighed | None:
    """The balance so far; None before the first roll, and of a release, whose weights nobody has learned."""
    states = list(_folded(events))
    if len(states) < 2 or states[0].release is not None or not any(isinstance(event, Rolled) for event in events):
        return None
    found = list(_crossroads(states, events))
    chances = [_weighed(weights, states, found) for weights in learned(states[1])]
    start, luck, choice = (fmean(each) for each in zip(*chances, strict=True))
    luck_error, choice_error = (_error([each[part] for each in chances]) for part in (1, 2))
    choice_error = hypot(choice_error, _MISJUDGED * choice)
    return Weighed(start, luck, hypot(luck_error, choice_error, _MISFIT), choice, choice_error, len(found))


def _error(found: Sequence[float]) -> float:
    """The standard error of the mean of these values, each from simulations of its own."""
    return stdev(found) / sqrt(len(found))


def _folded(events: Sequence[Event]) -> Iterator[State]:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
        yield state


def _weighed(weights: _Weights, states: Sequence[State], found: Sequence[_Crossroads]) -> tuple[float, float, float]:
    """The chance at the start, luck and choice."""
    start, end = odds(states[1], weights), odds(states[-1], weights)
    choice = sum(_difference(crossroads, weights) for crossroads in found)
    return start, end - start - choice, choice


def _difference(crossroads: _Crossroads, weights: _Weights) -> float:
    """The worth of the team's way, compared with the usual ones."""
    usual = sum(share * _worth(crossroads.state, way, weights) for way, share in crossroads.usual)
    return _worth(crossroads.state, crossroads.taken, weights) - usual


def _worth(state: State, way: Sequence[Move], weights: _Weights) -> float:
    """The mean chance after these moves and a round of the table. All ways from a position get the same dice."""
    seed = hashlib.sha256(f"{weights} {state!r}".encode()).digest()
    return fmean(odds(_followed(state, way, Chance(seed).apart(str(each))), weights) for each in range(_SAMPLES))


def _followed(state: State, way: Sequence[Move], chance: Chance) -> State:
    for move in way:
        for event in decide(state, awaits(state)[0], move, chance):
            state = evolve(state, event)
    turns = _ROUNDS * len(state.players)
    while turns and not isinstance(state.phase, Over):
        turns -= isinstance(state.phase, Turn)
        state = step(state, chance)
    return state


# --- where the team chose --------------------------------------------------------------------------------------------


def _crossroads(states: Sequence[State], events: Sequence[Event]) -> Iterator[_Crossroads]:
    """Positions where the team's way differs from the automatic player's, or where a vote decided."""
    for before, event in zip(states, events[1:], strict=False):
        taken = _move_of(before, event)
        if taken is not None:
            usual = simulated_move(before, before.turn, Chance(bytes(32)))
            if usual != taken and not _same_tool(usual, taken):
                yield _Crossroads(before, (taken,), (((usual,), 1.0),))
        elif isinstance(event, DiscussionClosed | ToolAccepted | ToolRefused):
            yield _vote(before, agreed=_agreed(event))


def _move_of(before: State, event: Event) -> Move | None:
    """The move of the player whose turn it was, if this event was the first to come of it."""
    match before.phase, event:
        case Turn(), Rolled():
            return Roll()
        case Turn(), ToolOffered(card=card, target=target, reason=reason):
            return PlayTool(card, target, reason)
        case Turn(), TurnPassed():
            return Done()
        case Fork(), Moved(space=space):
            return Go(space)
        case Fork(), Stayed():
            return Go(None)
        case _:
            return None


def _same_tool(one: Move, other: Move) -> bool:
    """True if both play the same tool on the same player, whatever the reason."""
    if not isinstance(one, PlayTool) or not isinstance(other, PlayTool):
        return False
    return (one.card, one.target) == (other.card, other.target)


def _agreed(event: DiscussionClosed | ToolAccepted | ToolRefused) -> bool:
    match event:
        case DiscussionClosed():
            return not event.no and not event.missing
        case ToolAccepted():
            return True
        case ToolRefused():
            return False


def _vote(closing: State, *, agreed: bool) -> _Crossroads:
    """A vote that is over, compared with how often simulated players say yes."""
    phase = closing.phase
    assert isinstance(phase, Ballot | Discussion)
    voters = len(closing.players) - isinstance(phase, Ballot)
    closes: tuple[Move, ...] = (Done(),) if isinstance(phase, Discussion) else ()
    yes, no = (((Vote(yes=answer),) * voters + closes) for answer in (True, False))
    likely = agreement(closing, phase)
    opened = replace(closing, phase=replace(phase, votes={}))
    return _Crossroads(opened, yes if agreed else no, ((yes, likely), (no, 1 - likely)))
