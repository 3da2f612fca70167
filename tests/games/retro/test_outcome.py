"""The outcome: actions, cards, inheritance and the summary."""

import csv
import io
import json
from typing import Any

import pytest

from games.inheritance import MAX_CARDS
from games.retro import summary
from games.retro.deciding import split_due
from games.retro.veils import veil
from games.text import spell, who
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, as_exported, with_notes

INHERITED: dict[str, Any] = {
    "prompts": json.dumps(["What keeps you waiting?"]),
    "actions": json.dumps([{"what": "Fix the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}]),
    "cards": json.dumps([{"kind": "tool", "title": "Old Card", "text": "still good"}]),
}


@pytest.mark.parametrize(
    ("said", "what", "due"),
    [
        ("fix the build by Friday", "fix the build", "Friday"),
        ("fix the build by 2026-12-01.", "fix the build", "2026-12-01"),
        ("fix the build (by next Monday)", "fix the build", "next Monday"),
        ("ask by mail by the end of May", "ask by mail", "the end of May"),
        ("stand by me", "stand by me", ""),
        ("write it down", "write it down", ""),
    ],
)
def test_a_date_at_the_end_of_an_action_is_recognised(said: str, what: str, due: str) -> None:
    """The word “by” has other uses too, and those stay in the text."""
    assert split_due(said) == (what, due)


def test_the_limit_of_actions() -> None:
    """At the limit there's room again once one is dropped, in the discussion as well as in the actions phase."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", limit=1)
    meeting.say(BEN, "action", str(CEM), "write the rule on the wall by Friday")
    assert "as many as you wanted" in meeting.refused(BEN, "action", str(CEM), "and another")
    meeting.until("actions").say(ANNA, "say", "1 drop")
    assert meeting.state.actions == ()
    assert "by when" in meeting.refused(BEN, "action", str(CEM), "   ")
    meeting.say(BEN, "action", str(ANNA), "something else")
    assert "only be dropped" in meeting.refused(ANNA, "say", "1 done")


def test_cards_have_a_title_and_no_writer() -> None:
    """They are shown at the end, in an order that doesn't depend on when they were written."""
    meeting = Meeting().until("reflect")
    assert "title" in meeting.refused(BEN, "card", "tool", ": only text")
    assert "impediment or a tool" in meeting.refused(BEN, "card", "weapon", "Bat: hits")
    orders = (("Two Screens: sit together", "Ask: early"), ("Ask: early", "Two Screens: sit together"))
    ends = set()
    for order in orders:
        meeting = Meeting().until("actions")
        for card in order:
            meeting.say(BEN, "card", "tool", card)
        assert "Two Screens" not in repr(GAME.view(meeting.state, BEN))
        ends.add(repr(meeting.until("over").state.cards))
    assert len(ends) == 1


def test_the_limit_of_cards() -> None:
    """Twelve, and no more."""
    meeting = Meeting().until("actions")
    for number in range(MAX_CARDS):
        meeting.say(BEN, "card", "impediment", f"Card {number}")
    assert "enough" in meeting.refused(BEN, "card", "impediment", "One more")


def finished() -> Meeting:
    meeting = Meeting(**INHERITED)
    meeting.say(ANNA, "say", "1 done")
    meeting.until("reflect").say(BEN, "note", "stop", "*Meetings* | on <Monday>")
    meeting.say(CEM, "note", "stop", '=1+1, "quoted"')
    meeting.say(CEM, "card", "impediment", "The Long Build: an hour, then red")
    meeting.until("vote").say(CEM, "vote", "1")
    meeting.until("actions").say(ANNA, "action", str(BEN), "write it down by Friday")
    meeting.until("close").say(BEN, "say", "5")
    return meeting.until("over")


def test_questions_from_the_last_game_are_shown() -> None:
    """Above the columns, and in the announcement of the phase."""
    meeting = Meeting(**INHERITED).until("reflect")
    assert "What keeps you waiting?" in meeting.board()
    assert any("What keeps you waiting?" in sentence for sentence in meeting.narrated())


def test_an_inheritance_names_nobody() -> None:
    """Open actions are passed on without their owners; questions have been answered."""
    passed_on = {name: json.loads(text) for name, text in GAME.inheritance(finished().events).items()}
    assert passed_on["actions"] == [{"what": "write it down", "due": "Friday"}, {"what": "Buy a plant", "due": ""}]
    assert passed_on["prompts"] == []
    assert [card["title"] for card in passed_on["cards"]] == ["The Long Build", "Old Card"]


def test_veiled_events_give_the_same_inheritance() -> None:
    """Nothing that is passed on was hidden at the end."""
    events = finished().events
    assert GAME.inheritance([veil(event) for event in events]) == GAME.inheritance(events)


def test_a_retrospective_that_was_ended_early_passes_on_its_actions() -> None:
    """New actions are not lost, and open ones stay open."""
    meeting = Meeting(**INHERITED).until("actions")
    meeting.say(ANNA, "action", str(BEN), "write it down")
    actions = json.loads(GAME.inheritance(meeting.events)["actions"])
    assert [action["what"] for action in actions] == ["write it down", "Fix the test", "Buy a plant"]
    assert GAME.inheritance([]) == {}


def test_the_summary_as_markdown() -> None:
    """Actions with owner and date, topics with dots, notes by column; what people wrote is escaped."""
    text = spell(summary.markdown(as_exported(finished().events)), ["Anna", "Ben", "Cem"].__getitem__)
    assert "- [ ] write it down (Ben, by Friday)" in text
    assert "- [x] Fix the test (done)" in text
    assert "\\*Meetings\\* \\| on \\<Monday\\>" in text
    assert "## Stop" in text
    assert "(1 dot)" in text
    assert "ROTI: 5.0 out of 5, 1 answer." in text
    assert "- impediment: The Long Build. an hour, then red" in text


def test_the_summary_as_csv() -> None:
    """A CSV reader reads it, and no cell is a formula."""
    rows = list(csv.DictReader(io.StringIO(summary.csv(as_exported(finished().events)))))
    notes = [row for row in rows if row["what"] == "note"]
    assert sorted(row["text"] for row in notes) == ['\'=1+1, "quoted"', "*Meetings* | on <Monday>"]
    action = next(row for row in rows if row["what"] == "action")
    assert (action["text"], action["person"], action["due"]) == ("write it down", who(BEN), "Friday")
    assert [row["state"] for row in rows if row["what"] == "earlier action"] == ["done", "open"]


def test_a_summary_before_the_reveal_has_no_notes() -> None:
    """If a retrospective is ended while people write, their notes stay hidden."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    assert "Meetings" not in summary.markdown(meeting.events)
    assert "Meetings" not in summary.csv(meeting.events)
    with pytest.raises(ValueError, match="has not started"):
        summary.markdown([])
