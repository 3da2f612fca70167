"""What happens in a retrospective."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.inheritance import OpenAction, TeamCard
from games.retro.model import Column, Mark, Note, Phase
from games.values import value


@value
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
    saved: tuple[str, ...] = ()  # notes that the team saved before, for the last column
    kind: Literal["started"] = "started"


# --- the course of the meeting -------------------------------------------------------------------------------------


@value
class WentOn:
    """A phase or a topic is over: narration starts a new paragraph."""

    kind: Literal["went_on"] = "went_on"


@value
class PhaseBegan:
    phase: Phase
    minutes: int = 0  # on its clock
    questions: tuple[str, ...] = ()
    kind: Literal["phase_began"] = "phase_began"


@value
class CheckedIn:
    seat: int
    word: str
    kind: Literal["checked_in"] = "checked_in"


@value
class SaidReady:
    seat: int
    kind: Literal["said_ready"] = "said_ready"


@value
class TopicOpened:
    number: int
    of: int
    text: str
    votes: int
    minutes: int
    kind: Literal["topic_opened"] = "topic_opened"


@value
class LongerAsked:
    seat: int
    kind: Literal["longer_asked"] = "longer_asked"


@value
class TimeGiven:
    minutes: int
    kind: Literal["time_given"] = "time_given"


@value
class TimeRanOut:
    """A topic's time is up: everybody may now ask for more."""

    kind: Literal["time_ran_out"] = "time_ran_out"


@value
class LeadHandedOver:
    seat: int
    to: int
    kind: Literal["lead_handed_over"] = "lead_handed_over"


CourseEvent = (
    WentOn | PhaseBegan | CheckedIn | SaidReady | TopicOpened | LongerAsked | TimeGiven | TimeRanOut | LeadHandedOver
)

# --- on the board --------------------------------------------------------------------------------------------------


@value
class NoteWritten:
    """Names the writer only where notes are signed. Veiled: without column and text."""

    count: int  # of notes, this one included
    column: int | None
    text: str
    seat: int | None = None
    kind: Literal["note_written"] = "note_written"


@value
class NotesShown:
    """All notes at once, in an order that depends on their texts and one draw, not on when they were written."""

    notes: tuple[Note, ...]
    salt: int
    kind: Literal["notes_shown"] = "notes_shown"


@value
class Grouped:
    note: int
    other: int
    kind: Literal["grouped"] = "grouped"


@value
class Parted:
    """A note was taken out of its group."""

    note: int
    kind: Literal["parted"] = "parted"


@value
class DotPut:
    """Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_put"] = "dot_put"


@value
class DotTaken:
    """Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_taken"] = "dot_taken"


@value
class VotesShown:
    votes: tuple[tuple[int, int], ...]  # (topic, dots)
    agenda: tuple[int, ...]
    kind: Literal["votes_shown"] = "votes_shown"


BoardEvent = NoteWritten | NotesShown | Grouped | Parted | DotPut | DotTaken | VotesShown

# --- what the team agrees on ---------------------------------------------------------------------------------------


@value
class ActionMarked:
    number: int
    what: str
    mark: Mark
    due: str = ""  # its new date, if it has one
    kind: Literal["action_marked"] = "action_marked"


@value
class ActionAdded:
    number: int
    what: str
    owner: int
    due: str
    kind: Literal["action_added"] = "action_added"


@value
class CardWritten:
    """Never names the writer. Veiled: without the card."""

    count: int
    card: TeamCard | None
    kind: Literal["card_written"] = "card_written"


@value
class Rated:
    """Veiled: without the value."""

    seat: int
    value: int | None
    kind: Literal["rated"] = "rated"


@value
class Finished:
    """The poll's totals, and the cards in an order that reveals nothing about when they were written."""

    poll: tuple[int, ...]
    cards: tuple[TeamCard, ...]
    topics: int
    actions: int
    kind: Literal["finished"] = "finished"


OutcomeEvent = ActionMarked | ActionAdded | CardWritten | Rated | Finished
SealedEvent = NoteWritten | DotPut | DotTaken | CardWritten | Rated  # these hold something nobody may ever learn

Event = Annotated[Started | CourseEvent | BoardEvent | OutcomeEvent, Field(discriminator="kind")]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used
