"""The retrospective in sentences: what happened."""

from typing import assert_never

from games.dates import shown
from games.language import Lazy, lazy, n, t
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
from games.retro.formats import said_note, said_title
from games.retro.model import MAX_RATING, SCALE, Column, Phase, Reason
from games.retro.words.terms import (
    GOOD_FAITH,
    TITLES,
    actions_in_words,
    full_stop,
    full_stop_only,
    inside_quotes,
    joined,
    no_format,
    safety_result,
    topics_in_words,
    worth_the_time,
)
from games.text import who

_HIDES: dict[Reason, Lazy] = {  # when a note is hidden
    "person": lazy("Note {number} is hidden: it’s about a person, not about what happened."),
    "tone": lazy("Note {number} is hidden: its tone could hurt somebody."),
    "private": lazy("Note {number} is hidden: it has something private in it."),
}

# --- sentences -------------------------------------------------------------------------------------------------------

_NOTHING: dict[Phase, Lazy] = {
    "stage": lazy("The answers to the safety check are in."),
    "reflect": lazy("Nobody has written anything yet."),
    "vote": lazy("Nobody has used a dot yet."),
    "actions": lazy("There’s no action yet."),
}


def _clock(minutes: int) -> str:
    return t("The clock is running.") if minutes else ""


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))


def _stage_sentence(event: AgreementAdded | AgreementDropped | SafetyShown | MadeAnonymous) -> str:
    match event:
        case AgreementAdded():
            return t("You agree: {quotation}", quotation=full_stop(event.text, 120))
        case AgreementDropped():
            return t("“{line}” is no longer part of your agreement.", line=inside_quotes(event.text, 120))
        case SafetyShown():
            return safety_result(event.poll)
        case MadeAnonymous():
            return t("Notes have no names from now on.")
        case _:
            assert_never(event)


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
    return _sentences(str(_NOTHING[phase]), t("“Next” once more moves on anyway."))


def _went_back(event: WentBack) -> str:
    phase = TITLES[event.phase]
    if event.topic:
        back = t("Back to {phase}, topic {number}.", phase=phase, number=event.topic)
    else:
        back = t("Back to {phase}.", phase=phase)
    lost = t("All dots are free again.") if event.phase in {"group", "vote"} else ""
    return _sentences(back, lost, _clock(event.minutes))


def _health_shown(event: HealthShown) -> str:
    people, topics = max((sum(counts) for counts in event.profile), default=0), len(event.profile)
    if topics == 1:
        return n(
            "The health check is in: {count} answer to 1 topic.",
            "The health check is in: {count} answers to 1 topic.",
            people,
        )
    return n(
        "The health check is in: {count} answer to {topics} topics.",
        "The health check is in: {count} answers to {topics} topics.",
        people,
        topics=topics,
    )


# --- narration -------------------------------------------------------------------------------------------------------

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
            return t("Game card {number} is in, without a name.", number=event.count)
        case _:
            return _own(event) if event.seat == viewer else None


def _own(event: _OwnEvent) -> str:
    match event:
        case NoteChanged():
            return t("Your note now says {quotation}", quotation=full_stop(event.text))
        case NoteWithdrawn():
            return t("Your note is removed.")
        case SafetyAnswered():
            return t("You gave {value} out of {scale}; only the totals are shown.", value=event.value, scale=SCALE[-1])
        case TopicRated():
            return t(
                "You rated topic {topic} with {value}; only the totals are shown.", topic=event.topic, value=event.value
            )
        case NoteWritten():
            return t("Your note is in: {quotation}", quotation=full_stop(event.text))
        case DotPut():
            return n("Your dot is placed; {count} dot left.", "Your dot is placed; {count} dots left.", event.left)
        case DotTaken():
            return n("You took a dot back; {count} dot left.", "You took a dot back; {count} dots left.", event.left)
        case Rated():
            return t(
                "You gave it {value} out of {scale}; only the totals are shown.", value=event.value, scale=MAX_RATING
            )
        case _:
            assert_never(event)


def _started(event: Started) -> str:
    names = t("Notes have no names.") if event.anonymous else t("Notes show who wrote them.")
    missing = no_format(event.unknown) if event.unknown else ""
    agreed = t("You agreed: {lines}", lines=" ".join(map(full_stop_only, event.agreement))) if event.agreement else ""
    title = said_title(event.title, [Column(each.title, each.hint) for each in event.columns])
    begins = t("The retrospective begins: {format}. {who} facilitates.", format=title, who=who(0))
    return _sentences(missing, begins, names, str(GOOD_FAITH), agreed)


def _course(event: CourseEvent, viewer: int | None) -> str | None:
    match event:
        case WentOn():
            return ""
        case PhaseBegan():
            return _phase_began(event)
        case CheckedIn():
            return t("{who}: {quotation}", who=who(event.seat), quotation=full_stop(event.word))
        case SaidReady():  # only the facilitator reads who is missing
            return t("You’re done.") if event.seat == viewer else None
        case NotDone():
            return t("You aren’t done after all.") if event.seat == viewer else None
        case TopicOpened():
            return _topic_opened(event)
        case LeadHandedOver():
            return t("{who} hands over: {other} now facilitates.", who=who(event.seat), other=who(event.to))
        case _:
            assert_never(event)


