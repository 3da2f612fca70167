"""What a form asks for, and the one move that it becomes: all of what was entered, or nothing."""

from collections.abc import Mapping

import pytest

from games.contract import IllegalMove
from games.parts import Form
from games.retro.events import (
    DotPut,
    DotTaken,
    Event,
    Grouped,
    NoteWritten,
    Rated,
    SaidReady,
    Thanked,
    TopicNamed,
    TopicRated,
)
from games.retro.model import MAX_NOTES, Action
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, number_of, with_notes

LINES = {"1": "pairing\nlunch together", "3": "cake"}


def form_of(meeting: Meeting, seat: int | None, command: str) -> Form | None:
    return GAME.shows.form(GAME.view(meeting.state, seat), command)


def filled(meeting: Meeting, seat: int, command: str, fields: Mapping[str, str]) -> list[Event]:
    state = meeting.state
    events = GAME.decide(state, seat, GAME.read(state, seat, command, fields), meeting.chance)
    meeting.events += events
    return events


def refused(meeting: Meeting, seat: int, command: str, fields: Mapping[str, str]) -> IllegalMove:
    before = list(meeting.events)
    with pytest.raises(IllegalMove) as refusal:
        filled(meeting, seat, command, fields)
    assert meeting.events == before
    return refusal.value


# --- notes -----------------------------------------------------------------------------------------------------------


def test_each_line_of_each_column_is_a_note() -> None:
    """They are the events of several notes, one after the other."""
    meeting, typed = Meeting().until("reflect"), Meeting().until("reflect")
    events = filled(meeting, BEN, "note", LINES)
    assert [(event.column, event.text) for event in events if isinstance(event, NoteWritten)] == [
        (0, "pairing"),
        (0, "lunch together"),
        (2, "cake"),
    ]
    one_by_one = [("start", "pairing"), ("start", "lunch together"), ("continue", "cake")]
    assert events == [event for column, text in one_by_one for event in typed.say(CEM, "note", column, text)]


def test_one_note_that_is_too_long_keeps_all_of_them_off_the_board() -> None:
    refusal = refused(Meeting().until("reflect"), BEN, "note", {**LINES, "2": "fine\n" + "x" * 240})
    assert refusal.sentence == "That’s 240 characters; notes have up to 200."
    assert refusal.field == "2"


def test_a_form_that_overfills_the_board_writes_nothing() -> None:
    meeting = with_notes({f"Note {number}": "stop" for number in range(MAX_NOTES - 2)}, phase="reflect")
    assert "200 notes" in refused(meeting, BEN, "note", LINES).sentence
    assert len(filled(meeting, BEN, "note", {"1": LINES["1"]})) == 2


def test_the_receipt_has_all_codes() -> None:
    """Each note can be changed and taken back; the codes are in the acts, not in the words."""
    meeting = Meeting().until("reflect")
    events = filled(meeting, BEN, "note", LINES)
    receipt = GAME.secrets.receipt(events)
    assert receipt is not None
    codes = [event.code for event in events if isinstance(event, NoteWritten)]
    assert len(set(codes)) == 3
    assert receipt.keys == tuple(codes)
    assert not any(code in receipt.text for code in codes)
    assert [(each.command, each.arguments["code"]) for each in receipt.phrases] == [
        (command, code) for code in codes for command in ("change", "withdraw")
    ]
    meeting.say(BEN, "change", codes[0], "mobbing")
    meeting.say(BEN, "withdraw", codes[1])
    assert {note.text for note in meeting.state.notes} == {"mobbing", "cake"}


# --- dots ------------------------------------------------------------------------------------------------------------


def voting() -> Meeting:
    return with_notes({"Alpha": "start", "Beta": "stop", "Gamma": "continue"}, phase="vote")


def test_dots_are_placed_as_a_whole() -> None:
    """A form shows where they are; sending it moves only those that change."""
    meeting = voting()
    filled(meeting, BEN, "vote", {"1": "1", "2": "1", "3": "0"})
    assert meeting.state.placed[BEN] == (1, 1)
    form = form_of(meeting, BEN, "vote")
    assert form is not None
    assert [field.filled for field in form.fields] == [("1",), ("1",), ("0",)]
    events = filled(meeting, BEN, "vote", {"1": "1", "2": "2", "3": "3"})
    assert events == [DotTaken(BEN, 1, 2), DotPut(BEN, 2, 1), DotPut(BEN, 3, 0), SaidReady(BEN)]
    filled(meeting, BEN, "vote", {"1": "0"})
    assert sorted(filter(None, meeting.state.placed[BEN])) == [2, 3]  # the other fields weren't asked for
    assert filled(meeting, BEN, "vote", {"1": "", "2": "0", "3": "0"})
    assert meeting.state.placed[BEN] == ()


