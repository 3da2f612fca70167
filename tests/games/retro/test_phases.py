"""Moving from phase to phase: by the facilitator; where nobody leads, when everybody is done or time is up."""

import json

import pytest

from games.contract import IllegalMove, replay
from games.retro.events import LongerAsked, PhaseBegan, TimeGiven, TimeRanOut
from games.retro.model import PHASES, Phase
from games.retro.moves import MoveOn, Next, NotYet
from games.text import spell
from tests.games.retro.build import ANNA, BEN, CEM, DORA, GAME, Meeting, number_of, with_notes

ACTIONS = json.dumps([{"what": "Fix the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}])


def begun(meeting: Meeting) -> list[str]:
    return [event.phase for event in meeting.events if isinstance(event, PhaseBegan)]


def moved_on(meeting: Meeting) -> bool:
    """Whether it moves on where nobody leads."""
    move = GAME.clock.moves_on(meeting.state)
    if move is not None:
        meeting.events += GAME.decide(meeting.state, None, move, meeting.chance)
    return move is not None


def test_the_facilitator_leads_through_all_phases() -> None:
    """With nothing but `next`, all phases begin in order; last actions only if there are some."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}).until("over")
    assert begun(meeting) == [phase for phase in PHASES if phase != "review"]
    assert GAME.result(meeting.state) is not None
    again = with_notes({"Meetings": "stop", "Cake": "continue"}, actions=ACTIONS).until("over")
    assert begun(again) == list(PHASES)


def test_a_meeting_waits_for_its_facilitator() -> None:
    """When everybody is done, nothing moves on by itself; where nobody leads, a move of no seat does."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    meeting.say(ANNA, "done")
    meeting.say(BEN, "done")
    assert not moved_on(meeting)
    with pytest.raises(IllegalMove):
        GAME.decide(meeting.state, None, MoveOn(), meeting.chance)
    meeting.say(BEN, "note", "stop", "Late builds")
    meeting.say(CEM, "done")
    assert meeting.phase() == "reflect"
    assert GAME.awaits(meeting.state) == (ANNA,)
    assert moved_on(meeting)
    assert meeting.phase() == "group"


def test_not_yet_after_all() -> None:
    """Pressed again, “I'm done” offers it; then the meeting waits for them again."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "done")
    assert "Not yet after all" in meeting.refused(BEN, "done")
    assert NotYet() in GAME.moves(meeting.state, BEN)
    assert NotYet() not in GAME.moves(meeting.state, CEM)
    (event,) = meeting.say(BEN, "done", "undo")
    assert (GAME.narrate(event, BEN), GAME.narrate(event, None)) == ("You aren’t done after all.", None)
    assert GAME.awaits(meeting.state) == (ANNA, BEN, CEM)
    assert "haven’t said" in meeting.refused(BEN, "done", "undo")


def test_answering_passing_and_rating_count_as_done() -> None:
    """Nobody has to say so as well; what was answered isn't taken back by it."""
    meeting = Meeting()
    meeting.say(ANNA, "say", "sunny")
    meeting.say(BEN, "pass")
    assert meeting.state.ready == (ANNA, BEN)
    assert "You’ve answered" in meeting.refused(ANNA, "done", "undo")
    meeting.say(BEN, "say", "cloudy")  # after all
    meeting.say(CEM, "say", "rainy")
    assert moved_on(meeting)
    assert "Only the check-in" in meeting.refused(BEN, "pass")
    meeting.until("close").everybody("say", "4")
    assert moved_on(meeting)
    assert meeting.state.poll == (0, 0, 0, 0, 3, 0)


def test_somebody_else_wants_to_move_on() -> None:
    said = spell(Meeting().refused(BEN, "next"), lambda seat: "Anna" if seat == ANNA else "?")
    assert said == "Anna facilitates and moves us on. Press I’m done, and Anna will see it."


@pytest.mark.parametrize(
    ("phase", "note", "yes"),
    [
        ("stage", "2 people haven’t answered: [1] and [2]. Move on anyway?", "Move on"),
        ("reflect", "2 people aren’t done: [1] and [2]. Show all notes anyway?", "Show the notes"),
        ("group", "2 people aren’t done: [1] and [2]. Go on to the vote anyway?", "Go on to the vote"),
        ("vote", "2 people aren’t done: [1] and [2]. Count the dots anyway?", "Count the dots"),
        ("actions", "2 people aren’t done: [1] and [2]. Close anyway?", "Go on"),
        ("close", "2 people haven’t rated it: [1] and [2]. Finish anyway?", "Finish"),
    ],
)
def test_next_asks_once_more_if_people_are_not_done(phase: Phase, note: str, yes: str) -> None:
    """In the words of the phase; not about the facilitator, and not once the others are done."""
    if phase in {"stage", "reflect"}:
        meeting = Meeting().until(phase)
    else:
        meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase=phase)
    if phase == "reflect":
        meeting.say(BEN, "note", "stop", "Meetings")
    if phase == "vote":
        meeting.say(BEN, "vote", "1")
    if phase == "actions":
        meeting.say(BEN, "action", str(BEN), "Mend it")
    phrase = GAME.phrase(meeting.state, ANNA, Next())
    assert (phrase.grave, spell(phrase.note, lambda seat: f"[{seat}]"), phrase.yes) == (True, note, yes)
    assert phrase.instead is not None
    assert phrase.instead[1] == ("clock +1" if phase == "reflect" else "nudge")
    for seat in (BEN, CEM):
        meeting.say(seat, "done")
    assert not GAME.phrase(meeting.state, ANNA, Next()).grave


@pytest.mark.parametrize(("phase", "said"), [("reflect", "written"), ("vote", "dot"), ("actions", "action")])
def test_next_asks_once_more_if_there_is_nothing_yet(phase: Phase, said: str) -> None:
    """Even if everybody is done."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"} if phase != "reflect" else {}, phase=phase)
    meeting.everybody("done")
    phrase = GAME.phrase(meeting.state, ANNA, Next())
    assert phrase.grave
    assert said in phrase.note


def test_many_who_are_not_done_are_not_all_named() -> None:
    meeting = Meeting(seats=9).until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    note = spell(GAME.phrase(meeting.state, ANNA, Next()).note, lambda seat: f"[{seat}]")
    assert note.startswith("8 people aren’t done: [1], [2], [3], [4], [5] and 3 more.")


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


def test_last_actions_come_after_the_check_in() -> None:
    """Anybody marks them; the meeting moves on when all are marked or everybody is done, and asks otherwise."""
    meeting = Meeting(actions=ACTIONS)
    assert "checking in" in meeting.refused(BEN, "say", "1 done")
    meeting.say(ANNA, "next")
    assert meeting.phase() == "review"
    assert GAME.phrase(meeting.state, ANNA, Next()).note == (
        "2 actions have no answer yet; they stay open. Move on anyway?"
    )
    meeting.say(BEN, "say", "1 done")
    assert not moved_on(meeting)
    meeting.say(CEM, "keep", "2", "Friday")
    assert [(action.mark, action.due) for action in meeting.state.earlier] == [
        ("done", "Friday"),
        ("keep", "2026-11-20"),
    ]
    assert GAME.awaits(meeting.state) == (ANNA,)
    assert not GAME.phrase(meeting.state, ANNA, Next()).grave
    assert moved_on(meeting)
    assert meeting.phase() == "reflect"
    meeting.say(ANNA, "back")
    assert meeting.phase() == "review"
    assert not moved_on(meeting)  # whoever goes back wants to change something


def test_without_notes_there_is_nothing_to_discuss() -> None:
    """Grouping, voting and discussing are skipped."""
    meeting = Meeting().until("reflect")
    meeting.say(ANNA, "next")
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


def test_when_time_for_writing_is_up() -> None:
    """It is said, and the facilitator moves on or gives more; where nobody leads, the notes are shown."""
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
    assert meeting.time_passes() == [TimeRanOut()]
    assert (meeting.phase(), GAME.clock.deadline(meeting.state)) == ("reflect", None)
    meeting.say(BEN, "note", "stop", "Cake")  # nobody is cut off
    assert meeting.say(ANNA, "longer") == [TimeGiven(3)]
    more = GAME.clock.deadline(meeting.state)
    assert more is not None
    assert more.seconds == 3 * 60
    meeting.time_passes()
    assert moved_on(meeting)
    assert meeting.phase() == "group"


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
    meeting.everybody("done")
    assert moved_on(meeting)
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
    meeting.until("close")
    assert label() == "Finish"


def test_the_facilitator_can_skip_the_remaining_topics() -> None:
    """`next phase` leads straight to the actions; at the last topic it is refused, because plain `next` does."""
    meeting = discussing()
    meeting.say(ANNA, "next", "phase")
    assert meeting.phase() == "actions"
    last = discussing()
    last.say(ANNA, "next")
    assert "last topic" in last.refused(ANNA, "next", "phase")


def test_when_time_for_a_topic_is_up_more_than_half_decide() -> None:
    """Two of three get three minutes more, or it is noted that most want to move on; nobody is moved."""
    meeting = discussing()
    assert meeting.time_passes() == [TimeRanOut()]
    labels = {GAME.phrase(meeting.state, BEN, move).label for move in GAME.moves(meeting.state, BEN)}
    assert {"More time", "Move on"} <= labels
    meeting.say(BEN, "longer")
    assert "already" in meeting.refused(BEN, "longer")
    assert [event.kind for event in meeting.say(CEM, "longer")] == ["longer_asked", "time_given"]
    clock = GAME.clock.deadline(meeting.state)
    assert clock is not None
    assert clock.seconds == 3 * 60
    meeting.time_passes()
    meeting.say(BEN, "longer")
    meeting.say(BEN, "done")  # thinks again
    assert (meeting.state.asked, meeting.state.ready) == ((), (BEN,))
    assert [event.kind for event in meeting.say(CEM, "done")] == ["said_ready", "move_on_wanted"]
    assert (meeting.state.topic, GAME.clock.deadline(meeting.state)) == (1, None)
    assert moved_on(meeting)
    assert (meeting.state.topic, meeting.state.move_on_wanted) == (2, False)


def test_nobody_answers_when_time_is_up() -> None:
    """A minute later it moves on where nobody leads; nothing is said about what people want."""
    meeting = discussing()
    meeting.time_passes()
    assert not moved_on(meeting)
    (event,) = meeting.time_passes()
    assert GAME.narrate(event, None) is None
    assert moved_on(meeting)
    assert meeting.state.topic == 2


def test_more_time_that_most_asked_for_in_advance() -> None:
    """Of four people two are not enough, a third is: then time is never up."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", seats=4)
    for seat in (BEN, CEM, DORA):
        (event,) = meeting.say(seat, "longer")
        assert isinstance(event, LongerAsked)
    assert meeting.time_passes() == [TimeGiven(3)]
    assert (meeting.state.round, meeting.state.asked, meeting.state.time_is_up) == (2, (), False)
    for seat in (BEN, CEM):
        meeting.say(seat, "longer")
    assert meeting.time_passes() == [TimeRanOut()]


def test_the_facilitator_chooses_a_topic() -> None:
    """One without dots, one that was discussed before; the rest of the agenda stays in order."""
    meeting = discussing()
    cake, meetings, plants = (int(number_of(meeting, text)) for text in ("Cake", "Meetings", "Plants"))
    assert [*meeting.state.agenda] == [cake, meetings]
    assert "facilitates" in meeting.refused(BEN, "topic", str(plants))
    assert "already" in meeting.refused(ANNA, "topic", str(cake))
    meeting.say(ANNA, "topic", str(plants))
    assert [*meeting.state.agenda] == [cake, plants, meetings]
    assert meeting.state.topic == 2
    meeting.say(ANNA, "topic", str(cake))
    assert [*meeting.state.agenda] == [plants, cake, meetings]
    assert meeting.state.topic == 2
    meeting.say(ANNA, "next")
    assert (meeting.state.topic, meeting.phase()) == (3, "discuss")
    assert replay(GAME, meeting.events) == meeting.state


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
