"""Notes until they are shown: written, changed and taken back; and the answers of a health check."""

from typing import assert_never

from games.chance import Chance
from games.retro import refusals
from games.retro.checks import only_in
from games.retro.events import NoteChanged, NoteWithdrawn, NoteWritten, TopicRated
from games.retro.model import MAX_NOTES, NOTE_LIMIT, SCALE, Note
from games.retro.moves import ChangeNote, NoteMove, RateTopic, WithdrawNote, WriteNote
from games.retro.phases import Recorder
from games.text import clean

_LETTERS = "bcdfghjkmnpqrstvwxz23456789"  # none that look alike, and no vowels: no words come out
_CODE_LENGTH = 6


def decide_note(recorder: Recorder, seat: int, move: NoteMove) -> None:
    match move:
        case WriteNote():
            _write(recorder, seat, move)
        case ChangeNote():
            _change(recorder, seat, move)
        case WithdrawNote():
            note = _own(recorder, seat, move.code)
            recorder.record(NoteWithdrawn(len(recorder.state.waiting) - 1, note.code, note.by))
        case RateTopic():
            _rate_topic(recorder, seat, move)
        case _:
            assert_never(move)


def _write(recorder: Recorder, seat: int, move: WriteNote) -> None:
    """Allowed even after saying “ready”: otherwise the last notes could only come from those not yet ready."""
    state = recorder.state
    only_in(recorder, "reflect", what="Writing a note", rule="reflect")
    if move.column not in range(len(state.columns)):
        raise refusals.which_column([column.title for column in state.columns])
    text = _text(move.text)
    if len(state.notes) >= MAX_NOTES:
        raise refusals.board_is_full(MAX_NOTES)
    by = None if state.anonymous else seat
    code = new_code(recorder.chance.apart(f"note {state.written}"))
    recorder.record(NoteWritten(len(state.waiting) + 1, move.column, text, by, code))


def _text(typed: str) -> str:
    text = clean(typed, NOTE_LIMIT)
    if not text:
        raise refusals.note_missing()
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


def _rate_topic(recorder: Recorder, seat: int, move: RateTopic) -> None:
    state = recorder.state
    if not state.health:
        raise refusals.no_health_check()
    only_in(recorder, "reflect", what="Answering", rule="health")
    if state.profile:
        raise refusals.answers_are_shown()
    if move.topic not in range(1, len(state.health) + 1):
        raise refusals.which_topic([topic.title for topic in state.health])
    if move.value not in SCALE:
        raise refusals.one_to_five(f"rate {move.topic} 4")
    if state.answers.get(seat, {}).get(move.topic) == move.value:
        raise refusals.answered_that()
    recorder.record(TopicRated(seat, move.topic, move.value))
