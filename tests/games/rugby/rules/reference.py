"""A second implementation of the rules, written straight from the documents: dictionaries and loops.

It shares nothing with the game. A board maps (column, row), both from 1, to "b", "r" or "o". It is slow, but easy to
check against the rules.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
Board = dict[Cell, str]
Step = tuple[Cell, Cell, Cell | None]  # from, to, where the ball goes

START = "2r2/r3r/2r2/1r3/r1r2/5/bob2/1b3/2b2/b3b/2b2/5 b 1"
GOAL_ROW = {"b": 12, "r": 1}
OTHER = {"b": "r", "r": "b"}
ALL_CELLS = [(column, row) for row in range(1, 13) for column in range(1, 6)]


@dataclass
class Place:
    board: Board
    mover: str
    first: bool


def read(text: str) -> Place:
    rows, mover, first = text.split()
    board: Board = {}
    for number, line in enumerate(rows.split("/")):
        column = 1
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                board[column, 12 - number] = letter
                column += 1
    return Place(board, mover, first == "1")


def name(cell: Cell) -> str:
    return "abcde"[cell[0] - 1] + str(cell[1])


def step_text(step: Step) -> str:
    origin, target, ball = step
    return f"{name(origin)}-{name(target)}" if ball is None else f"{name(origin)}x{name(target)}>{name(ball)}"


def turn_text(turn: list[Step]) -> str:
    return ",".join(step_text(step) for step in turn)


def cells_text(board: Board) -> str:
    return "".join(board.get(cell, ".") for cell in ALL_CELLS)


# --- boards --------------------------------------------------------------------------------------------------------


@cache
def neighbours(cell: Cell) -> list[Cell]:
    return [
        other for other in ALL_CELLS if other != cell and max(abs(other[0] - cell[0]), abs(other[1] - cell[1])) == 1
    ]


def ball_of(board: Board) -> Cell:
    (ball,) = (cell for cell, what in board.items() if what == "o")
    return ball


def free_around(board: Board, cell: Cell) -> list[Cell]:
    return [other for other in neighbours(cell) if other not in board]


def touches(board: Board, side: str) -> bool:
    return any(board.get(other) == side for other in neighbours(ball_of(board)))


def has_scored(board: Board, side: str) -> bool:
    ball = ball_of(board)
    return ball[1] == GOAL_ROW[side] and touches(board, side) and bool(free_around(board, ball))


def is_scrum(place: Place) -> bool:
    return len(free_around(place.board, ball_of(place.board))) == 1


# --- steps and turns -----------------------------------------------------------------------------------------------


def steps(board: Board, side: str, but: Cell | None) -> Iterator[Step]:
    """The steps of a side's pieces, except the one on `but`."""
    for origin in [cell for cell, what in board.items() if what == side and cell != but]:
        for target in neighbours(origin):
            if target not in board:
                yield origin, target, None
            elif board[target] == "o":
                for ball in free_around(board, target):
                    if ball != origin:
                        yield origin, target, ball


def made(board: Board, step: Step) -> Board:
    origin, target, ball = step
    after = dict(board)
    side = after.pop(origin)
    if ball is not None:
        after[ball] = "o"
    after[target] = side
    return after


def is_enclosed(board: Board) -> bool:
    return not free_around(board, ball_of(board))


def turns(place: Place) -> Iterator[tuple[list[Step], Board]]:
    """All legal turns and the boards they lead to; none if somebody has won."""
    board, side = place.board, place.mover
    if has_scored(board, "b") or has_scored(board, "r"):
        return
    if is_scrum(place) and touches(board, side):
        yield from (([step], end) for step, end in _pushes(board, side) if not is_enclosed(end))
        return
    for one in steps(board, side, None):
        between = made(board, one)
        if has_scored(between, side):
            yield [one], between
        elif place.first:
            if not is_enclosed(between):
                yield [one], between
        else:
            for two in steps(between, side, one[1]):
                end = made(between, two)
                if not is_enclosed(end):
                    yield [one, two], end


def _pushes(board: Board, side: str) -> Iterator[tuple[Step, Board]]:
    ball = ball_of(board)
    (way_out,) = free_around(board, ball)
    for origin in neighbours(ball):
        if board.get(origin) == side:
            step = (origin, ball, way_out)
            yield step, made(board, step)


def result(place: Place) -> str | None:
    if has_scored(place.board, "b"):
        return "blue"
    if has_scored(place.board, "r"):
        return "red"
    return None if any(turns(place)) else "draw"
