"""The events of a retrospective."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from games.memories import OpenAction, TeamCard
from games.retro.model import Later, Mark, Note, PastCheck, Phase, Reason, SavedFormat
from games.values import value


@value
class StoredColumn:
    """A column: our words in English, whichever language is spoken, or the host's own."""

    title: str
    hint: str = ""


@value
class StoredTopic:
    """A topic of a health check, in English."""

    title: str
    good: str = ""
    bad: str = ""


@value
class Started:
    """Our words are stored in English: `folding` makes them ready to be said in any language."""

    seats: int
    title: str
    columns: tuple[StoredColumn, ...]
    dots: int
    reflect: int
    discuss: int
    limit: int
    anonymous: bool
    questions: tuple[str, ...] = ()
    earlier: tuple[OpenAction, ...] = ()
    cards: tuple[TeamCard, ...] = ()
    saved: tuple[str, ...] = ()  # notes that the team saved before, for their column or the last one
    check_in: str = ""
    asked_before: tuple[str, ...] = ()
    agreement: tuple[str, ...] = ()
    safety: bool = False
    health: tuple[StoredTopic, ...] = ()
    past: tuple[PastCheck, ...] = ()
    formats: tuple[SavedFormat, ...] = ()
    unknown: str = ""  # the name of a format that the room doesn't have
    kind: Literal["started"] = "started"
    begins_turn = True


# --- the course of the meeting ---------------------------------------------------------------------------------------


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
    begins_turn = True


@value
class CheckedIn:
    seat: int
    word: str
    kind: Literal["checked_in"] = "checked_in"


@value
class SaidReady:
    seat: int
    kind: Literal["said_ready"] = "said_ready"
    quiet = True


@value
class NotDone:
    """Somebody who was done isn't after all."""

    seat: int
    kind: Literal["not_done"] = "not_done"
    quiet = True


@value
class TopicChosen:
    """The facilitator put a topic next on the agenda."""

    topic: int
    kind: Literal["topic_chosen"] = "topic_chosen"


@value
class TopicOpened:
    """The next topic is discussed. Veiled: without the text, unless it is from before notes could be hidden."""

    number: int
    of: int
    text: str
    votes: int
    minutes: int
    note: Annotated[int, Later] = 0
    kind: Literal["topic_opened"] = "topic_opened"
    sealed = erasable = begins_turn = True


@value
class LongerAsked:
    seat: int
    kind: Literal["longer_asked"] = "longer_asked"
    quiet = True


@value
class TimeGiven:
    minutes: int
    kind: Literal["time_given"] = "time_given"


@value
class TimeRanOut:
    """Time is up: for writing, or for a topic, of which everybody may now ask for more."""

    kind: Literal["time_ran_out"] = "time_ran_out"


@value
class MoveOnWanted:
    """A topic's time is up, and most want to move on; or there was a minute to ask for more, and too few did."""

    most: bool = True
    kind: Literal["move_on_wanted"] = "move_on_wanted"


@value
class LeadHandedOver:
    seat: int
    to: int
    kind: Literal["lead_handed_over"] = "lead_handed_over"


@value
class Arrived:
    """Somebody joined the running meeting."""

    seat: int
    kind: Literal["arrived"] = "arrived"
    quiet = True
    reveals = True  # nobody takes back that somebody joined: the table has a seat for them


@value
class SkipQuestioned:
    """From earlier versions: the facilitator was asked whether to leave a phase that has nothing in it."""

    phase: Phase
    kind: Literal["skip_questioned"] = "skip_questioned"
    former = True


@value
class WentBack:
    """The meeting returned to an earlier phase. `topic`: the place on the agenda of the topic to be discussed again."""

    phase: Phase
    topic: int = 0
    minutes: int = 0
    kind: Literal["went_back"] = "went_back"
    begins_turn = True


CourseEvent = WentOn | PhaseBegan | CheckedIn | SaidReady | NotDone | TopicOpened | LeadHandedOver
TimeEvent = LongerAsked | TimeGiven | TimeRanOut | MoveOnWanted
DetourEvent = Arrived | SkipQuestioned | WentBack | TopicChosen

# --- setting the stage -----------------------------------------------------------------------------------------------


@value
class AgreementAdded:
    text: str
    kind: Literal["agreement_added"] = "agreement_added"


@value
class AgreementDropped:
    number: int
    text: str
    kind: Literal["agreement_dropped"] = "agreement_dropped"


@value
class SafetyAnswered:
    """An answer of the safety check. Veiled: without the value."""

    seat: int
    value: int | None
    kind: Literal["safety_answered"] = "safety_answered"
    hidden = quiet = sealed = True


@value
class SafetyShown:
    poll: tuple[int, ...]  # how many gave 1, 2, … 5
    kind: Literal["safety_shown"] = "safety_shown"
    reveals = True
    erases = frozenset({"safety_answered"})


@value
class MadeAnonymous:
    kind: Literal["made_anonymous"] = "made_anonymous"


StageEvent = AgreementAdded | AgreementDropped | SafetyAnswered | SafetyShown | MadeAnonymous

