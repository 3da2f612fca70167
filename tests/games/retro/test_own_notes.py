"""A writer changes and takes back an anonymous note with its code; nothing else says whose it is. And hidden notes."""

import itertools

import pytest

from games.retro.events import NoteHidden, NotesShown, NoteWritten, TopicOpened
from games.retro.veils import erased, veil
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, as_exported, number_of, with_notes


def written(meeting: Meeting, seat: int = BEN, text: str = "Meetings") -> str:
    """The code of a new note, from what its writer alone reads."""
    (event,) = meeting.say(seat, "note", "stop", text)
    receipt = GAME.secrets.receipt([event])
    assert receipt is not None
    assert receipt.text.startswith("Your note is in")
    change, withdraw = receipt.phrases
    assert (change.command, withdraw.command) == ("change", "withdraw")
    return withdraw.arguments["code"]


def test_a_writer_changes_a_note() -> None:
    """The board shows what it says last."""
    meeting = Meeting().until("reflect")
    code = written(meeting)
    (event,) = meeting.say(BEN, "change", code.upper(), "Long meetings")
    assert GAME.narrate(event, None) is None
    assert [note.text for note in meeting.until("discuss").state.board] == ["Long meetings"]


def test_a_writer_takes_a_note_back() -> None:
    """It never comes to the board."""
    meeting = Meeting().until("reflect")
    code = written(meeting)
    written(meeting, CEM, "Cake")
    meeting.say(BEN, "withdraw", code)
    assert [note.text for note in meeting.until("discuss").state.board] == ["Cake"]


def test_every_note_has_a_code_of_its_own() -> None:
    """Also after one was taken back; and the code isn't in any view."""
    meeting = Meeting().until("reflect")
    codes = [written(meeting, text=f"Note {number}") for number in range(20)]
    meeting.say(BEN, "withdraw", codes.pop())
    codes.append(written(meeting, text="Another"))
    assert len(set(codes)) == 20
    for viewer in (None, ANNA, BEN):
        seen = repr(GAME.view(meeting.state, viewer)) + meeting.board(viewer)
        assert not [code for code in codes if code in seen]
    assert not [code for code in codes if code in repr(meeting.until("group").state)]


@pytest.mark.parametrize("code", ["", "nonsense", "bbbbbb", "💥" * 200])
def test_a_wrong_code_changes_nothing(code: str) -> None:
    """A sentence says where the code is."""
    meeting = Meeting().until("reflect")
    written(meeting)
    assert "in private" in meeting.refused(CEM, "change", code, "Mine now")
    assert "in private" in meeting.refused(CEM, "withdraw", code)


def test_shown_notes_are_final() -> None:
    """The code is worth nothing then."""
    meeting = Meeting().until("reflect")
    code = written(meeting)
    written(meeting, CEM, "Cake")
    assert meeting.until("group").refused(BEN, "change", code, "Other")
    meeting.say(ANNA, "back")
    assert "No note that is still face down" in meeting.refused(BEN, "withdraw", code)


def test_it_makes_no_difference_who_changed_or_took_back() -> None:
    """Events, state and exports are the same whoever the writers are."""
    runs = set()
    for writers in itertools.permutations((ANNA, BEN, CEM)):
        meeting = Meeting().until("reflect")
        codes = [written(meeting, seat, f"Note {place}") for place, seat in enumerate(writers)]
        meeting.say(writers[0], "change", codes[0], "Something else")
        meeting.say(writers[1], "withdraw", codes[1])
        whole = [GAME.events.dump_json(event) for event in meeting.events]
        exported = [GAME.events.dump_json(event) for event in as_exported(meeting.until("over").events)]
        runs.add((*whole, *exported, repr(meeting.state)))
    assert len(runs) == 1


def test_an_export_does_not_say_which_note_was_changed() -> None:
    """Not by its code, its text or its place."""
    meeting = Meeting().until("reflect")
    code = written(meeting, BEN, "Secret words")
    meeting.say(BEN, "change", code, "Other words")
    meeting.say(BEN, "withdraw", code)
    for event in map(veil, meeting.events):
        text = GAME.events.dump_json(event).decode()
        assert not [word for word in (code, "Secret", "Other") if word in text]


def test_signed_notes_belong_to_their_writer() -> None:
    """With `anonymous=no` a code alone isn't enough."""
    meeting = Meeting(anonymous="no").until("reflect")
    code = written(meeting)
    assert "No note" in meeting.refused(CEM, "withdraw", code)
    meeting.say(BEN, "withdraw", code)
    assert meeting.state.notes == ()


