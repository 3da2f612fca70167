"""Read and write positions and turns. Unreadable says what is wrong with a text."""

import re
from typing import Final

from games.rugby.field import BLUE, CELL_OF, CELLS, COLUMNS, NAMES, RED, ROWS, TEAM
from games.rugby.model import Position, Step

START: Final = "2r2/r3r/2r2/1r3/r1r2/5/bob2/1b3/2b2/b3b/2b2/5 b 1"

_CELL = r"[a-z]\d{1,3}"
_STEP = re.compile(rf"({_CELL}) ?[-x] ?({_CELL})(?: ?> ?({_CELL}))?")
_TYPED = str.maketrans({"×": "x", "–": "-", "—": "-", "→": "-", ";": ","})  # what phones turn the signs into
MAX_LETTERS: Final = 100


class Unreadable(ValueError):
    """A sentence that says why a text can't be read, and the rule behind it."""

    def __init__(self, sentence: str, rule: str = "notation") -> None:
        super().__init__(sentence)
        self.rule = rule


# --- turns ---------------------------------------------------------------------------------------------------------


def step_text(step: Step) -> str:
    if step.ball is None:
        return f"{NAMES[step.origin]}-{NAMES[step.target]}"
    return f"{NAMES[step.origin]}x{NAMES[step.target]}>{NAMES[step.ball]}"


def turn_text(steps: tuple[Step, ...]) -> str:
    return ",".join(step_text(step) for step in steps)


def turn_cells(steps: tuple[Step, ...]) -> tuple[str, ...]:
    """The cells of a turn in the order people click them: the piece, its target, the ball's target."""
    cells = (cell for step in steps for cell in (step.origin, step.target, step.ball))
    return tuple(NAMES[cell] for cell in cells if cell is not None)


def read_turn(text: str) -> tuple[Step, ...]:
    """`c4-c5,a6xb6>c7`: one step, or several joined by commas."""
    if len(text) > MAX_LETTERS:
        raise Unreadable("That’s too long for a turn; write it like `c4-c5,a6xb6>c7`.")
    return tuple(_step(part) for part in " ".join(text.translate(_TYPED).lower().split()).split(","))


def _step(text: str) -> Step:
    found = _STEP.fullmatch(text.strip())
    if found is None:
        problem = f"“{text.strip()}” isn’t a step" if text.strip() else "A step is missing"
        raise Unreadable(
            f"{problem}: write `c4-c5` for a step, or `a6xb6>c7` for one onto the ball that sends it to c7."
        )
    origin, target, ball = (None if name is None else cell_named(name) for name in found.groups())
    assert origin is not None
    assert target is not None
    return Step(origin, target, ball)


def cell_named(name: str) -> int:
    cell = CELL_OF.get(name)
    if cell is None:
        raise Unreadable(f"{name} is off the board: columns are a to e, rows 1 to {ROWS}.", "board")
    return cell


# --- positions -----------------------------------------------------------------------------------------------------


def position_text(position: Position) -> str:
    rows = []
    for row in reversed(range(ROWS)):
        letters = "".join(_letter(position, COLUMNS * row + column) for column in range(COLUMNS))
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), letters))
    return f"{'/'.join(rows)} {'br'[position.side]} {'1' if position.first else '-'}"


def _letter(position: Position, cell: int) -> str:
    if position.ball == cell:
        return "o"
    return "b" if position.blue >> cell & 1 else "r" if position.red >> cell & 1 else "."


def read_position(text: str) -> Position:
    parts = text.split()
    if len(parts) != 3:
        raise Unreadable("A position has three parts: the rows, the side to move (b or r), and 1 or -.")
    rows, side, first = parts
    if side not in {"b", "r"}:
        raise Unreadable("The side to move is b for Blue or r for Red.")
    if first not in {"1", "-"}:
        raise Unreadable("The last part is 1 for the very first turn of a game, otherwise -.")
    cells = _cells(rows)
    counts = {letter: cells.count(letter) for letter in "bro"}
    if counts["o"] != 1:
        raise Unreadable(f"There must be exactly one ball on the board, not {counts['o'] or 'none'}.", "board")
    if (counts["b"], counts["r"]) != (TEAM, TEAM):
        raise Unreadable(f"Each side has {TEAM} pieces, not {counts['b']} blue and {counts['r']} red.", "board")
    return Position(
        blue=sum(1 << cell for cell in range(CELLS) if cells[cell] == "b"),
        red=sum(1 << cell for cell in range(CELLS) if cells[cell] == "r"),
        ball=cells.index("o"),
        side=BLUE if side == "b" else RED,
        first=first == "1",
    )


def _cells(rows: str) -> str:
    """One letter per cell, starting at a1."""
    lines = rows.split("/")
    if len(lines) != ROWS:
        raise Unreadable(f"The board has {ROWS} rows, from {ROWS} down to 1, not {len(lines)}.", "board")
    found = []
    for number, line in zip(range(ROWS, 0, -1), lines, strict=True):
        if not re.fullmatch(r"[bro1-5]+", line) or re.search(r"\d\d", line):
            raise Unreadable(f"Row {number} may only have b, r, o and one digit for each run of empty cells.")
        cells = re.sub(r"\d", lambda run: "." * int(run[0]), line)
        if len(cells) != COLUMNS:
            raise Unreadable(f"Row {number} has {len(cells)} cells; the board is {COLUMNS} cells wide.", "board")
        found.append(cells)
    return "".join(reversed(found))
