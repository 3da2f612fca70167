"""The outcome of each move, or the reason why it is refused."""

from collections import Counter
from datetime import date
from typing import assert_never

from games.chance import Chance
from games.dates import NotADay, read_day, split_day
from games.memories import ACTION_LIMIT, CARD_KINDS, DUE_LIMIT, MAX_CARDS, TEXT_LIMIT, TITLE_LIMIT, TeamCard
from games.retro import refusals
from games.retro.events import (
    ActionAdded,
    ActionMarked,
    CardWritten,
    DotPut,
    DotTaken,
    Grouped,
    InsightAdded,
    NoteChanged,
    NoteHidden,
    NoteWithdrawn,
    NoteWritten,
    Parted,
    Rated,
    Thanked,
    TopicNamed,
    TopicRated,
)
from games.retro.model import (
    INSIGHT_LIMIT,
    MARKS,
    MAX_INSIGHTS,
    MAX_NOTES,
    MAX_RATING,
    MAX_THANKS,
    NAME_LIMIT,
    NOTE_LIMIT,
    REASONS,
    SCALE,
    THANKS_LIMIT,
    Note,
)
from games.retro.moves import (
    AddAction,
    AddInsight,
    CallTime,
    ChangeNote,
    CourseMove,
    GroupNotes,
    HideNote,
    MarkAction,
    Move,
    NameTopic,
    NoteMove,
    OutcomeMove,
    PlaceDots,
    PutDot,
    Rate,
    RateTopics,
    StageMove,
    TakeDot,
    Thank,
    TopicMove,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNotes,
)
from games.retro.phases import (
    Recorder,
    decide_course,
    decide_stage,
    move_on_if_ready,
    next_topic,
    only_facilitator,
    only_in,
)
from games.text import clean

# --- topics ----------------------------------------------------------------------------------------------------------


def _decide_topic(recorder: Recorder, seat: int, move: TopicMove) -> None:
    match move:
        case GroupNotes():
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
        case PlaceDots():
            _place_dots(recorder, seat, move)
        case _:
            assert_never(move)


def _group(recorder: Recorder, move: GroupNotes) -> None:
    only_in(recorder, "group", what="Grouping notes", rule="group")
    state = recorder.state
    topics = [topic for number in move.notes if (topic := state.topic_of(number))]
    if len(topics) < len(move.notes) or not topics:
        raise refusals.which_note(state.shown)
    first, *others = sorted({topic.key for topic in topics})
    if not others:
        raise refusals.together_already() if len(topics) > 1 else refusals.two_notes_needed()
    for other in others:
        recorder.record(Grouped(other, first))
    if (name := clean(move.name, NAME_LIMIT)) and name != topics[0].name:
        recorder.record(TopicNamed(first, name))


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
    """Hide a note. Nobody knows its writer, so the reason stands in its place, for everybody to read."""
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
    """The topics on which a seat has put its dots; IllegalMove if it can't vote on this topic now."""
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


# --- notes -----------------------------------------------------------------------------------------------------------

_LETTERS = "bcdfghjkmnpqrstvwxz23456789"  # none that look alike, and no vowels: no words come out
_CODE_LENGTH = 6


def _decide_note(recorder: Recorder, seat: int, move: NoteMove) -> None:
    match move:
        case WriteNotes():
            write(recorder, seat, move)
        case ChangeNote():
            _change(recorder, seat, move)
        case WithdrawNote():
            note = _own(recorder, seat, move.code)
            recorder.record(NoteWithdrawn(len(recorder.state.waiting) - 1, note.code, note.by))
        case RateTopics():
            _rate_topics(recorder, seat, move)
        case _:
            assert_never(move)


def write(recorder: Recorder, seat: int | None, move: WriteNotes) -> None:
    """Write notes, by no seat if they were saved: nothing says who did. They can be written
    even after saying “ready”: otherwise the last ones could only come from those not yet ready."""
    state = recorder.state
    only_in(recorder, "reflect", what="Writing a note", rule="reflect")
    if not move.notes:
        raise refusals.note_missing()
    if any(column not in range(len(state.columns)) for column, _ in move.notes):
        raise refusals.which_column([column.title for column in state.columns])
    notes = [(column, _text(typed, str(column + 1))) for column, typed in move.notes]
    if len(state.notes) + len(notes) > MAX_NOTES:
        raise refusals.board_is_full(MAX_NOTES)
    for column, text in notes:
        _write_one(recorder, None if state.anonymous else seat, column, text)