# --- on the board ----------------------------------------------------------------------------------------------------


@value
class NoteWritten:
    """A new note; it names the writer only where notes are signed. Veiled: without column and text."""

    count: int  # of notes, this one included
    column: int | None
    text: str
    seat: int | None = None
    code: Annotated[str, Later] = ""
    kind: Literal["note_written"] = "note_written"
    hidden = quiet = sealed = True


@value
class NoteChanged:
    """A changed note; it names the writer only where notes are signed. Veiled: nothing is left."""

    text: str
    code: str
    seat: int | None = None
    kind: Literal["note_changed"] = "note_changed"
    hidden = quiet = sealed = True


@value
class NoteWithdrawn:
    """A note taken back; it names the writer only where notes are signed; `count` notes are left."""

    count: int
    code: str
    seat: int | None = None
    kind: Literal["note_withdrawn"] = "note_withdrawn"
    hidden = quiet = sealed = True


@value
class TopicRated:
    """An answer of a health check. Veiled: without topic and value."""

    seat: int
    topic: int | None
    value: int | None
    kind: Literal["topic_rated"] = "topic_rated"
    hidden = quiet = sealed = True


@value
class HealthShown:
    profile: tuple[tuple[int, ...], ...]  # by topic: how many gave 1, 2, … 5
    kind: Literal["health_shown"] = "health_shown"
    reveals = True
    erases = frozenset({"topic_rated"})


@value
class NotesShown:
    """All notes at once, in an order that depends on their texts and one draw, not on when they were written.

    `kept`: how many of them stood on the board before; they keep their places. None: from before notes could be
    hidden, when a hash covered the texts. Veiled: without the texts.
    """

    notes: tuple[Note, ...]
    salt: int
    kept: Annotated[int | None, Field(exclude_if=lambda found: found is None)] = None
    kind: Literal["notes_shown"] = "notes_shown"
    reveals = sealed = erasable = True
    erases = frozenset({"note_changed", "note_withdrawn", "note_written"})


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
class TopicNamed:
    topic: int
    name: str
    kind: Literal["topic_named"] = "topic_named"


@value
class NoteHidden:
    """The facilitator hid a note: its text is erased wherever it was stored."""

    note: int
    reason: Reason
    kind: Literal["note_hidden"] = "note_hidden"
    reveals = True
    erases = frozenset({"notes_shown", "topic_opened"})


@value
class DotPut:
    """A dot put on a topic. Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_put"] = "dot_put"
    hidden = quiet = sealed = True


@value
class DotTaken:
    """A dot taken back from a topic. Veiled: without the topic."""

    seat: int
    topic: int | None
    left: int
    kind: Literal["dot_taken"] = "dot_taken"
    hidden = quiet = sealed = True


@value
class VotesShown:
    votes: tuple[tuple[int, int], ...]  # (topic, dots)
    agenda: tuple[int, ...]
    kind: Literal["votes_shown"] = "votes_shown"
    reveals = True
    erases = frozenset({"dot_put", "dot_taken"})


NoteEvent = NoteWritten | NoteChanged | NoteWithdrawn | NotesShown | NoteHidden
HealthEvent = TopicRated | HealthShown
TopicEvent = Grouped | Parted | TopicNamed | DotPut | DotTaken | VotesShown

# --- what the team agrees on -----------------------------------------------------------------------------------------


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
class ActionChanged:
    number: int
    what: str
    owner: int
    due: str
    kind: Literal["action_changed"] = "action_changed"


@value
class InsightAdded:
    topic: int
    text: str
    kind: Literal["insight_added"] = "insight_added"


@value
class Thanked:
    seat: int
    to: int
    text: str
    kind: Literal["thanked"] = "thanked"


@value
class CardWritten:
    """A card for the next game; it never names the writer. Veiled: without the card."""

    count: int
    card: TeamCard | None
    kind: Literal["card_written"] = "card_written"
    hidden = quiet = sealed = True


@value
class Rated:
    """An answer to the closing poll. Veiled: without the value."""

    seat: int
    value: int | None
    kind: Literal["rated"] = "rated"
    hidden = quiet = sealed = True


@value
class Finished:
    """The poll's totals, and the cards in an order that reveals nothing about when they were written."""

    poll: tuple[int, ...]
    cards: tuple[TeamCard, ...]
    topics: int
    actions: int
    kind: Literal["finished"] = "finished"
    begins_turn = milestone = reveals = True


OutcomeEvent = ActionMarked | ActionAdded | ActionChanged | InsightAdded | Thanked | CardWritten | Rated | Finished
# these hold something nobody may ever learn
SealedEvent = (
    SafetyAnswered | NoteWritten | NoteChanged | NoteWithdrawn | TopicRated | DotPut | DotTaken | CardWritten | Rated
)

Event = Annotated[
    Started | CourseEvent | TimeEvent | DetourEvent | StageEvent | NoteEvent | HealthEvent | TopicEvent | OutcomeEvent,
    Field(discriminator="kind"),
]

EVENTS: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(defer_build=True))  # built when it is first used
