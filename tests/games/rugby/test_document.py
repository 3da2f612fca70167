"""The special cases of the game's document, one test each."""

import pytest

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import CELL_OF, NAMES
from games.rugby.model import Position
from games.rugby.notation import step_text, turn_text
from tests.games.rugby.positions import BEGINNING, put


def listed(position: Position, origin: str = "") -> set[str]:
    return {step_text(step) for step in turns.legal_steps(position) if NAMES[step.origin] == origin or not origin}


def test_goal() -> None:
    """The ball on the last row with a piece touching it: Blue wins."""
    assert turns.standing(put("c12", blue="c11", red="a12 e12")) == 0
    assert turns.standing(put("c12", blue="d12", red="a12 e12")) == 0


def test_no_goal_yet() -> None:
    """The ball on the last row that nobody of Blue touches: the game is not over."""
    assert turns.standing(put("c12", blue="c10", red="b12 d12")) is None


def test_red_scores_on_row_1() -> None:
    """The same the other way round."""
    assert turns.standing(put("c1", red="b2", blue="e5 e6")) == 1
    assert turns.standing(put("c1", red="b3", blue="e5 e6")) is None


def test_where_a_piece_can_go() -> None:
    """A piece can move to any neighbouring cell that is empty, and onto the ball."""
    position = put("d6", blue="c5 e1", red="c6 a12")
    plain = {step for step in listed(position, "c5") if "-" in step}
    assert plain == {"c5-b4", "c5-b5", "c5-b6", "c5-c4", "c5-d4", "c5-d5"}
    assert {step.split(">")[0] for step in listed(position, "c5") if "x" in step} == {"c5xd6"}


def test_where_the_ball_can_go() -> None:
    """A piece that moves to the ball sends it to any free neighbour, but not to where the piece came from."""
    position = put("d6", blue="c5 e1", red="c6 e7 a12")
    pushed = {step.split(">")[1] for step in listed(position, "c5") if "x" in step}
    assert pushed == {"c7", "d7", "e6", "e5", "d5"}
    assert NAMES[CELL_OF["c5"]] not in pushed


def test_two_different_pieces() -> None:
    """In a normal turn two different pieces move."""
    position = put("c6", blue="a1 e1", red="a12")
    for steps in turns.legal_turns(position):
        one, two = steps
        assert one.target != two.origin
    assert {len(steps) for steps in turns.legal_turns(position)} == {2}


def test_very_first_turn() -> None:
    """Who starts moves only one piece at the first turn."""
    assert {len(steps) for steps in turns.legal_turns(BEGINNING)} == {1}


# the ball on a7 has the neighbours a6, b6, b7, b8 and a8
SCRUM = put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")


def test_scrum() -> None:
    """One free neighbour: the next player makes one step, a push of the ball to that exit."""
    assert turns.is_scrum(SCRUM)
    assert turns.duty(SCRUM) == core.PUSH
    assert {turn_text(steps) for steps in turns.legal_turns(SCRUM)} == {"b7xa7>a8", "b8xa7>a8"}


def test_scrum_without_touching() -> None:
    """No piece at the ball: two moves as usual, and the other player inherits the duty."""
    position = put("a7", blue="a6 b6 b7 b8", red="e9 e8", mover="r")
    assert turns.is_scrum(position)
    assert turns.duty(position) == core.TWO
    ends = turns.legal_turns(position)
    assert {len(steps) for steps in ends} == {2}
    assert all(turns.is_scrum(end) and turns.duty(end) == core.PUSH for end in ends.values())


def test_enclosing() -> None:
    """It is not allowed to surround the ball completely: the second step may not take the last exit."""
    position = put("a7", blue="a6 c5 c8 e1", red="b7 a8 e9")  # b6 and b8 are free
    second = turns.after(position, next(step for step in turns.legal_steps(position) if step_text(step) == "c5-b6"))
    assert turns.exits(second) == [CELL_OF["b8"]]
    assert "c8-b8" not in listed(second)
    assert "e1-e2" in listed(second)


def test_blocked_scrum() -> None:
    """Playing the scrum would enclose the ball: the game is a draw."""
    # the exit is a8, with the neighbours a7 (there stands who pushes), b7, b8, b9 and a9
    blocked = put("a7", blue="a6 c3 b7 b8", red="b6 a9 b9 e9", mover="r")
    assert turns.duty(blocked) == core.PUSH
    assert turns.legal_turns(blocked) == {}
    assert turns.standing(blocked) == turns.DRAW


def test_scrum_that_frees_itself() -> None:
    """Where the pushing piece itself leaves the cell that then is free, the scrum is played."""
    position = put("a7", blue="a6 b6 c3", red="b7 b8 a9 b9 e9", mover="r")
    assert {turn_text(steps) for steps in turns.legal_turns(position)} == {"b7xa7>a8", "b8xa7>a8"}


@pytest.mark.parametrize("mover", ["b", "r"])
def test_draw_only_for_who_has_to_push(mover: str) -> None:
    """The blocked scrum is a draw only if the player to move is bound to push."""
    position = put("a7", blue="a6 c3 b6 b7 b8 a9 b9", red="e9 e8", mover=mover)
    assert turns.standing(position) is None
