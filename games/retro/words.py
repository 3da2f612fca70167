"""The retrospective in sentences: what happened."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from games.dates import in_brief, shown
from games.language import Lazy, lazy, lazy_p, n, p, source, t
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
    Note,
    Phase,
    Reason,
    State,
    Trend,
    is_card,
    mean_of,
    said_note,
    said_title,
    trends,
)
from games.sheets import BOLD, Line, line, marked
from games.text import number as decimal
from games.text import shortened, who

TITLES: dict[str, Lazy] = {  # by phase
    "stage": lazy("Check in"),
    "review": lazy("Last actions"),
    "reflect": lazy("Write"),
    "group": lazy("Group"),
    "vote": lazy("Vote"),
    "discuss": lazy("Discuss"),
    "actions": lazy("Actions"),
    "close": lazy_p("phase", "Close"),
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
# our own wording of what retrospectives rest on: good faith
GOOD_FAITH = lazy(
    "Whatever comes up today: everybody did what seemed right to them, with what they knew, "
    "what they had and how much they could carry. We look for causes, not for culprits."
)
_HIDDEN: dict[Reason, Lazy] = {  # in place of the note, and when it is hidden
    "person": lazy("(hidden: it’s about a person, not about what happened)"),
    "tone": lazy("(hidden: its tone could hurt somebody)"),
    "private": lazy("(hidden: it has something private in it)"),
}
_HIDES: dict[Reason, Lazy] = {
    "person": lazy("Note {number} is hidden: it’s about a person, not about what happened."),
    "tone": lazy("Note {number} is hidden: its tone could hurt somebody."),
    "private": lazy("Note {number} is hidden: it has something private in it."),
}
SAFETY = lazy("How safe do you feel to speak?")
HOW_ARE_YOU = lazy("How are you, in one word?")
_SHORT = 60  # characters of a note inside a sentence


def note_text(state: State, note: Note) -> str:
    """The note's text on the board, or why it was hidden. Its writer reads that there, like everybody else."""
    if note.hidden:
        return str(_HIDDEN[note.hidden])
    unrated = is_card(state, note) and any(note.text == source(topic.title) for topic in state.health)
    return t(note.text) if unrated else said_note(note.text)


def topic_text(state: State, topic: DiscussionTopic) -> str:
    """The title of a topic as people read it: its group's name, or its first note."""
    return topic.name or note_text(state, state.note(topic.key))


def _inside(text: str, limit: int = _SHORT) -> str:
    """The words of a quotation; whatever they quote gets other quotation marks."""
    return shortened(text, limit).replace("“", "‘").replace("”", "’")


def full_stop(text: str, limit: int = _SHORT) -> str:
    """A quotation that ends a sentence; one with its own full stop doesn't get a second."""
    words = _inside(text, limit)
    if _ends(words):
        return p("quotation", "“{words}”", words=words)
    return p("quotation at the end of a sentence", "“{words}”.", words=words)


def _full_stop_only(text: str) -> str:
    """Add a full stop to somebody's sentence unless it has one."""
    return text if _ends(text) else f"{text}."


def _ends(text: str) -> bool:
    return text.endswith((".", "!", "?", "…"))


def action_line(action: Action) -> Line:
    """An action with its owner and date: `Chris: fix the build, by Fri 20 Nov`."""
    if not action.due:
        return line(t("{who}: {what}", who=who(action.owner), what=action.what))
    due = in_brief(action.due)
    return marked(t("{who}: {what}, {bold}by {day}{plain}", who=who(action.owner), what=action.what, day=due, **BOLD))


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
        lines.append(f"{topic.title} {'–' if mean is None else decimal(mean, 1)} {_ARROWS[change]}".rstrip())
    return lines


def mean(poll: Sequence[int]) -> float | None:
    """The mean answer of the closing poll; None if nobody answered."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


def worth_the_time(poll: Sequence[int]) -> str:
    """The closing poll in a sentence; empty if nobody answered."""
    worth = mean(poll)
    return "" if worth is None else t("Worth the time: {mean} of {scale}.", mean=decimal(worth, 1), scale=MAX_RATING)


# --- what is counted, for lists --------------------------------------------------------------------------------------


def notes_in_words(notes: int) -> str:
    return n("{count} note", "{count} notes", notes)


def dots_in_words(dots: int) -> str:
    return n("{count} dot", "{count} dots", dots)


def topics_in_words(topics: int) -> str:
    return n("{count} topic", "{count} topics", topics)


def actions_in_words(actions: int) -> str:
    return n("{count} action", "{count} actions", actions)


def answers_in_words(answers: int) -> str:
    return n("{count} answer", "{count} answers", answers)


def with_dots(text: str, votes: int) -> str:
    """A topic with the number of its dots, if it has any."""
    return n("{topic} ({count} dot)", "{topic} ({count} dots)", votes, topic=text) if votes else text


def joined(parts: Iterable[str]) -> str:
    return p("list", ", ").join(parts)


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
            return t("“{line}” is no longer part of your agreement.", line=_inside(event.text, 120))
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
    answers = joined(f"{given} × {value}" for value, given in zip(SCALE, poll, strict=True) if given)
    return t(
        "How safe people feel to speak: {mean} out of {scale} ({answers}).",
        mean=decimal(mean, 1),
        scale=SCALE[-1],
        answers=answers,
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


def no_format(name: str) -> str:
    return t("This room has no format called “{name}” yet, so it’s the usual one.", name=_inside(name))


def _started(event: Started) -> str:
    names = t("Notes have no names.") if event.anonymous else t("Notes show who wrote them.")
    missing = no_format(event.unknown) if event.unknown else ""
    agreed = t("You agreed: {lines}", lines=" ".join(map(_full_stop_only, event.agreement))) if event.agreement else ""
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
    number, what = event.number, _inside(event.what)
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
