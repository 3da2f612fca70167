"""Clicking on the field: which cells make up a step, and that no click is ambiguous."""

from itertools import combinations

from games.rugby.model import AnswerDraw, OfferDraw, PlayTurn, Resign, read_turn
from tests.games.rugby.build import GAME, game_from, played
from tests.games.rugby.positions import reached, thrown


def spots(turn: str) -> tuple[str, ...]:
    return GAME.phrase(game_from(), 0, PlayTurn(read_turn(turn))).spots


def test_which_cells_people_click() -> None:
    """The piece, its target and the ball's target; for a whole turn, those of its steps in order."""
    assert spots("c4-c5") == ("c4", "c5")
    assert spots("a6xb6>c7") == ("a6", "b6", "c7")
    assert spots("c4-c5,a6xb6>c7") == ("c4", "c5", "a6", "b6", "c7")


def test_the_second_step_is_clicked_like_the_first() -> None:
    """Steps are offered one at a time, so a turn of two steps is clicked as two moves."""
    half = played(game_from(), "c4-c5", "a8-a7")
    found = [GAME.phrase(half, 1, move).spots for move in GAME.moves(half, 1) if isinstance(move, PlayTurn)]
    assert ("b9", "b8") in found
    assert all(first != "a7" for first, *_ in found)


def test_no_move_starts_with_all_clicks_of_another() -> None:
    """The last click always makes the move: nobody has to confirm it."""
    for position in (*reached(3, 40), *thrown(4, 60)):
        state = game_from(position)
        moves = [move for move in GAME.moves(state, position.side) if isinstance(move, PlayTurn)]
        found = sorted(GAME.phrase(state, position.side, move).spots for move in moves)
        for one, other in combinations(found, 2):
            assert other[: len(one)] != one


def test_draws_and_resigning_have_no_cells() -> None:
    """They are buttons only."""
    for move in (OfferDraw(), AnswerDraw(accept=True), Resign()):
        assert GAME.phrase(game_from(), 0, move).spots == ()
