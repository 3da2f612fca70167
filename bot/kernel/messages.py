"""Requests into the service and replies out of it, independent of any platform."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from games.boards import MeetingBoard
from games.contract import OptionValue, Parameter, Role, Topic
from games.graphics.drawing import Drawing
from games.language import spoken
from games.parts import Die, HandCard, Holding, Lesson, Motion, ShownCard
from games.sheets import Sheet
from games.values import value


@value
class Person:
    id: str  # "discord:42", "console:anna": always the same for the same person
    name: str  # as the platform shows it; data, never markup
    zone: str = ""  # their time zone, `Europe/Berlin`, if the platform knows it
    locale: str = ""  # their language, `pt-BR`, if the platform knows it


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
    invited: tuple[Person, ...] = ()  # who are called to it


@value
class Pressed:
    """A button, and what was typed into its form if it has one."""

    button: str  # table:sequence:index, and SURE; `room:0:=line` types a line in the room
    answer: str = ""


@value
class Filled:
    """A submitted form of a command: what was typed into its fields, or chosen, one per line."""

    table: str  # or OF_ROOM
    command: str  # as it was opened: `note`, `change k3f9ab`, `actions give 2`
    fields: Mapping[str, str]


@value
class Arrives:
    """A press that opens a form: where seats are open, it seats whoever has none, and nobody is told."""

    table: str


@value
class TimePassed:
    """A timer of a table is due: the clock's request."""

    table: str
    timer: str


PRIVATE = "lesson"  # the platform of rooms that only one person sees, such as a tutorial's


def is_private_room(room: str) -> bool:
    return room.startswith(f"{PRIVATE}:")


SURE = "!"  # at the end of a button: the person was asked whether they are sure
OF_ROOM = "room"  # in place of a table: a button, or a form, about the room itself
INSTEAD = "~"  # the same, and they would rather do what was offered instead

Said = Typed | Called | TableForm | Pressed | Filled | Arrives | TimePassed


@value
class Request:
    id: str  # the platform's id of the delivery: the same when it is redelivered
    room: str
    person: Person | None  # None: the clock
    said: Said
    manages_room: bool = False  # the platform lets this person manage the room
    locale: str = ""  # the language of the room, if the platform knows it
    luck: str = ""  # what this request adds to the luck of a game that it joins or starts
    desk: str = field(default="", repr=False)  # the key of a desk; whoever has it leads the tables of that desk


@value
class Act:
    """Something that can be done now, and its role, by which every platform lays it out."""

    button: str
    label: str
    command: str  # what you could type instead: "go S4"
    role: Role = "usual"  # at most one act of a message is main
    thing: str = ""  # what it is done to: "note:5"
    asks: Parameter | None = None  # a form asks for this first
    form: str = ""  # the title of the form that is offered instead, where there are forms
    spots: tuple[str, ...] = ()  # parts of the picture (data-spot) that you could click instead, in this order
    cards: tuple[str, ...] = ()  # titles of the cards that it is about
    note: str = ""  # what is at stake, or can't be taken back, with marks for seats
    grave: bool = False
    yes: str = ""  # the label of the button that does it nevertheless
    # what could be done instead: a label, and the line to type. Then the service asks, in a message with both
    instead: tuple[str, str] | None = None
    text: str = ""  # what stands already in the field that it asks for
    beside: str = ""  # the label beside the thing itself: "On ben"
    badge: str = ""  # the small picture of what it is about, where a place has those of the game

    @property
    def opens(self) -> str:
        """The command to ask `Service.form` for, with the key that the button carries: `note`, `change k3f9ab`."""
        _, _, carried = self.button.removesuffix(SURE).partition(":=")
        return carried or self.command.partition(" ")[0]

    @property
    def asks_twice(self) -> bool:
        """True if people are asked whether they are sure, by the platform or else by the service."""
        return self.grave and not self.button.endswith(SURE)

    @property
    def confirmed(self) -> str:
        """The button's id for somebody who is sure."""
        return self.button.removesuffix(SURE) + SURE


