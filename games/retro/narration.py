"""The retrospective in sentences: what happened, what comes next."""

from collections.abc import Callable, Sequence
from typing import Any

from games.retro.model import (
    BEST,
    ActionAdded,
    ActionMarked,
    CardWritten,
    CheckedIn,
    DotPut,
    DotTaken,
    Event,
    Finished,
    Grouped,
    LeadHandedOver,
    LongerAsked,
    NotesShown,
    NoteWritten,
    Parted,
    Phase,
    PhaseBegan,
    Rated,
    SaidReady,
    Started,
    State,
    TimeGiven,
    TimeRanOut,
    TopicOpened,
    View,
    VotesShown,
    WentOn,
)
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
_MARKED = {"done": "is done", "keep": "stays open", "drop": "is dropped"}
_SHORT = 60  # characters of a note inside a sentence


def quoted(text: str, limit: int = _SHORT) -> str:
    shown = shortened(text, limit)
    return f"“{shown.replace('“', '‘').replace('”', '’')}”"


def full_stop(text: str, limit: int = _SHORT) -> str:
    """The same at the end of a sentence; one that ends by itself gets no second full stop."""
    shown = quoted(text, limit)
    return shown if shown[-2] in ".!?…" else f"{shown}."


def count(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number} {thing}s"