def _write_one(recorder: Recorder, by: int | None, column: int, text: str) -> None:
    state = recorder.state
    code = new_code(recorder.chance.apart(f"note {state.written}"))
    recorder.record(NoteWritten(len(state.waiting) + 1, column, text, by, code))


def _text(typed: str, field: str = "") -> str:
    """`field`: of the form, where it was typed."""
    text = clean(typed, len(typed))
    if not text:
        raise refusals.note_missing(field)
    if len(text) > NOTE_LIMIT:
        raise refusals.note_too_long(len(text), NOTE_LIMIT, field)
    return text


def new_code(chance: Chance) -> str:
    return "".join(chance.choice(_LETTERS) for _ in range(_CODE_LENGTH))


def _change(recorder: Recorder, seat: int, move: ChangeNote) -> None:
    note, text = _own(recorder, seat, move.code), _text(move.text)
    if text == note.text:
        raise refusals.the_same_text()
    recorder.record(NoteChanged(text, note.code, note.by))


def _own(recorder: Recorder, seat: int, code: str) -> Note:
    """The note with this code, which only its writer knows."""
    only_in(recorder, "reflect", what="Changing a note", rule="reflect")
    sought = code.strip().casefold()
    found = next((note for note in recorder.state.waiting if sought and note.code == sought), None)
    if found is None or found.by not in {None, seat}:
        raise refusals.unknown_code()
    return found


def _rate_topics(recorder: Recorder, seat: int, move: RateTopics) -> None:
    """What was answered the same before stays as it is."""
    state = recorder.state
    if not state.health:
        raise refusals.no_health_check()
    only_in(recorder, "reflect", what="Answering", rule="health")
    if state.profile:
        raise refusals.answers_are_shown()
    if any(topic not in range(1, len(state.health) + 1) for topic, _ in move.answers):
        raise refusals.which_topic([topic.title for topic in state.health])
    if wrong := [topic for topic, value in move.answers if value not in SCALE]:
        raise refusals.one_to_five(f"rate {wrong[0]} 4", str(wrong[0]))
    given = state.answers.get(seat, {})
    new = {topic: value for topic, value in move.answers if given.get(topic) != value}
    if not new:
        raise refusals.answered_that()
    for topic, value in new.items():
        recorder.record(TopicRated(seat, topic, value))


# --- every move ------------------------------------------------------------------------------------------------------


def decide_for(recorder: Recorder, seat: int, move: Move) -> None:
    """Record what a seat's move leads to; IllegalMove if it isn't possible now."""
    if isinstance(move, CourseMove):
        decide_course(recorder, seat, move)
    elif isinstance(move, StageMove):
        decide_stage(recorder, seat, move)
    elif isinstance(move, NoteMove):
        _decide_note(recorder, seat, move)
    elif isinstance(move, TopicMove):
        _decide_topic(recorder, seat, move)
    elif isinstance(move, OutcomeMove):
        _outcome(recorder, seat, move)
    elif isinstance(move, CallTime):
        raise refusals.only_the_clock()
    else:
        assert_never(move)


# --- what the team agrees on -----------------------------------------------------------------------------------------


def _outcome(recorder: Recorder, seat: int, move: OutcomeMove) -> None:
    """Record an outcome. Anybody may mark, add and write; nothing but thanks and a rating is tied to a seat."""
    match move:
        case MarkAction():
            _mark_action(recorder, move)
        case AddAction():
            _add_action(recorder, move)
        case WriteCard():
            _write_card(recorder, move)
        case AddInsight():
            _add_insight(recorder, move)
        case Thank():
            _thank(recorder, seat, move)
        case Rate():
            _rate(recorder, seat, move)
        case _:
            assert_never(move)


