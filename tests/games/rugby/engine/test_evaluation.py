"""The evaluation: which weights a position counts."""

import pytest

from games.rugby.engine import core, search
from games.rugby.engine.search import BALL, PIECES, WEIGHTS
from games.rugby.model import Position
from tests.games.rugby.positions import put

FIRST_FLAG = len(BALL) + len(PIECES)

FLAGS: list[tuple[Position, set[int]]] = [
    # the ball is free on all sides, and nobody is near
    (put("c6", blue="a1 e1", red="a12 e12"), set()),
    # Blue can push it ahead: alone, with one, two or three to push again
    (put("c6", blue="c5 a1", red="a12 e12"), {0}),
    (put("c6", blue="c5 b6", red="a12 e12"), {1, 8}),
    (put("c6", blue="c5 b6 d6", red="a12 e12"), {2, 8}),
    (put("c6", blue="c5 b6 d6 a8", red="a12 e12"), {3, 8}),
    (put("c6", blue="c5 b6 d6 a8 e8", red="a12 e12"), {3, 8}),
    # Red could, on its next turn
    (put("c6", blue="a1 e1", red="c7 a12"), {4}),
    (put("c6", blue="a1 e1", red="c7 b6"), {5, 9}),
    (put("c6", blue="a1 e1", red="c7 b6 d6"), {6, 9}),
    (put("c6", blue="a1 e1", red="c7 b6 d6 a4"), {7, 9}),
    # nothing is free ahead of Blue
    (put("c6", blue="c5 a1", red="b7 c7 d7"), {4, 9}),
    # a scrum: Red has to push, or has no piece at the ball, and two exits are almost one
    (put("a7", blue="a6 b6 c3", red="b7 b8 e9", mover="r"), {4, 8, 9, 10}),
    (put("a7", blue="a6 b6 b7 b8", red="e9 e10", mover="r"), {6, 9, 11}),
    (put("a7", blue="a6 b6 b7", red="e9 e10", mover="r"), {5, 9, 12}),
]


def counted(position: Position, weight: int) -> int:
    """How often a position counts this weight."""
    room = search.room_for(core, 4, [number == weight for number in range(len(WEIGHTS))])
    return core.evaluate(position.own, position.opp, position.ball, position.side, room)


@pytest.mark.parametrize(("position", "flags"), FLAGS)
def test_flags(position: Position, flags: set[int]) -> None:
    """Pushes ahead with support, pieces at the ball, scrums."""
    assert {flag for flag in range(13) if counted(position, FIRST_FLAG + flag)} == flags


@pytest.mark.parametrize(
    ("position", "weight"),
    [
        (put("c6", blue="a1", red="a12"), 4 * 5),
        (put("c6", blue="a1", red="c7"), 4 * 5 + 1),
        (put("c6", blue="c5", red="a12"), 4 * 5 + 2),
        (put("c6", blue="c5", red="c7"), 4 * 5 + 3),
        (put("c6", blue="a1", red="a12", mover="r"), 4 * 6),
        (put("c12", blue="a1", red="a2"), 4 * 11),
    ],
)
def test_how_far_the_ball_has_advanced(position: Position, weight: int) -> None:
    """For the side to move, and who touches it."""
    assert [number for number in range(len(BALL)) if counted(position, number)] == [weight]


def test_where_the_pieces_are() -> None:
    """In rows ahead of the ball and columns beside it; an opponent's piece counts against the side to move."""
    position = put("c6", blue="a1 c5 d8", red="e6 c12")
    places = {number: counted(position, len(BALL) + number) for number in range(len(PIECES))}
    ahead = {4 * (rows + 4) + columns: 1 for rows, columns in ((-4, 2), (-1, 0), (2, 1))}
    against = {4 * (rows + 4) + columns: -1 for rows, columns in ((0, 2), (-4, 0))}
    assert {place: count for place, count in places.items() if count} == ahead | against
