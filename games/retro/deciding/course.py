"""The outcome of moves that lead through the meeting: done, next, back, more time, somebody who joins."""

from typing import assert_never

from games.language import lazy_p
from games.retro.acts import refusals
from games.retro.events import (
    Arrived,
    CheckedIn,
    LeadHandedOver,
    LongerAsked,
    MoveOnWanted,
    NotDone,
    SaidReady,
    TimeGiven,
    TimeRanOut,
    TopicChosen,
    WentOn,
)
from games.retro.model import MORE_MINUTES, WORD_LIMIT
from games.retro.moves import (
    Arrive,
    Back,
    CallTime,
    CheckIn,
    ChooseTopic,
    CourseMove,
    Done,
    HandOver,
    Longer,
    Next,
    NotYet,
)
from games.retro.phases import (
    Recorder,
    clock_name,
    go_back,
    minutes_of,
    move_on,
    moves_on,
    only_facilitator,
    only_in,
    open_to_more,
    open_topic,
    phase_before,
)
from games.text import clean


def decide_course(recorder: Recorder, seat: int, move: CourseMove) -> None:
    match move:
        case CheckIn():
            _check_in(recorder, seat, move)
        case Done():
            _done(recorder, seat)
        case NotYet():
            _not_yet(recorder, seat)
        case Next():
            _next(recorder, seat, move)
        case Back():
            _back(recorder, seat)
        case ChooseTopic():
            _choose(recorder, seat, move)
        case Longer():
            _longer(recorder, seat)
        case HandOver():
            _hand_over(recorder, seat, move)
        case Arrive():
            raise refusals.arrived_already()
        case _:
            assert_never(move)


def _check_in(recorder: Recorder, seat: int, move: CheckIn) -> None:
    only_in(recorder, "stage", what=lazy_p("not now", "Checking in"), rule="stage")
    if seat in recorder.state.words:
        raise refusals.checked_in_already()
    word = clean(move.word, WORD_LIMIT)
    if not word:
        raise refusals.word_missing()
    recorder.record(CheckedIn(seat, word))


def _done(recorder: Recorder, seat: int) -> None:
    state = recorder.state
    if seat in state.ready:
        raise refusals.done_already()
    recorder.record(SaidReady(seat))
    wanted = state.phase == "discuss" and state.time_is_up and not state.move_on_wanted
    if wanted and 2 * len(recorder.state.ready) > state.seats:
        recorder.record(MoveOnWanted())


def _not_yet(recorder: Recorder, seat: int) -> None:
    """Take it back, unless something that was answered counts as done."""
    state = recorder.state
    if seat not in state.ready:
        raise refusals.not_done_yet()
    if (state.phase == "stage" and seat in state.words) or (state.phase == "close" and seat in state.ratings):
        raise refusals.answered_for_good()
    recorder.record(NotDone(seat))


def _next(recorder: Recorder, seat: int, move: Next) -> None:
    if seat != recorder.state.facilitator:
        raise refusals.facilitator_moves_on(recorder.state.facilitator)
    if move.phase:
        only_in(recorder, "discuss", what=lazy_p("not now", "Skipping topics"), rule="discuss")
        if recorder.state.topic == len(recorder.state.agenda):
            raise refusals.last_topic()
    move_on(recorder, skip_topics=move.phase)


def _back(recorder: Recorder, seat: int) -> None:
    only_facilitator(recorder, seat)
    if phase_before(recorder.state) is None:
        raise refusals.nowhere_to_go_back()
    go_back(recorder)


def _choose(recorder: Recorder, seat: int, move: ChooseTopic) -> None:
    only_in(recorder, "discuss", what=lazy_p("not now", "Choosing a topic"), rule="discuss")
    only_facilitator(recorder, seat)
    state = recorder.state
    if all(topic.key != move.topic for topic in state.topics):
        raise refusals.which_note(state.shown)
    if state.current_topic is not None and state.current_topic.key == move.topic:
        raise refusals.this_topic()
    recorder.record(WentOn())
    recorder.record(TopicChosen(move.topic))
    open_topic(recorder)


def arrive(recorder: Recorder, seat: int | None) -> None:
    """Seat a newcomer at the next seat."""
    if seat != recorder.state.seats or not open_to_more(recorder.state):
        raise refusals.too_late_to_join()
    recorder.record(Arrived(seat))


def _hand_over(recorder: Recorder, seat: int, move: HandOver) -> None:
    only_facilitator(recorder, seat)
    if move.seat not in range(recorder.state.seats):
        raise refusals.nobody_there()
    if move.seat == seat:
        raise refusals.you_lead_already()
    recorder.record(LeadHandedOver(seat, move.seat))


def _longer(recorder: Recorder, seat: int) -> None:
    """Give more time: at once for the facilitator. The others ask, and more than half of all decide when time is up."""
    state = recorder.state
    if not minutes_of(state):
        raise refusals.no_clock()
    if seat == state.facilitator:
        return recorder.record(TimeGiven(MORE_MINUTES if state.time_is_up else minutes_of(state)))
    if state.phase == "reflect":
        raise refusals.only_the_facilitator(state.facilitator)
    if seat in state.asked:
        raise refusals.asked_already()
    recorder.record(LongerAsked(seat))
    if state.time_is_up and _most_want_more(recorder):
        recorder.record(TimeGiven(MORE_MINUTES))
    return None


def _most_want_more(recorder: Recorder) -> bool:
    return 2 * len(recorder.state.asked) > recorder.state.seats


def call_time(recorder: Recorder, seat: int | None, move: CallTime) -> None:
    """The clock's move: announce that time is up, unless most have asked for more."""
    if seat is not None:
        raise refusals.only_the_clock()
    if move.clock != clock_name(recorder.state):
        raise refusals.clock_is_over()
    if recorder.state.time_is_up:
        recorder.record(MoveOnWanted(most=False))
    elif _most_want_more(recorder):
        recorder.record(TimeGiven(MORE_MINUTES))
    else:
        recorder.record(TimeRanOut())


def move_on_alone(recorder: Recorder, seat: int | None) -> None:
    """Move on by no seat, where nobody leads."""
    if seat is not None:
        raise refusals.only_the_clock()
    if moves_on(recorder.state) is None:
        raise refusals.not_everybody_is_done()
    move_on(recorder)
