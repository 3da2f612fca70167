"""The words of the retrospective: state, moves, events, view."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from games.inheritance import CardKind, OpenAction, TeamCard

MAX_NOTES = 60  # on one board; more could not be read
NOTE_LIMIT = 200  # characters
WORD_LIMIT = 24  # of a check-in
BEST = 5  # of the closing poll; 0 is the worst
VOTE_SECONDS = 60  # to ask for more time on a topic when its time is up

Phase = Literal["stage", "reflect", "group", "vote", "discuss", "actions", "close", "over"]
PHASES: tuple[Phase, ...] = ("stage", "reflect", "group", "vote", "discuss", "actions", "close")
Mark = Literal["", "done", "keep", "drop"]
MARKS: tuple[Mark, ...] = ("done", "keep", "drop")

# --- state ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """`by` is nobody where notes are anonymous. A note that these eyes may not see has no column and no text."""

    column: int | None = None
    text: str = ""
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """Notes that belong together, by their numbers; the first one stands for all of them."""

    notes: tuple[int, ...]
    votes: int = 0

    @property
    def key(self) -> int:
        return self.notes[0]


@dataclass(frozen=True, slots=True)
class Earlier:
    """An action of last time, and what became of it."""

    what: str
    due: str = ""
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class Action:
    what: str
    owner: int
    due: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Notes are numbered from 1 in the order of `notes` once they are shown; before that they have no order."""

    title: str
    columns: tuple[Column, ...]
    seats: int
    dots: int
    reflect: int  # minutes
    discuss: int  # minutes a topic
    limit: int  # actions
    anonymous: bool
    questions: tuple[str, ...] = ()  # from the game before
    earlier: tuple[Earlier, ...] = ()
    inherited: tuple[TeamCard, ...] = ()  # cards of earlier retrospectives
    facilitator: int = 0
    phase: Phase = "stage"
    ready: tuple[int, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)  # of the check-in
    notes: tuple[Note, ...] = ()
    topics: tuple[Topic, ...] = ()
    dotted: Mapping[int, tuple[int | None, ...]] = field(default_factory=dict)  # None: not for these eyes
    counted: bool = False  # the votes are on the board
    agenda: tuple[int, ...] = ()  # topics, the one with the most votes first
    topic: int = 0  # the so-many-th of the agenda is talked about
    round: int = 1  # of the clock: more time begins another one
    time_is_up: bool = False
    asked: tuple[int, ...] = ()  # who wants more time
    actions: tuple[Action, ...] = ()
    cards: tuple[TeamCard | None, ...] = ()  # for the next game; None: not for these eyes
    ratings: Mapping[int, int | None] = field(default_factory=dict)
    poll: tuple[int, ...] = ()  # how many gave 0, 1, … 5; known at the end

    @property
    def shown(self) -> bool:
        """Whether the notes lie open."""
        return self.phase not in {"stage", "reflect"}

    @property
    def talking(self) -> Topic | None:
        """What is discussed now."""
        if self.phase != "discuss" or not self.topic:
            return None
        key = self.agenda[self.topic - 1]
        return next(topic for topic in self.topics if topic.key == key)

    def note(self, number: int) -> Note:
        return self.notes[number - 1]

    def topic_of(self, number: int) -> Topic | None:
        return next((topic for topic in self.topics if number in topic.notes), None)


@dataclass(frozen=True, slots=True)
class View:
    """`table` has no text, no target and no figure where something is hidden from this seat."""

    seat: int | None
    table: State


# --- moves ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckIn:
    word: str


@dataclass(frozen=True, slots=True)
class MarkAction:
    """What became of an action of last time; later: take one of this time off the list."""

    number: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class WriteNote:
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class WriteCard:
    card: CardKind
    text: str  # title: text


@dataclass(frozen=True, slots=True)
class Group:
    """Two topics become one."""

    note: int
    other: int


@dataclass(frozen=True, slots=True)
class Part:
    """A note stands on its own again."""

    note: int


@dataclass(frozen=True, slots=True)
class PutDot:
    topic: int


@dataclass(frozen=True, slots=True)
class TakeDot:
    topic: int


@dataclass(frozen=True, slots=True)
class AddAction:
    owner: int
    what: str  # with a date at its end: fix the build by Friday


@dataclass(frozen=True, slots=True)
class Rate:
    value: int


@dataclass(frozen=True, slots=True)
class Ready:
    pass


@dataclass(frozen=True, slots=True)
class Next:
    """The facilitator goes on: to the next topic, or past all of them to the next phase."""

    phase: bool = False


@dataclass(frozen=True, slots=True)
class Longer:
    pass


@dataclass(frozen=True, slots=True)
class HandOver:
    seat: int


