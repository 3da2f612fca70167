"""The outcome of grouping, naming, hiding and voting."""

from collections import Counter
from typing import assert_never

from games.language import lazy_p
from games.retro.acts import refusals
from games.retro.events import DotPut, DotTaken, Grouped, NotDone, NoteHidden, Parted, SaidReady, TopicNamed
from games.retro.model import NAME_LIMIT, REASONS
from games.retro.moves import GroupNotes, HideNote, NameTopic, PlaceDots, PutDot, TakeDot, TopicMove, Ungroup
from games.retro.phases import Recorder, next_topic, only_facilitator, only_in
from games.text import clean


def decide_topic(recorder: Recorder, seat: int, move: TopicMove) -> None:
    match move:
        case GroupNotes():
            _group(recorder, move)
        case Ungroup():
            _ungroup(recorder, move)
        case NameTopic():
            _name(recorder, move)
        case HideNote():
            _hide(recorder, seat, move)
        case PutDot() | TakeDot() | PlaceDots():
            _vote(recorder, seat, move)
        case _:
            assert_never(move)


def _group(recorder: Recorder, move: GroupNotes) -> None:
    only_in(recorder, "group", what=lazy_p("not now", "Grouping notes"), rule="group")
    before = len(recorder.events)
    for pair in move.pairs:  # somebody may have been quicker
        _join(recorder, pair)
    groups = [move.notes] if move.notes or not move.pairs else list(move.pairs)
    if move.notes or not move.pairs:
        _join(recorder, move.notes, new=True)
    if name := clean(move.name, NAME_LIMIT):
        _name_group(recorder, groups, name)
    if len(recorder.events) == before:
        raise refusals.together_already()


def _join(recorder: Recorder, notes: tuple[int, ...], *, new: bool = False) -> None:
    """Make the topics of these notes one. `new`: refused if they are one already."""
    state = recorder.state
    topics = [topic for number in notes if (topic := state.topic_of(number))]
    if len(topics) < len(notes) or not topics:
        raise refusals.which_note(state.shown)
    first, *others = sorted({topic.key for topic in topics})
    if new and not others:
        raise refusals.together_already() if len(topics) > 1 else refusals.two_notes_needed()
    for other in others:
        recorder.record(Grouped(other, first))


def _name_group(recorder: Recorder, groups: list[tuple[int, ...]], name: str) -> None:
    keys = {topic.key for notes in groups if (topic := recorder.state.topic_of(notes[0]))}
    if len(keys) > 1:
        raise refusals.which_group()
    (key,) = keys
    topic = recorder.state.topic_of(key)
    if topic is not None and topic.name != name:
        recorder.record(TopicNamed(key, name))


def _ungroup(recorder: Recorder, move: Ungroup) -> None:
    only_in(recorder, "group", what=lazy_p("not now", "Grouping notes"), rule="group")
    topic = recorder.state.topic_of(move.note)
    if topic is None or len(topic.notes) < 2:
        raise refusals.alone_already()
    recorder.record(Parted(move.note))


def _name(recorder: Recorder, move: NameTopic) -> None:
    only_in(recorder, "group", "vote", "discuss", what=lazy_p("not now", "Naming a group"), rule="group")
    topic, name = recorder.state.topic_of(move.topic), clean(move.name, NAME_LIMIT)
    if topic is None or topic.key != move.topic:
        raise refusals.which_note(recorder.state.shown)
    if not name:
        raise refusals.name_missing()
    if name == topic.name:
        raise refusals.named_already()
    recorder.record(TopicNamed(move.topic, name))


def _hide(recorder: Recorder, seat: int, move: HideNote) -> None:
    """Hide a note. Nobody knows its writer, so the reason stands in its place, for everybody to read."""
    state = recorder.state
    if not state.shown:
        raise refusals.not_now(lazy_p("not now", "Hiding a note"), state.phase, "hide")
    only_facilitator(recorder, seat)
    if move.note not in range(1, state.shown + 1):
        raise refusals.which_note(state.shown)
    if move.reason not in REASONS:
        raise refusals.why_hide(REASONS)
    if state.note(move.note).hidden:
        raise refusals.hidden_already()
    alone = state.current_topic is not None and state.current_topic.notes == (move.note,)
    recorder.record(NoteHidden(move.note, move.reason))
    if alone:
        next_topic(recorder)


def _vote(recorder: Recorder, seat: int, move: PutDot | TakeDot | PlaceDots) -> None:
    """Move dots. Whoever has placed all of them is done, and whoever takes one back isn't."""
    before = len(recorder.state.placed.get(seat, ()))
    match move:
        case PutDot():
            _put_dot(recorder, seat, move)
        case TakeDot():
            _take_dot(recorder, seat, move)
        case PlaceDots():
            _place_dots(recorder, seat, move)
        case _:
            assert_never(move)
    placed, done = len(recorder.state.placed[seat]), seat in recorder.state.ready
    if placed == recorder.state.dots and not done:
        recorder.record(SaidReady(seat))
    elif placed < before and done:
        recorder.record(NotDone(seat))


def _own_dots(recorder: Recorder, seat: int, topic: int) -> tuple[int | None, ...]:
    """The topics on which a seat has put its dots; IllegalMove if it can't vote on this topic now."""
    state = recorder.state
    only_in(recorder, "vote", what=lazy_p("not now", "Voting"), rule="vote")
    if all(each.key != topic for each in state.topics):
        raise refusals.which_note(state.shown)
    return state.placed.get(seat, ())


def _put_dot(recorder: Recorder, seat: int, move: PutDot) -> None:
    mine = _own_dots(recorder, seat, move.topic)
    left = recorder.state.dots - len(mine)
    if not left:
        raise refusals.no_dots_left()
    recorder.record(DotPut(seat, move.topic, left - 1))


def _take_dot(recorder: Recorder, seat: int, move: TakeDot) -> None:
    mine = _own_dots(recorder, seat, move.topic)
    if move.topic not in mine:
        raise refusals.no_dot_there()
    recorder.record(DotTaken(seat, move.topic, recorder.state.dots - len(mine) + 1))


def _place_dots(recorder: Recorder, seat: int, move: PlaceDots) -> None:
    """Checked as a whole before the first dot moves."""
    state = recorder.state
    present, wanted = Counter(state.placed.get(seat, ())), Counter[int | None](move.topics)
    for topic in move.topics or (state.topics[0].key,):
        _own_dots(recorder, seat, topic)
    if len(move.topics) > state.dots:
        raise refusals.too_many_dots(state.dots)
    if present == wanted:
        raise refusals.the_same_dots()
    for taken in (present - wanted).elements():
        assert taken is not None, "a seat's own dots aren't hidden where rules decide"
        _take_dot(recorder, seat, TakeDot(taken))
    for put in (wanted - present).elements():
        assert put is not None
        _put_dot(recorder, seat, PutDot(put))
