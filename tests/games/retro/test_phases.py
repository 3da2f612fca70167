"""How a retrospective goes on: everybody ready, the facilitator, the clock."""

import json

from games.retro.model import PHASES, PhaseBegan, TimeGiven, TimeRanOut
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, number_of, with_notes

ACTIONS = json.dumps([{"what": "Mend the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}])


def begun(meeting: Meeting) -> list[str]:
    return [event.phase for event in meeting.events if isinstance(event, PhaseBegan)]


def test_the_facilitator_leads_through_all_phases() -> None:
    """One `next` a phase, and one for the topic."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}).until("over")
    assert begun(meeting) == list(PHASES)
    assert GAME.result(meeting.state) is not None


def test_a_phase_moves_on_when_everybody_is_ready() -> None:
    """Not before the last one says so."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.say(ANNA, "ready")
    meeting.say(BEN, "ready")
    assert meeting.phase() == "reflect"
    meeting.say(BEN, "note", "stop", "Late builds")
    meeting.say(CEM, "ready")
    assert meeting.phase() == "group"


def test_a_word_or_a_figure_counts_as_ready() -> None:
    """Whoever has checked in or answered the poll need not say more."""
    meeting = Meeting()
    meeting.everybody("say", "sunny")
    assert meeting.phase() == "reflect"
    meeting.until("close").everybody("say", "4")
    assert meeting.phase() == "over"
    assert meeting.state.poll == (0, 0, 0, 0, 3, 0)


def test_only_the_facilitator_goes_on_and_groups() -> None:
    """The others read who does."""
    meeting = with_notes({"One": "start", "Two": "stop"})
    assert "facilitates" in meeting.refused(BEN, "next")
    assert "facilitates" in meeting.refused(CEM, "group", "2", "1")


def test_the_role_can_be_handed_over() -> None:
    """Then the new facilitator goes on, and the old one cannot."""
    meeting = Meeting()
    assert "already" in meeting.refused(ANNA, "lead", str(ANNA))
    meeting.say(ANNA, "lead", str(CEM))
    assert meeting.refused(ANNA, "next")
    meeting.say(CEM, "next")
    assert meeting.phase() == "reflect"


def test_actions_of_last_time_are_waited_for() -> None:
    """When everybody has checked in, the facilitator is asked for what is open; then it goes on by itself."""
    meeting = Meeting(actions=ACTIONS)
    meeting.everybody("say", "fine")
    assert meeting.phase() == "stage"
    assert GAME.awaits(meeting.state) == (ANNA,)
    meeting.say(BEN, "say", "1 done")
    meeting.say(CEM, "say", "2 keep")
    assert meeting.phase() == "reflect"
    assert [action.mark for action in meeting.state.earlier] == ["done", "keep"]


def test_without_notes_there_is_nothing_to_discuss() -> None:
    """The actions come next."""
    meeting = Meeting().until("reflect")
    meeting.time_passes()
    assert meeting.phase() == "actions"
    assert "Nobody wrote a note." in meeting.told()


def test_a_single_topic_is_discussed_at_once() -> None:
    """There is nothing to group with one note, and nothing to vote on with one group."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.say(ANNA, "next")
    assert meeting.phase() == "discuss"
    assert "There is one topic." in meeting.told()
    two = with_notes({"Meetings": "stop", "Cake": "continue"})
    two.say(ANNA, "group", "2", "1")
    two.say(ANNA, "next")
    assert begun(two) == ["stage", "reflect", "group", "discuss"]


def test_the_clock_ends_the_writing() -> None:
    """Five minutes, or as many as the table was opened with; the facilitator can start them again."""
    meeting = Meeting(reflect=7).until("reflect")
    first = GAME.deadline(meeting.state)
    assert first is not None
    assert first.seconds == 7 * 60
    assert "facilitates" in meeting.refused(BEN, "longer")
    meeting.say(ANNA, "longer")
    again = GAME.deadline(meeting.state)
    assert again is not None
    assert again.name != first.name
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.time_passes()
    assert meeting.phase() == "discuss"


def talking() -> Meeting:
    meeting = with_notes({"Meetings": "stop", "Cake": "continue", "Plants": "start"}, phase="vote", discuss=3)
    for seat, text in ((ANNA, "Cake"), (BEN, "Cake"), (CEM, "Meetings")):
        meeting.say(seat, "vote", number_of(meeting, text))
    return meeting.until("discuss")


def test_the_most_dots_come_first_and_those_without_are_left_out() -> None:
    """Cake has two dots, meetings one, plants none."""
    meeting = talking()
    topic = meeting.state.talking
    assert topic is not None
    assert (meeting.state.note(topic.key).text, topic.votes) == ("Cake", 2)
    meeting.everybody("ready")
    assert len(meeting.state.agenda) == 2
    assert meeting.state.topic == 2
    meeting.say(ANNA, "next")
    assert meeting.phase() == "actions"


def test_the_facilitator_may_leave_out_the_rest() -> None:
    """`next phase` goes straight to the actions; at the last topic plain `next` does."""
    meeting = talking()
    meeting.say(ANNA, "next", "phase")
    assert meeting.phase() == "actions"
    last = talking()
    last.say(ANNA, "next")
    assert "last topic" in last.refused(ANNA, "next", "phase")


def test_when_time_is_up_more_than_half_can_ask_for_more() -> None:
    """Two of three start the clock again; one alone does not, and a minute later the next topic comes."""
    meeting = talking()
    assert isinstance(meeting.time_passes()[0], TimeRanOut)
    clock = GAME.deadline(meeting.state)
    assert clock is not None
    assert clock.seconds == 60
    meeting.say(BEN, "longer")
    assert "already" in meeting.refused(BEN, "longer")
    meeting.say(CEM, "longer")
    assert isinstance(meeting.events[-1], TimeGiven)
    assert meeting.state.topic == 1
    meeting.time_passes()
    meeting.say(BEN, "longer")
    meeting.time_passes()
    assert meeting.state.topic == 2


def test_the_facilitator_gives_time_at_once() -> None:
    """Without a vote."""
    meeting = talking()
    assert isinstance(meeting.say(ANNA, "longer")[0], TimeGiven)


def test_without_dots_all_topics_come_as_they_stand() -> None:
    """Nobody used one."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="discuss")
    assert meeting.state.agenda == (1, 2)


def test_there_is_no_clock_where_people_decide() -> None:
    """Neither while grouping nor while voting nor at the end."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"})
    for phase in ("group", "vote", "actions", "close", "over"):
        assert GAME.deadline(meeting.until(phase).state) is None
    assert "No clock" in with_notes({"Meetings": "stop", "Cake": "continue"}).refused(ANNA, "longer")