@dataclass(frozen=True, slots=True)
class CallTime:
    """The clock's move."""

    clock: str


Move = (
    CheckIn
    | MarkAction
    | WriteNote
    | WriteCard
    | Group
    | Part
    | PutDot
    | TakeDot
    | AddAction
    | Rate
    | Ready
    | Next
    | Longer
    | HandOver
    | CallTime
)

# --- events --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started:
    seats: int
    title: str
    columns: tuple[Column, ...]
    dots: int
    reflect: int
    discuss: int
    limit: int
    anonymous: bool
    questions: tuple[str, ...] = ()
    earlier: tuple[OpenAction, ...] = ()
    cards: tuple[TeamCard, ...] = ()
    kind: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class WentOn:
    """A phase or a topic is over: here a new paragraph of the story begins."""

    kind: Literal["went_on"] = "went_on"


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase
    minutes: int = 0  # on its clock
    questions: tuple[str, ...] = ()
    kind: Literal["phase_began"] = "phase_began"


@dataclass(frozen=True, slots=True)
class CheckedIn:
    seat: int
    word: str
    kind: Literal["checked_in"] = "checked_in"


@dataclass(frozen=True, slots=True)
class ActionMarked:
    number: int
    what: str
    mark: Mark
    kind: Literal["action_marked"] = "action_marked"


@dataclass(frozen=True, slots=True)
class SaidReady:
    seat: int
    kind: Literal["said_ready"] = "said_ready"


@dataclass(frozen=True, slots=True)
class NoteWritten:
    """Who wrote it stands here only where notes are signed. Veiled: without column and text."""

    count: int  # of notes, with this one
    column: int | None
    text: str
    seat: int | None = None
    kind: Literal["note_written"] = "note_written"


@dataclass(frozen=True, slots=True)
class NotesShown:
    """All notes at once, in an order that follows from their texts and one draw, not from when they were written."""

    notes: tuple[Note, ...]
    salt: int
    kind: Literal["notes_shown"] = "notes_shown"


@dataclass(frozen=True, slots=True)
class Grouped:
    note: int
    other: int
    kind: Literal["grouped"] = "grouped"


@dataclass(frozen=True, slots=True)
class Parted:
    note: int
    kind: Literal["parted"] = "parted"


@dataclass(frozen=True, slots=True)
class DotPut:
    """Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_put"] = "dot_put"


@dataclass(frozen=True, slots=True)
class DotTaken:
    """Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_taken"] = "dot_taken"


@dataclass(frozen=True, slots=True)
class VotesShown:
    votes: tuple[tuple[int, int], ...]  # (topic, dots)
    agenda: tuple[int, ...]
    kind: Literal["votes_shown"] = "votes_shown"


@dataclass(frozen=True, slots=True)
class TopicOpened:
    number: int
    of: int
    text: str
    votes: int
    minutes: int
    kind: Literal["topic_opened"] = "topic_opened"


@dataclass(frozen=True, slots=True)
class LongerAsked:
    seat: int
    kind: Literal["longer_asked"] = "longer_asked"


@dataclass(frozen=True, slots=True)
class TimeGiven:
    minutes: int
    kind: Literal["time_given"] = "time_given"


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """For a topic: now everybody may ask for more."""

    kind: Literal["time_ran_out"] = "time_ran_out"


@dataclass(frozen=True, slots=True)
class ActionAdded:
    number: int
    what: str
    owner: int
    due: str
    kind: Literal["action_added"] = "action_added"


@dataclass(frozen=True, slots=True)
class CardWritten:
    """Never who wrote it. Veiled: without the card."""

    count: int
    card: TeamCard | None
    kind: Literal["card_written"] = "card_written"


@dataclass(frozen=True, slots=True)
class LeadHandedOver:
    seat: int
    to: int
    kind: Literal["lead_handed_over"] = "lead_handed_over"


@dataclass(frozen=True, slots=True)
class Rated:
    """Veiled: without the value."""

    seat: int
    value: int | None
    kind: Literal["rated"] = "rated"


@dataclass(frozen=True, slots=True)
class Finished:
    """What the poll said, and the cards, in an order that says nothing about when they were written."""

    poll: tuple[int, ...]
    cards: tuple[TeamCard, ...]
    topics: int
    actions: int
    kind: Literal["finished"] = "finished"


Event = Annotated[
    Started
    | WentOn
    | PhaseBegan
    | CheckedIn
    | ActionMarked
    | SaidReady
    | NoteWritten
    | NotesShown
    | Grouped
    | Parted
    | DotPut
    | DotTaken
    | VotesShown
    | TopicOpened
    | LongerAsked
    | TimeGiven
    | TimeRanOut
    | ActionAdded
    | CardWritten
    | LeadHandedOver
    | Rated
    | Finished,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
