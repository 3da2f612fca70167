"""Moving from one phase to the next: what is revealed on the way, and what follows."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from games import contract
from games.chance import Chance
from games.retro import refusals
from games.retro.events import (
    AgreementAdded,
    AgreementDropped,
    Arrived,
    CheckedIn,
    Event,
    Finished,
    HealthShown,
    LeadHandedOver,
    LongerAsked,
    MadeAnonymous,
    NotesShown,
    PhaseBegan,
    SafetyAnswered,
    SafetyShown,
    SaidReady,
    SkipQuestioned,
    TimeGiven,
    TimeRanOut,
    TopicOpened,
    VotesShown,
    WentBack,
    WentOn,
)
from games.retro.folding import SALTS, evolve
from games.retro.model import (
    AGREEMENT_LIMIT,
    MAX_AGREEMENT,
    MAX_RATING,
    PHASES,
    SCALE,
    WORD_LIMIT,
    Note,
    Phase,
    State,
    cards_of,
)
from games.retro.moves import (
    Agree,
    AnswerSafety,
    Arrive,
    Back,
    CallTime,
    CheckIn,
    CourseMove,
    Disagree,
    HandOver,
    Longer,
    MakeAnonymous,
    Next,
    Ready,
    ShowSafety,
    StageMove,
)
from games.text import clean
from games.values import replace

PHASE_AFTER: dict[Phase, Phase] = dict(zip(PHASES, (*PHASES[1:], "over"), strict=True))


class Recorder(contract.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


def unmarked(state: State) -> tuple[int, ...]:
    """Actions from last time that nobody has marked yet."""
    return tuple(number for number, action in enumerate(state.earlier, start=1) if not action.mark)


def move_on_if_ready(recorder: Recorder) -> None:
    """Move on once everybody is ready.

    The check-in also waits for every earlier action to be marked, and after a safety check for the facilitator.
    """
    state = recorder.state
    waits = state.phase == "stage" and (unmarked(state) or state.safety_check)
    if len(state.ready) == state.seats and not waits:
        move_on(recorder)


def move_on(recorder: Recorder, *, skip_topics: bool = False) -> None:
    """Move on to the next topic or phase."""
    recorder.record(WentOn())
    phase = recorder.state.phase
    match phase:
        case "stage":
            _begin(recorder, "reflect")
        case "reflect":
            _show_notes(recorder)
            _begin_if_useful(recorder, "group")
        case "group":
            _begin_if_useful(recorder, "vote")
        case "vote":
            _discuss(recorder)
        case "discuss":
            next_topic(recorder, skip_topics=skip_topics)
        case "actions":
            _begin(recorder, "close")
        case "close" | "over":
            _finish(recorder)
        case _:
            assert_never(phase)


def _begin_if_useful(recorder: Recorder, phase: Phase) -> None:
    """Skip grouping and voting for a single topic, and the discussion as well if there are no notes."""
    match len(recorder.state.topics):
        case 0:
            _begin(recorder, "actions")
        case 1:
            _discuss(recorder)
        case _:
            _begin(recorder, phase)


def _discuss(recorder: Recorder) -> None:
    _show_votes(recorder)
    if not recorder.state.agenda:  # the facilitator hid every note
        return _begin(recorder, "actions")
    _begin(recorder, "discuss")
    return _open_topic(recorder)


def next_topic(recorder: Recorder, *, skip_topics: bool = False) -> None:
    if skip_topics or recorder.state.topic == len(recorder.state.agenda):
        _begin(recorder, "actions")
    else:
        _open_topic(recorder)


def _begin(recorder: Recorder, phase: Phase) -> None:
    state = recorder.state
    minutes = state.reflect if phase == "reflect" else 0
    recorder.record(PhaseBegan(phase, minutes, state.questions if phase == "reflect" else ()))


def _show_notes(recorder: Recorder) -> None:
    """Show the notes in an order derived from one draw and their texts.

    A table's seed is published at the end, so anybody with the export could undo a plain shuffle. This order never
    depended on when notes were written.
    """
    state = recorder.state
    cards: tuple[Note, ...] = ()
    if state.health and not state.profile:  # the meeting may have gone back since
        recorder.record(HealthShown(_profile(state)))
        cards = cards_of(recorder.state)
    salt = recorder.chance.below(SALTS)
    nameless = tuple(replace(note, code="") for note in state.waiting)
    new = in_salted_order((*nameless, *cards), salt)
    recorder.record(NotesShown((*state.board, *new), salt, state.shown))


def _profile(state: State) -> tuple[tuple[int, ...], ...]:
    """The answers by topic: how many gave 1, 2, … 5."""
    given = Counter((topic, value) for answers in state.answers.values() for topic, value in answers.items())
    return tuple(tuple(given[number, value] for value in SCALE) for number in range(1, len(state.health) + 1))


def in_salted_order(notes: Sequence[Note], salt: int) -> tuple[Note, ...]:
    def place(note: Note) -> tuple[int, bytes]:
        column = -1 if note.column is None else note.column
        return column, hashlib.sha256(f"{salt} {note.text} {note.by}".encode()).digest()

    return tuple(sorted(notes, key=place))


def _show_votes(recorder: Recorder) -> None:
    """Set the agenda: the topics with dots, most dots first; if nobody used a dot, all topics in board order."""
    state = recorder.state
    votes = Counter(topic for dots in state.placed.values() for topic in dots if topic is not None)
    totals = tuple((topic.key, votes[topic.key]) for topic in state.topics)
    agenda = [key for key, dots in sorted(totals, key=lambda pair: -pair[1]) if dots or not votes]
    recorder.record(VotesShown(totals, tuple(agenda)))


def _open_topic(recorder: Recorder) -> None:
    state = recorder.state
    number = state.topic + 1
    topic = state.topic_of(state.agenda[number - 1])
    assert topic is not None
    recorder.record(TopicOpened(number, len(state.agenda), state.text_of(topic), topic.votes, state.discuss, topic.key))


def _finish(recorder: Recorder) -> None:
    state = recorder.state
    ratings = Counter(state.ratings.values())
    poll = tuple(ratings[value] for value in range(MAX_RATING + 1))
    cards = tuple(card for card in state.cards if card is not None)
    recorder.record(Finished(poll, cards, state.topic, len(state.actions)))


def show_safety(recorder: Recorder) -> None:
    answers = Counter(recorder.state.safety.values())
    recorder.record(SafetyShown(tuple(answers[value] for value in SCALE)))


# --- going back ------------------------------------------------------------------------------------------------------


def go_back(recorder: Recorder) -> None:
    """Go back to the topic before, or to the last phase that had something to do; see `phase_before`."""
    state = recorder.state
    if state.phase == "discuss" and state.topic > 1:
        return _back_to(recorder, "discuss", state.topic - 1)
    phase = phase_before(state)
    assert phase is not None
    return _back_to(recorder, phase, len(state.agenda) if phase == "discuss" else 0)


def open_to_more(state: State) -> bool:
    return state.phase in {"stage", "reflect", "group", "vote"}


def clock_name(state: State) -> str:
    """The name of the running clock; empty if none is running."""
    if state.phase == "reflect":
        again = f" again {state.returns}" if state.returns else ""  # a clock never has the name of an earlier one
        return f"reflect {state.round}{again}"
    if state.phase == "discuss":
        return f"topic {state.talks} {state.round}{' more' if state.time_is_up else ''}"
    return ""


def phase_before(state: State) -> Phase | None:
    """The phase before; None in the first phase. Phases that the meeting skipped are skipped again."""
    match state.phase:
        case "stage" | "over":
            return None
        case "reflect":
            return "stage"
        case "group":
            return "reflect"
        case "vote":
            return "group"
        case "discuss":
            return "vote" if len(state.topics) > 1 else "reflect"
        case "actions":
            return "discuss" if state.agenda else "reflect"
        case "close":
            return "actions"
        case _:
            assert_never(state.phase)


def _back_to(recorder: Recorder, phase: Phase, topic: int) -> None:
    state = recorder.state
    minutes = state.reflect if phase == "reflect" else state.discuss if phase == "discuss" else 0
    recorder.record(WentOn())
    recorder.record(WentBack(phase, topic, minutes))


# --- checks ----------------------------------------------------------------------------------------------------------


def only_in(recorder: Recorder, *phases: Phase, what: str, rule: str) -> None:
    if recorder.state.phase not in phases:
        raise refusals.not_now(what, recorder.state.phase, rule)


def only_facilitator(recorder: Recorder, seat: int) -> None:
    if seat != recorder.state.facilitator:
        raise refusals.only_the_facilitator(recorder.state.facilitator)


# --- the stage -------------------------------------------------------------------------------------------------------


def nothing_yet(state: State) -> bool:
    """True if the facilitator is asked before the meeting moves on: something that this phase is for is missing."""
    match state.phase:
        case "stage":
            return bool(state.safety)
        case "reflect":
            return not (state.notes or state.answers)
        case "vote":
            return not any(state.placed.values())
        case "actions":
            return not state.actions
        case _:
            return False


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
    only_in(recorder, "stage", "close", what="Changing the working agreement", rule="agreement")
    text = clean(move.text, AGREEMENT_LIMIT)
    if not text:
        raise refusals.agreement_missing()
    if text in recorder.state.agreement:
        raise refusals.agreed_already()
    if len(recorder.state.agreement) >= MAX_AGREEMENT:
        raise refusals.enough_agreed(MAX_AGREEMENT)
    recorder.record(AgreementAdded(text))


def _disagree(recorder: Recorder, move: Disagree) -> None:
    only_in(recorder, "stage", "close", what="Changing the working agreement", rule="agreement")
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
        raise refusals.one_to_five("safety 4")
    recorder.record(SafetyAnswered(seat, move.value))
    if len(recorder.state.safety) == state.seats:
        show_safety(recorder)


def _only_during_safety_check(recorder: Recorder) -> None:
    only_in(recorder, "stage", what="The safety check", rule="safety")
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
    only_in(recorder, "stage", what="Making notes anonymous", rule="safety")
    only_facilitator(recorder, seat)
    if recorder.state.anonymous:
        raise refusals.anonymous_already()
    recorder.record(MadeAnonymous())


# --- the course of the meeting ---------------------------------------------------------------------------------------


def decide_course(recorder: Recorder, seat: int, move: CourseMove) -> None:
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
    """Ask before leaving a phase with nothing in it; the first “next” also shows the answers of a safety check."""
    if recorder.state.safety:
        show_safety(recorder)
    recorder.record(SkipQuestioned(recorder.state.phase))


def _back(recorder: Recorder, seat: int) -> None:
    only_facilitator(recorder, seat)
    if phase_before(recorder.state) is None:
        raise refusals.nowhere_to_go_back()
    go_back(recorder)


def arrive(recorder: Recorder, seat: int | None) -> None:
    """Seat a newcomer at the next seat; possible until the dots are counted."""
    if seat != recorder.state.seats or not open_to_more(recorder.state):
        raise refusals.too_late_to_join()
    recorder.record(Arrived(seat))


def _hand_over(recorder: Recorder, seat: int, move: HandOver) -> None:
    only_facilitator(recorder, seat)
    if move.seat not in range(recorder.state.seats):
        raise refusals.no_such_player()
    if move.seat == seat:
        raise refusals.you_lead_already()
    recorder.record(LeadHandedOver(seat, move.seat))


def _longer(recorder: Recorder, seat: int) -> None:
    """Restart the clock: at once for the facilitator; the others ask, and more than half of all seats restart it."""
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
