"""What each move leads to, or why it is refused."""

from datetime import date
from typing import assert_never

from games.dates import NotADay, read_day, split_day
from games.inheritance import ACTION_LIMIT, CARD_KINDS, DUE_LIMIT, MAX_CARDS, TEXT_LIMIT, TITLE_LIMIT, TeamCard
from games.retro import refusals
from games.retro.checks import only_facilitator, only_in
from games.retro.deciding_notes import decide_note
from games.retro.deciding_stage import add_insight, decide_stage, nothing_yet, thank
from games.retro.deciding_topics import decide_topic
from games.retro.events import (
    ActionAdded,
    ActionMarked,
    Arrived,
    CardWritten,
    CheckedIn,
    LeadHandedOver,
    LongerAsked,
    Rated,
    SaidReady,
    SkipQuestioned,
    TimeGiven,
    TimeRanOut,
)
from games.retro.model import MARKS, MAX_RATING, WORD_LIMIT, State
from games.retro.moves import (
    AddAction,
    AddInsight,
    Arrive,
    Back,
    CallTime,
    CheckIn,
    CourseMove,
    HandOver,
    Longer,
    MarkAction,
    Move,
    Next,
    NoteMove,
    OutcomeMove,
    Rate,
    Ready,
    StageMove,
    Thank,
    TopicMove,
    WriteCard,
)
from games.retro.phases import Recorder, go_back, move_on, move_on_if_ready, phase_before, show_safety
from games.text import clean


def decide_for(recorder: Recorder, seat: int, move: Move) -> None:
    """Record what a seat's move leads to; IllegalMove if it isn't possible now."""
    if isinstance(move, CourseMove):
        _course(recorder, seat, move)
    elif isinstance(move, StageMove):
        decide_stage(recorder, seat, move)
    elif isinstance(move, NoteMove):
        decide_note(recorder, seat, move)
    elif isinstance(move, TopicMove):
        decide_topic(recorder, seat, move)
    elif isinstance(move, OutcomeMove):
        _outcome(recorder, seat, move)
    elif isinstance(move, CallTime):
        raise refusals.only_the_clock()
    else:
        assert_never(move)


# --- the course of the meeting -------------------------------------------------------------------------------------


def _course(recorder: Recorder, seat: int, move: CourseMove) -> None:
    match move:
        case CheckIn():
            _check_in(recorder, seat, move)
        case Ready():
            _ready(recorder, seat)
        case Next():
            _next(recorder, seat, move)
        case Back():
            _back(recorder, seat)
        case Longer():
            _longer(recorder, seat)
        case HandOver():
            _hand_over(recorder, seat, move)
        case Arrive():
            raise refusals.arrived_already()
        case _:
            assert_never(move)


def _check_in(recorder: Recorder, seat: int, move: CheckIn) -> None:
    only_in(recorder, "stage", what="Checking in", rule="stage")
    if seat in recorder.state.words:
        raise refusals.checked_in_already()
    word = clean(move.word, WORD_LIMIT)
    if not word:
        raise refusals.word_missing()
    recorder.record(CheckedIn(seat, word))
    move_on_if_ready(recorder)


def _ready(recorder: Recorder, seat: int) -> None:
    if seat in recorder.state.ready:
        raise refusals.ready_already()
    recorder.record(SaidReady(seat))
    move_on_if_ready(recorder)


def _next(recorder: Recorder, seat: int, move: Next) -> None:
    only_facilitator(recorder, seat)
    if move.phase:
        only_in(recorder, "discuss", what="Skipping topics", rule="discuss")
        if recorder.state.topic == len(recorder.state.agenda):
            raise refusals.last_topic()
    elif not recorder.state.sure and nothing_yet(recorder.state):
        return _ask_first(recorder)
    return move_on(recorder, skip_topics=move.phase)


def _ask_first(recorder: Recorder) -> None:
    """A phase with nothing in it is left on the second “next”; the answers of a safety check are shown on the first."""
    if recorder.state.safety:
        show_safety(recorder)
    recorder.record(SkipQuestioned(recorder.state.phase))


def _back(recorder: Recorder, seat: int) -> None:
    only_facilitator(recorder, seat)
    if phase_before(recorder.state) is None:
        raise refusals.nowhere_to_go_back()
    go_back(recorder)


def arrive(recorder: Recorder, seat: int | None) -> None:
    """Somebody joins from the next seat; possible until the dots are counted."""
    if seat != recorder.state.seats or not open_to_more(recorder.state):
        raise refusals.too_late_to_join()
    recorder.record(Arrived(seat))


def open_to_more(state: State) -> bool:
    return state.phase in {"stage", "reflect", "group", "vote"}


def _hand_over(recorder: Recorder, seat: int, move: HandOver) -> None:
    only_facilitator(recorder, seat)
    if move.seat not in range(recorder.state.seats):
        raise refusals.no_such_player()
    if move.seat == seat:
        raise refusals.you_lead_already()
    recorder.record(LeadHandedOver(seat, move.seat))


def clock_name(state: State) -> str:
    """The name of the running clock; empty if none is running."""
    if state.phase == "reflect":
        again = f" again {state.returns}" if state.returns else ""  # a clock never has the name of an earlier one
        return f"reflect {state.round}{again}"
    if state.phase == "discuss":
        return f"topic {state.talks} {state.round}{' more' if state.time_is_up else ''}"
    return ""


def _longer(recorder: Recorder, seat: int) -> None:
    """The facilitator restarts the clock at once; the others ask, and more than half of all seats restart it."""
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


def call_time(recorder: Recorder, seat: int | None, move: CallTime) -> None:
    """The clock's move: announce that a topic's time is up; otherwise move on."""
    if seat is not None:
        raise refusals.only_the_clock()
    if move.clock != clock_name(recorder.state):
        raise refusals.clock_is_over()
    if recorder.state.phase == "discuss" and not recorder.state.time_is_up:
        return recorder.record(TimeRanOut())
    return move_on(recorder)


# --- what the team agrees on ---------------------------------------------------------------------------------------


def _outcome(recorder: Recorder, seat: int, move: OutcomeMove) -> None:
    """Anybody may mark, add and write, and nothing but thanks and a rating is tied to a seat."""
    match move:
        case MarkAction():
            _mark_action(recorder, move)
        case AddAction():
            _add_action(recorder, move)
        case WriteCard():
            _write_card(recorder, move)
        case AddInsight():
            add_insight(recorder, move)
        case Thank():
            thank(recorder, seat, move)
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
    """What to do, and by when if the text ends with a day. Without a calendar, a day is only words."""
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
