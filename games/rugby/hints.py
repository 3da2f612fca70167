"""The hint: a turn that the search likes, what it does, and who is ahead."""

from functools import reduce

from games.language import n, t
from games.parts import Answer
from games.rugby import turns
from games.rugby.engine import core, search
from games.rugby.field import ADVANCED, NAMES, NEIGHBOURS, SIDES
from games.rugby.model import Position, View, turn_cells, turn_text
from games.rugby.player import budget, task_of

_NODES = (60_000, 10_000)  # compiled and plain
_EVEN = 60  # a score up to this much says little
_MAX_REASONS = 2


def hint(view: View) -> Answer:
    state = view.state
    if not state.hints:
        return Answer(t("Hints are switched off at this table."))
    if state.over is not None:
        return Answer(t("The game is over; there’s nothing left to suggest."))
    found = search.think(task_of(state), budget(_NODES))
    assert found is not None, "a game without a legal turn is over"
    steps = tuple(turns.unpacked(code) for code in found.steps)
    line = t("For {side}: `/scrum move {steps}`.", side=SIDES[state.position.side], steps=turn_text(steps))
    end = reduce(turns.after, steps, state.position)
    if turns.scorer(end) == end.side:
        return Answer(f"{line} {t('That’s a goal.')}", spots=turn_cells(steps))
    sentences = (line, *_reasons(state.position, end)[:_MAX_REASONS], _opinion(found.score, end))
    return Answer(" ".join(sentences), spots=turn_cells(steps))


def _reasons(position: Position, end: Position) -> list[str]:
    """What the turn that leads to `end` does, the most important first."""
    other = SIDES[1 - position.side]
    rows = _advanced(end) - _advanced(position)
    found = []
    if _can_score(turns.next_turn(position)) and not _can_score(turns.next_turn(end)):
        found.append(t("It keeps {other} from scoring on the next turn.", other=other))
    if rows > 0:
        found.append(
            n(
                "It brings the ball a row forward, to {cell}.",
                "It brings the ball {count} rows forward, to {cell}.",
                rows,
                cell=NAMES[end.ball],
            )
        )
    if turns.duty(turns.next_turn(end)) == core.PUSH:
        found.append(
            t(
                "It leaves {other} in a scrum: one step, and the ball must go to {exit}.",
                other=other,
                exit=NAMES[turns.exits(end)[0]],
            )
        )
    if _can_score(end):
        found.append(t("It threatens a goal."))
    if _touching(end) > _touching(position):
        found.append(t("It brings another piece to the ball."))
    return found or [t("It puts pieces where they can push or block next.")]


def _advanced(position: Position) -> int:
    """The rows by which the ball has come towards the goal of the side to move."""
    return ADVANCED[64 * position.side + position.ball]


def _can_score(position: Position) -> bool:
    """True if the side to move could score with a turn of two steps from here."""
    bound = turns.duty(position) == core.PUSH
    return not bound and bool(core.scores(position.own, position.opp, position.ball, position.side))


def _touching(position: Position) -> int:
    return (NEIGHBOURS[position.ball] & position.own).bit_count()


def _opinion(score: int, position: Position) -> str:
    side, other = SIDES[position.side], SIDES[1 - position.side]
    if score > core.WIN - 1000:
        return t("It leads to a goal, whatever the other side does.")
    if score < 1000 - core.WIN:
        return t("Whatever {side} does, {other} can force a goal.", side=side, other=other)
    if abs(score) <= _EVEN:
        return t("The game is even.")
    return t("{side} is ahead.", side=side if score > 0 else other)
