"""Folding events into the state: what `evolve` and `draws` of the contract do. No rules and no chance in here.

Veiled events, as an export has them, are folded like the others: what is missing in them is shown by a later event.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.chance import Draw
from games.retro.model import (
    Action,
    ActionAdded,
    ActionMarked,
    CardWritten,
    CheckedIn,
    DotPut,
    DotTaken,
    Earlier,
    Event,
    Finished,
    Grouped,
    LeadHandedOver,
    LongerAsked,
    Note,
    NotesShown,
    NoteWritten,
    Parted,
    PhaseBegan,
    Rated,
    SaidReady,
    Started,
    State,
    TimeGiven,
    TimeRanOut,
    Topic,
    TopicOpened,
    VotesShown,
    WentOn,
)

SALTS = 2**32  # how many orders the notes could have been given


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a retrospective begins with Started, not with {event.kind}")
    return _FOLDS[type(event)](state, event)


def draws(state: State | None, event: Event) -> tuple[Draw, ...]:
    del state
    return (Draw(SALTS, event.salt),) if isinstance(event, NotesShown) else ()


def veil(event: Event) -> Event:
    """As it may be seen for ever: nobody learns from an export when which note was written, or who voted for what."""
    match event:
        case NoteWritten(seat=None):
            return replace(event, column=None, text="")
        case CardWritten():
            return replace(event, card=None)
        case DotPut() | DotTaken():
            return replace(event, topic=None)
        case Rated():
            return replace(event, value=None)
        case _:
            return event


def _started(event: Started) -> State:
    return State(
        title=event.title,
        columns=event.columns,
        seats=event.seats,
        dots=event.dots,
        reflect=event.reflect,
        discuss=event.discuss,
        limit=event.limit,
        anonymous=event.anonymous,
        questions=event.questions,
        earlier=tuple(Earlier(action.what, action.due) for action in event.earlier),
        inherited=event.cards,
    )


def _unchanged(state: State, _: Event) -> State:
    return state


def _phase_began(state: State, event: PhaseBegan) -> State:
    return replace(state, phase=event.phase, ready=(), round=1, time_is_up=False, asked=())


def _checked_in(state: State, event: CheckedIn) -> State:
    ready = state.ready if event.seat in state.ready else (*state.ready, event.seat)
    return replace(state, words={**state.words, event.seat: event.word}, ready=ready)


def _action_marked(state: State, event: ActionMarked) -> State:
    index = event.number - 1
    if state.phase != "stage":
        return replace(state, actions=(*state.actions[:index], *state.actions[index + 1 :]))
    marked = replace(state.earlier[index], mark=event.mark)
    return replace(state, earlier=(*state.earlier[:index], marked, *state.earlier[index + 1 :]))


def _said_ready(state: State, event: SaidReady) -> State:
    return replace(state, ready=(*state.ready, event.seat))


# --- notes ---------------------------------------------------------------------------------------------------------


def _note_written(state: State, event: NoteWritten) -> State:
    # sorted, so that not even the state remembers which came first
    notes = (*state.notes, Note(event.column, event.text, event.seat))
    return replace(state, notes=tuple(sorted(notes, key=repr)))


def _notes_shown(state: State, event: NotesShown) -> State:
    topics = tuple(Topic((number,)) for number in range(1, len(event.notes) + 1))
    return replace(state, notes=event.notes, topics=topics)


def _grouped(state: State, event: Grouped) -> State:
    one, other = state.topic_of(event.note), state.topic_of(event.other)
    assert one is not None
    assert other is not None
    both = Topic(tuple(sorted({*one.notes, *other.notes})))
    return replace(state, topics=_in_order(*(topic for topic in state.topics if topic not in {one, other}), both))


def _parted(state: State, event: Parted) -> State:
    old = state.topic_of(event.note)
    assert old is not None
    rest = Topic(tuple(number for number in old.notes if number != event.note))
    others = (topic for topic in state.topics if topic != old)
    return replace(state, topics=_in_order(*others, rest, Topic((event.note,))))


def _in_order(*topics: Topic) -> tuple[Topic, ...]:
    return tuple(sorted(topics, key=lambda topic: topic.key))


# --- votes ---------------------------------------------------------------------------------------------------------


def _dot_put(state: State, event: DotPut) -> State:
    mine = (*state.dotted.get(event.seat, ()), event.topic)
    return replace(state, dotted={**state.dotted, event.seat: mine})


def _dot_taken(state: State, event: DotTaken) -> State:
    mine = list(state.dotted[event.seat])
    mine.remove(event.topic)
    return replace(state, dotted={**state.dotted, event.seat: tuple(mine)})


def _votes_shown(state: State, event: VotesShown) -> State:
    votes = dict(event.votes)
    topics = tuple(replace(topic, votes=votes.get(topic.key, 0)) for topic in state.topics)
    return replace(state, topics=topics, agenda=event.agenda, dotted={}, counted=True)


def _topic_opened(state: State, event: TopicOpened) -> State:
    return replace(state, topic=event.number, ready=(), round=1, time_is_up=False, asked=())


def _longer_asked(state: State, event: LongerAsked) -> State:
    return replace(state, asked=(*state.asked, event.seat))


def _time_given(state: State, _: TimeGiven) -> State:
    return replace(state, round=state.round + 1, time_is_up=False, asked=())


def _time_ran_out(state: State, _: TimeRanOut) -> State:
    return replace(state, time_is_up=True)


# --- what comes of it ----------------------------------------------------------------------------------------------


def _action_added(state: State, event: ActionAdded) -> State:
    return replace(state, actions=(*state.actions, Action(event.what, event.owner, event.due)))


def _card_written(state: State, event: CardWritten) -> State:
    return replace(state, cards=tuple(sorted((*state.cards, event.card), key=repr)))


def _lead_handed_over(state: State, event: LeadHandedOver) -> State:
    return replace(state, facilitator=event.to)


def _rated(state: State, event: Rated) -> State:
    ready = state.ready if event.seat in state.ready else (*state.ready, event.seat)
    return replace(state, ratings={**state.ratings, event.seat: event.value}, ready=ready)


def _finished(state: State, event: Finished) -> State:
    return replace(state, phase="over", poll=event.poll, cards=event.cards, ratings={}, ready=())


_FOLDS: dict[type, Callable[[State, Any], State]] = {
    WentOn: _unchanged,
    PhaseBegan: _phase_began,
    CheckedIn: _checked_in,
    ActionMarked: _action_marked,
    SaidReady: _said_ready,
    NoteWritten: _note_written,
    NotesShown: _notes_shown,
    Grouped: _grouped,
    Parted: _parted,
    DotPut: _dot_put,
    DotTaken: _dot_taken,
    VotesShown: _votes_shown,
    TopicOpened: _topic_opened,
    LongerAsked: _longer_asked,
    TimeGiven: _time_given,
    TimeRanOut: _time_ran_out,
    ActionAdded: _action_added,
    CardWritten: _card_written,
    LeadHandedOver: _lead_handed_over,
    Rated: _rated,
    Finished: _finished,
}
