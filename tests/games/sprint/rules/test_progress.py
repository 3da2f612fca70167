"""Burning down and up: the progress dice, the hours, the planned line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sprint.landing import MAX_DICE, progress
from games.sprint.model import DieTaken, Freed, PlanChanged, Reported
from tests.games.sprint.build import IMPEDIMENT, SCRUM, at, game_with, go, roll


@pytest.mark.parametrize(
    ("rolled", "hours"),
    [
        pytest.param((1, 1, 3, SCRUM), 8, id="1, 1, 3, scrum: 8 (3+3+1+1)"),
        pytest.param((5, SCRUM, SCRUM), 10, id="5, scrum, scrum: 10 (5+5)"),
        pytest.param((SCRUM, SCRUM), 0, id="scrum, scrum: 0"),
        pytest.param((1, 2, 3, SCRUM, SCRUM), 11, id="1, 2, 3, scrum, scrum: 11 (3+3+2+2+1)"),
        pytest.param((1, 3, 5), 9, id="1, 3, 5: 9 (5+3+1)"),
        pytest.param((2, 4, 5, SCRUM, SCRUM), 20, id="the example of our rules page: 20 (5+5+4+4+2)"),
    ],
)
def test_the_documents_table(rolled: tuple[int, ...], hours: int) -> None:
    """“The amount to be burned up or down”: the document's table, line by line."""
    assert progress(rolled) == hours


@given(dice=st.lists(st.integers(1, 6), min_size=3, max_size=10), data=st.data())
def test_progress_does_not_depend_on_the_order(dice: list[int], data: st.DataObject) -> None:
    """The order of the dice does not matter, and a roll is worth at most twice its numbers."""
    assert progress(tuple(dice)) == progress(tuple(data.draw(st.permutations(dice))))
    numbers = sum(face for face in dice if face != SCRUM)
    assert numbers <= progress(tuple(dice)) <= 2 * numbers


@pytest.mark.parametrize(
    ("space", "steps", "times", "left"),
    [("D3", 1, 1, 291), ("D4", 1, 2, 282), ("D2", 1, -1, 309)],
    ids=["x1 burns down once", "x2 burns down twice", "UP burns up"],
)
def test_report_spaces(space: str, steps: int, times: int, left: int) -> None:
    """“Roll the progress dice and burndown the number of hours”; x2 twice, UP adds (1, 3, 5 makes 9 hours)."""
    after = roll(game_with(at(space, circled=True)), steps, SCRUM, 1, 3, 5)
    reported = after.one(Reported)
    assert (reported.times, reported.hours, after.state.hours) == (times, left, left)
    assert reported.dice == (1, 3, 5)


def test_the_team_rolls_the_dice_it_has() -> None:
    """“The player rolls the number of progress dice currently earned by the team”, whichever player it is."""
    state = game_with(at("D3"), at("D3"), dice=5)
    first = roll(state, 1, SCRUM, 1, 1, 1, 1, 1)
    second = roll(first.state, 1, SCRUM, 1, 1, 1, 1, 1)
    assert len(first.one(Reported).dice) == len(second.one(Reported).dice) == 5


def test_a_game_starts_with_three_dice() -> None:
    """“Set aside three specially-marked dice for use as progress dice.”"""
    assert game_with(at("start")).dice == 3


def test_hours_never_fall_below_zero() -> None:
    """“It is not necessary to burndown below zero”: 4 hours minus 9 leaves 0."""
    assert roll(game_with(at("D3"), hours=4), 1, SCRUM, 1, 3, 5).state.hours == 0


def test_hours_have_no_upper_limit() -> None:
    """Burning up always adds."""
    assert roll(game_with(at("D2"), hours=2_000), 1, SCRUM, 1, 3, 5).state.hours == 2_009


def test_planning_never_goes_below_zero() -> None:
    """A planning space that takes off more than is left leaves 0, and then nobody is impeded any more."""
    state = game_with(at("P3"), at("S5", impediment=IMPEDIMENT), hours=10)
    after = roll(state, 1, SCRUM)
    assert after.state.hours == 0
    assert after.one(Freed).seat == 1


@pytest.mark.parametrize(
    ("space", "hours"), [("start", 350), ("P2", 325), ("P3", 275), ("P4", 350)], ids=["+50", "+25", "-25", "+50 again"]
)
def test_planning_moves_the_planned_line(space: str, hours: int) -> None:
    """“The planned line of the chart starts at 300 plus what planning changed.”"""
    after = roll(game_with(at(space)), 1, SCRUM)
    assert after.one(PlanChanged).hours == after.state.hours == after.state.planned == hours


def test_late_planning_still_changes_the_plan() -> None:
    """A player may plan after others have burned hours: 300 planned, 260 left, +50: the planned line starts at 350."""
    after = roll(game_with(at("start"), hours=260), 1, SCRUM)
    assert (after.state.hours, after.state.planned) == (310, 350)


def test_progress_does_not_move_the_planned_line() -> None:
    """Burning down or up leaves the plan alone."""
    assert roll(game_with(at("D2")), 1, SCRUM, 1, 3, 5).state.planned == 300


def test_take_a_die() -> None:
    """“Add one more die to your set of progress dice.”"""
    after = roll(game_with(at("P1")), 1, SCRUM)
    assert after.one(DieTaken).dice == after.state.dice == 4


def test_never_more_than_ten_dice() -> None:
    """“The team may never be rolling more than ten progress dice.”"""
    after = roll(game_with(at("P1"), dice=MAX_DICE), 1, SCRUM)
    assert after.all(DieTaken) == []
    assert after.state.dice == MAX_DICE == 10


def test_only_landing_counts() -> None:
    """Passing an End of Day, a Tool or the Daily Scrum does nothing: 9 steps from S3 along the big circle to S12."""
    rolled = roll(game_with(at("S3")), 4, 5)
    after = go(rolled.state, "S12", 1)
    assert after.kinds() == ["moved", "card_drawn", "turn_began"]
    assert (after.state.day, after.state.hours) == (0, 300)
