"""The retrospective in sentences: what happened."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from games.dates import in_brief, shown
from games.language import lazy, t
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
    "stage": lazy("Check in"),
    "review": lazy("Last actions"),
    "reflect": lazy("Write"),
    "group": lazy("Group"),
    "vote": lazy("Vote"),
    "discuss": lazy("Discuss"),
    "actions": lazy("Actions"),
    "close": lazy("Close"),
    "over": lazy("Summary"),
}
# return on time invested
ROTI = (
    lazy("wasted time"),
    lazy("little use"),
    lazy("not quite worth it"),
    lazy("worth the time"),
    lazy("more than worth it"),
    lazy("time well spent"),
)
ROTI_SCALE = lazy("0 is wasted time, 3 is worth what it cost, 5 is far more than that")
# our own wording of what retrospectives rest on: good faith
GOOD_FAITH = lazy(
    "Whatever comes up today: everybody did what seemed right to them, with what they knew, "
    "what they had and how much they could carry. We look for causes, not for culprits."
)
_REASON_TEXTS: dict[Reason, str] = {
    "": "",
    "person": lazy("it’s about a person, not about what happened"),
    "tone": lazy("its tone could hurt somebody"),
    "private": lazy("it has something private in it"),
}
SAFETY = lazy("How safe do you feel to speak?")
_SHORT = 60  # characters of a note inside a sentence


def note_text(note: Note) -> str:
    """The note's text on the board, or why it was hidden. Its writer reads that there, like everybody else."""
    return t("(hidden: {reason_texts})", reason_texts=_REASON_TEXTS[note.hidden]) if note.hidden else note.text


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
    due = line(", ", bold(t("by {due}", due=in_brief(action.due)))) if action.due else ()
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
    return "" if worth is None else t("Worth the time: {worth:.1f} of {max_rating}", worth=worth, max_rating=MAX_RATING)


# --- sentences -------------------------------------------------------------------------------------------------------

_NOTHING: dict[Phase, str] = {
    "stage": lazy("The answers to the safety check are in."),
    "reflect": lazy("Nobody has written anything yet."),
    "vote": lazy("Nobody has used a dot yet."),
    "actions": lazy("There’s no action yet."),
}


def _stage_sentence(event: AgreementAdded | AgreementDropped | SafetyShown | MadeAnonymous) -> str:
    match event:
        case AgreementAdded():
            return t("You agree: {text}", text=full_stop(event.text, 120))
        case AgreementDropped():
            return t("{text} is no longer part of your agreement.", text=_quoted(event.text, 120))
        case SafetyShown():
            return safety_result(event.poll)
        case MadeAnonymous():
            return t("Notes have no names from now on.")
        case _:
            assert_never(event)


def safety_result(poll: Sequence[int]) -> str:
    mean = mean_of(poll)
    if mean is None:
        return t("Nobody answered the safety check.")
    given = ", ".join(f"{number} × {value}" for value, number in zip(SCALE, poll, strict=True) if number)
    return t(
        "How safe people feel to speak: {mean:.1f} out of {scale} ({given}).", mean=mean, scale=SCALE[-1], given=given
    )


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
    return t("{nothing} “Next” once more moves on anyway.", nothing=_NOTHING[phase])


def _went_back(event: WentBack) -> str:
    clock = t(" The clock is running.") if event.minutes else ""
    lost = t(" All dots are free again.") if event.phase in {"group", "vote"} else ""
    topic = t(", topic {topic}", topic=event.topic) if event.topic else ""
    return t("Back to {titles}{topic}.{lost}{clock}", titles=TITLES[event.phase], topic=topic, lost=lost, clock=clock)


def _health_shown(event: HealthShown) -> str:
    people = max((sum(counts) for counts in event.profile), default=0)
    return f"The health check is in: {count(people, 'answer')} to {count(len(event.profile), 'topic')}."


# --- narration -------------------------------------------------------------------------------------------------------

_MARKED: dict[Mark, str] = {"": "", "done": lazy("is done"), "keep": lazy("stays open"), "drop": lazy("is dropped")}
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
            return t("The note is in, without a name. It will be shown with all the others.")
        case NoteChanged(seat=None):
            return t("The note is changed. It will be shown with all the others.")
        case NoteWithdrawn(seat=None):
            return t("The note is removed.")
        case CardWritten():
            return t("Game card {count} is in, without a name.", count=event.count)
        case _:
            return _own(event) if event.seat == viewer else None


def _own(event: _OwnEvent) -> str:
    match event:
        case NoteChanged():
            return t("Your note now says {text}", text=full_stop(event.text))
        case NoteWithdrawn():
            return t("Your note is removed.")
        case SafetyAnswered():
            return t("You gave {value} out of {scale}; only the totals are shown.", value=event.value, scale=SCALE[-1])
        case TopicRated():
            return t(
                "You rated topic {topic} with {value}; only the totals are shown.", topic=event.topic, value=event.value
            )
        case NoteWritten():
            return t("Your note is in: {text}", text=full_stop(event.text))
        case DotPut():
            return f"Your dot is placed; {count(event.left, 'dot')} left."
        case DotTaken():
            return f"You took a dot back; {count(event.left, 'dot')} left."
        case Rated():
            return t(
                "You gave it {value} out of {max_rating}; only the totals are shown.",
                value=event.value,
                max_rating=MAX_RATING,
            )
        case _:
            assert_never(event)