@value
class Suggestion:
    """A word, or a whole line, that could be typed next."""

    value: str
    label: str  # what a person reads
    note: str = ""  # more about it, where there is room


@value
class Menu:
    """What else there is to read. Whoever chooses a line types it, and is answered in private, where this was."""

    title: str  # what it asks: "Another section"
    lines: tuple[Suggestion, ...]


@value
class Link:
    """A way to somewhere else: to a page, or to another room of the platform that shows it."""

    label: str
    url: str = field(default="", repr=False)  # it may be a secret
    room: str = ""


@value
class Chair:
    """A seat as everybody sees it."""

    name: str
    automatic: bool
    host: bool
    awaited: bool  # the game waits for this seat
    person: str = field(default="", repr=False)  # who sits there, or has left it to an automatic player; never shown


Phase = Literal["lobby", "playing", "over"]


@value
class Overview:
    """A table at a glance, for a card that stays in its place while the story goes on elsewhere."""

    game: str
    title: str
    phase: Phase
    chairs: tuple[Chair, ...]
    line: str  # whose turn it is, or how it ended; with marks for seats


@value
class Reply:
    """A message to a room, or to one person alone.

    Its words are plain text with marks for seats (games.text); `names` and `pings` say who they are.
    """

    story: str = ""  # what happened, or the answer to a question
    situation: str = ""  # what comes next; only here people are mentioned
    heading: str = ""  # above an answer that people read, such as a section of the rules
    # the words in place of story and situation, where a message is more than sentences; of somebody's own things, in
    # private
    sheet: Sheet | None = None
    lead: Sheet | None = None  # in private, what only whoever leads reads, above the acts with that role
    private: bool = False
    drawing: Drawing | None = None
    pictures: bool = True  # the table wants the drawing as a picture; else as text
    dark: bool | None = None  # its colours; None: whichever suit the platform
    acts: tuple[Act, ...] = ()
    proof: Act | None = None  # where luck decides, before and after a game: shows how to check it. Quiet, off the rows
    more: bool = False  # somebody may do something here that isn't among the acts
    names: tuple[str, ...] = ()  # by seat
    awaited: tuple[Person, ...] = ()  # the people the table waits for
    pings: tuple[Person, ...] = ()  # those of them who are called by this message, and nobody else
    call: str = ""  # what they should do, and how the table stands, as a lock screen has room for
    until: float | None = None  # when the running clock ends
    left: float | None = None  # seconds on a clock that whoever leads has stopped
    exercise: float | None = None  # end of the clock that all teams share
    links: tuple[Link, ...] = ()
    lines: tuple[Suggestion, ...] = ()  # what could be typed next, where no table offers acts
    menu: Menu | None = None
    files: tuple[tuple[str, str], ...] = ()  # to download: name and text
    media: tuple[str, bytes] | None = None  # a moving picture: the name of its file, and its content
    news: bool = False  # something happened at the table; else it only shows something
    amends: bool = False  # the turn goes on: where messages can be edited, this replaces the one before, …
    # … which keeps its board if this has no drawing, because the board looks the same
    # what the message before shrinks to, once this one stands below it: its story. Empty: it can go; None: it stays
    past: str | None = None
    past_pin: str = ""  # of a milestone in the message before: it is kept there, without being shown
    note: str = ""  # small print below the acts, where a line that comes later moves none of them
    milestone: bool = False  # worth telling people who don't follow every turn: a day, a win
    overview: Overview | None = None  # of the table, with news
    cards: tuple[ShownCard, ...] = ()  # the cards that matter now
    hand: tuple[HandCard, ...] = ()  # the same as the drawing, card by card
    spots: tuple[str, ...] = ()  # parts of the board that it points at
    table: str = ""
    game: str = ""  # the key of the game that it is about, if any
    sequence: int = 0
    pin: str = ""  # pins everything that happened until now in a game with luck; kept with the message, never shown
    language: str = field(default_factory=spoken)  # in which it is said

    @property
    def text(self) -> str:
        words = self.sheet.text if self.sheet else ""
        return "\n\n".join(filter(None, (self.heading, words, self.story, self.situation)))

    @property
    def attached(self) -> tuple[tuple[str, bytes], ...]:
        """The files that come with it, by name, the moving picture first."""
        return (*((self.media,) if self.media else ()), *((name, text.encode()) for name, text in self.files))


