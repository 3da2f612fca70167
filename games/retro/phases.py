"""Moving from one phase to the next: what is revealed on the way, and what follows."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from games import contract
from games.chance import Chance
from games.language import Text
from games.retro.acts import refusals
from games.retro.events import (
    Event,
    Finished,
    HealthShown,
    NotesShown,
    PhaseBegan,
    SafetyShown,
    TopicOpened,
    VotesShown,
    WentBack,
    WentOn,
)
from games.retro.folding import SALTS, evolve
from games.retro.health import cards_of
from games.retro.model import MAX_RATING, SCALE, Note, Phase, State
from games.retro.moves import Move, MoveOn
from games.values import replace


class Recorder(contract.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)


def unmarked(state: State) -> tuple[int, ...]:
    """Actions from last time that nobody has marked yet."""
    return tuple(number for number, action in enumerate(state.earlier, start=1) if not action.mark)


def undone(state: State) -> tuple[int, ...]:
    """The seats that aren't done with this phase or topic."""
    return tuple(seat for seat in range(state.seats) if seat not in state.ready)


def missing(state: State) -> tuple[int, ...]:
    """The people who aren't done, without the facilitator, who decides when to move on."""
    return tuple(seat for seat in undone(state) if seat != state.facilitator)


def everybody_done(state: State) -> bool:
    """True if nothing is left to wait for but the facilitator."""
    if state.phase == "over":
        return False
    if state.phase == "review" and not unmarked(state) and not state.returns:
        return True
    return not undone(state)


def moves_on(state: State) -> Move | None:
    """The move that is made where nobody leads: once everybody is done, or time is up."""
    time_is_up = state.phase == "reflect" and state.time_is_up
    return MoveOn() if everybody_done(state) or time_is_up or state.move_on_wanted else None


def phase_after(state: State) -> Phase:
    """The next phase, as the button says it; one that turns out to be useless is skipped."""
    phases: tuple[Phase, ...] = (*state.phases, "over")
    return phases[phases.index(state.phase) + 1]


def move_on(recorder: Recorder, *, skip_topics: bool = False) -> None:
    """Move on to the next topic or phase."""
    recorder.record(WentOn())
    phase = recorder.state.phase
    match phase:
        case "stage":
            if recorder.state.safety:
                show_safety(recorder)
            _begin(recorder, phase_after(recorder.state))
        case "review":
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
    return open_topic(recorder)


def next_topic(recorder: Recorder, *, skip_topics: bool = False) -> None:
    if skip_topics or recorder.state.topic == len(recorder.state.agenda):
        _begin(recorder, "actions")
    else:
        open_topic(recorder)


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


def open_topic(recorder: Recorder) -> None:
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
    return state.phase != "over"


def clock_name(state: State) -> str:
    """The name of the running clock; empty if none is running."""
    if state.phase == "reflect" and not state.time_is_up:
        again = f" again {state.returns}" if state.returns else ""  # not prose; no clock has the name of an earlier one
        return f"reflect {state.round}{again}"  # not prose
    if state.phase == "discuss" and not state.move_on_wanted:
        return f"topic {state.talks} {state.round}{' more' if state.time_is_up else ''}"  # not prose
    return ""


def minutes_of(state: State) -> int:
    """The minutes of a phase's clock when it begins."""
    return {"reflect": state.reflect, "discuss": state.discuss}.get(state.phase, 0)


def phase_before(state: State) -> Phase | None:
    """The phase before; None in the first phase. Phases that the meeting skipped are skipped again."""
    match state.phase:
        case "stage" | "over":
            return None
        case "review":
            return "stage"
        case "reflect":
            return "review" if state.earlier else "stage"
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


def only_in(recorder: Recorder, *phases: Phase, what: Text, rule: str) -> None:
    if recorder.state.phase not in phases:
        raise refusals.not_now(what, recorder.state.phase, rule)


def only_facilitator(recorder: Recorder, seat: int) -> None:
    if seat != recorder.state.facilitator:
        raise refusals.only_the_facilitator(recorder.state.facilitator)


def nothing_yet(state: State) -> bool:
    """True if there is nothing yet that this phase is for."""
    match state.phase:
        case "reflect":
            return not (state.notes or state.answers)
        case "vote":
            return not any(state.placed.values())
        case "actions":
            return not state.actions
        case _:
            return False
