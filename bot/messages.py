"""What goes in and out of the service, in the words of no platform."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.api import ButtonStyle, Parameter
from games.graphics.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Person:
    id: str  # "discord:42", "console:anna": the same person always has the same one
    name: str  # as the platform shows it; data, never markup


@dataclass(frozen=True, slots=True)
class Typed:
    """A line of words: `roll`, `/scrum new sprint hours=250`."""

    line: str
    mentions: Mapping[str, str] = field(default_factory=dict)  # whom the word after an @ means: "ben" -> "slack:T1:U2"


@dataclass(frozen=True, slots=True)
class Called:
    """A slash command whose words the platform has already told apart."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button, and what was typed into its form if it asked for something."""

    button: str  # table:sequence:index
    answer: str = ""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A timer of a table is due: the clock asks."""

    table: str
    timer: str


@dataclass(frozen=True, slots=True)
class Request:
    id: str  # the platform's own id of the delivery: the same when it is delivered again
    room: str
    person: Person | None  # None: the clock
    said: Typed | Called | Pressed | TimePassed
    manages_room: bool = False  # the platform lets this person manage the room


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be done now, as a button."""

    button: str
    label: str
    command: str  # what one could type instead: "go S4"
    asks: Parameter | None = None  # a form asks for this first
    spots: tuple[str, ...] = ()  # what one could click instead, in this order: parts of the picture (data-spot)
    style: ButtonStyle = "secondary"  # at most one of a message is the main one


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word, or a whole line, that could be typed next."""

    value: str
    label: str  # what a person reads


@dataclass(frozen=True, slots=True)
class Reply:
    """What a room, or one person alone, gets to see.

    `text` is plain text with marks for seats (games.text); `names` and `pings` tell who they are.
    """

    text: str
    private: bool = False
    drawing: Drawing | None = None
    pictures: bool = True  # the table wants the drawing as a picture; else as text
    choices: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()  # by seat
    pings: tuple[Person, ...] = ()  # the people awaited, and nobody else
    until: float | None = None  # when the running clock ends
    lines: tuple[Suggestion, ...] = ()  # what could be typed next, where there is no table to offer choices
    files: tuple[tuple[str, str], ...] = ()  # to take away: name and text
    news: bool = False  # something happened at the table; else it is only something to see
    amends: bool = False  # only a count or a list went on: where messages can be edited, the one before is
    table: str = ""
    sequence: int = 0


Outcome = Literal["done", "answered", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class Response:
    """How a request ended, and what only the person who asked gets to see.

    Done: something changed, and the rooms were told. Answered: a query, or a request that was delivered again.
    Refused: nothing changed, and the reply says why. Failed: the same, but the fault is ours.
    """

    outcome: Outcome
    replies: tuple[Reply, ...] = ()
    cause: Literal["", "database", "bug"] = ""  # of a failure

    @property
    def table(self) -> str:
        return self.replies[0].table if self.replies else ""


DONE = Response("done")


def answered(*replies: Reply) -> Response:
    return Response("answered", replies)


def refused(*replies: Reply) -> Response:
    return Response("refused", replies)


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat as everybody sees it."""

    name: str
    automatic: bool
    host: bool
    awaited: bool  # the game waits for whoever sits here


@dataclass(frozen=True, slots=True)
class Page:
    """A whole table as one person (or nobody in particular) sees it, for places that show everything at once."""

    table: str
    sequence: int
    game: str
    title: str
    phase: Literal["lobby", "playing", "over"]
    rooms: tuple[str, ...]
    chairs: tuple[Chair, ...]
    seat: int | None  # where the person who looks sits
    host: bool  # the person who looks is the host
    awaited: bool  # the game waits for the person who looks
    reply: Reply  # how it stands and what they can do
    board: Drawing | None = None
    chart: Drawing | None = None
    held: tuple[Reply, ...] = ()  # their hand
    feed: tuple[tuple[int, str], ...] = ()  # what happened, in paragraphs, each with the number of its last event
