"""Joining late, going back, and the question before an empty phase is left."""

import pytest

from games.contract import IllegalMove, replay
from games.retro.model import Phase
from games.retro.moves import Arrive
from tests.games.retro.build import ANNA, BEN, CEM, DORA, GAME, Meeting, with_notes


def arrive(meeting: Meeting) -> None:
    """One more person joins."""
    move = GAME.seating.arrival(meeting.state)
    assert move is not None
    meeting.events += GAME.decide(meeting.state, meeting.state.seats, move, meeting.chance)


@pytest.mark.parametrize("phase", ["stage", "reflect", "group", "vote"])
def test_somebody_joins_late_and_takes_part(phase: Phase) -> None:
    """Until the dots are counted: the new seat is awaited and has moves."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="group")
    meeting = meeting.until(phase) if phase == "vote" else meeting if phase == "group" else Meeting().until(phase)
    assert DORA not in GAME.awaits(meeting.state)
    arrive(meeting)
    assert DORA in GAME.awaits(meeting.state)
    assert GAME.moves(meeting.state, DORA)
    meeting.say(DORA, "ready")
    assert meeting.state.ready == (DORA,)


def test_nobody_joins_once_the_dots_are_counted() -> None:
    """They would discuss topics that they had no say in."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="discuss")
    assert GAME.seating.arrival(meeting.state) is None


def test_only_the_next_seat_can_arrive() -> None:
    """Neither somebody who is there nor a seat further on."""
    meeting = Meeting()
    move = Arrive()
    for seat in (BEN, meeting.state.seats + 1, None):
        with pytest.raises(IllegalMove):
            GAME.decide(meeting.state, seat, move, meeting.chance)


@pytest.mark.parametrize(
    ("phase", "before"),
    [("reflect", "stage"), ("group", "reflect"), ("vote", "group"), ("discuss", "vote"), ("close", "actions")],
)
def test_the_facilitator_goes_back_a_phase(phase: Phase, before: Phase) -> None:
    """And on again from there; a replay comes to the same state."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="group") if phase != "reflect" else Meeting()
    meeting.until(phase).say(ANNA, "back")
    assert meeting.phase() == before
    meeting.until("over")
    assert replay(GAME, meeting.events) == meeting.state


def test_going_back_goes_topic_by_topic() -> None:
    """From the second topic to the first, from the first to the votes, whose dots are free again."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="vote")
    meeting.say(BEN, "vote", "1")
    meeting.say(BEN, "vote", "2")
    meeting.until("discuss").say(ANNA, "next")
    clocks = [GAME.clock.deadline(meeting.state)]
    meeting.say(ANNA, "back")
    assert (meeting.phase(), meeting.state.topic) == ("discuss", 1)
    clocks.append(GAME.clock.deadline(meeting.state))
    meeting.say(ANNA, "back")
    assert meeting.phase() == "vote"
    assert meeting.state.placed == {}
    assert len({clock.name for clock in clocks if clock}) == 2


def test_notes_keep_their_numbers_when_more_are_written() -> None:
    """Back from grouping, a new note comes after those on the board, and groups stay."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue", "Plants": "start"}, phase="group")
    before = meeting.state.board
    meeting.say(BEN, "group", "2", "1")
    meeting.say(ANNA, "back")
    meeting.say(CEM, "note", "stop", "Something new")
    assert "Something new" not in repr(GAME.view(meeting.state, ANNA))
    meeting.say(ANNA, "next")
    assert meeting.state.board[:3] == before
    assert meeting.state.note(4).text == "Something new"
    assert [topic.notes for topic in meeting.state.topics] == [(1, 2), (3,), (4,)]


def test_there_is_nothing_before_the_first_phase() -> None:
    """A sentence says so."""
    assert "first phase" in Meeting().refused(ANNA, "back")


@pytest.mark.parametrize(("phase", "said"), [("reflect", "written"), ("vote", "dot"), ("actions", "action")])
def test_an_empty_phase_is_left_on_the_second_request(phase: Phase, said: str) -> None:
    """The first one asks, in a sentence for everybody."""
    notes = {"Meetings": "stop", "Cake": "continue"} if phase != "reflect" else {}
    meeting = with_notes(notes, phase=phase)
    (event,) = meeting.say(ANNA, "next")
    assert said in (GAME.narrate(event, None) or "")
    assert meeting.phase() == phase
    meeting.say(ANNA, "next")
    assert meeting.phase() != phase
    assert not meeting.state.sure


def test_a_phase_with_something_in_it_is_left_at_once() -> None:
    """Nobody is asked."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="vote")
    meeting.say(BEN, "vote", "1")
    meeting.say(ANNA, "next")
    assert meeting.phase() == "discuss"
