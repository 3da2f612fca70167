"""Fold events into the state: the contract's `evolve` and `randomness`. No rules, no chance.

Veiled events, as an export has them, fold like the others: a later event shows what they lack.
"""

from collections.abc import Sequence
from typing import assert_never

from games.chance import Draw
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
from games.retro.formats import said_check_in, said_columns, said_title, said_topics
from games.retro.model import (
    SAVED,
    Action,
    Appreciation,
    Column,
    DiscussionTopic,
    EarlierAction,
    HealthTopic,
    Insight,
    Note,
    State,
)
from games.values import replace

# --- notes -----------------------------------------------------------------------------------------------------------


def _fold_note(state: State, event: NoteEvent) -> State:
    match event:
        case NoteWritten():
            note = Note(event.column, event.text, event.seat, event.code)
            return _with_waiting(replace(state, written=state.written + 1), [*state.waiting, note])
        case NoteChanged():
            changed = [_changed(note, event) for note in state.waiting]
            return _with_waiting(state, changed)
        case NoteWithdrawn():
            return _with_waiting(state, _without(state.waiting, event.code))
        case NotesShown():
            kept = event.kept or 0
            new = (DiscussionTopic((number,)) for number in range(kept + 1, len(event.notes) + 1))
            topics = state.topics if event.kept else ()
            return replace(state, notes=event.notes, shown=len(event.notes), topics=(*topics, *new))
        case NoteHidden():
            return _hidden(state, event)
        case _:
            assert_never(event)


def _with_waiting(state: State, notes: Sequence[Note]) -> State:
    """The state with these waiting notes, sorted so that not even the state remembers which came first."""
    return replace(state, notes=(*state.board, *sorted(notes, key=repr)))


def _changed(note: Note, event: NoteChanged) -> Note:
    return replace(note, text=event.text) if event.code and note.code == event.code else note


def _without(notes: Sequence[Note], code: str) -> list[Note]:
    """All notes but the one with this code; a veiled event has none, and veiled notes are all alike."""
    index = next((index for index, note in enumerate(notes) if note.code == code), len(notes) - 1)
    return [note for place, note in enumerate(notes) if place != index]


def _hidden(state: State, event: NoteHidden) -> State:
    """Hide a note: it stays on the board without its text, and is no longer part of a topic."""
    note = replace(state.note(event.note), text="", hidden=event.reason)
    notes = (*state.notes[: event.note - 1], note, *state.notes[event.note :])
    topic = state.topic_of(event.note)
    state = replace(state, notes=notes)
    return state if topic is None else _without_note(state, topic, event.note)


def _without_note(state: State, topic: DiscussionTopic, number: int) -> State:
    """Take a note out of its topic. Dots stay with the rest of its group; if there is none, voters get them back."""
    rest = tuple(each for each in topic.notes if each != number)
    left = [replace(topic, notes=rest)] if rest else []
    others = (each for each in state.topics if each != topic)
    place = state.agenda.index(topic.key) + 1 if topic.key in state.agenda else 0
    return replace(
        state,
        topics=_in_order(*others, *left),
        placed={seat: _moved(dots, topic.key, rest) for seat, dots in state.placed.items()},
        agenda=tuple(key for key in _moved(state.agenda, topic.key, rest) if key is not None),
        insights=tuple(
            replace(each, topic=rest[0] if rest and each.topic == topic.key else each.topic) for each in state.insights
        ),
        topic=state.topic - (not rest and 0 < place <= state.topic),
    )


