"""What comes of it: actions, cards, inheritance, the summary."""

import csv
import io
import json
from typing import Any

import pytest

from games.inheritance import MAX_CARDS
from games.retro import summary
from games.retro.deciding import when
from games.retro.folding import veil
from games.text import spell, who
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, with_notes

LEFT: dict[str, Any] = {
    "prompts": json.dumps(["What keeps you waiting?"]),
    "actions": json.dumps([{"what": "Mend the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}]),
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
def test_a_date_at_the_end_is_understood(said: str, what: str, due: str) -> None:
    """As people say it; other uses of the word are left alone."""
    assert when(said) == (what, due)


def test_actions_are_few() -> None:
    """At the limit there is room again when one is dropped; all of that may also happen while discussing."""
    meeting = with_notes({"Meetings": "stop"}, phase="discuss", limit=1)
    meeting.say(BEN, "action", str(CEM), "write the rule on the wall by Friday")
    assert "as many as you wanted" in meeting.refused(BEN, "action", str(CEM), "and another")
    meeting.until("actions").say(ANNA, "say", "1 drop")
    assert meeting.state.actions == ()
    assert "by when" in meeting.refused(BEN, "action", str(CEM), "   ")
    meeting.say(BEN, "action", str(ANNA), "something else")
    assert "only be dropped" in meeting.refused(ANNA, "say", "1 done")


def test_cards_have_a_title_and_no_writer() -> None:
    """They come to light at the end, in an order that says nothing; a card without a title is refused."""
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


def test_cards_are_counted() -> None:
    """Twelve, and no more."""
    meeting = Meeting().until("actions")
    for number in range(MAX_CARDS):
        meeting.say(BEN, "card", "impediment", f"Card {number}")
    assert "enough" in meeting.refused(BEN, "card", "impediment", "One more")


def finished() -> Meeting:
    meeting = Meeting(**LEFT)
    meeting.say(ANNA, "say", "1 done")
    meeting.until("reflect").say(BEN, "note", "stop", "*Meetings* | on <Monday>")
    meeting.say(CEM, "note", "stop", '=1+1, "quoted"')
    meeting.say(CEM, "card", "impediment", "The Long Build: an hour, then red")
    meeting.until("vote").say(CEM, "vote", "1")
    meeting.until("actions").say(ANNA, "action", str(BEN), "write it down by Friday")
    meeting.until("close").say(BEN, "say", "5")
    return meeting.until("over")


def test_questions_of_the_game_before_stand_above_the_columns() -> None:
    """And are told when the writing begins."""
    meeting = Meeting(**LEFT).until("reflect")
    assert "What keeps you waiting?" in meeting.board()
    assert any("What keeps you waiting?" in sentence for sentence in meeting.told())


def test_what_is_left_names_nobody() -> None:
    """Open actions go on without their owners, cards without their writers; questions have been answered."""
    left = {name: json.loads(text) for name, text in GAME.inheritance(finished().events).items()}
    assert left["actions"] == [{"what": "write it down", "due": "Friday"}, {"what": "Buy a plant", "due": ""}]
    assert left["prompts"] == []
    assert [card["title"] for card in left["cards"]] == ["The Long Build", "Old Card"]


def test_a_veiled_game_leaves_the_same() -> None:
    """Nothing in an inheritance was hidden at the end."""
    events = finished().events
    assert GAME.inheritance([veil(event) for event in events]) == GAME.inheritance(events)


def test_a_retrospective_that_was_broken_off_keeps_its_open_actions() -> None:
    """Whatever was agreed on is not lost, and what was open stays open."""
    meeting = Meeting(**LEFT).until("actions")
    meeting.say(ANNA, "action", str(BEN), "write it down")
    actions = json.loads(GAME.inheritance(meeting.events)["actions"])
    assert [action["what"] for action in actions] == ["write it down", "Mend the test", "Buy a plant"]
    assert GAME.inheritance([]) == {}


def test_the_summary_as_markdown() -> None:
    """Actions with owner and date, topics with dots, notes by column; what people wrote is no markup."""
    text = spell(summary.markdown([veil(event) for event in finished().events]), ["Anna", "Ben", "Cem"].__getitem__)
    assert "- [ ] write it down (Ben, by Friday)" in text
    assert "- [x] Mend the test (done)" in text
    assert "\\*Meetings\\* \\| on \\<Monday\\>" in text
    assert "## Stop" in text
    assert "(1 dot)" in text
    assert "Worth the time: 5.0 of 5, 1 answer." in text
    assert "- impediment: The Long Build. an hour, then red" in text


def test_the_summary_as_csv() -> None:
    """Every spreadsheet reads it, and nothing in it is a formula."""
    rows = list(csv.DictReader(io.StringIO(summary.csv([veil(event) for event in finished().events]))))
    notes = [row for row in rows if row["what"] == "note"]
    assert sorted(row["text"] for row in notes) == ['\'=1+1, "quoted"', "*Meetings* | on <Monday>"]
    action = next(row for row in rows if row["what"] == "action")
    assert (action["text"], action["person"], action["due"]) == ("write it down", who(BEN), "Friday")
    assert [row["state"] for row in rows if row["what"] == "earlier action"] == ["done", "open"]


def test_a_summary_before_the_reveal_has_no_notes() -> None:
    """Of a retrospective that was broken off while people wrote, nothing comes to light."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    assert "Meetings" not in summary.markdown(meeting.events)
    assert "Meetings" not in summary.csv(meeting.events)
    with pytest.raises(ValueError, match="has not begun"):
        summary.markdown([])
