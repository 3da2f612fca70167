"""Legal steps, legal turns and the result of a position: plain Python around the engine's core."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat
from types import ModuleType
from typing import assert_never

from games.rugby.engine import core
from games.rugby.engine.shim import as_list
from games.rugby.field import BLUE, GOALS, NEIGHBOURS, RED, cells_in
from games.rugby.model import (
    DrawDeclined,
    DrawOffered,
    Event,
    Finished,
    Over,
    Position,
    Resigned,
    Started,
    State,
    Step,
    Stepped,
    TimeRead,
    TurnBegan,
    read_position,
    read_turn,
)
from games.values import replace, value

MAX_TURNS = core.MAX_STEPS**2
DRAW = -1


def unpacked(code: int) -> Step:
    """A step from the core's packed form."""
    ball = code >> 12
    return Step(code & 63, code >> 6 & 63, None if ball == core.NONE else ball)


def packed(step: Step) -> int:
    return step.origin | step.target << 6 | (core.NONE if step.ball is None else step.ball) << 12


# --- positions -------------------------------------------------------------------------------------------------------


def exits(position: Position) -> list[int]:
    """The free cells around the ball."""
    return cells_in(NEIGHBOURS[position.ball] & ~(position.blue | position.red))


def is_scrum(position: Position) -> bool:
    return len(exits(position)) == 1


def duty(position: Position) -> int:
    """core.PUSH if the side to move must push in a scrum, core.ONE on the very first turn, otherwise core.TWO."""
    return core.duty(position.own, position.opp, position.ball, int(position.first))


def is_last_step(position: Position) -> bool:
    """True if the next step is the last of its turn."""
    return position.moved is not None or duty(position) != core.TWO


def scorer(position: Position) -> int | None:
    """The side that has scored: the ball is on its goal row, touched by it and with a free exit."""
    if not exits(position):
        return None
    for side, pieces in ((BLUE, position.blue), (RED, position.red)):
        if GOALS[side] >> position.ball & 1 and NEIGHBOURS[position.ball] & pieces:
            return side
    return None


def result_of(position: Position) -> int | None:
    """The winner; DRAW if there's no legal turn; None if the game isn't over. Ignores repetition."""
    winner = scorer(position)
    if winner is not None:
        return winner
    return None if any(_legal_steps(position)) else DRAW


# --- steps -----------------------------------------------------------------------------------------------------------


def after(position: Position, step: Step) -> Position:
    """The position after a step, still in the same turn."""
    own = position.own ^ 1 << step.origin ^ 1 << step.target
    ball = position.ball if step.ball is None else step.ball
    blue, red = (position.blue, own) if position.side else (own, position.red)
    return replace(position, blue=blue, red=red, ball=ball, moved=step.target)


def next_turn(position: Position) -> Position:
    """The position with the other side to move."""
    return replace(position, side=1 - position.side, first=False, moved=None)


def outcome_of(position: Position, reached: Position) -> int:
    """The outcome of the step from `position` to `reached`, see core.outcome."""
    return _outcome(reached, last=is_last_step(position))


def _outcome(reached: Position, *, last: bool) -> int:
    return core.outcome(reached.own, reached.opp, reached.ball, reached.side, int(last))


@lru_cache(maxsize=1024)  # buttons, the picture and the answer to `piece` ask about the same position
def legal_steps(position: Position) -> tuple[Step, ...]:
    """The legal steps. A first step is legal only if the turn can then be completed."""
    if position.moved is None and scorer(position) is not None:
        return ()
    return tuple(_legal_steps(position))


def _legal_steps(position: Position) -> Iterator[Step]:
    last = is_last_step(position)
    for step in candidates(position):
        reached = after(position, step)
        outcome = _outcome(reached, last=last)
        if outcome == core.GOAL or (outcome != core.ENCLOSED if last else can_be_completed(reached)):
            yield step


def candidates(position: Position) -> Iterator[Step]:
    """The steps that pieces can make, legal or not: some may enclose the ball."""
    moved = core.NONE if position.moved is None else position.moved
    pushes = position.moved is None and duty(position) == core.PUSH
    out = [0] * core.MAX_STEPS
    count = core.generate(position.own, position.opp, position.ball, moved, int(pushes), out, 0)
    return map(unpacked, out[:count])


def can_be_completed(position: Position) -> bool:
    """True if, after a first step, some second step leaves the ball an exit."""
    if _has_room(position):
        return True
    return any(_outcome(after(position, step), last=True) != core.ENCLOSED for step in candidates(position))