def _moved(keys: tuple[int | None, ...], key: int, rest: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(rest[0] if each == key else each for each in keys if each != key or rest)


# --- topics ----------------------------------------------------------------------------------------------------------


def _fold_topic(state: State, event: TopicEvent) -> State:
    match event:
        case Grouped():
            return _grouped(state, event)
        case Parted():
            return _parted(state, event)
        case TopicNamed():
            named = (replace(each, name=event.name) if each.key == event.topic else each for each in state.topics)
            return replace(state, topics=tuple(named))
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
    both = DiscussionTopic(tuple(sorted({*one.notes, *other.notes})), name=other.name or one.name)
    return replace(state, topics=_in_order(*(topic for topic in state.topics if topic not in {one, other}), both))


def _parted(state: State, event: Parted) -> State:
    group = state.topic_of(event.note)
    assert group is not None
    rest = replace(group, notes=tuple(number for number in group.notes if number != event.note))
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


# --- every event -----------------------------------------------------------------------------------------------------

SALTS = 2**32  # how many salts there are to draw from when notes are shown


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, Started):
        return _started(event)
    if state is None:
        raise ValueError(f"a retrospective begins with Started, not with {event.kind}")
    if isinstance(event, CourseEvent):
        return _course(state, event)
    if isinstance(event, TimeEvent | DetourEvent):
        return _time(state, event) if isinstance(event, TimeEvent) else _detour(state, event)
    if isinstance(event, StageEvent):
        return _stage(state, event)
    if isinstance(event, NoteEvent):
        return _fold_note(state, event)
    if isinstance(event, HealthEvent):
        return _health(state, event)
    if isinstance(event, TopicEvent):
        return _fold_topic(state, event)
    if isinstance(event, OutcomeEvent):
        return _outcome(state, event)
    assert_never(event)


def randomness(state: State | None, event: Event) -> tuple[Draw, ...]:
    del state
    return (Draw(SALTS, event.salt),) if isinstance(event, NotesShown) else ()


def _started(event: Started) -> State:
    stored = tuple(Column(each.title, each.hint) for each in event.columns)
    columns = said_columns(event.title, stored)
    return State(
        title=said_title(event.title, stored),
        columns=columns,
        seats=event.seats,
        dots=event.dots,
        reflect=event.reflect,
        discuss=event.discuss,
        limit=event.limit,
        anonymous=event.anonymous,
        questions=event.questions,
        earlier=tuple(EarlierAction(action.what, action.due, origin=action.origin) for action in event.earlier),
        inherited=event.cards,
        notes=tuple(sorted((Note(_saved_column(columns), text) for text in event.saved), key=repr)),
        check_in=said_check_in(event.check_in),
        asked_before=event.asked_before,
        agreement=event.agreement,
        safety_check=event.safety,
        health=said_topics(HealthTopic(each.title, each.good, each.bad) for each in event.health),
        past=event.past,
        formats=event.formats,
        unknown=event.unknown,
    )


def _saved_column(columns: Sequence[Column]) -> int:
    return columns.index(SAVED) if SAVED in columns else len(columns) - 1


# --- the course of the meeting ---------------------------------------------------------------------------------------


def _course(state: State, event: CourseEvent) -> State:
    match event:
        case WentOn():
            return state
        case PhaseBegan():
            return _phase_began(state, event)
        case CheckedIn():
            words = {**state.words, event.seat: event.word}
            return replace(state, words=words, ready=_with(state.ready, event.seat))
        case SaidReady():
            asked = _without_seat(state.asked, event.seat)
            return replace(state, ready=_with(state.ready, event.seat), asked=asked)
        case NotDone():
            return replace(state, ready=_without_seat(state.ready, event.seat))
        case TopicOpened():
            return replace(_clock_set(state), topic=event.number, talks=state.talks + 1)
        case LeadHandedOver():
            return replace(state, facilitator=event.to)
        case _:
            assert_never(event)


def _time(state: State, event: TimeEvent) -> State:
    match event:
        case LongerAsked():
            ready = _without_seat(state.ready, event.seat) if state.time_is_up else state.ready
            return replace(state, asked=(*state.asked, event.seat), ready=ready)
        case TimeGiven():
            again = replace(state, round=state.round + 1, extra=event.minutes)
            return replace(again, time_is_up=False, move_on_wanted=False, asked=())
        case TimeRanOut():
            return replace(state, time_is_up=True)
        case MoveOnWanted():
            return replace(state, move_on_wanted=True)
        case _:
            assert_never(event)


