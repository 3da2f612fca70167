"""The stage, the safety check, health checks, insights, thanks, and what a room passes on to its next retrospective."""

import json
from typing import Any

import pytest

from games.retro.formats import check_ins
from games.retro.health import trends
from games.retro.moves import HideNote, Next
from games.retro.rules import FEW_TOPICS
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, with_notes


def next_time(meeting: Meeting, **options: Any) -> Meeting:
    """The room's next retrospective."""
    return Meeting(**{**GAME.memories.inheritance(meeting.events), **options})


# --- the stage -----------------------------------------------------------------------------------------------------


def test_a_working_agreement_is_kept_for_next_time() -> None:
    """Lines are added and taken out by anybody."""
    meeting = Meeting()
    meeting.say(BEN, "agree", "We start on time")
    meeting.say(CEM, "agree", "Phones away")
    assert "already" in meeting.refused(ANNA, "agree", "Phones away")
    meeting.say(ANNA, "agree", "1 drop")
    assert "lines 1 to 1" in meeting.refused(ANNA, "agree", "2 drop")
    again = next_time(meeting.until("over"))
    assert again.state.agreement == ("Phones away",)
    assert "Phones away" in again.board()
    assert any("Phones away." in sentence for sentence in again.narrated())


def test_check_ins_vary() -> None:
    """A room isn't asked the same question again soon, and can choose one."""
    asked: list[str] = []
    inherited: dict[str, Any] = {}
    for seed in range(8):
        meeting = Meeting(seed=seed, **inherited)
        asked.append(str(meeting.state.check_in))
        inherited = dict(GAME.memories.inheritance(meeting.until("over").events))
    assert len(set(asked)) == 8
    assert Meeting(checkin="weather").state.check_in == check_ins()["weather"]


def test_a_safety_check_shows_totals_and_waits_for_the_facilitator() -> None:
    """Nobody sees an answer; the last one shows how many gave each."""
    meeting = Meeting(safety="yes", anonymous="no")
    meeting.everybody("say", "fine")
    assert meeting.phase() == "stage"
    meeting.say(ANNA, "safety", "2")
    meeting.say(BEN, "safety", "5")
    assert GAME.view(meeting.state, CEM).state.safety == {ANNA: None, BEN: None}
    assert "final" in meeting.refused(BEN, "safety", "4")
    assert "1 to 5" in meeting.refused(CEM, "safety", "6")
    meeting.say(CEM, "safety", "5")
    assert meeting.state.safety_poll == (0, 1, 0, 0, 2)
    assert "4.0 out of 5" in GAME.prompt(GAME.view(meeting.state, None))
    meeting.say(ANNA, "anonymous")
    assert meeting.state.anonymous
    meeting.say(ANNA, "next")
    assert meeting.phase() == "reflect"


def test_a_safety_check_that_not_all_answer_is_shown_before_it_is_left() -> None:
    """Next is asked twice, with a way to show the answers first; and it shows them in any case."""
    meeting = Meeting(safety="yes")
    meeting.say(BEN, "safety", "3")
    phrase = GAME.phrase(meeting.state, ANNA, Next())
    assert (phrase.grave, phrase.instead) == (True, ("Show them", "safety show"))
    meeting.say(ANNA, "next")
    assert meeting.state.safety_poll == (0, 0, 1, 0, 0)
    assert meeting.phase() == "reflect"


# --- a health check ------------------------------------------------------------------------------------------------


def checked(values: tuple[int, int, int], **inherited: Any) -> Meeting:
    """A check in which everybody gives one value to every topic."""
    meeting = Meeting(format="delivery", **inherited).until("reflect")
    for seat, value in enumerate(values):
        for topic in range(1, len(meeting.state.health) + 1):
            meeting.say(seat, "rate", str(topic), str(value))
    return meeting


def test_answers_of_a_health_check_are_nobodys() -> None:
    """Other views have no values, and who gave which makes no difference once they are shown."""
    meeting = checked((1, 3, 5))
    assert all(value is None for value in GAME.view(meeting.state, ANNA).state.answers[BEN].values())
    ends = {repr(checked(values).until("over").state) for values in ((1, 3, 5), (5, 1, 3), (3, 5, 1))}
    assert len(ends) == 1


def test_a_health_check_ends_on_the_board() -> None:
    """Its topics can be voted on and discussed; the chart is a radar."""
    meeting = checked((1, 3, 5)).until("group")
    assert meeting.state.profile[0] == (1, 0, 1, 0, 1)
    assert meeting.state.board[0].text.endswith(": 3.0 of 5")
    chart = GAME.shows.chart(GAME.view(meeting.state, None), ["Anna", "Ben", "Cem"])
    assert chart is not None
    assert "How often 3.0" in chart.text
    assert "How often" in str(chart.svg())
    meeting.until("over")


def test_an_answer_can_be_changed_until_it_is_shown() -> None:
    """The last one counts; a wrong one gets a sentence."""
    meeting = Meeting(format="delivery").until("reflect")
    meeting.say(BEN, "rate", "how often", "2")
    meeting.say(BEN, "rate", "1", "4")
    assert "1 to 5" in meeting.refused(BEN, "rate", "1", "9")
    assert "Which topic" in meeting.refused(BEN, "rate", "fun", "3")
    assert "already" in meeting.refused(BEN, "rate", "1", "4")
    assert meeting.until("group").state.profile[0] == (0, 0, 0, 1, 0)