def test_four_of_three_dots_are_refused() -> None:
    meeting = voting()
    four = {str(number): "1" for number in range(1, 5)}
    assert refused(meeting, BEN, "vote", four).sentence == "You have 3 dots; choose fewer topics."
    assert "already" in refused(meeting, BEN, "vote", {"1": "0"}).sentence
    assert "number of a note" in refused(meeting, BEN, "vote", {"1": "2", "2": "nine"}).sentence


# --- groups ----------------------------------------------------------------------------------------------------------


def test_several_notes_become_one_named_topic() -> None:
    meeting = with_notes({"Alpha": "start", "Beta": "stop", "Gamma": "continue", "Delta": "stop"}, phase="group")
    events = filled(meeting, CEM, "group", {"1": "4\n2", "2": "3", "name": "Letters"})
    assert events == [Grouped(3, 2), Grouped(4, 2), TopicNamed(2, "Letters")]
    assert [topic.notes for topic in meeting.state.topics] == [(1,), (2, 3, 4)]
    assert "already together" in refused(meeting, CEM, "group", {"1": "3, 4"}).sentence
    assert "at least two" in refused(meeting, CEM, "group", {"1": "1"}).sentence
    assert "number of a note" in refused(meeting, CEM, "group", {"1": "1\n9"}).sentence


def test_a_menu_for_each_column_that_has_notes() -> None:
    meeting = with_notes({"Alpha": "start", "Beta": "stop", "Gamma": "stop"}, phase="group")
    form = form_of(meeting, ANNA, "group")
    assert form is not None
    assert [(field.label, len(field.options), field.most) for field in form.fields] == [
        ("Start", 1, 1),
        ("Stop", 2, 2),
        ("Name (optional)", 0, 1),
    ]


def test_six_columns_fit_into_four_menus() -> None:
    meeting = Meeting(columns="A,B,C,D,E,F").until("reflect")
    filled(meeting, BEN, "note", {str(number): f"{number * 'x'}\n{number * 'y'}" for number in range(1, 7)})
    form = form_of(meeting.until("group"), ANNA, "group")
    assert form is not None
    assert len(form.fields) == 5
    assert sum(len(field.options) for field in form.fields) == 12


def test_notes_that_look_alike_are_ticked() -> None:
    """Each tick is a group of its own, beside the one that was put together by hand."""
    notes = {
        "slow build": "stop",
        "slow builds": "stop",
        "cake today": "start",
        "cake tomorrow": "continue",
        "x": "stop",
    }
    meeting = with_notes({**notes, "y": "start"}, phase="group")
    form = form_of(meeting, ANNA, "group")
    assert form is not None
    alike = form.fields[0]
    assert (alike.label, alike.most, len(form.fields)) == ("These look alike", 2, 5)
    ticked = "\n".join(value for value, _ in alike.options)
    x, y = number_of(meeting, "x"), number_of(meeting, "y")
    assert "one by one" in refused(meeting, CEM, "group", {"alike": ticked, "name": "Letters"}).sentence
    filled(meeting, CEM, "group", {"alike": ticked, "1": f"{x}\n{y}", "name": "Letters"})
    assert sorted(len(topic.notes) for topic in meeting.state.topics) == [2, 2, 2]
    assert [topic.name for topic in meeting.state.topics if int(x) in topic.notes] == ["Letters"]
    assert "already together" in refused(meeting, CEM, "group", {"alike": ticked}).sentence


# --- health checks ---------------------------------------------------------------------------------------------------


def test_answers_to_several_topics() -> None:
    """Those that were given before stay; one that is no answer keeps all of them out."""
    meeting = Meeting(format="team-health").until("reflect")
    assert filled(meeting, BEN, "rate", {"1": "4", "2": "5"}) == [TopicRated(BEN, 1, 4), TopicRated(BEN, 2, 5)]
    assert filled(meeting, BEN, "rate", {"1": "4", "2": "2", "3": ""}) == [TopicRated(BEN, 2, 2)]
    refusal = refused(meeting, BEN, "rate", {"3": "3", "4": "9"})
    assert refusal.field == "4"
    form = form_of(meeting, BEN, "rate")
    assert form is not None
    assert [field.filled for field in form.fields][:3] == [("4",), ("2",), ()]


# --- check-in, actions, rating ---------------------------------------------------------------------------------------


def test_the_check_in_is_a_form_of_one_field() -> None:
    meeting = Meeting(checkin="weather")
    form = form_of(meeting, BEN, "say")
    assert form is not None
    assert [(field.name, field.label) for field in form.fields] == [("answer", str(meeting.state.check_in))]
    filled(meeting, BEN, "say", {"answer": "sunny"})
    assert form_of(meeting, BEN, "say") is None


