"""Nobody learns who wrote a note: not from events, views, texts, pictures or the order of notes, and not afterwards."""

import itertools
import json

import pytest

from games.chance import Chance
from games.contract import natures
from games.retro.events import Event, NotesShown, NoteWritten
from games.retro.folding import evolve
from games.retro.model import Phase, State
from games.retro.phases import in_salted_order
from games.retro.veils import veil
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, as_exported, with_notes

NOTES = (("Meetings on Monday", "stop"), ("Cake when we ship", "continue"), ("Ask after one hour", "start"))


def written(order: tuple[int, ...], writers: tuple[int, ...] = (ANNA, BEN, CEM)) -> Meeting:
    """A meeting with the three notes, written in this order by these people."""
    meeting = Meeting().until("reflect")
    for note, writer in zip(order, writers, strict=True):
        meeting.say(writer, "note", NOTES[note][1], NOTES[note][0])
    return meeting


def exported(meeting: Meeting) -> str:
    return "\n".join(GAME.events.dump_json(event).decode() for event in as_exported(meeting.events))


def test_an_anonymous_note_is_stored_without_its_writer() -> None:
    """The event is the same whoever writes the note."""
    texts = {
        GAME.events.dump_json(event)
        for writer in (ANNA, BEN, CEM)
        for event in Meeting().until("reflect").say(writer, "note", "stop", "Meetings")
    }
    assert len(texts) == 1
    assert "seat" in json.loads(texts.pop())


def test_a_form_with_several_notes_is_stored_without_its_writer() -> None:
    """The events are the same whoever sends it, and those of an edit and a removal too; no view has a code."""
    found, exports = set(), set()
    for writer in (ANNA, BEN, CEM):
        meeting = Meeting().until("reflect")
        move = GAME.read(meeting.state, writer, "note", {"1": "Ask after one hour\nPair", "3": "Cake"})
        events = GAME.decide(meeting.state, writer, move, meeting.chance)
        meeting.events += events
        one, other, _ = (event.code for event in events if isinstance(event, NoteWritten))
        events += [*meeting.say(writer, "change", one, "Ask at once"), *meeting.say(writer, "withdraw", other)]
        found.add("\n".join(GAME.events.dump_json(event).decode() for event in events))
        views = "".join(repr(GAME.view(meeting.state, viewer)) for viewer in (None, ANNA, BEN, CEM))
        assert not [word for word in (one, other, "Ask", "Pair", "Cake") if word in views]
        exports.add(exported(meeting.until("over")))
    assert len(found) == len(exports) == 1
    assert '"seat":null' in found.pop()


def test_the_state_does_not_depend_on_who_wrote_which_note() -> None:
    """Every way to share three notes among three people leads to the same state at the end."""
    ends = {
        repr(written((0, 1, 2), writers).until("over").state) for writers in itertools.permutations((ANNA, BEN, CEM))
    }
    assert len(ends) == 1


def test_the_order_of_notes_reveals_nothing_about_when_they_were_written() -> None:
    """Every order of writing gives the same board and the same veiled events, so it can't be recovered from them."""
    boards, exports = set(), set()
    for order in itertools.permutations(range(3)):
        meeting = written(order).until("over")
        boards.add(meeting.board())
        exports.add(exported(meeting))
    assert len(boards) == 1
    assert len(exports) == 1


def test_the_published_seed_does_not_reveal_the_order_of_writing() -> None:
    """With the salt the order of the board follows from the texts alone, whatever order they come in."""
    meeting = written((2, 0, 1)).until("group")
    shown = next(event for event in meeting.events if isinstance(event, NotesShown))
    for shuffled in itertools.permutations(shown.notes):
        assert in_salted_order(shuffled, shown.salt) == shown.notes


def test_another_draw_gives_another_order() -> None:
    """Nobody can word a note so that it comes first."""
    notes = with_notes({f"Note {number}": "stop" for number in range(8)}).state.notes
    assert len({in_salted_order(notes, salt) for salt in range(20)}) > 15


