"""The moves of a retrospective."""

from games.memories import CardKind
from games.retro.model import Mark, Reason
from games.values import value

# --- moves: the course of the meeting --------------------------------------------------------------------------------


@value
class CheckIn:
    word: str


@value
class Done:
    """Somebody has done what this phase asks for; in the check-in, they pass."""


@value
class NotYet:
    """Not done after all."""


@value
class Next:
    """The facilitator moves on: to the next topic, or past the remaining ones to the next phase."""

    phase: bool = False


@value
class MoveOn:
    """The move of no seat, where nobody leads: on to the next topic or phase."""


@value
class ChooseTopic:
    """The facilitator opens a topic out of turn: of a group, the lowest number."""

    topic: int


@value
class Longer:
    """More time for this topic."""


@value
class Back:
    """The facilitator goes back: to the topic before, or to the phase before."""


@value
class HandOver:
    seat: int


@value
class Arrive:
    """Somebody joins the running meeting, from the seat after the last one."""


CourseMove = CheckIn | Done | NotYet | Next | Back | ChooseTopic | Longer | HandOver | Arrive

# --- moves: setting the stage ----------------------------------------------------------------------------------------


@value
class Agree:
    """Add a line to the working agreement."""

    text: str


@value
class Disagree:
    """Take a line out of the working agreement."""

    number: int


@value
class AnswerSafety:
    value: int


@value
class ShowSafety:
    """The facilitator shows the answers before everybody has given one."""


@value
class MakeAnonymous:
    """The facilitator makes notes anonymous that would have been signed."""


StageMove = Agree | Disagree | AnswerSafety | ShowSafety | MakeAnonymous

# --- moves: on the board ---------------------------------------------------------------------------------------------


@value
class WriteNotes:
    """Each with its column, from 0. All of them are written, or none is."""

    notes: tuple[tuple[int, str], ...]
    partly_listed = True


@value
class ChangeNote:
    """Change a note: whoever knows its code wrote it."""

    code: str
    text: str


@value
class WithdrawNote:
    code: str


@value
class RateTopics:
    """Answers of a health check, each with its topic, from 1; a second one replaces the first."""

    answers: tuple[tuple[int, int], ...]
    partly_listed = True


NoteMove = WriteNotes | ChangeNote | WithdrawNote | RateTopics


@value
class GroupNotes:
    """Make the topics of these notes one, and give it a name if there is one; and the notes of each pair."""

    notes: tuple[int, ...]
    name: str = ""
    pairs: tuple[tuple[int, ...], ...] = ()
    partly_listed = True


@value
class Ungroup:
    """Make a note a topic of its own again."""

    note: int


@value
class NameTopic:
    topic: int
    name: str


@value
class HideNote:
    note: int
    reason: Reason
    partly_listed = True


@value
class PutDot:
    topic: int


@value
class TakeDot:
    topic: int


@value
class PlaceDots:
    """All dots of a seat, in place of those that it had: a topic for each."""

    topics: tuple[int, ...]
    partly_listed = True


TopicMove = GroupNotes | Ungroup | NameTopic | HideNote | PutDot | TakeDot | PlaceDots

# --- moves: what the team agrees on ----------------------------------------------------------------------------------


@value
class MarkAction:
    """Say what became of an action from last time; later, the facilitator takes one of today's off the list."""

    number: int
    mark: Mark
    due: str = ""  # of one that is kept, its new date in words
    today: str = ""


@value
class AddAction:
    owner: int
    what: str  # may end with a date: fix the build by Friday
    today: str = ""  # the date in the room's time zone; empty: not known, and dates stay words
    due: str = ""  # the date, if it was given apart


@value
class EditAction:
    """The facilitator changes an action of today; what is left out stays as it is."""

    number: int
    what: str = ""
    owner: int | None = None
    due: str = ""
    today: str = ""
    partly_listed = True


@value
class WriteCard:
    card: CardKind
    text: str  # title: text


@value
class AddInsight:
    """Write down an insight about the topic under discussion."""

    text: str


@value
class Thank:
    seat: int
    text: str


@value
class Rate:
    """Say whether the meeting was worth it, and thank somebody if there is a text."""

    value: int
    to: int | None = None
    thanks: str = ""


OutcomeMove = MarkAction | AddAction | EditAction | WriteCard | AddInsight | Thank | Rate


@value
class CallTime:
    """The clock's move: time is up."""

    clock: str


ClockMove = CallTime | MoveOn
Move = CourseMove | StageMove | NoteMove | TopicMove | OutcomeMove | ClockMove