# --- bad input -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["x" * 200, "**bold** <b>&amp;</b> [a](b)", "https://example.org/?a=b&c", "🎉🎉🎉"])
def test_any_text_makes_a_note(text: str) -> None:
    """As it was typed."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", text)
    (note,) = meeting.until("discuss").state.board
    assert note.text == text
    drawing = GAME.board(GAME.view(meeting.state, None), ["Anna", "Ben", "Cem"])
    assert "<b>" not in str(drawing.svg())


# --- hidden notes --------------------------------------------------------------------------------------------------


def hurting() -> tuple[Meeting, str]:
    meeting = with_notes({"Ben is lazy": "stop", "Cake": "continue", "Plants": "start"}, phase="group")
    return meeting, number_of(meeting, "Ben is lazy")


def test_the_facilitator_hides_a_note() -> None:
    """Its text is gone from every view and from the summary; the reason stands in its place."""
    meeting, number = hurting()
    meeting.say(ANNA, "hide", number, "person")
    for viewer in (None, ANNA, BEN):
        assert "Ben is lazy" not in repr(GAME.view(meeting.state, viewer))
        assert "hidden: it’s about a" in " ".join(meeting.board(viewer).split())
    kept = [erased(event, meeting.events[-1]) for event in as_exported(meeting.until("over").events)]
    report = GAME.memories.report(kept, "markdown") + GAME.memories.report(kept, "csv")
    assert "lazy" not in report
    assert "hidden" in report


def test_hiding_is_for_the_facilitator_and_for_once() -> None:
    """Everybody else, and a second time, gets a sentence."""
    meeting, number = hurting()
    assert "facilitates" in meeting.refused(BEN, "hide", number)
    meeting.say(ANNA, "hide", number)
    assert "already hidden" in meeting.refused(ANNA, "hide", number)
    assert "already hidden" in meeting.refused(BEN, "group", number, "1" if number != "1" else "2")
    assert "1 to 3" in meeting.refused(ANNA, "hide", "99")


def test_a_hidden_note_is_no_topic() -> None:
    """Dots on it are free again; those on its group stay with the rest of the group."""
    meeting, number = hurting()
    other = number_of(meeting, "Cake")
    meeting.say(CEM, "group", *sorted((number, other), reverse=True))
    meeting.until("vote").say(BEN, "vote", number)
    meeting.say(ANNA, "hide", number)
    assert meeting.state.placed == {BEN: (int(other),)}
    meeting.say(ANNA, "hide", other)
    assert meeting.state.placed == {BEN: ()}
    assert [topic.key for topic in meeting.state.topics] == [int(number_of(meeting, "Plants"))]


def test_hiding_the_topic_under_discussion_moves_on() -> None:
    """To the next topic, or to the actions after the last one."""
    meeting, number = hurting()
    meeting.until("vote").say(BEN, "vote", number)
    meeting.until("discuss").say(ANNA, "hide", number)
    assert meeting.phase() == "actions"
    meeting.until("over")


def test_what_is_stored_loses_the_text_and_keeps_its_hash() -> None:
    """The notes that were shown and the topic that was opened; the part that a hash covers stays the same."""
    meeting, number = hurting()
    meeting.until("vote").say(BEN, "vote", number)
    meeting.until("discuss")
    hidden = NoteHidden(int(number), "person")
    holders = [event for event in meeting.events if isinstance(event, NotesShown | TopicOpened)]
    assert len(holders) == 2
    for event in holders:
        assert "lazy" in repr(event)
        left = erased(event, hidden)
        assert "lazy" not in repr(left)
        assert veil(left) == veil(event)


def test_events_from_before_notes_could_be_hidden_are_hashed_whole() -> None:
    """They read and write as they were stored, to the letter."""
    for stored in (
        '{"notes":[{"column":1,"text":"a","by":null}],"salt":7,"kind":"notes_shown"}',
        '{"number":1,"of":2,"text":"a","votes":0,"minutes":5,"kind":"topic_opened"}',
        '{"count":1,"column":0,"text":"a","seat":2,"kind":"note_written"}',
    ):
        event = GAME.events.validate_json(stored)
        assert GAME.events.dump_json(veil(event)).decode() == stored
    assert isinstance(event, NoteWritten)
