"""What comes of each move, or why it is not possible."""

import re
from collections.abc import Callable
from typing import Any

from games.inheritance import ACTION_LIMIT, CARD_KINDS, DUE_LIMIT, MAX_CARDS, TEXT_LIMIT, TITLE_LIMIT, TeamCard
from games.retro import refusals
from games.retro.model import (
    BEST,
    MARKS,
    MAX_NOTES,
    NOTE_LIMIT,
    WORD_LIMIT,
    ActionAdded,
    ActionMarked,
    AddAction,
    CallTime,
    CardWritten,
    CheckedIn,
    CheckIn,
    DotPut,
    DotTaken,
    Group,
    Grouped,
    HandOver,
    LeadHandedOver,
    Longer,
    LongerAsked,
    MarkAction,
    Next,
    NoteWritten,
    Part,
    Parted,
    Phase,
    PutDot,
    Rate,
    Rated,
    Ready,
    SaidReady,
    State,
    TakeDot,
    TimeGiven,
    TimeRanOut,
    WriteCard,
    WriteNote,
)
from games.retro.phases import Recorder, go_on, go_on_if_ready
from games.text import clean

# a date at the end of an action: by Friday, by 1 December, by the next review
_BY = re.compile(
    r"(?P<what>.*\S)[ ,(]+by (?P<due>(?:\d|next|the|end|tomorrow|tonight|today|noon|mon|tue|wed|thu|fri|sat|sun|"
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec).*?)[).]*",
    re.IGNORECASE,
)


def _only_in(recorder: Recorder, *phases: Phase, what: str, rule: str) -> None:
    if recorder.state.phase not in phases:
        raise refusals.not_now(what, recorder.state.phase, rule)


def _leads(recorder: Recorder, seat: int) -> None:
    if seat != recorder.state.facilitator:
        raise refusals.only_the_facilitator(recorder.state.facilitator)


# --- the course of it ----------------------------------------------------------------------------------------------


def _ready(recorder: Recorder, seat: int, _: Ready) -> None:
    if seat in recorder.state.ready:
        raise refusals.ready_already()
    recorder.record(SaidReady(seat))
    go_on_if_ready(recorder)


def _next(recorder: Recorder, seat: int, move: Next) -> None:
    _leads(recorder, seat)
    if move.phase:
        _only_in(recorder, "discuss", what="Leaving out topics", rule="discuss")
        if recorder.state.topic == len(recorder.state.agenda):
            raise refusals.last_topic()
    go_on(recorder, past_topics=move.phase)


def _hand_over(recorder: Recorder, seat: int, move: HandOver) -> None:
    _leads(recorder, seat)
    if move.seat not in range(recorder.state.seats):
        raise refusals.no_such_player()
    if move.seat == seat:
        raise refusals.you_lead_already()
    recorder.record(LeadHandedOver(seat, move.seat))


def clock_name(state: State) -> str:
    """The clock that runs now; none: empty."""
    if state.phase == "reflect":
        return f"reflect {state.round}"
    if state.phase == "discuss":
        return f"topic {state.topic} {state.round}{' more' if state.time_is_up else ''}"
    return ""


def _longer(recorder: Recorder, seat: int, _: Longer) -> None:
    """The facilitator gives time at once; the others ask for it, and more than half of them get it."""
    state = recorder.state
    if not clock_name(state):
        raise refusals.no_clock()
    minutes = state.reflect if state.phase == "reflect" else state.discuss
    if seat == state.facilitator:
        return recorder.record(TimeGiven(minutes))
    if state.phase == "reflect":
        raise refusals.only_the_facilitator(state.facilitator)
    if seat in state.asked:
        raise refusals.asked_already()
    recorder.record(LongerAsked(seat))
    if 2 * len(recorder.state.asked) > state.seats:
        recorder.record(TimeGiven(minutes))
    return None


def call_time(recorder: Recorder, seat: int | None, move: CallTime, clock: str) -> None:
    if seat is not None:
        raise refusals.only_the_clock()
    if move.clock != clock:
        raise refusals.clock_is_over()
    if recorder.state.phase == "discuss" and not recorder.state.time_is_up:
        return recorder.record(TimeRanOut())
    return go_on(recorder)


# --- the stage and the end -----------------------------------------------------------------------------------------


def _check_in(recorder: Recorder, seat: int, move: CheckIn) -> None:
    _only_in(recorder, "stage", what="Checking in", rule="stage")
    if seat in recorder.state.words:
        raise refusals.checked_in_already()
    word = clean(move.word, WORD_LIMIT)
    if not word:
        raise refusals.word_missing()
    recorder.record(CheckedIn(seat, word))
    go_on_if_ready(recorder)


def _mark(recorder: Recorder, seat: int, move: MarkAction) -> None:
    """Anybody may: the team knows what became of it."""
    del seat
    state = recorder.state
    _only_in(recorder, "stage", "discuss", "actions", what="Marking an action", rule="actions")
    known = state.earlier if state.phase == "stage" else state.actions
    if not 1 <= move.number <= len(known) or move.mark not in MARKS:
        raise refusals.no_such_action()
    if state.phase != "stage" and move.mark != "drop":
        raise refusals.only_drop()
    if state.phase == "stage" and state.earlier[move.number - 1].mark == move.mark:
        raise refusals.marked_already()
    recorder.record(ActionMarked(move.number, known[move.number - 1].what, move.mark))
    if state.phase == "stage":
        go_on_if_ready(recorder)


