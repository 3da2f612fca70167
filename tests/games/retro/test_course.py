"""Coming late, and going back."""

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


@pytest.mark.parametrize("phase", ["stage", "reflect", "group", "vote", "discuss", "actions", "close"])
def test_somebody_joins_late_and_takes_part(phase: Phase) -> None:
    """Until the end: the new seat is awaited and has moves, and can own an action."""
    early = phase in {"stage", "reflect"}
    meeting = Meeting().until(phase) if early else with_notes({"Meetings": "stop", "Cake": "continue"}, phase=phase)
    assert DORA not in GAME.awaits(meeting.state)
    arrive(meeting)
    assert DORA in GAME.awaits(meeting.state)
    assert GAME.moves(meeting.state, DORA)
    if phase == "actions":
        meeting.say(DORA, "action", str(DORA), "Mend it")
    meeting.say(DORA, "done")
    assert meeting.state.ready == (DORA,)


def test_after_the_count_a_newcomer_has_no_dots() -> None:
    """And nobody comes once it is over."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="discuss")
    arrive(meeting)
    assert "isn’t possible" in meeting.refused(DORA, "vote", "1")
    assert GAME.seating.arrival(meeting.until("over").state) is None


def test_a_facilitator_starts_alone() -> None:
    """The others come by a press."""
    meeting = Meeting(seats=GAME.seats[0])
    assert meeting.state.seats == 1
    meeting.until("reflect")
    arrive(meeting)
    meeting.say(BEN, "note", "stop", "Meetings")
    assert meeting.until("over").state.seats == 2


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
