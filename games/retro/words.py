"""The retrospective in sentences: what happened."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from games.dates import in_brief, shown
from games.retro.events import (
    ActionAdded,
    ActionChanged,
    ActionMarked,
    AgreementAdded,
    AgreementDropped,
    Arrived,
    CardWritten,
    CheckedIn,
    CourseEvent,
    DetourEvent,
    DotPut,
    DotTaken,
    Event,
    Finished,
    Grouped,
    HealthEvent,
    HealthShown,
    InsightAdded,
    LeadHandedOver,
    LongerAsked,
    MadeAnonymous,
    MoveOnWanted,
    NotDone,
    NoteChanged,
    NoteEvent,
    NoteHidden,
    NotesShown,
    NoteWithdrawn,
    NoteWritten,
    OutcomeEvent,
    Parted,
    PhaseBegan,
    Rated,
    SafetyAnswered,
    SafetyShown,
    SaidReady,
    SealedEvent,
    SkipQuestioned,
    StageEvent,
    Started,
    Thanked,
    TimeEvent,
    TimeGiven,
    TimeRanOut,
    TopicChosen,
    TopicEvent,
    TopicNamed,
    TopicOpened,
    TopicRated,
    VotesShown,
    WentBack,
    WentOn,
)
from games.retro.model import (
    MAX_RATING,
    SCALE,
    Action,
    Column,
    DiscussionTopic,
    Mark,
    Note,
    Phase,
    Reason,
    State,
    Trend,
    mean_of,
    trends,
)
from games.sheets import Line, bold, line
from games.text import shortened, who

TITLES: dict[str, str] = {  # by phase
    "stage": "Check in",
    "review": "Last actions",
    "reflect": "Write",
    "group": "Group",
    "vote": "Vote",
    "discuss": "Discuss",
    "actions": "Actions",
    "close": "Close",
    "over": "Summary",
}
# return on time invested
ROTI = ("wasted time", "little use", "not quite worth it", "worth the time", "more than worth it", "time well spent")
ROTI_SCALE = "0 is wasted time, 3 is worth what it cost, 5 is far more than that"
# our own wording of what retrospectives rest on: good faith
GOOD_FAITH = (
    "Whatever comes up today: everybody did what seemed right to them, with what they knew, what they had and how much "
    "they could carry. We look for causes, not for culprits."
)
_REASON_TEXTS: dict[Reason, str] = {
    "": "",
    "person": "it’s about a person, not about what happened",
    "tone": "its tone could hurt somebody",
    "private": "it has something private in it",
}
SAFETY = "How safe do you feel to speak?"
_SHORT = 60  # characters of a note inside a sentence


def note_text(note: Note) -> str:
    """The note's text on the board, or why it was hidden. Its writer reads that there, like everybody else."""
    return f"(hidden: {_REASON_TEXTS[note.hidden]})" if note.hidden else note.text


def _quoted(text: str, limit: int = _SHORT) -> str:
    shown = shortened(text, limit)
    return f"“{shown.replace('“', '‘').replace('”', '’')}”"


def full_stop(text: str, limit: int = _SHORT) -> str:
    """End a sentence with a quotation; one with its own full stop doesn't get a second."""
    shown = _quoted(text, limit)
    return shown if shown[-2] in ".!?…" else f"{shown}."


def _full_stop_only(text: str) -> str:
    """Add a full stop to somebody's sentence unless it has one."""
    return text if text[-1:] in ".!?…" else f"{text}."


def count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def in_words(number: int) -> str:
    words = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else str(number)


def action_line(action: Action) -> Line:
    """An action with its owner and date: `Chris: fix the build, by Fri 20 Nov`."""
    due = line(", ", bold(f"by {in_brief(action.due)}")) if action.due else ()
    return line(f"{who(action.owner)}: {action.what}", *due)


def topic_columns(state: State) -> Iterator[tuple[Column, list[DiscussionTopic]]]:
    """The topics of each column: groups, then single notes, then the places of hidden notes, which belong to none."""
    hidden = [DiscussionTopic((number,)) for number, note in enumerate(state.board, start=1) if note.hidden]
    topics = [*sorted(state.topics, key=lambda topic: len(topic.notes) < 2), *hidden]
    for index, column in enumerate(state.columns):
        yield column, [topic for topic in topics if state.note(topic.key).column == index]


_ARROWS: dict[Trend, str] = {"": "", "up": "↑", "same": "→", "down": "↓"}


def health_lines(state: State) -> list[str]:
    """A line for each topic of a health check: `Fun 3.5 ↑`."""
    lines = []
    for topic, counts, change in zip(state.health, state.profile, trends(state), strict=True):
        mean = mean_of(counts)
        lines.append(f"{topic.title} {'–' if mean is None else f'{mean:.1f}'} {_ARROWS[change]}".rstrip())
    return lines


