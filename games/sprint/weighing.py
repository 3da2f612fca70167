"""Luck against choice: which part of the way from the first chance of winning to the result was the team's own doing.

Each choice is compared with that of the automatic player in the same position, which is the one that forecasts are
made of: at a fork, between a roll and a tool, and in a vote, where it says yes as often as this room does. What the
choices don't explain was luck: dice and cards.
"""

import hashlib
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from statistics import fmean, stdev

from games.chance import Chance
from games.debriefing import Weighed
from games.sprint.folding import evolve
from games.sprint.forecast import agreement, simulated_move
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
from games.sprint.odds import Weights, learned, odds, step
from games.sprint.rules import awaits, decide
from games.values import replace, value

_SAMPLES = 24  # of what may follow a move
# Weights are simpler than the game: their chance at the start is off by about so much (docs/balance.md), and what they
# say about choices, by such a share. No number of simulated games makes that smaller.
_MISFIT, _MISJUDGED = 0.03, 0.1
_ROUNDS = 1  # of the table that are played after it, because a piece's place shows in its next move


@value
class Crossroads:
    """A position in which the team chose, and the ways that are compared: each with its share in the comparison."""

    state: State
    taken: tuple[Move, ...]
    usual: tuple[tuple[tuple[Move, ...], float], ...]


def weigh(events: Sequence[Event]) -> Weighed | None:
    """The balance so far; None before the first roll."""
    states = list(_folded(events))
    if len(states) < 2 or not any(isinstance(event, Rolled) for event in events):
        return None
    found = list(_crossroads(states, events))
    chances = [_weighed(weights, states, found) for weights in learned(states[1])]
    start, luck, choice = (fmean(each) for each in zip(*chances, strict=True))
    luck_error, choice_error = (_error([each[part] for each in chances]) for part in (1, 2))
    choice_error = hypot(choice_error, _MISJUDGED * choice)
    return Weighed(start, luck, hypot(luck_error, choice_error, _MISFIT), choice, choice_error, len(found))


def _error(found: Sequence[float]) -> float:
    """The standard error of their mean: each is from simulations of its own."""
    return stdev(found) / sqrt(len(found))


def _folded(events: Sequence[Event]) -> Iterator[State]:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
        yield state


def _weighed(weights: Weights, states: Sequence[State], found: Sequence[Crossroads]) -> tuple[float, float, float]:
    """The chance at the start, luck and choice."""
    start, end = odds(states[1], weights), odds(states[-1], weights)
    choice = sum(_difference(crossroads, weights) for crossroads in found)
    return start, end - start - choice, choice


def _difference(crossroads: Crossroads, weights: Weights) -> float:
    """What the team's way was worth, compared with the usual ones."""
    usual = sum(share * _worth(crossroads.state, way, weights) for way, share in crossroads.usual)
    return _worth(crossroads.state, crossroads.taken, weights) - usual


def _worth(state: State, way: Sequence[Move], weights: Weights) -> float:
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


# --- where the team chose ------------------------------------------------------------------------------------------


def _crossroads(states: Sequence[State], events: Sequence[Event]) -> Iterator[Crossroads]:
    """Only where the team's way differs from the automatic player's, or where a vote decided."""
    for before, event in zip(states, events[1:], strict=False):
        taken = _move_of(before, event)
        if taken is not None:
            usual = simulated_move(before, before.turn, Chance(bytes(32)))
            if usual != taken and not _same_tool(usual, taken):
                yield Crossroads(before, (taken,), (((usual,), 1.0),))
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
    """Whatever the reason."""
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


def _vote(closing: State, *, agreed: bool) -> Crossroads:
    """A vote that is over, compared with how often simulated players say yes."""
    phase = closing.phase
    assert isinstance(phase, Ballot | Discussion)
    voters = len(closing.players) - isinstance(phase, Ballot)
    closes: tuple[Move, ...] = (Done(),) if isinstance(phase, Discussion) else ()
    yes, no = (((Vote(yes=answer),) * voters + closes) for answer in (True, False))
    likely = agreement(closing, phase)
    opened = replace(closing, phase=replace(phase, votes={}))
    return Crossroads(opened, yes if agreed else no, ((yes, likely), (no, 1 - likely)))
