"""The retrospective in sentences: what happened, and what to do next."""

from collections.abc import Sequence
from typing import assert_never

from games.dates import shown
from games.retro.events import (
    ActionAdded,
    ActionMarked,
    BoardEvent,
    CardWritten,
    CheckedIn,
    CourseEvent,
    DotPut,
    DotTaken,
    Event,
    Finished,
    Grouped,
    LeadHandedOver,
    LongerAsked,
    NotesShown,
    NoteWritten,
    OutcomeEvent,
    Parted,
    PhaseBegan,
    Rated,
    SaidReady,
    SealedEvent,
    Started,
    TimeGiven,
    TimeRanOut,
    TopicOpened,
    VotesShown,
    WentOn,
)
from games.retro.model import MAX_RATING, Mark, Phase, State, View
from games.retro.phases import unmarked
from games.text import listing, shortened, who

TITLES: dict[Phase, str] = {
    "stage": "Check in",
    "reflect": "Reflect",
    "group": "Group",
    "vote": "Vote",
    "discuss": "Discuss",
    "actions": "Actions",
    "close": "Close",
    "over": "Summary",
}
_MARKED: dict[Mark, str] = {"": "", "done": "is done", "keep": "stays open", "drop": "is dropped"}
_SHORT = 60  # characters of a note inside a sentence


def quoted(text: str, limit: int = _SHORT) -> str:
    shown = shortened(text, limit)
    return f"“{shown.replace('“', '‘').replace('”', '’')}”"


def full_stop(text: str, limit: int = _SHORT) -> str:
    """A quotation that ends a sentence; one with its own full stop doesn't get a second."""
    shown = quoted(text, limit)
    return shown if shown[-2] in ".!?…" else f"{shown}."


def count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def mean(poll: Sequence[int]) -> float | None:
    """The mean answer of the closing poll; None if nobody answered."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


def worth_the_time(poll: Sequence[int]) -> str:
    """The closing poll in words, without a full stop; empty if nobody answered."""
    worth = mean(poll)
    return "" if worth is None else f"Worth the time: {worth:.1f} out of {MAX_RATING}"


# --- events --------------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    if isinstance(event, SealedEvent):
        return None if viewer is None else _confirmation(event, viewer)
    if isinstance(event, Started):
        return _started(event)
    if isinstance(event, CourseEvent):
        return _course(event)
    if isinstance(event, BoardEvent):
        return _board(event)
    if isinstance(event, OutcomeEvent):
        return _outcome(event)
    assert_never(event)


def _confirmation(event: SealedEvent, viewer: int) -> str | None:
    """What the person who did it reads. An anonymous note or card is only counted: nobody knows whose it is."""
    match event:
        case NoteWritten(seat=None):
            return f"Note {event.count} is in, without a name. It will be shown with all the others."
        case CardWritten():
            return f"Card {event.count} for your next game is in, without a name."
        case NoteWritten() | DotPut() | DotTaken() | Rated():
            return _own(event) if event.seat == viewer else None
        case _:
            assert_never(event)


def _own(event: NoteWritten | DotPut | DotTaken | Rated) -> str:
    match event:
        case NoteWritten():
            return f"Your note is in, {event.count} so far: {full_stop(event.text)}"
        case DotPut():
            return f"Your dot is on {event.topic}; {count(event.left, 'dot')} left."
        case DotTaken():
            return f"You took a dot back from {event.topic}; {count(event.left, 'dot')} left."
        case Rated():
            return f"You gave it {event.value} out of {MAX_RATING}; only the totals are shown."
        case _:
            assert_never(event)


def _started(event: Started) -> str:
    names = "Notes are anonymous." if event.anonymous else "Notes show who wrote them."
    return f"The retrospective begins: {event.title}. {who(0)} facilitates. {names}"


def _course(event: CourseEvent) -> str:
    match event:
        case WentOn():
            return ""
        case PhaseBegan():
            return _phase_began(event)
        case CheckedIn():
            return f"{who(event.seat)}: {full_stop(event.word)}"
        case SaidReady():
            return f"{who(event.seat)} is ready."
        case TopicOpened():
            return _topic_opened(event)
        case LongerAsked():
            return f"{who(event.seat)} asks for more time."
        case TimeGiven():
            return "The clock starts again."
        case TimeRanOut():
            return "Time’s up. If more than half of you say “longer” in time, you get more; if not, you move on."
        case LeadHandedOver():
            return f"{who(event.seat)} hands over: {who(event.to)} now facilitates."
        case _:
            assert_never(event)


def _phase_began(event: PhaseBegan) -> str:
    clock = " The clock is running." if event.minutes else ""
    questions = f" From your last game: {' '.join(event.questions)}" if event.questions else ""
    return f"{TITLES[event.phase]}.{clock}{questions}"


def _topic_opened(event: TopicOpened) -> str:
    votes = f" with {count(event.votes, 'dot')}" if event.votes else ""
    return f"Topic {event.number} of {event.of}{votes}: {full_stop(event.text, 200)} The clock is running."


def _board(event: NotesShown | Grouped | Parted | VotesShown) -> str:
    match event:
        case NotesShown():
            return _notes_shown(len(event.notes))
        case Grouped():
            return f"Note {event.note} now goes with note {event.other}."
        case Parted():
            return f"Note {event.note} is on its own again."
        case VotesShown():
            return _votes_shown(event)
        case _:
            assert_never(event)


def _notes_shown(notes: int) -> str:
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


def _outcome(event: ActionMarked | ActionAdded | Finished) -> str:
    match event:
        case ActionMarked():
            due = f", by {shown(event.due)}" if event.due else ""
            return f"Action {event.number}, {quoted(event.what)}, {_MARKED[event.mark]}{due}."
        case ActionAdded():
            due = f"by {shown(event.due)}" if event.due else "no date yet"
            return f"Action {event.number} for {who(event.owner)}, {due}: {full_stop(event.what, 200)}"
        case Finished():
            return _finished(event)
        case _:
            assert_never(event)


def _finished(event: Finished) -> str:
    worth = worth_the_time(event.poll)
    rated = f" {worth}." if worth else ""
    cards = f" {count(len(event.cards), 'card')} for your next game." if event.cards else ""
    did = f"{count(event.topics, 'topic')}, {count(event.actions, 'action')}"
    return f"The retrospective is over: {did}.{rated}{cards}"


# --- what to do next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    return f"{_task(state)} {_progress(state)}".rstrip()


def _progress(state: State) -> str:
    """Who isn't ready yet, and who can move on regardless."""
    if state.phase == "over":
        return ""
    lead = f"{who(state.facilitator)} can move on with “next”."
    waiting = [who(seat) for seat in range(state.seats) if seat not in state.ready]
    nobody_ready = len(waiting) == state.seats
    if not waiting or (nobody_ready and (state.phase in {"stage", "close"} or state.time_is_up)):
        return lead  # the task already says what to do
    if nobody_ready and state.seats > 2:
        return f"Say “ready” when you’re done. {lead}"
    return f"Not ready yet: {listing(waiting)}. {lead}"


