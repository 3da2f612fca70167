"""The rules in the game's document, one test each."""

import pytest

from games.rugby import turns
from games.rugby.engine import core
from games.rugby.field import CELL_OF, NAMES
from games.rugby.model import Position, step_text, turn_text
from tests.games.rugby.positions import BEGINNING, put


def listed(position: Position, origin: str = "") -> set[str]:
    return {step_text(step) for step in turns.legal_steps(position) if NAMES[step.origin] == origin or not origin}


def test_a_goal() -> None:
    """The ball is on the last row and a blue piece touches it: Blue wins."""
    assert turns.result_of(put("c12", blue="c11", red="a12 e12")) == 0
    assert turns.result_of(put("c12", blue="d12", red="a12 e12")) == 0


def test_no_goal_yet() -> None:
    """The ball is on the last row, but no blue piece touches it: the game isn't over."""
    assert turns.result_of(put("c12", blue="c10", red="b12 d12")) is None


def test_red_scores_on_row_1() -> None:
    """If a red piece touches the ball there."""
    assert turns.result_of(put("c1", red="b2", blue="e5 e6")) == 1
    assert turns.result_of(put("c1", red="b3", blue="e5 e6")) is None


def test_where_a_piece_can_go() -> None:
    """To any empty neighbouring cell, and onto the ball."""
    position = put("d6", blue="c5 e1", red="c6 a12")
    plain = {step for step in listed(position, "c5") if "-" in step}
    assert plain == {"c5-b4", "c5-b5", "c5-b6", "c5-c4", "c5-d4", "c5-d5"}
    assert {step.split(">")[0] for step in listed(position, "c5") if "x" in step} == {"c5xd6"}


def test_where_the_ball_can_go() -> None:
    """To any free neighbour, but not to where the pushing piece came from."""
    position = put("d6", blue="c5 e1", red="c6 e7 a12")
    pushed = {step.split(">")[1] for step in listed(position, "c5") if "x" in step}
    assert pushed == {"c7", "d7", "e6", "e5", "d5"}
    assert NAMES[CELL_OF["c5"]] not in pushed


def test_a_turn_moves_two_different_pieces() -> None:
    """In all legal turns of a position."""
    position = put("c6", blue="a1 e1", red="a12")
    for steps in turns.legal_turns(position):
        one, two = steps
        assert one.target != two.origin
    assert {len(steps) for steps in turns.legal_turns(position)} == {2}


def test_the_very_first_turn_is_one_step() -> None:
    """In all legal turns of the start."""
    assert {len(steps) for steps in turns.legal_turns(BEGINNING)} == {1}


# the ball on a7 has the neighbours a6, b6, b7, b8 and a8
SCRUM = put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r")


def test_in_a_scrum_the_next_player_must_push_the_ball_to_the_exit() -> None:
    """The ball has one free neighbour; the turn is a single push to it."""
    assert turns.is_scrum(SCRUM)
    assert turns.duty(SCRUM) == core.PUSH
    assert {turn_text(steps) for steps in turns.legal_turns(SCRUM)} == {"b7xa7>a8", "b8xa7>a8"}


def test_in_a_scrum_a_player_who_does_not_touch_the_ball_makes_two_steps() -> None:
    """After that, the other player has to push."""
    position = put("a7", blue="a6 b6 b7 b8", red="e9 e8", mover="r")
    assert turns.is_scrum(position)
    assert turns.duty(position) == core.TWO
    ends = turns.legal_turns(position)
    assert {len(steps) for steps in ends} == {2}
    assert all(turns.is_scrum(end) and turns.duty(end) == core.PUSH for end in ends.values())


def test_the_ball_must_not_be_surrounded() -> None:
    """The second step may not take the last exit."""
    position = put("a7", blue="a6 c5 c8 e1", red="b7 a8 e9")  # b6 and b8 are free
    second = turns.after(position, next(step for step in turns.legal_steps(position) if step_text(step) == "c5-b6"))
    assert turns.exits(second) == [CELL_OF["b8"]]
    assert "c8-b8" not in listed(second)
    assert "e1-e2" in listed(second)


def test_a_blocked_scrum_is_a_draw() -> None:
    """Every push would enclose the ball."""
    # the exit is a8, with the neighbours a7 (the pushing piece), b7, b8, b9 and a9
    blocked = put("a7", blue="a6 c3 b7 b8", red="b6 a9 b9 e9", mover="r")
    assert turns.duty(blocked) == core.PUSH
    assert turns.legal_turns(blocked) == {}
    assert turns.result_of(blocked) == turns.DRAW


def test_a_scrum_is_playable_if_the_pushing_piece_leaves_an_exit() -> None:
    """The cell it came from is free afterwards."""
    position = put("a7", blue="a6 b6 c3", red="b7 b8 a9 b9 e9", mover="r")
    assert {turn_text(steps) for steps in turns.legal_turns(position)} == {"b7xa7>a8", "b8xa7>a8"}


@pytest.mark.parametrize("mover", ["b", "r"])
def test_a_scrum_that_is_not_blocked_for_either_side(mover: str) -> None:
    """Blue can push from b7 and leave an exit there; Red doesn't touch the ball and makes two steps."""
    position = put("a7", blue="a6 c3 b6 b7 b8 a9 b9", red="e9 e8", mover=mover)
    assert turns.result_of(position) is None