Outcome = Literal["done", "answered", "refused", "failed"]


@value
class Response:
    """The outcome of a request, and what only the person who asked sees.

    Done: something changed, and the rooms were told. Answered: a query, or a request that was delivered again.
    Refused: nothing changed, and the reply says why. Failed: the same, but the fault is ours.
    """

    outcome: Outcome
    replies: tuple[Reply, ...] = ()
    cause: Literal["", "database", "bug"] = ""  # of a failure
    field: str = ""  # of a form: what has to be changed

    @property
    def table(self) -> str:
        return self.replies[0].table if self.replies else ""


DONE = Response("done")


def answered(*replies: Reply) -> Response:
    return Response("answered", replies)


def refused(*replies: Reply) -> Response:
    return Response("refused", replies)


@value
class Guide:
    """Help to understand a table: its goal, the rules, the lessons of the tutorial, and its cards."""

    goal: str
    rules: tuple[Topic, ...]
    lessons: tuple[Lesson, ...]
    cards: tuple[ShownCard, ...]


@value
class Step:
    """One event as a page plays it out, before it shows the table as it stands now."""

    sequence: int
    kind: str
    text: str  # what happened, for everybody
    turn: int | None = None  # the seat that the game waited for, if it was only one
    dice: tuple[Die, ...] = ()
    motions: tuple[Motion, ...] = ()
    cards: tuple[ShownCard, ...] = ()  # the cards that matter from now on
    board: Drawing | None = None  # after it, if a turn ended here
    figures: tuple[tuple[str, str], ...] = ()  # then, as those of the page
    holdings: tuple[tuple[Holding, ...], ...] = ()


@value
class Page:
    """A whole table as one person (or the public) sees it, for places that show everything at once."""

    table: str
    sequence: int
    game: str
    title: str
    phase: Phase
    rooms: tuple[str, ...]
    chairs: tuple[Chair, ...]
    seat: int | None  # where the viewer sits
    host: bool  # the viewer is the host
    awaited: bool  # the game waits for the viewer
    reply: Reply  # the situation, and what the viewer can do
    joins: bool = False  # `join` would give the viewer a seat, or theirs back
    board: Drawing | None = None
    meets: bool = False  # it is a meeting, with a page of its own
    meeting: MeetingBoard | None = None  # in place of the board, once it has started
    sheet: Sheet | None = None  # of a meeting that hasn't started, or is over: the words of the room's message
    figures: tuple[tuple[str, str], ...] = ()  # how far the game is: ("Day", "3 of 10")
    holdings: tuple[tuple[Holding, ...], ...] = ()  # the cards in front of each seat
    chart: Drawing | None = None
    held: tuple[Reply, ...] = ()  # the viewer's hand
    goal: str = ""  # how to win
    cards: tuple[ShownCard, ...] = ()  # the cards that matter now
    advice: str = ""  # the command that says what the viewer could do now, if the game has one
    pin: str = ""  # see Reply
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    team: str = ""  # its name among several
    paused: bool = False  # by whoever leads it
    exercise: float | None = None  # end of the clock that all teams share
    elsewhere: str = ""  # the room of the viewer's team, if that is another one
    feed: tuple[tuple[int, str], ...] = ()  # the story in paragraphs, each with the number of its last event
    steps: tuple[Step, ...] = ()  # what happened since the last page, if that is recent and not too much