def test_an_action_has_what_who_and_by_when() -> None:
    """A day that can't be is refused at its field; the facilitator changes any of it later."""
    meeting = with_notes({"Alpha": "start"}, phase="discuss")
    form = form_of(meeting, BEN, "action")
    assert form is not None
    assert [(field.label, field.kind) for field in form.fields] == [
        ("What", "text"),
        ("Who", "text"),
        ("By when", "date"),
    ]
    given = {"task": "Fix the build", "who": str(CEM), "due": "2026-11-20", "today": "2026-11-17"}
    assert refused(meeting, BEN, "action", {**given, "due": "2026-11-01"}).field == "due"
    assert refused(meeting, BEN, "action", {**given, "task": ""}).field == "task"
    assert refused(meeting, BEN, "action", {**given, "who": "9"}).field == "who"
    filled(meeting, BEN, "action", given)
    assert meeting.state.actions == (Action("Fix the build", CEM, "2026-11-20"),)
    edit = form_of(meeting, ANNA, "edit 1")
    assert edit is not None
    assert [(field.text, field.filled) for field in edit.fields] == [
        ("", ("1",)),
        ("Fix the build", ()),
        ("", (str(CEM),)),
        ("2026-11-20", ()),
    ]
    assert form_of(meeting, BEN, "edit 1") is None
    assert "facilitates" in refused(meeting, BEN, "edit", {"which": "1", "who": str(BEN)}).sentence
    filled(meeting, ANNA, "edit", {"which": "1", "task": "", "who": str(BEN), "due": ""})
    assert meeting.state.actions == (Action("Fix the build", BEN, "2026-11-20"),)
    meeting.say(ANNA, "edit", "1", str(BEN), "Buy another by Thursday")
    assert meeting.state.actions == (Action("Buy another", BEN, "2026-11-19"),)
    assert "already" in meeting.refused(ANNA, "edit", "1", str(BEN), "Buy another")
    assert "facilitates" in meeting.refused(BEN, "say", "1 drop")
    meeting.say(ANNA, "say", "1 drop")
    assert not meeting.state.actions


def test_rating_and_thanking_are_one_move() -> None:
    """Both or neither; thanks alone have a form of their own."""
    meeting = Meeting().until("close")
    form = form_of(meeting, BEN, "say")
    assert form is not None
    assert [field.name for field in form.fields] == ["value", "to", "thanks"]
    assert [label.split(":")[0] for _, label in form.fields[0].options] == ["0", "1", "2", "3", "4", "5"]
    assert refused(meeting, BEN, "say", {"value": "4", "to": str(CEM), "thanks": ""}).field == "thanks"
    assert refused(meeting, BEN, "say", {"value": "4", "to": "", "thanks": "for tea"}).field == "to"
    assert refused(meeting, BEN, "say", {"value": "", "to": "", "thanks": ""}).field == "value"
    assert filled(meeting, BEN, "say", {"value": "4", "to": str(CEM), "thanks": "for tea"}) == [
        Rated(BEN, 4),
        Thanked(BEN, CEM, "for tea"),
    ]
    assert filled(meeting, CEM, "thanks", {"to": str(BEN), "thanks": "you too"}) == [Thanked(CEM, BEN, "you too")]
    assert form_of(meeting, BEN, "say") is None


def test_forms_of_the_facilitator() -> None:
    """Hide, hand over, choose a topic: only theirs."""
    meeting = with_notes({"Alpha": "start", "Beta": "stop"}, phase="discuss")
    for command in ("hide", "lead", "topic"):
        assert form_of(meeting, ANNA, command)
        assert form_of(meeting, BEN, command) is None
    filled(meeting, ANNA, "hide", {"note": "2", "reason": "tone"})
    assert meeting.state.note(2).hidden == "tone"


# --- every form ------------------------------------------------------------------------------------------------------


def test_a_form_only_knows_what_its_reader_knows() -> None:
    """Nobody sees where others have put their dots, and the room has no form."""
    meeting = voting()
    filled(meeting, BEN, "vote", {"1": "2"})
    assert form_of(meeting, CEM, "vote") == form_of(voting(), CEM, "vote")
    assert form_of(meeting, None, "vote") is None


@pytest.mark.parametrize(
    "command", ["note", "rate", "group", "action", "card", "thanks", "say", "edit", "keep", "topic", "done", "nonsense"]
)
def test_no_form_out_of_its_phase(command: str) -> None:
    assert form_of(voting(), BEN, command) is None


def test_every_command_with_a_form_has_one_at_some_time() -> None:
    found = set()
    earlier = '[{"what": "Fix the test", "due": ""}]'
    for meeting in (Meeting(safety="yes", actions=earlier), Meeting(format="team-health")):
        while meeting.phase() != "over":
            if meeting.phase() == "reflect":
                filled(meeting, BEN, "note", {"1": "Alpha", "2": "Beta"})
            if meeting.phase() == "actions":
                meeting.say(BEN, "action", str(CEM), "Fix it")
            found |= {command.name for command in GAME.commands if form_of(meeting, ANNA, command.name)}
            meeting.say(ANNA, "next")
    assert found == {command.name for command in GAME.commands if command.form}