def test_before_the_reveal_only_the_number_of_notes_is_seen() -> None:
    """Neither the room nor any seat sees a text or a column, not even the writer or the facilitator."""
    meeting = written((0, 1, 2))
    for viewer in (None, ANNA, BEN, CEM):
        view = GAME.view(meeting.state, viewer)
        seen = "\n".join([repr(view), meeting.board(viewer), GAME.prompt(view), *meeting.narrated(viewer)])
        drawing = GAME.board(view, ["Anna", "Ben", "Cem"])
        seen += drawing.alt + str(drawing.svg())
        assert not [text for text, _ in NOTES if text in seen]
        assert "3 notes so far" in seen


def test_a_note_is_confirmed_in_private_and_not_announced() -> None:
    """The room reads nothing; the confirmation doesn't repeat the text."""
    meeting = Meeting().until("reflect")
    event = meeting.say(BEN, "note", "stop", "Meetings")[0]
    assert GAME.narrate(event, None) is None
    confirmation = GAME.narrate(event, BEN)
    assert confirmation is not None
    assert "without a name" in confirmation
    assert "Meetings" not in confirmation


def test_people_can_write_when_they_are_done() -> None:
    """So a note that follows somebody's “I'm done” can be from anybody."""
    meeting = Meeting().until("reflect")
    for seat in (ANNA, BEN):
        meeting.say(seat, "done")
        meeting.say(seat, "note", "start", "One more thing")
    assert len(meeting.state.notes) == 2


@pytest.mark.parametrize("phase", ["vote", "discuss", "actions", "close", "over"])
def test_a_veiled_export_shows_the_same_board_in_every_phase(phase: Phase) -> None:
    """Later events repeat everything the board needs."""
    meeting = written((0, 1, 2)).until("vote")
    meeting.say(BEN, "vote", "1")
    meeting.until(phase)
    state: State | None = None
    for event in as_exported(meeting.events):
        state = evolve(state, event)
    assert state is not None
    names = ["Anna", "Ben", "Cem"]
    assert GAME.board(GAME.view(state, None), names).text == meeting.board()


def test_sealed_events_are_exported_without_their_secrets() -> None:
    """No text before the reveal, no topic of a dot, no value of a rating, no card before the end."""
    meeting = written((0, 1, 2))
    meeting.say(BEN, "card", "tool", "Two Screens: sit together")
    meeting.until("vote").say(BEN, "vote", "1")
    meeting.say(BEN, "vote", "1", "back")
    meeting.until("close").say(CEM, "say", "2")
    for event in map(veil, meeting.events):
        text = GAME.events.dump_json(event).decode()
        if event.kind in natures(GAME).sealed:
            assert not [note for note, _ in NOTES if note in text]
            assert "Two Screens" not in text
    assert {GAME.events.dump_json(veil(event)) for event in votes(meeting)} == {
        b'{"seat":1,"topic":null,"left":2,"kind":"dot_put"}',
        b'{"seat":1,"topic":null,"left":3,"kind":"dot_taken"}',
        b'{"seat":2,"value":null,"kind":"rated"}',
    }


def votes(meeting: Meeting) -> list[Event]:
    return [event for event in meeting.events if event.kind in {"dot_put", "dot_taken", "rated"}]


def test_signed_notes_show_their_writers() -> None:
    """With `anonymous=no` the board and the export name the writer, who sees their own note before the reveal."""
    meeting = Meeting(anonymous="no").until("reflect")
    event = meeting.say(BEN, "note", "stop", "Meetings")[0]
    assert isinstance(event, NoteWritten)
    assert veil(event) == event
    assert "Meetings" in repr(GAME.view(meeting.state, BEN))
    assert "Meetings" not in repr(GAME.view(meeting.state, ANNA))
    assert "Meetings (Ben)" in meeting.until("discuss").board()


def test_the_board_is_the_same_in_whatever_order_twelve_people_write() -> None:
    """The numbers of the notes follow from their texts."""
    boards = set()
    for seed in range(5):
        order = Chance(bytes([seed] * 32)).shuffled(range(12))
        meeting = Meeting(seats=12).until("reflect")
        for writer in order:
            meeting.say(writer, "note", "stop", f"What number {writer} thinks")
        boards.add(repr(meeting.until("group").state.notes))
    assert len(boards) == 1
