"""What goes in and out of the service, in the words of no platform."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.api import Parameter
from games.drawing import Drawing


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
    words: Mapping[str, str] = field(default_factory=dict)


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
    amends: bool = False  # only a count went on: where messages can be edited, the one before is
    table: str = ""
    sequence: int = 0


@dataclass(frozen=True, slots=True)
class Seated:
    """A table as somebody who sits there sees it, wherever they look from."""

    game: str  # its title
    rooms: tuple[str, ...]
    awaited: bool  # the game waits for this person
    reply: Reply  # how it stands and what they can do
    looks: tuple[Reply, ...] = ()  # their hand


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word that could be typed next."""

    value: str
    label: str  # what a person reads