def _clock_set(state: State, ready: tuple[int, ...] = ()) -> State:
    """A phase or a topic begins: nobody is done with it, and its clock is new."""
    return replace(state, ready=ready, round=1, extra=0, time_is_up=False, move_on_wanted=False, asked=())


def _detour(state: State, event: DetourEvent) -> State:
    match event:
        case Arrived():
            return replace(state, seats=state.seats + 1)
        case SkipQuestioned():
            return state
        case WentBack():
            return _went_back(state, event)
        case TopicChosen():
            return _chosen(state, event)
        case _:
            assert_never(event)


def _phase_began(state: State, event: PhaseBegan | WentBack) -> State:
    # whoever has checked in, or has rated a meeting, has nothing more to do there after it went back
    ready = tuple(state.ratings if event.phase == "close" else state.words if event.phase == "stage" else ())
    return replace(_clock_set(state, ready), phase=event.phase)


def _chosen(state: State, event: TopicChosen) -> State:
    """Put a topic after the one under discussion, which it may have followed or not been on the agenda at all."""
    current = state.agenda[state.topic - 1]
    others = [key for key in state.agenda if key != event.topic]
    place = others.index(current) + 1
    return replace(state, agenda=(*others[:place], event.topic, *others[place:]), topic=place)


def _went_back(state: State, event: WentBack) -> State:
    """Go back to an earlier phase. Dots are lost on the way to grouping or voting: topics may change."""
    state = replace(_phase_began(state, event), returns=state.returns + 1, topic=event.topic)
    if event.phase in {"discuss", "actions"}:
        return replace(state, talks=state.talks + (event.phase == "discuss"))
    topics = tuple(replace(topic, votes=0) for topic in state.topics)
    return replace(state, topics=topics, agenda=(), placed={}, votes_shown=False)


def _with(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


def _without_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(each for each in seats if each != seat)


# --- the stage, and health -------------------------------------------------------------------------------------------


def _stage(state: State, event: StageEvent) -> State:
    match event:
        case AgreementAdded():
            return replace(state, agreement=(*state.agreement, event.text))
        case AgreementDropped():
            index = event.number - 1
            return replace(state, agreement=(*state.agreement[:index], *state.agreement[index + 1 :]))
        case SafetyAnswered():
            return replace(state, safety={**state.safety, event.seat: event.value})
        case SafetyShown():
            return replace(state, safety={}, safety_poll=event.poll)
        case MadeAnonymous():
            return replace(state, anonymous=True)
        case _:
            assert_never(event)


def _health(state: State, event: HealthEvent) -> State:
    match event:
        case TopicRated(seat=seat, topic=topic):
            if topic is None:  # veiled
                return state
            answers = {**state.answers, seat: {**state.answers.get(seat, {}), topic: event.value}}
            return replace(state, answers=answers)
        case HealthShown():
            return replace(state, answers={}, profile=event.profile)
        case _:
            assert_never(event)


# --- what the team agrees on -----------------------------------------------------------------------------------------


def _outcome(state: State, event: OutcomeEvent) -> State:
    match event:
        case ActionMarked():
            return _action_marked(state, event)
        case ActionAdded():
            return replace(state, actions=(*state.actions, Action(event.what, event.owner, event.due)))
        case ActionChanged():
            index, changed = event.number - 1, Action(event.what, event.owner, event.due)
            return replace(state, actions=(*state.actions[:index], changed, *state.actions[index + 1 :]))
        case InsightAdded():
            return replace(state, insights=(*state.insights, Insight(event.topic, event.text)))
        case Thanked():
            return replace(state, thanks=(*state.thanks, Appreciation(event.seat, event.to, event.text)))
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
    if state.phase not in {"stage", "review"}:  # earlier versions asked in the check-in
        return replace(state, actions=(*state.actions[:index], *state.actions[index + 1 :]))
    earlier = state.earlier[index]
    marked = replace(earlier, mark=event.mark, due=event.due or earlier.due)
    return replace(state, earlier=(*state.earlier[:index], marked, *state.earlier[index + 1 :]))
