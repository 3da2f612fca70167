"""The outcome of writing notes and of answering a health check."""

from typing import assert_never

from games.chance import Chance
from games.language import lazy_p
from games.retro.acts import refusals
from games.retro.events import NoteChanged, NoteWithdrawn, NoteWritten, TopicRated
from games.retro.model import MAX_NOTES, NOTE_LIMIT, SCALE, UNTIL_SHOWN, Note
from games.retro.moves import ChangeNote, NoteMove, RateTopics, WithdrawNote, WriteNotes
from games.retro.phases import Recorder, only_in
from games.text import clean

_LETTERS = "bcdfghjkmnpqrstvwxz23456789"  # none that look alike, and no vowels: no words come out
_CODE_LENGTH = 6


def decide_note(recorder: Recorder, seat: int, move: NoteMove) -> None:
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
    """Write notes, even after saying they are done: otherwise the last notes could only come from the others.

    No seat writes what somebody has saved: nothing says who did. Nor does an early note: notes may become anonymous
    until the check-in is over.
    """
    state = recorder.state
    only_in(recorder, *UNTIL_SHOWN, what=lazy_p("not now", "Writing a note"), rule="reflect")
    if not move.notes:
        raise refusals.note_missing()
    if any(column not in range(len(state.columns)) for column, _ in move.notes):
        raise refusals.which_column(column.title for column in state.columns)
    notes = [(column, _text(typed, str(column + 1))) for column, typed in move.notes]
    if len(state.notes) + len(notes) > MAX_NOTES:
        raise refusals.board_is_full(MAX_NOTES)
    for column, text in notes:
        _write_one(recorder, None if state.anonymous or state.phase != "reflect" else seat, column, text)


def _write_one(recorder: Recorder, by: int | None, column: int, text: str) -> None:
    state = recorder.state
    code = new_code(recorder.chance.apart(f"note {state.written}"))  # not prose
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
    state = recorder.state
    if state.phase not in UNTIL_SHOWN:
        raise refusals.notes_are_shown(state.facilitator)
    sought = code.strip().casefold()
    found = next((note for note in state.waiting if sought and note.code == sought), None)
    if found is None or found.by not in {None, seat}:
        raise refusals.unknown_code()
    return found


def _rate_topics(recorder: Recorder, seat: int, move: RateTopics) -> None:
    """What was answered the same before stays as it is."""
    state = recorder.state
    if not state.health:
        raise refusals.no_health_check()
    only_in(recorder, "reflect", what=lazy_p("not now", "Answering"), rule="health")
    if state.profile:
        raise refusals.answers_are_shown()
    if any(topic not in range(1, len(state.health) + 1) for topic, _ in move.answers):
        raise refusals.which_topic(topic.title for topic in state.health)
    if wrong := [topic for topic, value in move.answers if value not in SCALE]:
        raise refusals.one_to_five(f"rate {wrong[0]} 4", str(wrong[0]))  # not prose
    given = state.answers.get(seat, {})
    new = {topic: value for topic, value in move.answers if given.get(topic) != value}
    if not new:
        raise refusals.answered_that()
    for topic, value in new.items():
        recorder.record(TopicRated(seat, topic, value))
