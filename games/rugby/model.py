"""State, moves, events and view of Scrum Rugby. Seat 0 is Blue, seat 1 Red."""

import re
from operator import not_
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.language import t
from games.rugby.field import BLUE, CELL_OF, CELLS, COLUMNS, NAMES, RED, ROWS, TEAM
from games.values import value

# --- state -----------------------------------------------------------------------------------------------------------


@value
class Step:
    """A piece moves to a neighbouring cell; stepping onto the ball, it sends the ball to another one."""

    origin: int
    target: int
    ball: int | None = None


@value
class Position:
    """The cells of pieces and ball, as sets (see `field.py`), and whose turn it is."""

    blue: int
    red: int
    ball: int
    side: int = BLUE
    first: bool = False  # the very first turn of a game: one step
    moved: int | None = None  # after the first step of a turn: the cell of the piece that has moved

    @property
    def own(self) -> int:
        return self.red if self.side else self.blue

    @property
    def opp(self) -> int:
        return self.blue if self.side else self.red

    @property
    def cells(self) -> int:
        """All pieces and the ball as one number, the same whichever side is to move."""
        return self.blue | self.red << 60 | self.ball << 120


Reason = Literal["goal", "own_goal", "resigned", "agreed", "repetition", "scrum", "stuck", "time"]


@value
class Over:
    winner: int | None
    reason: Reason


@value
class State:
    position: Position
    turns: int = 0  # completed
    steps: tuple[Step, ...] = ()  # of this turn
    last: tuple[Step, ...] = ()  # of the turn before
    seen: tuple[int, ...] = ()  # `Position.cells` after each turn; a third occurrence is a draw
    offer: int | None = None  # the seat with an open draw offer
    asked: bool = False  # True if a draw was offered in this turn
    over: Over | None = None
    left: tuple[float, ...] = ()  # by seat: seconds on the clock as of the seat's last step; empty: there is no clock
    crew: tuple[int, ...] = ()  # `pieces`, once one of them has moved
    hints: bool = True

    @property
    def pieces(self) -> tuple[int, ...]:
        """The cells of the pieces. A piece keeps its index, so that a picture can name it."""
        return self.crew or (*_cells(self.position.blue), *_cells(self.position.red))


def _cells(pieces: int) -> list[int]:
    return [cell for cell in range(CELLS) if pieces >> cell & 1]


@value
class View:
    """The view of a seat: nothing is hidden in this game."""

    seat: int | None
    state: State


# --- moves -----------------------------------------------------------------------------------------------------------


@value
class PlayTurn:
    """A whole turn, or one step of it."""

    steps: tuple[Step, ...]
    kind: Literal["play_turn"] = "play_turn"


@value
class PlayTimedTurn:
    """A turn or step on the clock: `left` are the seconds that the mover had left when the steps were made."""

    steps: tuple[Step, ...]
    left: float
    kind: Literal["play_timed_turn"] = "play_timed_turn"


@value
class OfferDraw:
    kind: Literal["offer_draw"] = "offer_draw"


@value
class AnswerDraw:
    accept: bool
    kind: Literal["answer_draw"] = "answer_draw"


@value
class Resign:
    kind: Literal["resign"] = "resign"


@value
class CallTime:
    """The clock's move: the side to move in this turn has used up its time."""

    turn: int
    kind: Literal["call_time"] = "call_time"


Move = PlayTurn | PlayTimedTurn | OfferDraw | AnswerDraw | Resign | CallTime
MOVES: TypeAdapter[Move] = TypeAdapter(
    Annotated[Move, Field(discriminator="kind")], config=ConfigDict(defer_build=True)
)

# --- events ----------------------------------------------------------------------------------------------------------


@value
class Started:
    position: str
    minutes: int = 0  # on each side's clock; 0: there is none
    unadvised: Annotated[bool, Field(exclude_if=not_)] = False  # nobody gets hints; added later
    kind: Literal["started"] = "started"
    begins_turn = True


@value
class TimeRead:
    """The seconds left on a side's clock as it makes a step."""

    seat: int
    left: float
    kind: Literal["time_read"] = "time_read"


@value
class Stepped:
    seat: int
    step: str
    kind: Literal["stepped"] = "stepped"


@value
class TurnBegan:
    """A turn began. In a scrum `exit` is the ball's only free neighbour; `bound`: this seat must push it there."""

    seat: int
    exit: str | None = None
    bound: bool = False
    kind: Literal["turn_began"] = "turn_began"
    begins_turn = True


@value
class DrawOffered:
    seat: int
    kind: Literal["draw_offered"] = "draw_offered"
    quiet = begins_turn = True


@value
class DrawDeclined:
    seat: int
    by_playing: bool = False
    kind: Literal["draw_declined"] = "draw_declined"
    quiet = True


