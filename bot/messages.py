"""What goes into and out of the service, independent of any platform."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from games.api import ButtonStyle, Parameter
from games.graphics.drawing import Drawing
from games.values import value


@value
class Person:
    id: str  # "discord:42", "console:anna": always the same for the same person
    name: str  # as the platform shows it; data, never markup


@value
class Typed:
    """A line of words: `roll`, `/scrum new sprint hours=250`."""

    line: str
    mentions: Mapping[str, str] = field(default_factory=dict)  # who is meant by an @: "ben" -> "slack:T1:U2"


@value
class Called:
    """A slash command whose arguments the platform has already parsed."""

    command: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@value
class TableForm:
    """A form that opens a table with automatic players: one request, so that all of it is stored or nothing."""

    game: str
    options: str = ""
    bots: int = 0
    level: str = ""  # how strong they are


@value
class Pressed:
    """A button, and what was typed into its form if it has one."""

    button: str  # table:sequence:index
    answer: str = ""


@value
class TimePassed:
    """A timer of a table is due: the clock's request."""

    table: str
    timer: str


Said = Typed | Called | TableForm | Pressed | TimePassed


@value
class Request:
    id: str  # the platform's id of the delivery: the same when it is redelivered
    room: str
    person: Person | None  # None: the clock
    said: Said
    manages_room: bool = False  # the platform lets this person manage the room
    luck: str = ""  # what this request adds to the luck of a game that it joins or starts


@value
class Choice:
    """Something that can be done now, shown as a button."""

    button: str
    label: str
    command: str  # what you could type instead: "go S4"
    asks: Parameter | None = None  # a form asks for this first
    spots: tuple[str, ...] = ()  # parts of the picture (data-spot) that you could click instead, in this order
    style: ButtonStyle = "secondary"  # at most one button of a message is primary


@value
class Suggestion:
    """A word, or a whole line, that could be typed next."""

    value: str
    label: str  # what a person reads


@value
class Reply:
    """What a room, or one person alone, gets to see.

    `text` is plain text with marks for seats (games.text); `names` and `pings` say who they are.
    """

    text: str
    private: bool = False
    drawing: Drawing | None = None
    pictures: bool = True  # the table wants the drawing as a picture; else as text
    dark: bool | None = None  # its colours; None: whichever suit the platform
    choices: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()  # by seat
    pings: tuple[Person, ...] = ()  # the people the table waits for, and nobody else
    until: float | None = None  # when the running clock ends
    lines: tuple[Suggestion, ...] = ()  # what could be typed next, where no table offers choices
    files: tuple[tuple[str, str], ...] = ()  # to download: name and text
    news: bool = False  # something happened at the table; else it only shows something
    amends: bool = False  # only a count or a list changed: where messages can be edited, edit the one before
    table: str = ""
    sequence: int = 0
    pin: str = ""  # stands for everything that happened until now, while a game with luck is running


Outcome = Literal["done", "answered", "refused", "failed"]


@value
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


@value
class Chair:
    """A seat as everybody sees it."""

    name: str
    automatic: bool
    host: bool
    awaited: bool  # the game waits for this seat


@value
class Page:
    """A whole table as one person (or the public) sees it, for places that show everything at once."""

    table: str
    sequence: int
    game: str
    title: str
    phase: Literal["lobby", "playing", "over"]
    rooms: tuple[str, ...]
    chairs: tuple[Chair, ...]
    seat: int | None  # where the viewer sits
    host: bool  # the viewer is the host
    awaited: bool  # the game waits for the viewer
    reply: Reply  # the situation, and what the viewer can do
    board: Drawing | None = None
    chart: Drawing | None = None
    held: tuple[Reply, ...] = ()  # the viewer's hand
    pin: str = ""  # see Reply
    feed: tuple[tuple[int, str], ...] = ()  # the story in paragraphs, each with the number of its last event
