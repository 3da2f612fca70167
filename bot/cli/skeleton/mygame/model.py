"""The parts of the game: its state, the moves of players, and the events that are stored."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a running game. `evolve` builds it from the events."""

    seats: int
    stones: int
    turn: int = 0  # the seat whose turn it is
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The part that one seat may see (None: the whole room). Here nothing is hidden."""

    seat: int | None
    state: State


@dataclass(frozen=True, slots=True)
class Take:
    count: int


Move = Take


# Events are stored for good. Do not rename their kinds or fields once games have been played.


@dataclass(frozen=True, slots=True)
class Started:
    seats: int
    stones: int
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Taken:
    seat: int
    count: int
    kind: Literal["taken"] = "taken"


@dataclass(frozen=True, slots=True)
class Finished:
    winner: int
    kind: Literal["finished"] = "finished"


Event = Annotated[Started | Taken | Finished, Field(discriminator="kind")]
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
