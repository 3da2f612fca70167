"""What happened in a retrospective, for comparing several: counts of what the whole room has seen."""

import json

from games.retro.model import PHASES
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, with_notes

EARLIER = json.dumps([{"what": "Fix the test", "due": ""}, {"what": "Buy a plant", "due": ""}])


def facts_of(meeting: Meeting) -> frozenset[str]:
    return GAME.debrief.happened(meeting.events).facts


def figures_of(meeting: Meeting) -> dict[str, str]:
    return {figure.name: figure.text for figure in GAME.debrief.happened(meeting.events).figures}


def test_notes_count_once_everybody_sees_them() -> None:
    """Before that, not even their number is told."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "meetings")
    assert figures_of(meeting)["Notes"] == "0"
    meeting.until("discuss")
    assert figures_of(meeting)["Notes"] == "1"
    assert "few_notes" in facts_of(meeting)


def test_actions() -> None:
    """None, one without a date, as many as there is room for."""
    assert "no_action" in facts_of(with_notes({"tests": "stop"}, phase="close"))
    meeting = with_notes({"tests": "stop"}, phase="actions")
    meeting.say(ANNA, "action", str(BEN), "Fix the test")
    assert "dateless_action" in facts_of(meeting)
    assert figures_of(meeting)["Actions with a date"] == "0 of 1"


def test_actions_from_last_time() -> None:
    """Done, or not."""
    meeting = Meeting(actions=EARLIER).until("review")
    meeting.say(ANNA, "say", "1 done")
    assert "earlier_done" in facts_of(meeting)
    assert "earlier_open" not in facts_of(meeting)
    meeting.say(ANNA, "say", "2 drop")
    assert "earlier_open" in facts_of(meeting)
    assert figures_of(meeting)["Earlier actions done"] == "1 of 2"


def test_the_poll_counts_when_it_is_shown() -> None:
    """Ratings in flight are nobody's business."""
    meeting = with_notes({"tests": "stop"}, phase="close")
    before = GAME.debrief.happened(meeting.events)
    meeting.say(CEM, "say", "1")
    assert GAME.debrief.happened(meeting.events) == before
    meeting.say(ANNA, "next")
    assert "not_worth_it" in facts_of(meeting)
    assert figures_of(meeting)["Worth the time"] == "1.0 of 5"


def test_a_glance() -> None:
    """The phase, and what there is so far."""
    view = GAME.view(with_notes({"tests": "stop", "plants": "start"}).state, None)
    assert GAME.debrief.glance(view) == (("Group", f"3 of {len(PHASES) - 1}"), ("Notes", "2"), ("Actions", "0"))
