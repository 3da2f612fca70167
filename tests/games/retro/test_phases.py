"""Moving from phase to phase: when everybody is ready, by the facilitator, by the clock."""

import json

from games.retro.events import LongerAsked, PhaseBegan, TimeGiven, TimeRanOut
from games.retro.model import PHASES
from games.retro.moves import Next
from tests.games.retro.build import ANNA, BEN, CEM, DORA, GAME, Meeting, number_of, with_notes

ACTIONS = json.dumps([{"what": "Fix the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}])


def begun(meeting: Meeting) -> list[str]:
    return [event.phase for event in meeting.events if isinstance(event, PhaseBegan)]


def test_the_facilitator_leads_through_all_phases() -> None:
    """With nothing but `next`, all phases begin in order."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}).until("over")
    assert begun(meeting) == list(PHASES)
    assert GAME.result(meeting.state) is not None


def test_a_phase_ends_when_everybody_is_ready() -> None:
    """Not before the last person says so."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.say(ANNA, "ready")
    meeting.say(BEN, "ready")
    assert meeting.phase() == "reflect"
    meeting.say(BEN, "note", "stop", "Late builds")
    meeting.say(CEM, "ready")
    assert meeting.phase() == "group"


def test_checking_in_and_rating_count_as_ready() -> None:
    """Nobody has to say “ready” as well."""
    meeting = Meeting()
    meeting.everybody("say", "sunny")
    assert meeting.phase() == "reflect"
    meeting.until("close").everybody("say", "4")
    assert meeting.phase() == "over"
    assert meeting.state.poll == (0, 0, 0, 0, 3, 0)


def test_only_the_facilitator_moves_on() -> None:
    """The others read who facilitates; but everybody may group."""
    meeting = with_notes({"One": "start", "Two": "stop"})
    assert "facilitates" in meeting.refused(BEN, "next")
    assert "facilitates" in meeting.refused(BEN, "back")
    meeting.say(CEM, "group", "2", "1")
    assert len(meeting.state.topics) == 1


def test_the_role_can_be_handed_over() -> None:
    """Then the new facilitator can move on, and the old one can't."""
    meeting = Meeting()
    assert "already" in meeting.refused(ANNA, "lead", str(ANNA))
    meeting.say(ANNA, "lead", str(CEM))
    assert meeting.refused(ANNA, "next")
    meeting.say(CEM, "next")
    assert meeting.phase() == "reflect"


def test_the_check_in_waits_for_actions_from_last_time() -> None:
    """When everybody has checked in, the facilitator is awaited; the last mark ends the phase."""
    meeting = Meeting(actions=ACTIONS)
    meeting.everybody("say", "fine")
    assert meeting.phase() == "stage"
    assert GAME.awaits(meeting.state) == (ANNA,)
    meeting.say(BEN, "say", "1 done")
    meeting.say(CEM, "say", "2 keep")
    assert meeting.phase() == "reflect"
    assert [action.mark for action in meeting.state.earlier] == ["done", "keep"]


def test_without_notes_there_is_nothing_to_discuss() -> None:
    """Grouping, voting and discussing are skipped."""
    meeting = Meeting().until("reflect")
    meeting.time_passes()
    assert meeting.phase() == "actions"
    assert "Nobody wrote a note." in meeting.narrated()


def test_a_single_topic_is_discussed_at_once() -> None:
    """One note needs no grouping, and one group needs no vote."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.say(ANNA, "next")
    assert meeting.phase() == "discuss"
    assert "There is only one topic." in meeting.narrated()
    two = with_notes({"Meetings": "stop", "Cake": "continue"})
    two.say(ANNA, "group", "2", "1")
    two.say(ANNA, "next")
    assert begun(two) == ["stage", "reflect", "group", "discuss"]


def test_the_clock_ends_the_writing() -> None:
    """After as many minutes as the table was opened with; the facilitator can start them again."""
    meeting = Meeting(reflect=7).until("reflect")
    first = GAME.clock.deadline(meeting.state)
    assert first is not None
    assert first.seconds == 7 * 60
    assert "facilitates" in meeting.refused(BEN, "longer")
    meeting.say(ANNA, "longer")
    again = GAME.clock.deadline(meeting.state)
    assert again is not None
    assert again.name != first.name
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.time_passes()
    assert meeting.phase() == "discuss"


def discussing() -> Meeting:
    meeting = with_notes({"Meetings": "stop", "Cake": "continue", "Plants": "start"}, phase="vote", discuss=3)
    for seat, text in ((ANNA, "Cake"), (BEN, "Cake"), (CEM, "Meetings")):
        meeting.say(seat, "vote", number_of(meeting, text))
    return meeting.until("discuss")


def test_topics_come_in_order_of_dots_and_those_without_are_skipped() -> None:
    """Cake has two dots, meetings one, plants none."""
    meeting = discussing()
    topic = meeting.state.current_topic
    assert topic is not None
    assert (meeting.state.note(topic.key).text, topic.votes) == ("Cake", 2)
    meeting.everybody("ready")
    assert len(meeting.state.agenda) == 2
    assert meeting.state.topic == 2
    meeting.say(ANNA, "next")
    assert meeting.phase() == "actions"


def test_the_facilitators_button_says_what_comes_next() -> None:
    """Another topic as long as there is one, otherwise the phase."""

    def label() -> str:
        (phrase,) = (
            GAME.phrase(meeting.state, ANNA, move) for move in GAME.moves(meeting.state, ANNA) if move == Next()
        )
        return phrase.label

    meeting = Meeting()
    assert label() == "Next: Write"
    meeting = discussing()
    assert label() == "Next topic"
    meeting.say(ANNA, "next")
    assert label() == "Next: Actions"


def test_the_facilitator_can_skip_the_remaining_topics() -> None:
    """`next phase` leads straight to the actions; at the last topic it is refused, because plain `next` does."""
    meeting = discussing()
    meeting.say(ANNA, "next", "phase")
    assert meeting.phase() == "actions"
    last = discussing()
    last.say(ANNA, "next")
    assert "last topic" in last.refused(ANNA, "next", "phase")


def test_more_than_half_can_restart_the_clock_of_a_topic() -> None:
    """Two of three do; one alone doesn't, and a minute later the next topic begins."""
    meeting = discussing()
    assert isinstance(meeting.time_passes()[0], TimeRanOut)
    clock = GAME.clock.deadline(meeting.state)
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


def test_half_of_an_even_number_is_not_more_than_half() -> None:
    """Of four people two are not enough, a third is."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", seats=4)
    for seat in (BEN, CEM):
        meeting.say(seat, "longer")
        assert isinstance(meeting.events[-1], LongerAsked)
    assert meeting.state.round == 1
    assert [event.kind for event in meeting.say(DORA, "longer")] == ["longer_asked", "time_given"]
    assert (meeting.state.round, meeting.state.asked) == (2, ())


def test_with_two_people_the_second_needs_the_facilitator() -> None:
    """One of two is not more than half; the facilitator's word alone is enough."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", seats=2)
    assert [event.kind for event in meeting.say(BEN, "longer")] == ["longer_asked"]
    assert [event.kind for event in meeting.say(ANNA, "longer")] == ["time_given"]


def test_the_facilitator_restarts_the_clock_at_once() -> None:
    """Without a vote."""
    meeting = discussing()
    assert isinstance(meeting.say(ANNA, "longer")[0], TimeGiven)


def test_without_dots_all_topics_come_in_the_order_of_the_board() -> None:
    """If nobody used a dot, no topic is skipped."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="discuss")
    assert meeting.state.agenda == (1, 2)


def test_only_writing_and_discussing_have_a_clock() -> None:
    """All other phases take as long as people need."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"})
    for phase in ("group", "vote", "actions", "close", "over"):
        assert GAME.clock.deadline(meeting.until(phase).state) is None
    assert "No clock" in with_notes({"Meetings": "stop", "Cake": "continue"}).refused(ANNA, "longer")