def mean(poll: Sequence[int]) -> float | None:
    """The mean answer of the closing poll; None if nobody answered."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


def worth_the_time(poll: Sequence[int]) -> str:
    """The closing poll in words, without a full stop; empty if nobody answered."""
    worth = mean(poll)
    return "" if worth is None else f"Worth the time: {worth:.1f} of {MAX_RATING}"


# --- sentences -------------------------------------------------------------------------------------------------------

_NOTHING: dict[Phase, str] = {
    "stage": "The answers to the safety check are in.",
    "reflect": "Nobody has written anything yet.",
    "vote": "Nobody has used a dot yet.",
    "actions": "There’s no action yet.",
}


def _stage_sentence(event: AgreementAdded | AgreementDropped | SafetyShown | MadeAnonymous) -> str:
    match event:
        case AgreementAdded():
            return f"You agree: {full_stop(event.text, 120)}"
        case AgreementDropped():
            return f"{_quoted(event.text, 120)} is no longer part of your agreement."
        case SafetyShown():
            return safety_result(event.poll)
        case MadeAnonymous():
            return "Notes have no names from now on."
        case _:
            assert_never(event)


def safety_result(poll: Sequence[int]) -> str:
    mean = mean_of(poll)
    if mean is None:
        return "Nobody answered the safety check."
    given = ", ".join(f"{number} × {value}" for value, number in zip(SCALE, poll, strict=True) if number)
    return f"How safe people feel to speak: {mean:.1f} out of {SCALE[-1]} ({given})."


def _detour_sentence(event: DetourEvent) -> str | None:
    match event:
        case Arrived():
            return None  # nobody is announced: a name beside a new note would sign it
        case SkipQuestioned():
            return _nothing_here(event.phase)
        case WentBack():
            return _went_back(event)
        case TopicChosen():
            return None  # the topic is announced when it is opened
        case _:
            assert_never(event)


def _nothing_here(phase: Phase) -> str:
    """The question before leaving a phase that has nothing in it."""
    return f"{_NOTHING[phase]} “Next” once more moves on anyway."


def _went_back(event: WentBack) -> str:
    clock = " The clock is running." if event.minutes else ""
    lost = " All dots are free again." if event.phase in {"group", "vote"} else ""
    topic = f", topic {event.topic}" if event.topic else ""
    return f"Back to {TITLES[event.phase]}{topic}.{lost}{clock}"


def _health_shown(event: HealthShown) -> str:
    people = max((sum(counts) for counts in event.profile), default=0)
    return f"The health check is in: {count(people, 'answer')} to {count(len(event.profile), 'topic')}."


# --- narration -------------------------------------------------------------------------------------------------------

_MARKED: dict[Mark, str] = {"": "", "done": "is done", "keep": "stays open", "drop": "is dropped"}
_OwnEvent = NoteWritten | NoteChanged | NoteWithdrawn | TopicRated | DotPut | DotTaken | Rated | SafetyAnswered
_BoardEvent = NotesShown | NoteHidden | Grouped | Parted | TopicNamed | VotesShown | HealthShown


def narrate(event: Event, viewer: int | None) -> str | None:
    if isinstance(event, SealedEvent):
        return None if viewer is None else _confirmation(event, viewer)
    if isinstance(event, Started):
        return _started(event)
    if isinstance(event, CourseEvent):
        return _course(event, viewer)
    if isinstance(event, TimeEvent):
        return _time(event, viewer)
    if isinstance(event, DetourEvent):
        return _detour_sentence(event)
    if isinstance(event, StageEvent):
        return _stage_sentence(event)
    if isinstance(event, NoteEvent | TopicEvent | HealthEvent):
        return _board(event)
    if isinstance(event, OutcomeEvent):
        return _outcome(event)
    assert_never(event)


def _confirmation(event: SealedEvent, viewer: int) -> str | None:
    """The confirmation for whoever did it. An anonymous note or card is only counted: nobody knows whose it is."""
    match event:
        case NoteWritten(seat=None):
            return "The note is in, without a name. It will be shown with all the others."
        case NoteChanged(seat=None):
            return "The note is changed. It will be shown with all the others."
        case NoteWithdrawn(seat=None):
            return "The note is removed."
        case CardWritten():
            return f"Game card {event.count} is in, without a name."
        case _:
            return _own(event) if event.seat == viewer else None


def _own(event: _OwnEvent) -> str:
    match event:
        case NoteChanged():
            return f"Your note now says {full_stop(event.text)}"
        case NoteWithdrawn():
            return "Your note is removed."
        case SafetyAnswered():
            return f"You gave {event.value} out of {SCALE[-1]}; only the totals are shown."
        case TopicRated():
            return f"You rated topic {event.topic} with {event.value}; only the totals are shown."
        case NoteWritten():
            return f"Your note is in: {full_stop(event.text)}"
        case DotPut():
            return f"Your dot is placed; {count(event.left, 'dot')} left."
        case DotTaken():
            return f"You took a dot back; {count(event.left, 'dot')} left."
        case Rated():
            return f"You gave it {event.value} out of {MAX_RATING}; only the totals are shown."
        case _:
            assert_never(event)


def no_format(name: str) -> str:
    return f"This room has no format called {_quoted(name)} yet, so it’s the usual one."


def _started(event: Started) -> str:
    names = "Notes have no names." if event.anonymous else "Notes show who wrote them."
    missing = f"{no_format(event.unknown)} " if event.unknown else ""
    agreed = f" You agreed: {' '.join(map(_full_stop_only, event.agreement))}" if event.agreement else ""
    begins = f"{missing}The retrospective begins: {event.title}. {who(0)} facilitates. {names}"
    return f"{begins} {GOOD_FAITH}{agreed}"


def _course(event: CourseEvent, viewer: int | None) -> str | None:
    match event:
        case WentOn():
            return ""
        case PhaseBegan():
            return _phase_began(event)
        case CheckedIn():
            return f"{who(event.seat)}: {full_stop(event.word)}"
        case SaidReady():  # only the facilitator reads who is missing
            return "You’re done." if event.seat == viewer else None
        case NotDone():
            return "You aren’t done after all." if event.seat == viewer else None
        case TopicOpened():
            return _topic_opened(event)
        case LeadHandedOver():
            return f"{who(event.seat)} hands over: {who(event.to)} now facilitates."
        case _:
            assert_never(event)


def _time(event: TimeEvent, viewer: int | None) -> str | None:
    match event:
        case LongerAsked():
            return "You asked for more time." if event.seat == viewer else None
        case TimeGiven():
            return f"{count(event.minutes, 'minute')} more."
        case TimeRanOut():
            return "Time’s up."
        case MoveOnWanted():  # a word for the facilitator, who reads it in the panel
            return None
        case _:
            assert_never(event)


def _phase_began(event: PhaseBegan) -> str:
    clock = " The clock is running." if event.minutes else ""
    questions = f" To think about: {' '.join(event.questions)}" if event.questions else ""
    return f"{TITLES[event.phase]}.{clock}{questions}"


def _topic_opened(event: TopicOpened) -> str:
    votes = f" with {count(event.votes, 'dot')}" if event.votes else ""
    return f"Topic {event.number} of {event.of}{votes}: {full_stop(event.text, 200)} The clock is running."


def _board(event: _BoardEvent) -> str:
    match event:
        case NotesShown():
            return _notes_shown(len(event.notes), event.kept or 0)
        case NoteHidden():
            return f"Note {event.note} is hidden: {_REASON_TEXTS[event.reason]}."
        case Grouped():
            return f"Note {event.note} now goes with note {event.other}."
        case Parted():
            return f"Note {event.note} is on its own again."
        case TopicNamed():
            return f"Topic {event.topic} is called {full_stop(event.name)}"
        case VotesShown():
            return _votes_shown(event)
        case HealthShown():
            return _health_shown(event)
        case _:
            assert_never(event)


def _notes_shown(notes: int, kept: int) -> str:
    if kept:
        return f"{count(notes - kept, 'new note')} on the board; the others keep their numbers."
    match notes:
        case 0:
            return "Nobody wrote a note."
        case 1:
            return "1 note is on the board."
        case _:
            return f"{notes} notes are on the board, in random order."


def _votes_shown(event: VotesShown) -> str:
    dots = sum(votes for _, votes in event.votes)
    if len(event.votes) == 1:
        return "There is only one topic."
    if not dots:
        return "Nobody used a dot, so you’ll discuss all topics in the order of the board."
    return f"The dots are counted: {count(dots, 'dot')} on {count(len(event.agenda), 'topic')}."


def _outcome(event: ActionMarked | ActionAdded | ActionChanged | InsightAdded | Thanked | Finished) -> str:
    match event:
        case ActionMarked():
            due = f", by {shown(event.due)}" if event.due else ""
            return f"Action {event.number}, {_quoted(event.what)}, {_MARKED[event.mark]}{due}."
        case ActionAdded() | ActionChanged():
            due = f"by {shown(event.due)}" if event.due else "no date yet"
            return f"Action {event.number} for {who(event.owner)}, {due}: {full_stop(event.what, 200)}"
        case InsightAdded():
            return f"Insight: {full_stop(event.text, 200)}"
        case Thanked():
            return f"{who(event.seat)} thanks {who(event.to)}: {full_stop(event.text, 200)}"
        case Finished():
            return _finished(event)
        case _:
            assert_never(event)


def _finished(event: Finished) -> str:
    worth = worth_the_time(event.poll)
    rated = f" {worth}." if worth else ""
    cards = f" {count(len(event.cards), 'game card')}." if event.cards else ""
    did = f"{count(event.topics, 'topic')}, {count(event.actions, 'action')}"
    return f"The retrospective is over: {did}.{rated}{cards}"