@value
class Resigned:
    seat: int
    kind: Literal["resigned"] = "resigned"


@value
class Finished:
    winner: int | None
    reason: Reason
    turns: int
    kind: Literal["finished"] = "finished"
    begins_turn = milestone = True


Event = Annotated[
    Started | TimeRead | Stepped | TurnBegan | DrawOffered | DrawDeclined | Resigned | Finished,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used

# --- notation --------------------------------------------------------------------------------------------------------

START: Final = "2r2/r3r/2r2/1r3/r1r2/5/bob2/1b3/2b2/b3b/2b2/5 b 1"  # not prose

_CELL = r"[a-z]\d{1,3}"
_STEP = re.compile(rf"({_CELL}) ?[-x] ?({_CELL})(?: ?> ?({_CELL}))?")
_TYPED = str.maketrans({"×": "x", "–": "-", "—": "-", "→": "-", ";": ","})  # what phones turn the signs into
MAX_LETTERS: Final = 100


class Unreadable(ValueError):
    """A sentence that says why a text can't be read, and the rule behind it."""

    def __init__(self, sentence: str, rule: str = "notation") -> None:
        super().__init__(sentence)
        self.rule = rule


# --- turns -----------------------------------------------------------------------------------------------------------


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
    """Parse `c4-c5,a6xb6>c7`: one step, or several joined by commas."""
    if len(text) > MAX_LETTERS:
        raise Unreadable(t("That’s too long for a turn; write it like `c4-c5,a6xb6>c7`."))
    return tuple(_step(part) for part in " ".join(text.translate(_TYPED).lower().split()).split(","))


def _step(text: str) -> Step:
    found = _STEP.fullmatch(text.strip())
    if found is None:
        raise Unreadable(_unread(text.strip()))
    origin, target, ball = (None if name is None else cell_named(name) for name in found.groups())
    assert origin is not None
    assert target is not None
    return Step(origin, target, ball)


def _unread(step: str) -> str:
    if not step:
        return t(
            "A step is missing: write `c4-c5` for a step, or `a6xb6>c7` for one onto the ball that sends it to c7."
        )
    return t(
        "“{step}” isn’t a step: write `c4-c5` for a step, or `a6xb6>c7` for one onto the ball that sends it to c7.",
        step=step,
    )


def cell_named(name: str) -> int:
    cell = CELL_OF.get(name)
    if cell is None:
        raise Unreadable(
            t("{cell} is off the board: columns are a to e, rows 1 to {rows}.", cell=name, rows=ROWS), "board"
        )
    return cell


# --- positions -------------------------------------------------------------------------------------------------------


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
    """Parse a position, which only operators type."""
    parts = text.split()
    if len(parts) != 3:
        raise Unreadable("A position has three parts: the rows, the side to move (b or r), and 1 or -.")  # not prose
    rows, side, first = parts
    if side not in {"b", "r"}:
        raise Unreadable("The side to move is b for Blue or r for Red.")  # not prose
    if first not in {"1", "-"}:
        raise Unreadable("The last part is 1 for the very first turn of a game, otherwise -.")  # not prose
    cells = _spelled_out(rows)
    counts = {letter: cells.count(letter) for letter in "bro"}
    if counts["o"] != 1:
        raise Unreadable(
            f"There must be exactly one ball on the board, not {counts['o'] or 'none'}.",  # not prose
            "board",
        )
    if (counts["b"], counts["r"]) != (TEAM, TEAM):
        raise Unreadable(
            f"Each side has {TEAM} pieces, not {counts['b']} blue and {counts['r']} red.",  # not prose
            "board",
        )
    return Position(
        blue=sum(1 << cell for cell in range(CELLS) if cells[cell] == "b"),
        red=sum(1 << cell for cell in range(CELLS) if cells[cell] == "r"),
        ball=cells.index("o"),
        side=BLUE if side == "b" else RED,
        first=first == "1",
    )


def _spelled_out(rows: str) -> str:
    """The rows spelled out: one letter per cell, starting at a1."""
    lines = rows.split("/")
    if len(lines) != ROWS:
        raise Unreadable(f"The board has {ROWS} rows, from {ROWS} down to 1, not {len(lines)}.", "board")  # not prose
    found = []
    for number, line in zip(range(ROWS, 0, -1), lines, strict=True):
        if not re.fullmatch(r"[bro1-5]+", line) or re.search(r"\d\d", line):
            raise Unreadable(
                f"Row {number} may only have b, r, o and one digit for each run of empty cells."  # not prose
            )
        cells = re.sub(r"\d", lambda run: "." * int(run[0]), line)
        if len(cells) != COLUMNS:
            raise Unreadable(
                f"Row {number} has {len(cells)} cells; the board is {COLUMNS} cells wide.",  # not prose
                "board",
            )
        found.append(cells)
    return "".join(reversed(found))