def _time(event: TimeEvent, viewer: int | None) -> str | None:
    match event:
        case LongerAsked():
            return t("You asked for more time.") if event.seat == viewer else None
        case TimeGiven():
            return n("{count} minute more.", "{count} minutes more.", event.minutes)
        case TimeRanOut():
            return t("Time’s up.")
        case MoveOnWanted():  # a word for the facilitator, who reads it in the panel
            return None
        case _:
            assert_never(event)


def _phase_began(event: PhaseBegan) -> str:
    questions = t("To think about: {questions}", questions=" ".join(map(t, event.questions))) if event.questions else ""
    return _sentences(t("{phase}.", phase=TITLES[event.phase]), _clock(event.minutes), questions)


def _topic_opened(event: TopicOpened) -> str:
    number, topics, quotation = event.number, event.of, full_stop(said_note(event.text), 200)
    if event.votes:
        opened = n(
            "Topic {number} of {topics} with {count} dot: {quotation}",
            "Topic {number} of {topics} with {count} dots: {quotation}",
            event.votes,
            number=number,
            topics=topics,
            quotation=quotation,
        )
    else:
        opened = t("Topic {number} of {topics}: {quotation}", number=number, topics=topics, quotation=quotation)
    return _sentences(opened, t("The clock is running."))


def _board(event: _BoardEvent) -> str:
    match event:
        case NotesShown():
            return _notes_shown(len(event.notes), event.kept or 0)
        case NoteHidden():
            return t(_HIDES[event.reason], number=event.note)
        case Grouped():
            return t("Note {number} now goes with note {other}.", number=event.note, other=event.other)
        case Parted():
            return t("Note {number} is on its own again.", number=event.note)
        case TopicNamed():
            return t("Topic {number} is called {quotation}", number=event.topic, quotation=full_stop(event.name))
        case VotesShown():
            return _votes_shown(event)
        case HealthShown():
            return _health_shown(event)
        case _:
            assert_never(event)


def _notes_shown(notes: int, kept: int) -> str:
    if kept:
        return n(
            "{count} new note on the board; the others keep their numbers.",
            "{count} new notes on the board; the others keep their numbers.",
            notes - kept,
        )
    if not notes:
        return t("Nobody wrote a note.")
    return n("{count} note is on the board.", "{count} notes are on the board, in random order.", notes)


def _votes_shown(event: VotesShown) -> str:
    dots = sum(votes for _, votes in event.votes)
    if len(event.votes) == 1:
        return t("There is only one topic.")
    if not dots:
        return t("Nobody used a dot, so you’ll discuss all topics in the order of the board.")
    topics = len(event.agenda)
    if topics == 1:
        return n(
            "The dots are counted: {count} dot on 1 topic.", "The dots are counted: {count} dots on 1 topic.", dots
        )
    return n(
        "The dots are counted: {count} dot on {topics} topics.",
        "The dots are counted: {count} dots on {topics} topics.",
        dots,
        topics=topics,
    )


def _outcome(event: ActionMarked | ActionAdded | ActionChanged | InsightAdded | Thanked | Finished) -> str:
    match event:
        case ActionMarked():
            return _marked(event)
        case ActionAdded() | ActionChanged():
            return _agreed(event)
        case InsightAdded():
            return t("Insight: {quotation}", quotation=full_stop(event.text, 200))
        case Thanked():
            quotation = full_stop(event.text, 200)
            return t("{who} thanks {other}: {quotation}", who=who(event.seat), other=who(event.to), quotation=quotation)
        case Finished():
            return _finished(event)
        case _:
            assert_never(event)


def _marked(event: ActionMarked) -> str:
    number, what = event.number, inside_quotes(event.what)
    match event.mark:
        case "done":
            return t("Action {number}, “{what}”, is done.", number=number, what=what)
        case "drop":
            return t("Action {number}, “{what}”, is dropped.", number=number, what=what)
        case _ if event.due:
            day = shown(event.due)
            return t("Action {number}, “{what}”, stays open, by {day}.", number=number, what=what, day=day)
        case _:
            return t("Action {number}, “{what}”, stays open.", number=number, what=what)


def _agreed(event: ActionAdded | ActionChanged) -> str:
    number, owner, quotation = event.number, who(event.owner), full_stop(event.what, 200)
    if not event.due:
        return t("Action {number} for {who}, no date yet: {quotation}", number=number, who=owner, quotation=quotation)
    day = shown(event.due)
    return t("Action {number} for {who}, by {day}: {quotation}", number=number, who=owner, day=day, quotation=quotation)


def _finished(event: Finished) -> str:
    did = joined([topics_in_words(event.topics), actions_in_words(event.actions)])
    cards = n("{count} game card.", "{count} game cards.", len(event.cards)) if event.cards else ""
    return _sentences(t("The retrospective is over: {did}.", did=did), worth_the_time(event.poll), cards)
