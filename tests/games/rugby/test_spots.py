"""Clicking on the field: what is clicked for a step, and that no click is ever in doubt."""

from itertools import combinations

from games.rugby.model import AnswerDraw, OfferDraw, PlayTurn, Resign
from games.rugby.notation import read_turn
from tests.games.rugby.build import GAME, game_from, played
from tests.games.rugby.positions import reached, thrown


def spots(turn: str) -> tuple[str, ...]:
    return GAME.phrase(game_from(), 0, PlayTurn(read_turn(turn))).spots


def test_what_is_clicked() -> None:
    """The piece, where it goes, and where it sends the ball; a whole turn is its steps one after the other."""
    assert spots("c4-c5") == ("c4", "c5")
    assert spots("a6xb6>c7") == ("a6", "b6", "c7")
    assert spots("c4-c5,a6xb6>c7") == ("c4", "c5", "a6", "b6", "c7")


def test_the_second_step_is_clicked_like_the_first() -> None:
    """Steps are offered one at a time, so that a turn of two is clicked as two moves."""
    half = played(game_from(), "c4-c5", "a8-a7")
    found = [GAME.phrase(half, 1, move).spots for move in GAME.moves(half, 1) if isinstance(move, PlayTurn)]
    assert ("b9", "b8") in found
    assert all(first != "a7" for first, *_ in found)


def test_no_move_is_the_beginning_of_another() -> None:
    """The last click always makes the move: nobody has to say that they have finished clicking."""
    for position in (*reached(3, 40), *thrown(4, 60)):
        state = game_from(position)
        moves = [move for move in GAME.moves(state, position.side) if isinstance(move, PlayTurn)]
        found = sorted(GAME.phrase(state, position.side, move).spots for move in moves)
        for one, other in combinations(found, 2):
            assert other[: len(one)] != one


def test_what_is_no_place() -> None:
    """Draws and resigning are buttons only: there is nothing on the field to click for them."""
    for move in (OfferDraw(), AnswerDraw(accept=True), Resign()):
        assert GAME.phrase(game_from(), 0, move).spots == ()
