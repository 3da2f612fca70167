"""The field: 12 rows of 5 cells. A cell is a number (a1 = 0, b1 = 1 … e12 = 59), a set of cells an integer bit mask."""

import hashlib
from typing import Final

from games.language import lazy

COLUMNS: Final = 5
ROWS: Final = 12
CELLS: Final = COLUMNS * ROWS
BLUE, RED = 0, 1
SIDES: Final = (lazy("Blue"), lazy("Red"))
TEAM: Final = 7  # pieces per side

NAMES: Final = tuple(f"{'abcde'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS))
CELL_OF: Final = {name: cell for cell, name in enumerate(NAMES)}


def row_of(cell: int) -> int:
    return cell // COLUMNS


def distance(one: int, other: int) -> int:
    """The number of steps that a piece needs on an empty field."""
    return max(abs(one % COLUMNS - other % COLUMNS), abs(one // COLUMNS - other // COLUMNS))


def turned(cell: int) -> int:
    """The same cell seen from the other side of the board."""
    return CELLS - 1 - cell


def cells_in(cells: int) -> list[int]:
    """The numbers of the cells in a set, in ascending order."""
    found = []
    while cells:
        found.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return found


def _within(steps: int) -> list[int]:
    rows = [_rows(max(0, row - steps), min(ROWS - 1, row + steps)) for row in range(ROWS)]
    columns = [_columns(column - steps, column + steps) for column in range(COLUMNS)]
    return [rows[row_of(cell)] & columns[cell % COLUMNS] & ~(1 << cell) for cell in range(CELLS)]


def _columns(first: int, last: int) -> int:
    return sum(1 << cell for cell in range(CELLS) if first <= cell % COLUMNS <= last)


def _rows(first: int, last: int) -> int:
    return sum(1 << cell for cell in range(CELLS) if first <= row_of(cell) <= last)


# Tables are indexed by cell, or by 64 * side + cell where the side matters.
NEIGHBOURS: Final = _within(1)
WITHIN2: Final = _within(2)
GOALS: Final = (_rows(ROWS - 1, ROWS - 1), _rows(0, 0))


def _by_side(cells: list[list[int]]) -> list[int]:
    return [value for side in cells for value in (*side, 0, 0, 0, 0)]


AHEAD: Final = _by_side(
    [
        [_rows(row_of(cell) + 1, ROWS - 1) for cell in range(CELLS)],
        [_rows(0, row_of(cell) - 1) for cell in range(CELLS)],
    ]
)
ADVANCED: Final = _by_side(  # rows from the side's own end
    [[row_of(cell) for cell in range(CELLS)], [ROWS - 1 - row_of(cell) for cell in range(CELLS)]]
)


def _around(cells: int) -> int:
    neighbours = 0
    for cell in cells_in(cells):
        neighbours |= NEIGHBOURS[cell]
    return neighbours


FRONT: Final = [AHEAD[64 * side + cell % CELLS] & NEIGHBOURS[cell % CELLS] for side in (0, 1) for cell in range(64)]
SUPPORT: Final = [_around(cells) for cells in FRONT]  # where a second piece would touch the ball after a push ahead


# A cell relative to the ball: up to four rows ahead or behind, and up to three columns to the side.
_ROWS_AHEAD: Final = [4 * (max(-4, min(4, ahead)) + 4) for ahead in range(-ROWS, ROWS)]
_ASIDE: Final = [min(columns, 3) for columns in range(COLUMNS)]
RELATION: Final = [  # by 3600 * side + 60 * ball + cell
    _ROWS_AHEAD[ROWS + direction * (row - ball // COLUMNS)]
    + (aside if (aside := abs(column - ball % COLUMNS)) < 3 else 3)
    for direction in (1, -1)
    for ball in range(CELLS)
    for row in range(ROWS)
    for column in range(COLUMNS)
]


def _number(name: str) -> int:
    """A pseudo-random 62-bit key, the same on every machine; a position's hash combines such keys."""
    return int.from_bytes(hashlib.sha256(f"scrum {name}".encode()).digest()[:8], "big") >> 2


PIECE_KEYS: Final = [_number(f"piece {side} {cell}") for side in (0, 1) for cell in range(64)]  # not prose
BALL_KEYS: Final = [_number(f"ball {cell}") for cell in range(64)]  # not prose
MOVED_KEYS: Final = [_number(f"moved {cell}") for cell in range(64)]  # not prose
ORIGIN_KEYS: Final = [_number(f"origin {cell}") for cell in range(64)]  # not prose
SIDE_KEYS: Final = [0, _number("red")]

# 2 is a primitive root modulo 67, so the remainder of a power of two identifies its exponent.
_POWERS = {(1 << power) % 67: power for power in range(64)}
LOWEST: Final = [_POWERS.get(rest, 0) for rest in range(67)]