def no_format(name: str) -> str:
    return t("This room has no format called {name} yet, so it’s the usual one.", name=_quoted(name))


def _started(event: Started) -> str:
    names = t("Notes have no names.") if event.anonymous else t("Notes show who wrote them.")
    missing = f"{no_format(event.unknown)} " if event.unknown else ""
    agreed = (
        t(" You agreed: {full_stop_only}", full_stop_only=" ".join(map(_full_stop_only, event.agreement)))
        if event.agreement
        else ""
    )
    begins = t(
        "{missing}The retrospective begins: {title}. {who} facilitates. {names}",
        missing=missing,
        title=event.title,
        who=who(0),
        names=names,
    )
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
            return t("You’re done.") if event.seat == viewer else None
        case NotDone():
            return t("You aren’t done after all.") if event.seat == viewer else None
        case TopicOpened():
            return _topic_opened(event)
        case LeadHandedOver():
            return t("{who} hands over: {who2} now facilitates.", who=who(event.seat), who2=who(event.to))
        case _:
            assert_never(event)


def _time(event: TimeEvent, viewer: int | None) -> str | None:
    match event:
        case LongerAsked():
            return t("You asked for more time.") if event.seat == viewer else None
        case TimeGiven():
            return f"{count(event.minutes, 'minute')} more."
        case TimeRanOut():
            return t("Time’s up.")
        case MoveOnWanted():  # a word for the facilitator, who reads it in the panel
            return None
        case _:
            assert_never(event)


def _phase_began(event: PhaseBegan) -> str:
    clock = t(" The clock is running.") if event.minutes else ""
    questions = t(" To think about: {questions}", questions=" ".join(event.questions)) if event.questions else ""
    return f"{TITLES[event.phase]}.{clock}{questions}"


def _topic_opened(event: TopicOpened) -> str:
    votes = f" with {count(event.votes, 'dot')}" if event.votes else ""
    return t(
        "Topic {number} of {of}{votes}: {text} The clock is running.",
        number=event.number,
        of=event.of,
        votes=votes,
        text=full_stop(event.text, 200),
    )


def _board(event: _BoardEvent) -> str:
    match event:
        case NotesShown():
            return _notes_shown(len(event.notes), event.kept or 0)
        case NoteHidden():
            return t(
                "Note {note} is hidden: {reason_texts}.", note=event.note, reason_texts=_REASON_TEXTS[event.reason]
            )
        case Grouped():
            return t("Note {note} now goes with note {other}.", note=event.note, other=event.other)
        case Parted():
            return t("Note {note} is on its own again.", note=event.note)
        case TopicNamed():
            return t("Topic {topic} is called {name}", topic=event.topic, name=full_stop(event.name))
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
            return t("Nobody wrote a note.")
        case 1:
            return t("1 note is on the board.")
        case _:
            return t("{notes} notes are on the board, in random order.", notes=notes)


def _votes_shown(event: VotesShown) -> str:
    dots = sum(votes for _, votes in event.votes)
    if len(event.votes) == 1:
        return t("There is only one topic.")
    if not dots:
        return t("Nobody used a dot, so you’ll discuss all topics in the order of the board.")
    return f"The dots are counted: {count(dots, 'dot')} on {count(len(event.agenda), 'topic')}."


def _outcome(event: ActionMarked | ActionAdded | ActionChanged | InsightAdded | Thanked | Finished) -> str:
    match event:
        case ActionMarked():
            due = t(", by {due}", due=shown(event.due)) if event.due else ""
            return t(
                "Action {number}, {what}, {marked}{due}.",
                number=event.number,
                what=_quoted(event.what),
                marked=_MARKED[event.mark],
                due=due,
            )
        case ActionAdded() | ActionChanged():
            due = t("by {due}", due=shown(event.due)) if event.due else t("no date yet")
            return t(
                "Action {number} for {who}, {due}: {what}",
                number=event.number,
                who=who(event.owner),
                due=due,
                what=full_stop(event.what, 200),
            )
        case InsightAdded():
            return t("Insight: {text}", text=full_stop(event.text, 200))
        case Thanked():
            return t(
                "{who} thanks {who2}: {text}", who=who(event.seat), who2=who(event.to), text=full_stop(event.text, 200)
            )
        case Finished():
            return _finished(event)
        case _:
            assert_never(event)


def _finished(event: Finished) -> str:
    worth = worth_the_time(event.poll)
    rated = f" {worth}." if worth else ""
    cards = f" {count(len(event.cards), 'game card')}." if event.cards else ""
    did = f"{count(event.topics, 'topic')}, {count(event.actions, 'action')}"
    return t("The retrospective is over: {did}.{rated}{cards}", did=did, rated=rated, cards=cards)