def _mark_action(recorder: Recorder, move: MarkAction) -> None:
    state = recorder.state
    only_in(recorder, "stage", "discuss", "actions", what="Marking an action", rule="actions")
    known = state.earlier if state.phase == "stage" else state.actions
    if not 1 <= move.number <= len(known) or move.mark not in MARKS:
        raise refusals.no_such_action()
    if state.phase != "stage" and move.mark != "drop":
        raise refusals.only_drop()
    if state.phase == "stage" and state.earlier[move.number - 1].mark == move.mark and not move.due:
        raise refusals.marked_already()
    due = _new_date(move) if move.due else ""
    recorder.record(ActionMarked(move.number, known[move.number - 1].what, move.mark, due))
    if state.phase == "stage":
        move_on_if_ready(recorder)


def _new_date(move: MarkAction) -> str:
    if move.mark != "keep":
        raise refusals.only_kept_get_a_date()
    try:
        day = read_day(move.due, date.fromisoformat(move.today)) if move.today else None
    except NotADay as fault:
        raise refusals.not_a_day(str(fault)) from fault
    if day is None:
        raise refusals.which_day(clean(move.due, DUE_LIMIT))
    return day.isoformat()


def _add_action(recorder: Recorder, move: AddAction) -> None:
    state = recorder.state
    only_in(recorder, "discuss", "actions", what="Agreeing on an action", rule="actions")
    if move.owner not in range(state.seats):
        raise refusals.no_such_player()
    if len(state.actions) >= state.limit:
        raise refusals.enough_actions(state.limit)
    what, due = _dated(clean(move.what, ACTION_LIMIT + DUE_LIMIT), move.today)
    if not what:
        raise refusals.action_missing()
    number = len(state.actions) + 1
    recorder.record(ActionAdded(number, clean(what, ACTION_LIMIT), move.owner, clean(due, DUE_LIMIT)))


def _dated(text: str, today: str) -> tuple[str, str]:
    """A task, and by when if the text ends with a day. Without a calendar, a day is only words."""
    if not today:
        return text, ""
    try:
        return split_day(text, date.fromisoformat(today))
    except NotADay as fault:
        raise refusals.not_a_day(str(fault)) from fault


def _write_card(recorder: Recorder, move: WriteCard) -> None:
    state = recorder.state
    only_in(recorder, "reflect", "actions", what="Writing a card", rule="cards")
    if move.card not in CARD_KINDS:
        raise refusals.impediment_or_tool()
    if len(state.cards) >= MAX_CARDS:
        raise refusals.enough_cards(MAX_CARDS)
    title, _, text = move.text.partition(":")
    card = TeamCard(move.card, clean(title, TITLE_LIMIT), clean(text, TEXT_LIMIT))
    if not card.title:
        raise refusals.card_missing()
    recorder.record(CardWritten(len(state.cards) + 1, card))


def _rate(recorder: Recorder, seat: int, move: Rate) -> None:
    only_in(recorder, "close", what="Rating the meeting", rule="close")
    if seat in recorder.state.ratings:
        raise refusals.rated_already()
    if not 0 <= move.value <= MAX_RATING:
        raise refusals.zero_to_five()
    recorder.record(Rated(seat, move.value))
    move_on_if_ready(recorder)


def _add_insight(recorder: Recorder, move: AddInsight) -> None:
    only_in(recorder, "discuss", what="Writing down an insight", rule="insights")
    topic, text = recorder.state.current_topic, clean(move.text, INSIGHT_LIMIT)
    assert topic is not None
    if not text:
        raise refusals.insight_missing()
    if sum(each.topic == topic.key for each in recorder.state.insights) >= MAX_INSIGHTS:
        raise refusals.enough_insights(MAX_INSIGHTS)
    recorder.record(InsightAdded(topic.key, text))


def _thank(recorder: Recorder, seat: int, move: Thank) -> None:
    only_in(recorder, "close", what="Thanking somebody", rule="thanks")
    text = clean(move.text, THANKS_LIMIT)
    if move.seat not in range(recorder.state.seats):
        raise refusals.no_such_player()
    if move.seat == seat:
        raise refusals.thank_somebody_else()
    if not text:
        raise refusals.thanks_missing()
    if len(recorder.state.thanks) >= MAX_THANKS:
        raise refusals.enough_thanks(MAX_THANKS)
    recorder.record(Thanked(seat, move.seat, text))