def test_the_trend_goes_over_the_last_five_checks() -> None:
    """Arrows compare with the last one; older ones than five are forgotten, and other checks don't count."""
    inherited: dict[str, Any] = {}
    for value in (1, 2, 3, 4, 5, 3):
        meeting = checked((value, value, value), **inherited).until("over")
        inherited = dict(GAME.memories.inheritance(meeting.events))
    assert set(trends(meeting.state)) == {"down"}
    means = [check["means"]["How often"] for check in json.loads(str(inherited["health"]))]
    assert means == [2, 3, 4, 5, 3]
    other = Meeting(format="team-health", **inherited)
    assert trends(other.until("group").state) == ("",) * 10


def test_a_health_check_with_saved_notes() -> None:
    """They have a column of their own before the topics, and nobody is offered to hide a topic: nobody wrote it."""
    meeting = Meeting(format="team-health", notes=json.dumps(["The printer is on fire"])).until("group")
    *_, saved, topics = [str(column.title) for column in meeting.state.columns]
    assert (saved, topics) == ("From the sprint", "Topics")
    columns = {note.text.partition(":")[0]: note.column for note in meeting.state.board}
    assert columns.pop("The printer is on fire") == len(meeting.state.columns) - 2
    assert set(columns.values()) == {len(meeting.state.columns) - 1}
    offered = [move for move in GAME.moves(meeting.state, ANNA) if isinstance(move, HideNote)]
    assert [meeting.state.note(move.note).text for move in offered] == ["The printer is on fire"]


@pytest.mark.parametrize(
    "damaged", ["", "nonsense", "[1, {}]", '[{"name": "x", "means": {"a": "b"}}]', '[{"name": 5}]']
)
def test_a_damaged_inheritance_is_ignored(damaged: str) -> None:
    """It may be old, or somebody else's."""
    state = Meeting(health=damaged, formats=damaged, agreement=damaged, check_ins=damaged).state
    assert (state.past, state.formats) == ((), ())


# --- a room's own format -------------------------------------------------------------------------------------------


def test_a_room_keeps_its_own_format() -> None:
    """Saved with its columns, it comes back by name; a name that nobody saved gets a sentence."""
    first = Meeting(columns="Keep,Drop,Try_next", own="ours")
    again = next_time(first.until("over"), own="OURS")
    assert [column.title for column in again.state.columns] == ["Keep", "Drop", "Try next"]
    assert again.state.title == "ours"
    other = next_time(again.until("over"), own="theirs")
    assert str(other.state.title) == "Start, Stop, Continue"
    assert "no format called “theirs”" in other.narrated()[0]
    shown = GAME.view(other.state, None)
    assert "no format called “theirs”" in str(GAME.shows.sheet(shown))
    board = GAME.meeting.board(shown)
    assert board is not None
    assert "no format called “theirs”" in board.note
    other.until("reflect")
    assert "theirs" not in str(GAME.shows.sheet(GAME.view(other.state, None)))


# --- groups, insights, thanks --------------------------------------------------------------------------------------


def test_everybody_groups_and_names() -> None:
    """The name stands for the group from then on, and stays when another note joins."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue", "Plants": "start"})
    meeting.say(BEN, "group", "2", "1")
    meeting.say(CEM, "title", "2", "Things we eat")
    meeting.say(CEM, "group", "3", "1")
    (topic,) = meeting.state.topics
    assert meeting.state.text_of(topic) == "Things we eat"
    assert "[Things we eat]" in meeting.board()
    assert "already" in meeting.refused(BEN, "title", "1", "Things we eat")


def test_insights_stand_with_their_topic() -> None:
    """On the board while it is discussed, and in the summary."""
    meeting = with_notes({"Meetings": "stop", "Cake": "continue"}, phase="vote")
    meeting.say(BEN, "vote", "1")
    meeting.until("discuss").say(CEM, "insight", "Nobody owns them")
    assert "! Nobody owns them" in meeting.board()
    summary = GAME.memories.report(meeting.until("over").events, "markdown")
    assert "(1 dot)\n   - Insight: Nobody owns them" in summary


def test_thanks_are_said_at_the_end() -> None:
    """With both names; nobody thanks themselves."""
    meeting = Meeting().until("close")
    (event,) = meeting.say(ANNA, "thanks", str(BEN), "for the build")
    assert "for the build" in (GAME.narrate(event, None) or "")
    assert "somebody else" in meeting.refused(BEN, "thanks", str(BEN), "me")
    assert "for the build" in GAME.memories.report(meeting.until("over").events, "markdown")


def test_a_hundred_notes_have_few_moves() -> None:
    """Twenty people, a hundred notes: only likely pairs are listed, any other can be typed."""
    meeting = Meeting(seats=20).until("reflect")
    for number in range(100):
        meeting.say(number % 20, "note", "stop", f"Alpha{number} beta{number} gamma{number // 2}")
    state = meeting.until("group").state
    assert len(state.topics) == 100 > FEW_TOPICS
    assert max(len(GAME.moves(state, seat)) for seat in range(20)) < 300
    meeting.say(7, "group", "90", "3")
    assert len(meeting.state.topics) == 99
