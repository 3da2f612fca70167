"""Fold events into the state: the contract's `evolve`, `draws` and `veil`. No rules, no chance.

Veiled events, as an export has them, fold like the others: a later event shows what they lack.
"""

from typing import assert_never

from games.chance import Draw
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
from games.retro.model import Action, DiscussionTopic, EarlierAction, Note, State
from games.values import replace

SALTS = 2**32  # how many salts there are to draw from when notes are shown


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a retrospective begins with Started, not with {event.kind}")
    if isinstance(event, CourseEvent):
        return _course(state, event)
    if isinstance(event, BoardEvent):
        return _board(state, event)
    if isinstance(event, OutcomeEvent):
        return _outcome(state, event)
    assert_never(event)


def draws(state: State | None, event: Event) -> tuple[Draw, ...]:
    del state
    return (Draw(SALTS, event.salt),) if isinstance(event, NotesShown) else ()


def veil(event: Event) -> Event:
    """What everybody may see for ever: no export reveals when a note was written, or who voted for what."""
    if not isinstance(event, SealedEvent):
        return event
    match event:
        case NoteWritten():
            return replace(event, column=None, text="") if event.seat is None else event
        case CardWritten():
            return replace(event, card=None)
        case DotPut() | DotTaken():
            return replace(event, topic=None)
        case Rated():
            return replace(event, value=None)
        case _:
            assert_never(event)


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
        earlier=tuple(EarlierAction(action.what, action.due, origin=action.origin) for action in event.earlier),
        inherited=event.cards,
        notes=tuple(sorted((Note(len(event.columns) - 1, text) for text in event.saved), key=repr)),
    )


# --- the course of the meeting -------------------------------------------------------------------------------------


def _course(state: State, event: CourseEvent) -> State:
    match event:
        case WentOn():
            return state
        case PhaseBegan():
            return replace(state, phase=event.phase, ready=(), round=1, time_is_up=False, asked=())
        case CheckedIn():
            words = {**state.words, event.seat: event.word}
            return replace(state, words=words, ready=_with(state.ready, event.seat))
        case SaidReady():
            return replace(state, ready=(*state.ready, event.seat))
        case TopicOpened():
            return replace(state, topic=event.number, ready=(), round=1, time_is_up=False, asked=())
        case LongerAsked():
            return replace(state, asked=(*state.asked, event.seat))
        case TimeGiven():
            return replace(state, round=state.round + 1, time_is_up=False, asked=())
        case TimeRanOut():
            return replace(state, time_is_up=True)
        case LeadHandedOver():
            return replace(state, facilitator=event.to)
        case _:
            assert_never(event)


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


# --- on the board --------------------------------------------------------------------------------------------------


def _board(state: State, event: BoardEvent) -> State:
    match event:
        case NoteWritten():
            # sorted, so that not even the state remembers which came first
            notes = (*state.notes, Note(event.column, event.text, event.seat))
            return replace(state, notes=tuple(sorted(notes, key=repr)))
        case NotesShown():
            topics = tuple(DiscussionTopic((number,)) for number in range(1, len(event.notes) + 1))
            return replace(state, notes=event.notes, topics=topics)
        case Grouped():
            return _grouped(state, event)
        case Parted():
            return _parted(state, event)
        case DotPut():
            mine = (*state.placed.get(event.seat, ()), event.topic)
            return replace(state, placed={**state.placed, event.seat: mine})
        case DotTaken():
            return _dot_taken(state, event)
        case VotesShown():
            return _votes_shown(state, event)
        case _:
            assert_never(event)


def _grouped(state: State, event: Grouped) -> State:
    one, other = state.topic_of(event.note), state.topic_of(event.other)
    assert one is not None
    assert other is not None
    both = DiscussionTopic(tuple(sorted({*one.notes, *other.notes})))
    return replace(state, topics=_in_order(*(topic for topic in state.topics if topic not in {one, other}), both))


def _parted(state: State, event: Parted) -> State:
    group = state.topic_of(event.note)
    assert group is not None
    rest = DiscussionTopic(tuple(number for number in group.notes if number != event.note))
    others = (topic for topic in state.topics if topic != group)
    return replace(state, topics=_in_order(*others, rest, DiscussionTopic((event.note,))))


def _in_order(*topics: DiscussionTopic) -> tuple[DiscussionTopic, ...]:
    return tuple(sorted(topics, key=lambda topic: topic.key))


def _dot_taken(state: State, event: DotTaken) -> State:
    mine = list(state.placed[event.seat])
    mine.remove(event.topic)
    return replace(state, placed={**state.placed, event.seat: tuple(mine)})


def _votes_shown(state: State, event: VotesShown) -> State:
    votes = dict(event.votes)
    topics = tuple(replace(topic, votes=votes.get(topic.key, 0)) for topic in state.topics)
    return replace(state, topics=topics, agenda=event.agenda, placed={}, votes_shown=True)


# --- what the team agrees on ---------------------------------------------------------------------------------------


def _outcome(state: State, event: OutcomeEvent) -> State:
    match event:
        case ActionMarked():
            return _action_marked(state, event)
        case ActionAdded():
            return replace(state, actions=(*state.actions, Action(event.what, event.owner, event.due)))
        case CardWritten():
            return replace(state, cards=tuple(sorted((*state.cards, event.card), key=repr)))
        case Rated():
            ratings = {**state.ratings, event.seat: event.value}
            return replace(state, ratings=ratings, ready=_with(state.ready, event.seat))
        case Finished():
            return replace(state, phase="over", poll=event.poll, cards=event.cards, ratings={}, ready=())
        case _:
            assert_never(event)


def _action_marked(state: State, event: ActionMarked) -> State:
    index = event.number - 1
    if state.phase != "stage":
        return replace(state, actions=(*state.actions[:index], *state.actions[index + 1 :]))
    earlier = state.earlier[index]
    marked = replace(earlier, mark=event.mark, due=event.due or earlier.due)
    return replace(state, earlier=(*state.earlier[:index], marked, *state.earlier[index + 1 :]))