def mean(poll: Sequence[int]) -> float | None:
    """What the answers of the closing poll come to; None if there are none."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


# --- events --------------------------------------------------------------------------------------------------------


def narrate(event: Event, viewer: int | None) -> str | None:
    match event:
        case NoteWritten() | CardWritten() | DotPut() | DotTaken() | Rated():
            return _private(event, viewer)
        case _:
            return _SENTENCES[type(event)](event)


def _private(event: NoteWritten | CardWritten | DotPut | DotTaken | Rated, viewer: int | None) -> str | None:
    """Nothing for the room; a word for who did it. Of an anonymous note nothing is known but that it is there."""
    if viewer is None:
        return None
    match event:
        case NoteWritten(seat=None):
            return f"Note {event.count} is in, without a name. It is shown with all the others."
        case NoteWritten(seat=seat) if seat == viewer:
            return f"Your note is in, number {event.count}: {full_stop(event.text)}"
        case CardWritten():
            return f"Card {event.count} for the next game is in, without a name."
        case DotPut(seat=seat) if seat == viewer:
            return f"Your dot is on {event.topic}; {count(event.left, 'dot')} left."
        case DotTaken(seat=seat) if seat == viewer:
            return f"You took a dot back from {event.topic}; {count(event.left, 'dot')} left."
        case Rated(seat=seat) if seat == viewer:
            return f"You gave {event.value} of {BEST}; only the sums are shown."
        case _:
            return None


def _started(event: Started) -> str:
    names = "Notes bear no names." if event.anonymous else "Notes bear the names of their writers."
    return f"The retrospective begins: {event.title}. {who(0)} facilitates. {names}"


def _went_on(_: WentOn) -> str:
    return ""


def _phase_began(event: PhaseBegan) -> str:
    minutes = f" {count(event.minutes, 'minute')} on the clock." if event.minutes else ""
    questions = f" From your last game: {' '.join(event.questions)}" if event.questions else ""
    return f"{TITLES[event.phase]}.{minutes}{questions}"


def _checked_in(event: CheckedIn) -> str:
    return f"{who(event.seat)}: {full_stop(event.word)}"


def _action_marked(event: ActionMarked) -> str:
    return f"Action {event.number}, {quoted(event.what)}, {_MARKED[event.mark]}."


def _said_ready(event: SaidReady) -> str:
    return f"{who(event.seat)} is ready."


def _notes_shown(event: NotesShown) -> str:
    there = f"{'is' if len(event.notes) == 1 else 'are'} on the board, in an order of chance."
    return f"{count(len(event.notes), 'note')} {there}" if event.notes else "Nobody wrote a note."


def _grouped(event: Grouped) -> str:
    return f"Note {event.note} goes with {event.other}."


def _parted(event: Parted) -> str:
    return f"Note {event.note} stands on its own again."


def _votes_shown(event: VotesShown) -> str:
    dots = sum(votes for _, votes in event.votes)
    if len(event.votes) == 1:
        return "There is one topic."
    if not dots:
        return "Nobody used a dot, so the topics come as they stand."
    return f"The dots are counted: {count(dots, 'dot')} on {count(len(event.agenda), 'topic')}."


def _topic_opened(event: TopicOpened) -> str:
    votes = f" with {count(event.votes, 'dot')}" if event.votes else ""
    minutes = count(event.minutes, "minute")
    return f"Topic {event.number} of {event.of}{votes}: {full_stop(event.text, 200)} {minutes} on the clock."


def _longer_asked(event: LongerAsked) -> str:
    return f"{who(event.seat)} asks for more time."


def _time_given(event: TimeGiven) -> str:
    return f"More time: {count(event.minutes, 'minute')} from now."


def _time_ran_out(_: TimeRanOut) -> str:
    return "Time is up. More of it? If more than half of you say “longer”; else the next topic comes in a minute."


def _action_added(event: ActionAdded) -> str:
    due = f", by {event.due}" if event.due else ""
    return f"Action {event.number} for {who(event.owner)}{due}: {full_stop(event.what, 200)}"


def _lead_handed_over(event: LeadHandedOver) -> str:
    return f"{who(event.seat)} hands over: {who(event.to)} facilitates."


def _finished(event: Finished) -> str:
    worth = mean(event.poll)
    rated = "" if worth is None else f" Worth the time: {worth:.1f} of {BEST}."
    cards = f" {count(len(event.cards), 'card')} for your next game." if event.cards else ""
    did = f"{count(event.topics, 'topic')}, {count(event.actions, 'action')}"
    return f"The retrospective is over: {did}.{rated}{cards}"


_SENTENCES: dict[type, Callable[[Any], str]] = {
    Started: _started,
    WentOn: _went_on,
    PhaseBegan: _phase_began,
    CheckedIn: _checked_in,
    ActionMarked: _action_marked,
    SaidReady: _said_ready,
    NotesShown: _notes_shown,
    Grouped: _grouped,
    Parted: _parted,
    VotesShown: _votes_shown,
    TopicOpened: _topic_opened,
    LongerAsked: _longer_asked,
    TimeGiven: _time_given,
    TimeRanOut: _time_ran_out,
    ActionAdded: _action_added,
    LeadHandedOver: _lead_handed_over,
    Finished: _finished,
}

# --- what comes next -----------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.table
    if state.phase == "over":
        return "The retrospective is over."
    waiting = [who(seat) for seat in range(state.seats) if seat not in state.ready]
    return f"{_TASKS[state.phase](state)} {_waiting_for(state, waiting)}"


def _waiting_for(state: State, waiting: Sequence[str]) -> str:
    lead = f"{who(state.facilitator)} can move on with “next”."
    if not waiting:
        return lead
    if state.phase in {"stage", "close"} and len(waiting) == state.seats:
        return lead
    if len(waiting) == state.seats and state.seats > 2:
        return f"Say “ready” when you are done. {lead}"
    return f"Not ready yet: {listing(waiting)}. {lead}"


def _stage(state: State) -> str:
    left = unmarked(state)
    if left:
        numbers = listing([str(number) for number in left])
        return f"How are you, in one word? And what became of action {numbers}: done, keep or drop?"
    return "How are you, in one word? Such as “say sunny”."


def _reflect(state: State) -> str:
    first = state.columns[0].title.split()[0].lower()
    return f"Write notes, such as “note {first} …”; nobody sees them yet. {count(len(state.notes), 'note')} so far."


def _group(state: State) -> str:
    return f"{count(len(state.topics), 'topic')}: what belongs together? Such as “group 2 with 1”."


def _vote(state: State) -> str:
    used = sum(len(dots) for dots in state.dotted.values())
    so_far = f" {used} of {count(state.dots * state.seats, 'dot')} used." if used else ""
    task = f"What do you want to talk about? {count(state.dots, 'dot')} each, “vote 1”; nobody sees where yours are."
    return f"{task}{so_far}"


def _discuss(state: State) -> str:
    topic = state.talking
    assert topic is not None
    asked = f" {len(state.asked)} of {state.seats} want more." if state.asked else ""
    more = " Time is up: say “longer” if you need more, or “ready” for the next topic." if state.time_is_up else ""
    return f"Talk about {full_stop(state.note(topic.key).text)}{more}{asked}"


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return "You have as many actions as you wanted."
    return (
        f"What will you change? Up to {count(left, 'more action')}, with a name and a date: “action Ben … by Friday”."
    )


def _close(_: State) -> str:
    return f"Was it worth your time, from 0 to {BEST}? Such as “say 4”; only the sums are shown."


_TASKS: dict[Phase, Callable[[State], str]] = {
    "stage": _stage,
    "reflect": _reflect,
    "group": _group,
    "vote": _vote,
    "discuss": _discuss,
    "actions": _actions,
    "close": _close,
}