def _task(state: State) -> str:
    match state.phase:
        case "stage":
            return _stage(state)
        case "reflect":
            return _reflect(state)
        case "group":
            return f"{count(len(state.topics), 'topic')}: which belong together? For example “group 2 with 1”."
        case "vote":
            return _vote(state)
        case "discuss":
            return _discuss(state)
        case "actions":
            return _actions(state)
        case "close":
            return f"Was it worth your time, from 0 to {MAX_RATING}? For example “say 4”; only the totals are shown."
        case "over":
            return "The retrospective is over."
        case _:
            assert_never(state.phase)


def _stage(state: State) -> str:
    left = unmarked(state)
    if not left:
        return "How are you, in one word? For example “say sunny”."
    numbers = listing([str(number) for number in left])
    actions = f"action{'s' if len(left) > 1 else ''} {numbers}"
    marks = "done, keep (with a new date) or drop"
    return f"How are you, in one word? And what became of {actions}: {marks}?"


def _reflect(state: State) -> str:
    first = state.columns[0].title.split()[0].lower()
    so_far = f"{count(len(state.notes), 'note')} so far."
    return f"Write notes, for example “note {first} …”; nobody sees them yet. {so_far}"


def _vote(state: State) -> str:
    used = sum(len(dots) for dots in state.placed.values())
    so_far = f" {used} of {count(state.dots * state.seats, 'dot')} used." if used else ""
    dots = f"You have {count(state.dots, 'dot')} each, for example “vote 1”; nobody sees where yours are."
    return f"What do you want to talk about? {dots}{so_far}"


def _discuss(state: State) -> str:
    topic = state.current_topic
    assert topic is not None
    asked = f" {len(state.asked)} of {state.seats} want more." if state.asked else ""
    more = " Time’s up: ask for longer, or say you’re ready to move on." if state.time_is_up else ""
    return f"Talk about {full_stop(state.note(topic.key).text)}{more}{asked}"


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return f"You have {count(state.limit, 'action')}, as many as you wanted."
    return (
        f"What will you change? Up to {count(left, 'more action')}, with a name and a date: “action Ben … by Friday”."
    )
