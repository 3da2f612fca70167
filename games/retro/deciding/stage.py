"""The outcome of moves at the check-in: agreement, safety check."""

from typing import assert_never

from games.language import lazy_p
from games.retro.acts import refusals
from games.retro.events import AgreementAdded, AgreementDropped, MadeAnonymous, SafetyAnswered
from games.retro.model import AGREEMENT_LIMIT, MAX_AGREEMENT, SCALE
from games.retro.moves import Agree, AnswerSafety, Disagree, MakeAnonymous, ShowSafety, StageMove
from games.retro.phases import Recorder, only_facilitator, only_in, show_safety
from games.text import clean


def decide_stage(recorder: Recorder, seat: int, move: StageMove) -> None:
    match move:
        case Agree():
            _agree(recorder, move)
        case Disagree():
            _disagree(recorder, move)
        case AnswerSafety():
            _answer_safety(recorder, seat, move)
        case ShowSafety():
            _show_safety(recorder, seat)
        case MakeAnonymous():
            _make_anonymous(recorder, seat)
        case _:
            assert_never(move)


def _agree(recorder: Recorder, move: Agree) -> None:
    only_in(recorder, "stage", "close", what=lazy_p("not now", "Changing the working agreement"), rule="agreement")
    text = clean(move.text, AGREEMENT_LIMIT)
    if not text:
        raise refusals.agreement_missing()
    if text in recorder.state.agreement:
        raise refusals.agreed_already()
    if len(recorder.state.agreement) >= MAX_AGREEMENT:
        raise refusals.enough_agreed(MAX_AGREEMENT)
    recorder.record(AgreementAdded(text))


def _disagree(recorder: Recorder, move: Disagree) -> None:
    only_in(recorder, "stage", "close", what=lazy_p("not now", "Changing the working agreement"), rule="agreement")
    agreement = recorder.state.agreement
    if move.number not in range(1, len(agreement) + 1):
        raise refusals.no_such_line(len(agreement))
    recorder.record(AgreementDropped(move.number, agreement[move.number - 1]))


def _answer_safety(recorder: Recorder, seat: int, move: AnswerSafety) -> None:
    state = recorder.state
    _only_during_safety_check(recorder)
    if seat in state.safety:
        raise refusals.answered_safety()
    if move.value not in SCALE:
        raise refusals.one_to_five("safety 4")  # not prose
    recorder.record(SafetyAnswered(seat, move.value))
    if len(recorder.state.safety) == state.seats:
        show_safety(recorder)


def _only_during_safety_check(recorder: Recorder) -> None:
    only_in(recorder, "stage", what=lazy_p("not now", "The safety check"), rule="safety")
    if not recorder.state.safety_check:
        raise refusals.no_safety_check()
    if recorder.state.safety_poll:
        raise refusals.safety_is_shown()


def _show_safety(recorder: Recorder, seat: int) -> None:
    _only_during_safety_check(recorder)
    only_facilitator(recorder, seat)
    if not recorder.state.safety:
        raise refusals.no_answers_yet()
    show_safety(recorder)


def _make_anonymous(recorder: Recorder, seat: int) -> None:
    """Make notes anonymous. Never the other way round: nobody takes back a promise that people may already rely on."""
    only_in(recorder, "stage", what=lazy_p("not now", "Making notes anonymous"), rule="safety")
    only_facilitator(recorder, seat)
    if recorder.state.anonymous:
        raise refusals.anonymous_already()
    recorder.record(MadeAnonymous())