def _rate(recorder: Recorder, seat: int, move: Rate) -> None:
    _only_in(recorder, "close", what="This answer", rule="close")
    if seat in recorder.state.ratings:
        raise refusals.rated_already()
    if not 0 <= move.value <= BEST:
        raise refusals.zero_to_five()
    recorder.record(Rated(seat, move.value))
    go_on_if_ready(recorder)


# --- notes, topics, dots -------------------------------------------------------------------------------------------


def _write_note(recorder: Recorder, seat: int, move: WriteNote) -> None:
    """Also after one's own “ready”: else the last notes could only be from those who had not said it yet."""
    state = recorder.state
    _only_in(recorder, "reflect", what="Writing a note", rule="reflect")
    if move.column not in range(len(state.columns)):
        raise refusals.which_column([column.title for column in state.columns])
    text = clean(move.text, NOTE_LIMIT)
    if not text:
        raise refusals.note_missing()
    count = len(state.notes) + 1
    if count > MAX_NOTES:
        raise refusals.board_is_full(MAX_NOTES)
    recorder.record(NoteWritten(count, move.column, text, None if state.anonymous else seat))


def _group(recorder: Recorder, seat: int, move: Group) -> None:
    _only_in(recorder, "group", what="Grouping", rule="group")
    _leads(recorder, seat)
    keys = {topic.key for topic in recorder.state.topics}
    if move.note == move.other or not {move.note, move.other} <= keys:
        raise refusals.together_already()
    if move.note < move.other:
        raise refusals.which_note(len(recorder.state.notes))
    recorder.record(Grouped(move.note, move.other))


def _part(recorder: Recorder, seat: int, move: Part) -> None:
    _only_in(recorder, "group", what="Grouping", rule="group")
    _leads(recorder, seat)
    topic = recorder.state.topic_of(move.note)
    if topic is None or len(topic.notes) < 2:
        raise refusals.alone_already()
    recorder.record(Parted(move.note))


def _may_vote(recorder: Recorder, seat: int, topic: int) -> tuple[int | None, ...]:
    state = recorder.state
    _only_in(recorder, "vote", what="Voting", rule="vote")
    if seat in state.ready:
        raise refusals.voted_already()
    if all(each.key != topic for each in state.topics):
        raise refusals.which_note(len(state.notes))
    return state.dotted.get(seat, ())


def _put_dot(recorder: Recorder, seat: int, move: PutDot) -> None:
    mine = _may_vote(recorder, seat, move.topic)
    left = recorder.state.dots - len(mine)
    if not left:
        raise refusals.no_dots_left()
    recorder.record(DotPut(seat, move.topic, left - 1))


def _take_dot(recorder: Recorder, seat: int, move: TakeDot) -> None:
    mine = _may_vote(recorder, seat, move.topic)
    if move.topic not in mine:
        raise refusals.no_dot_there()
    recorder.record(DotTaken(seat, move.topic, recorder.state.dots - len(mine) + 1))


# --- what comes of it ----------------------------------------------------------------------------------------------


def _add_action(recorder: Recorder, seat: int, move: AddAction) -> None:
    del seat
    state = recorder.state
    _only_in(recorder, "discuss", "actions", what="Agreeing on an action", rule="actions")
    if move.owner not in range(state.seats):
        raise refusals.no_such_player()
    if len(state.actions) >= state.limit:
        raise refusals.enough_actions(state.limit)
    what, due = when(clean(move.what, ACTION_LIMIT + DUE_LIMIT))
    if not what:
        raise refusals.action_missing()
    number = len(state.actions) + 1
    recorder.record(ActionAdded(number, clean(what, ACTION_LIMIT), move.owner, clean(due, DUE_LIMIT)))


def when(text: str) -> tuple[str, str]:
    """What is to be done, and by when, if the end says so."""
    found = _BY.fullmatch(text)
    return (found["what"], found["due"]) if found and len(found["due"]) <= DUE_LIMIT else (text, "")


def _write_card(recorder: Recorder, seat: int, move: WriteCard) -> None:
    del seat  # nobody is to know
    state = recorder.state
    _only_in(recorder, "reflect", "actions", what="Writing a card", rule="cards")
    if move.card not in CARD_KINDS:
        raise refusals.impediment_or_tool()
    if len(state.cards) >= MAX_CARDS:
        raise refusals.enough_cards(MAX_CARDS)
    title, _, text = move.text.partition(":")
    card = TeamCard(move.card, clean(title, TITLE_LIMIT), clean(text, TEXT_LIMIT))
    if not card.title:
        raise refusals.card_missing()
    recorder.record(CardWritten(len(state.cards) + 1, card))


DECISIONS: dict[type, Callable[[Recorder, int, Any], None]] = {
    CheckIn: _check_in,
    MarkAction: _mark,
    WriteNote: _write_note,
    WriteCard: _write_card,
    Group: _group,
    Part: _part,
    PutDot: _put_dot,
    TakeDot: _take_dot,
    AddAction: _add_action,
    Rate: _rate,
    Ready: _ready,
    Next: _next,
    Longer: _longer,
    HandOver: _hand_over,
}
