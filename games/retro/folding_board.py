"""Fold what happens to notes and topics into the state."""

from collections.abc import Sequence
from typing import assert_never

from games.retro.events import (
    DotPut,
    DotTaken,
    Grouped,
    NoteChanged,
    NoteEvent,
    NoteHidden,
    NotesShown,
    NoteWithdrawn,
    NoteWritten,
    Parted,
    TopicEvent,
    TopicNamed,
    VotesShown,
)
from games.retro.model import DiscussionTopic, Note, State
from games.values import replace

# --- notes ---------------------------------------------------------------------------------------------------------


def fold_note(state: State, event: NoteEvent) -> State:
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
    """Sorted, so that not even the state remembers which came first."""
    return replace(state, notes=(*state.board, *sorted(notes, key=repr)))


def _changed(note: Note, event: NoteChanged) -> Note:
    return replace(note, text=event.text) if event.code and note.code == event.code else note


def _without(notes: Sequence[Note], code: str) -> list[Note]:
    """All but the one with this code; a veiled event has none, and veiled notes are all alike."""
    index = next((index for index, note in enumerate(notes) if note.code == code), len(notes) - 1)
    return [note for place, note in enumerate(notes) if place != index]


def _hidden(state: State, event: NoteHidden) -> State:
    """It stays on the board without its text, and is no longer part of a topic."""
    note = replace(state.note(event.note), text="", hidden=event.reason)
    notes = (*state.notes[: event.note - 1], note, *state.notes[event.note :])
    topic = state.topic_of(event.note)
    state = replace(state, notes=notes)
    return state if topic is None else _without_note(state, topic, event.note)


def _without_note(state: State, topic: DiscussionTopic, number: int) -> State:
    """Dots stay with the rest of its group; those on a note of its own go back to whoever put them."""
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


# --- topics --------------------------------------------------------------------------------------------------------


def fold_topic(state: State, event: TopicEvent) -> State:
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