def _has_room(position: Position) -> bool:
    """True if the ball has several exits and some other piece can move without it: that fills only one of them."""
    free = ~(position.blue | position.red | 1 << position.ball)
    around = NEIGHBOURS[position.ball] & free
    return around & (around - 1) != 0 and any(
        NEIGHBOURS[cell] & free for cell in cells_in(position.own) if cell != position.moved
    )


# --- whole turns -----------------------------------------------------------------------------------------------------


def legal_turns(position: Position) -> dict[tuple[Step, ...], Position]:
    """All legal turns and the positions they lead to."""
    if scorer(position) is not None:
        return {}
    out = [0] * (5 * MAX_TURNS)
    count = core.turns(*_core(position), [0] * (2 * core.MAX_STEPS), out)
    legal: dict[tuple[Step, ...], Position] = {}
    for at in range(0, 5 * count, 5):
        one, two, own, ball, _ = out[at : at + 5]
        steps = (unpacked(one),) if two < 0 else (unpacked(one), unpacked(two))
        legal[steps] = _reached(position, own, ball)
    return legal


def _core(position: Position) -> tuple[int, int, int, int, int]:
    return position.own, position.opp, position.ball, position.side, int(position.first)


def _reached(position: Position, own: int, ball: int) -> Position:
    blue, red = (position.blue, own) if position.side else (own, position.red)
    return Position(blue, red, ball, 1 - position.side)


@value
class Counts:
    turns: int
    positions: int


def count(position: Position, depth: int, engine: ModuleType = core) -> Counts:
    """The number of sequences of `depth` turns, and of different positions they lead to."""
    if scorer(position) is not None:
        return Counts(0, 0)
    steps, out = engine.zeros(2 * core.MAX_STEPS), engine.zeros(5 * MAX_TURNS)
    side, first = position.side, int(position.first)
    current = Counter([(position.own, position.opp, position.ball)])  # positions, and how many ways lead to each
    sequences = 0
    ends: set[tuple[int, int, int]] = set()
    for left in reversed(range(depth)):
        reached: Counter[tuple[int, int, int]] = Counter()
        sequences = 0
        for (own, opp, ball), ways in current.items():
            found = engine.turns(own, opp, ball, side, first, steps, out)
            sequences += ways * found
            pieces, balls, outcomes = (as_list(out[part : 5 * found : 5]) for part in (2, 3, 4))
            after = zip(repeat(opp), pieces, balls)  # the other side is to move
            if not left:
                ends.update(after)
                continue
            for one, outcome in zip(after, outcomes, strict=False):
                if outcome == core.OPEN:  # a goal ends the sequence
                    reached[one] += ways
        current, side, first = reached, 1 - side, 0
    return Counts(sequences, len(ends))


# --- events ----------------------------------------------------------------------------------------------------------


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        clocks = (60.0 * event.minutes,) * 2 if event.minutes else ()
        return State(read_position(event.position), left=clocks, hints=not event.unadvised)
    if state is None:
        raise ValueError(f"a game begins with Started, not with {event.kind}")
    match event:
        case TimeRead(seat=seat, left=left):
            return replace(state, left=(*state.left[:seat], left, *state.left[seat + 1 :]))
        case Stepped():
            return _stepped(state, event)
        case TurnBegan():
            return _turn_began(state, event)
        case DrawOffered():
            return replace(state, offer=event.seat, asked=True)
        case DrawDeclined():
            return replace(state, offer=None)
        case Resigned():
            return state
        case Finished():
            return replace(state, over=Over(event.winner, event.reason), offer=None, turns=event.turns)
        case _:
            assert_never(event)


def _stepped(state: State, event: Stepped) -> State:
    (step,) = read_turn(event.step)
    old = state.position
    own = old.own ^ 1 << step.origin ^ 1 << step.target
    position = Position(
        blue=old.blue if old.side else own,
        red=own if old.side else old.red,
        ball=old.ball if step.ball is None else step.ball,
        side=old.side,
        first=old.first,
        moved=step.target,
    )
    crew = tuple(step.target if cell == step.origin else cell for cell in state.pieces)
    return replace(state, position=position, steps=(*state.steps, step), crew=crew)


def _turn_began(state: State, event: TurnBegan) -> State:
    position = replace(state.position, side=event.seat, first=False, moved=None)
    return replace(
        state,
        position=position,
        turns=state.turns + 1,
        steps=(),
        last=state.steps,
        seen=(*state.seen, position.cells),
        asked=False,
    )
