"""Topics: grouped and named by everybody, dotted by each, hidden by the facilitator."""

from typing import assert_never

from games.retro import refusals
from games.retro.checks import only_facilitator, only_in
from games.retro.events import DotPut, DotTaken, Grouped, NoteHidden, Parted, TopicNamed
from games.retro.model import NAME_LIMIT, REASONS
from games.retro.moves import Group, HideNote, NameTopic, PutDot, TakeDot, TopicMove, Ungroup
from games.retro.phases import Recorder, next_topic
from games.text import clean


def decide_topic(recorder: Recorder, seat: int, move: TopicMove) -> None:
    match move:
        case Group():
            _group(recorder, move)
        case Ungroup():
            _ungroup(recorder, move)
        case NameTopic():
            _name(recorder, move)
        case HideNote():
            _hide(recorder, seat, move)
        case PutDot():
            _put_dot(recorder, seat, move)
        case TakeDot():
            _take_dot(recorder, seat, move)
        case _:
            assert_never(move)


def _group(recorder: Recorder, move: Group) -> None:
    only_in(recorder, "group", what="Grouping notes", rule="group")
    keys = {topic.key for topic in recorder.state.topics}
    if move.note == move.other or not {move.note, move.other} <= keys:
        raise refusals.together_already()
    if move.note < move.other:
        raise refusals.which_note(recorder.state.shown)
    recorder.record(Grouped(move.note, move.other))


def _ungroup(recorder: Recorder, move: Ungroup) -> None:
    only_in(recorder, "group", what="Grouping notes", rule="group")
    topic = recorder.state.topic_of(move.note)
    if topic is None or len(topic.notes) < 2:
        raise refusals.alone_already()
    recorder.record(Parted(move.note))


def _name(recorder: Recorder, move: NameTopic) -> None:
    only_in(recorder, "group", "vote", "discuss", what="Naming a group", rule="group")
    topic, name = recorder.state.topic_of(move.topic), clean(move.name, NAME_LIMIT)
    if topic is None or topic.key != move.topic:
        raise refusals.which_note(recorder.state.shown)
    if not name:
        raise refusals.name_missing()
    if name == topic.name:
        raise refusals.named_already()
    recorder.record(TopicNamed(move.topic, name))


def _hide(recorder: Recorder, seat: int, move: HideNote) -> None:
    """The writer isn't known to anybody, so the reason stands where the note was, for everybody to read."""
    state = recorder.state
    if not state.shown:
        raise refusals.not_now("Hiding a note", state.phase, "hide")
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


def _own_dots(recorder: Recorder, seat: int, topic: int) -> tuple[int | None, ...]:
    """Where a seat has put its dots; IllegalMove if it can't vote on this topic now."""
    state = recorder.state
    only_in(recorder, "vote", what="Voting", rule="vote")
    if seat in state.ready:
        raise refusals.voted_already()
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
