"""State, moves, events and view of Scrum Rugby. Seat 0 is Blue, seat 1 Red."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.rugby.field import BLUE, CELLS
from games.values import value

# --- state ---------------------------------------------------------------------------------------------------------


@value
class Step:
    """A piece moves to a neighbouring cell; stepping onto the ball, it sends the ball to another one."""

    origin: int
    target: int
    ball: int | None = None


@value
class Position:
    """Where pieces and ball are, as sets of cells (see `field.py`), and whose turn it is."""

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
    asked: bool = False  # whether a draw was offered in this turn
    over: Over | None = None
    left: tuple[float, ...] = ()  # by seat: seconds on the clock as of the seat's last step; empty: there is no clock
    crew: tuple[int, ...] = ()  # `pieces`, once one of them has moved

    @property
    def pieces(self) -> tuple[int, ...]:
        """The cells of the pieces. A piece keeps its index, so that a picture can name it."""
        return self.crew or (*_cells(self.position.blue), *_cells(self.position.red))


def _cells(pieces: int) -> list[int]:
    return [cell for cell in range(CELLS) if pieces >> cell & 1]


@value
class View:
    """Nothing is hidden in this game."""

    seat: int | None
    table: State


# --- moves ---------------------------------------------------------------------------------------------------------


@value
class PlayTurn:
    """A whole turn, or one step of it."""

    steps: tuple[Step, ...]
    kind: Literal["play_turn"] = "play_turn"


@value
class PlayTimedTurn:
    """The same on the clock: `left` are the seconds that the mover had left when the steps were made."""

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

# --- events --------------------------------------------------------------------------------------------------------


@value
class Started:
    position: str
    minutes: int = 0  # on each side's clock; 0: there is none
    kind: Literal["started"] = "started"


@value
class TimeRead:
    """What is left on a side's clock, in seconds, as it makes a step."""

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
    """In a scrum `exit` is the ball's only free neighbour, and `bound` says whether this seat must push it there."""

    seat: int
    exit: str | None = None
    bound: bool = False
    kind: Literal["turn_began"] = "turn_began"


@value
class DrawOffered:
    seat: int
    kind: Literal["draw_offered"] = "draw_offered"


@value
class DrawDeclined:
    seat: int
    by_playing: bool = False
    kind: Literal["draw_declined"] = "draw_declined"


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


Event = Annotated[
    Started | TimeRead | Stepped | TurnBegan | DrawOffered | DrawDeclined | Resigned | Finished,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used
