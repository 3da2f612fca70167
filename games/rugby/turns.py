"""What the rules allow in a position: steps, whole turns, how it stands. Plain Python around the core."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from types import ModuleType

from games.rugby.engine import core
from games.rugby.engine.shim import as_list
from games.rugby.field import BLUE, GOALS, NEIGHBOURS, RED, cells_in
from games.rugby.model import Position, Step

MAX_TURNS = core.MAX_STEPS**2
DRAW = -1


def unpacked(code: int) -> Step:
    """A step of the search: from where, to where, and where it sends the ball."""
    ball = code >> 12
    return Step(code & 63, code >> 6 & 63, None if ball == core.NONE else ball)


# --- how a position stands -----------------------------------------------------------------------------------------


def exits(position: Position) -> list[int]:
    """The free cells around the ball."""
    return cells_in(NEIGHBOURS[position.ball] & ~(position.blue | position.red))


def is_scrum(position: Position) -> bool:
    return len(exits(position)) == 1


def duty(position: Position) -> int:
    """core.PUSH in a scrum that the side to move touches, core.ONE on the very first turn, else core.TWO."""
    return core.duty(position.own, position.opp, position.ball, int(position.first))


def is_last_step(position: Position) -> bool:
    """Whether the step to be made is the last of its turn."""
    return position.moved is not None or duty(position) != core.TWO


def scorer(position: Position) -> int | None:
    """The side for which the ball lies on the goal row, touched and with a free exit."""
    if not exits(position):
        return None
    for side, pieces in ((BLUE, position.blue), (RED, position.red)):
        if GOALS[side] >> position.ball & 1 and NEIGHBOURS[position.ball] & pieces:
            return side
    return None


def standing(position: Position) -> int | None:
    """The winner, DRAW where there is no legal turn, None where the game goes on. Repetition is not seen here."""
    winner = scorer(position)
    if winner is not None:
        return winner
    return None if any(_legal_steps(position)) else DRAW


# --- steps ---------------------------------------------------------------------------------------------------------


def after(position: Position, step: Step) -> Position:
    """The position after a step, in the same turn."""
    own = position.own ^ 1 << step.origin ^ 1 << step.target
    ball = position.ball if step.ball is None else step.ball
    blue, red = (position.blue, own) if position.side else (own, position.red)
    return replace(position, blue=blue, red=red, ball=ball, moved=step.target)


def passed_on(position: Position) -> Position:
    """The turn is over, the other side is to move."""
    return replace(position, side=1 - position.side, first=False, moved=None)


def comes_to(position: Position, reached: Position) -> int:
    """What the step from `position` to `reached` comes to, see core.outcome."""
    return core.outcome(reached.own, reached.opp, reached.ball, reached.side, int(is_last_step(position)))


def legal_steps(position: Position) -> list[Step]:
    """The steps that may be made now. A first step is one of them only if the turn can then be completed."""
    if position.moved is None and scorer(position) is not None:
        return []
    return list(_legal_steps(position))


def _legal_steps(position: Position) -> Iterator[Step]:
    last = is_last_step(position)
    for step in candidates(position):
        reached = after(position, step)
        came = comes_to(position, reached)
        if came == core.GOAL or (came != core.ENCLOSED if last else can_be_completed(reached)):
            yield step


def candidates(position: Position) -> list[Step]:
    """The steps that pieces can make, before it is asked whether the ball stays free."""
    moved = core.NONE if position.moved is None else position.moved
    pushes = position.moved is None and duty(position) == core.PUSH
    out = [0] * core.MAX_STEPS
    count = core.generate(position.own, position.opp, position.ball, moved, int(pushes), out, 0)
    return [unpacked(code) for code in out[:count]]


def can_be_completed(position: Position) -> bool:
    """After a first step: whether a second one leaves the ball an exit."""
    return any(comes_to(position, after(position, step)) != core.ENCLOSED for step in candidates(position))


# --- whole turns ---------------------------------------------------------------------------------------------------


def legal_turns(position: Position) -> dict[tuple[Step, ...], Position]:
    """Every legal turn and the position it leads to."""
    if scorer(position) is not None:
        return {}
    out = [0] * (5 * MAX_TURNS)
    count = core.turns(*_core(position), [0] * (2 * core.MAX_STEPS), out)
    found: dict[tuple[Step, ...], Position] = {}
    for at in range(0, 5 * count, 5):
        one, two, own, ball, _ = out[at : at + 5]
        steps = (unpacked(one),) if two < 0 else (unpacked(one), unpacked(two))
        found[steps] = _reached(position, own, ball)
    return found


def _core(position: Position) -> tuple[int, int, int, int, int]:
    return position.own, position.opp, position.ball, position.side, int(position.first)


def _reached(position: Position, own: int, ball: int) -> Position:
    blue, red = (position.blue, own) if position.side else (own, position.red)
    return Position(blue, red, ball, 1 - position.side)


@dataclass(frozen=True, slots=True)
class Counts:
    turns: int
    positions: int


def count(position: Position, depth: int, engine: ModuleType = core) -> Counts:
    """Sequences of so many turns, and the different positions that they lead to."""
    if scorer(position) is not None:
        return Counts(0, 0)
    steps, out = engine.zeros(2 * core.MAX_STEPS), engine.zeros(5 * MAX_TURNS)
    side, first = position.side, int(position.first)
    going_on = Counter([(position.own, position.opp, position.ball)])  # in how many ways each position is reached
    sequences = 0
    ends: set[tuple[int, int, int]] = set()
    for left in reversed(range(depth)):
        reached: Counter[tuple[int, int, int]] = Counter()
        sequences = 0
        for (own, opp, ball), ways in going_on.items():
            found = engine.turns(own, opp, ball, side, first, steps, out)
            sequences += ways * found
            pieces, balls, came = (as_list(out[part : 5 * found : 5]) for part in (2, 3, 4))
            after = zip(repeat(opp), pieces, balls)  # the other side is to move
            if not left:
                ends.update(after)
                continue
            for one, came_to in zip(after, came, strict=False):
                if came_to == core.OPEN:  # no turn follows on a goal
                    reached[one] += ways
        going_on, side, first = reached, 1 - side, 0
    return Counts(sequences, len(ends))
