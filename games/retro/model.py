"""State, view and moves of the retrospective; `events.py` has the events."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from games.inheritance import CardKind, TeamCard
from games.values import value

MAX_NOTES = 60  # on one board; more would be unreadable
NOTE_LIMIT = 200  # characters
WORD_LIMIT = 24  # characters of a check-in
MAX_RATING = 5  # of the closing poll; 0 is the worst
VOTE_SECONDS = 60  # to ask for more time once a topic's time is up

Phase = Literal["stage", "reflect", "group", "vote", "discuss", "actions", "close", "over"]
PHASES: tuple[Phase, ...] = ("stage", "reflect", "group", "vote", "discuss", "actions", "close")
Mark = Literal["", "done", "keep", "drop"]
MARKS: tuple[Mark, ...] = ("done", "keep", "drop")

# --- state ---------------------------------------------------------------------------------------------------------


@value
class Column:
    title: str
    hint: str = ""


@value
class Note:
    """`by` is None where notes are anonymous. A note hidden from the viewer has no column and no text."""

    column: int | None = None
    text: str = ""
    by: int | None = None


@value
class DiscussionTopic:
    """Notes that belong together, by number; the lowest number stands for the group."""

    notes: tuple[int, ...]
    votes: int = 0

    @property
    def key(self) -> int:
        return self.notes[0]


@value
class EarlierAction:
    """An action from last time, and what became of it."""

    what: str
    due: str = ""
    mark: Mark = ""
    origin: str = ""  # the table that agreed on it, and its number there


@value
class Action:
    what: str
    owner: int
    due: str = ""


@value
class State:
    """Once notes are shown they are numbered from 1 in the order of `notes`; before that their order means nothing."""

    title: str
    columns: tuple[Column, ...]
    seats: int
    dots: int  # each
    reflect: int  # minutes
    discuss: int  # minutes per topic
    limit: int  # actions
    anonymous: bool
    questions: tuple[str, ...] = ()  # inherited from the last game
    earlier: tuple[EarlierAction, ...] = ()
    inherited: tuple[TeamCard, ...] = ()  # cards from earlier retrospectives
    facilitator: int = 0
    phase: Phase = "stage"
    ready: tuple[int, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)  # check-ins by seat
    notes: tuple[Note, ...] = ()
    topics: tuple[DiscussionTopic, ...] = ()
    placed: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)  # topics dotted by seat; None: hidden
    votes_shown: bool = False
    agenda: tuple[int, ...] = ()  # topics, most votes first
    topic: int = 0  # place on the agenda of the topic under discussion, from 1; 0: none yet
    round: int = 1  # of the clock; more time starts another one
    time_is_up: bool = False
    asked: tuple[int, ...] = ()  # seats that want more time
    actions: tuple[Action, ...] = ()
    cards: tuple[TeamCard | None, ...] = ()  # for the next game; None: hidden
    ratings: Mapping[int, int | None] = field(default_factory=dict)  # None: hidden
    poll: tuple[int, ...] = ()  # how many gave 0, 1, … 5; empty until the end

    @property
    def notes_shown(self) -> bool:
        return self.phase not in {"stage", "reflect"}

    @property
    def current_topic(self) -> DiscussionTopic | None:
        """The topic under discussion."""
        if self.phase != "discuss" or not self.topic:
            return None
        key = self.agenda[self.topic - 1]
        return next(topic for topic in self.topics if topic.key == key)

    def note(self, number: int) -> Note:
        return self.notes[number - 1]

    def topic_of(self, number: int) -> DiscussionTopic | None:
        """The topic that has the note of this number."""
        return next((topic for topic in self.topics if number in topic.notes), None)


@value
class View:
    """The state as one seat may see it: hidden texts, topics and ratings are blank in `table`."""

    seat: int | None
    table: State


# --- moves: the course of the meeting ------------------------------------------------------------------------------


@value
class CheckIn:
    word: str


@value
class Ready:
    pass


@value
class Next:
    """The facilitator moves on: to the next topic, or past the remaining ones to the next phase."""

    phase: bool = False


@value
class Longer:
    pass


@value
class HandOver:
    seat: int


CourseMove = CheckIn | Ready | Next | Longer | HandOver

# --- moves: on the board -------------------------------------------------------------------------------------------


@value
class WriteNote:
    column: int
    text: str


@value
class Group:
    """Make two topics one."""

    note: int
    other: int


@value
class Ungroup:
    """Make a note a topic of its own again."""

    note: int


@value
class PutDot:
    topic: int


@value
class TakeDot:
    topic: int


TopicMove = Group | Ungroup | PutDot | TakeDot

# --- moves: what the team agrees on --------------------------------------------------------------------------------


@value
class MarkAction:
    """Say what became of an action from last time; in later phases, take one of today's off the list."""

    number: int
    mark: Mark
    due: str = ""  # of one that is kept, its new date in words
    today: str = ""


@value
class AddAction:
    owner: int
    what: str  # may end with a date: fix the build by Friday
    today: str = ""  # the date in the room's time zone; empty: not known, and dates stay words


@value
class WriteCard:
    card: CardKind
    text: str  # title: text


@value
class Rate:
    value: int


OutcomeMove = MarkAction | AddAction | WriteCard | Rate


@value
class CallTime:
    """The clock's move."""

    clock: str


Move = CourseMove | WriteNote | TopicMove | OutcomeMove | CallTime
