"""Forks: S0, the Daily Scrum and its circle."""

import pytest

from games.sprint.board import load_board
from games.sprint.model import DayEnded, Fork, Go, Moved, Player, Reported, Roll
from tests.games.sprint.build import GAME, SCRUM, at, game_with, go, landings, refused, roll


def reach(board: str, piece: Player, steps: int) -> list[str]:
    ways = load_board(board).landings(piece.space, steps, circled=piece.circled, sent=piece.sent)
    return [landing.space for landing in ways]


@pytest.mark.parametrize(
    ("piece", "steps", "expected"),
    [
        pytest.param(at("S0"), 3, ["S3", "review"], id="S0: on, or Sprint Review"),
        pytest.param(at("S0"), 1, ["S1", "review"], id="S0: review is one step away"),
        pytest.param(at("S12"), 2, ["S1", "review"], id="S12 reaches review past S0"),
        pytest.param(at("S12"), 1, ["S0"], id="S12 with one step lands on S0"),
        pytest.param(at("P5"), 10, ["S9", "review"], id="planning reaches review past S0"),
        pytest.param(at("P1"), 6, ["S1", "review"], id="P1 reaches review past S0 exactly"),
        pytest.param(at("S9"), 3, ["S12", "D3"], id="S9: on, or the daily circle"),
        pytest.param(at("S8"), 3, ["S11", "D2"], id="passing S9 you may turn off too"),
        pytest.param(at("S9"), 10, ["S6", "S12", "review"], id="through the circle and out to S12, or home, or on"),
        pytest.param(at("S9"), 7, ["S3", "S9", "review"], id="once round the circle back to S9"),
        pytest.param(at("S9", circled=True), 3, ["S12"], id="circled: S9 leads to S10 only"),
        pytest.param(at("D6", circled=True), 3, ["S11"], id="out of the circle and on to S10"),
        pytest.param(at("D6", circled=True), 1, ["S9"], id="out of the circle onto S9"),
        pytest.param(at("S9", sent=True), 3, ["D3"], id="sent by a card: into the circle"),
        pytest.param(at("S9", circled=True, sent=True), 3, ["D3"], id="sent: into the circle even if circled"),
        pytest.param(at("S9", sent=True), 10, ["S12"], id="sent: into the circle, and only once"),
    ],
)
def test_standard_board(piece: Player, steps: int, expected: list[str]) -> None:
    """“The mover chooses the landing space among those the roll can reach.”"""
    assert sorted(reach("standard", piece, steps)) == sorted(expected)


@pytest.mark.parametrize(
    ("piece", "steps", "expected"),
    [
        pytest.param(at("S15"), 2, ["S17", "D2"], id="S15: on, or the daily circle"),
        pytest.param(at("S15", circled=True), 2, ["S17", "D2"], id="the circle may be entered every time"),
        pytest.param(at("D9", circled=True), 3, ["S17", "D2"], id="out of the circle and in again"),
        pytest.param(at("S15", sent=True), 2, ["D2"], id="sent by a card: into the circle"),
        pytest.param(at("S21"), 3, ["S2", "review"], id="S21 reaches review past S0"),
        pytest.param(at("S15"), 10, ["S3", "S15", "review"], id="the circle has nine spaces"),
    ],
)
def test_long_board(piece: Player, steps: int, expected: list[str]) -> None:
    """On the long board days end in the circle too, so it may be entered every time."""
    assert sorted(reach("long", piece, steps)) == sorted(expected)


def test_the_choice_comes_after_the_dice() -> None:
    """At S0 the dice are rolled first; then the mover, and nobody else, chooses among the reachable spaces."""
    rolled = roll(game_with(at("S0")), 1, 3)
    assert isinstance(rolled.state.phase, Fork)
    assert rolled.state.turn == 0
    assert landings(rolled.state) == ["S4", "review"]
    assert GAME.moves(rolled.state, 1) == []
    assert refused(rolled.state, 0, Roll()).rule == "forks"
    assert refused(rolled.state, 1, Go("S4")).rule == "forks"
    assert "S4 or review" in refused(rolled.state, 0, Go("S5")).sentence
    assert go(rolled.state, "S4").state.players[0].space == "S4"


def test_no_stay_without_an_impediment() -> None:
    """Only a player who has just been freed by a scrum may stay."""
    rolled = roll(game_with(at("S0")), SCRUM, 4)
    assert refused(rolled.state, 0, Go(None)).rule == "forks"


def test_without_a_choice_the_piece_moves_at_once() -> None:
    """One path, no question."""
    assert roll(game_with(at("S1")), 1, 2).one(Moved).space == "S4"


def test_sprint_review_needs_no_exact_roll() -> None:
    """“No exact roll needed: a roll that reaches or passes it ends there.”"""
    rolled = roll(game_with(at("S11"), at("S1")), 5, 5)
    assert "review" in landings(rolled.state)
    after = go(rolled.state, "review")
    assert after.one(Moved).path == ("S12", "S0", "review")
    assert after.state.players[0].space == "review"


def test_the_circle_is_entered_once_per_lap() -> None:
    """Into the circle from S9, round to S9 again, then on to S10: the circle is closed until the next lap."""
    inside = go(roll(game_with(at("S9")), 5, 1).state, "D6", 1, 1, 1)
    assert inside.state.players[0].circled
    state = roll(inside.state, SCRUM).state
    back = roll(state, SCRUM, 1, 1, 1, 1)
    assert back.state.players[0].space == "S9"
    assert back.one(Reported).times == 2
    onward = roll(roll(back.state, SCRUM, SCRUM).state, 1, SCRUM, 1)
    assert onward.state.players[0].space == "S10"
    assert not onward.state.players[0].circled


def test_a_new_lap_opens_the_circle_again() -> None:
    """A piece that has left S9 along the big circle may turn off there on the next lap."""
    assert reach("standard", at("S10", circled=False), 10) == ["S7", "review"]
    assert sorted(reach("standard", at("S7", circled=False), 3)) == ["D1", "S10"]
    assert load_board("standard").landings("S9", 1, circled=True, sent=False)[0].circled is False


def test_sent_waits_for_a_number() -> None:
    """After “Go to the Daily Scrum”, two scrums don't move the piece; its next move still goes into the circle."""
    waiting = roll(game_with(at("S9", sent=True), at("S1")), SCRUM, SCRUM).state
    after = roll(roll(waiting, SCRUM, SCRUM).state, 1, SCRUM, 1, 1, 1)
    assert after.state.players[0].space == "D1"
    assert not after.state.players[0].sent


def test_landing_on_s0_ends_a_day() -> None:
    """S0 is an End of Day like any other."""
    assert roll(game_with(at("S12")), 1, SCRUM).one(DayEnded).day == 1
