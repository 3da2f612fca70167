"""The outcome: actions, cards, inheritance and the summary."""

import csv
import io
import json
from typing import Any

import pytest

from games.memories import MAX_CARDS
from games.retro import memories as summary
from games.retro.veils import veil
from games.text import spell, who
from tests.games.retro.build import ANNA, BEN, CEM, GAME, Meeting, as_exported, with_notes

INHERITED: dict[str, Any] = {
    "prompts": json.dumps(["What keeps you waiting?"]),
    "actions": json.dumps([{"what": "Fix the test", "due": "Friday"}, {"what": "Buy a plant", "due": ""}]),
    "cards": json.dumps([{"kind": "tool", "title": "Old Card", "text": "still good"}]),
}


def test_a_kept_action_gets_a_new_date() -> None:
    """In words or with the command; only a kept one does, and only a day that can be."""
    meeting = Meeting(**INHERITED).until("review")
    meeting.say(ANNA, "say", "1 keep by 1 Dec")
    meeting.say(BEN, "keep", "2", "in two weeks")
    assert [(action.mark, action.due) for action in meeting.state.earlier] == [
        ("keep", "2026-12-01"),
        ("keep", "2026-12-01"),
    ]
    assert "Only an action that you keep" in meeting.refused(ANNA, "say", "1 done by Friday")
    assert "no such day" in meeting.refused(ANNA, "keep", "1", "31 February")
    assert "I don’t know the day “bald”" in meeting.refused(ANNA, "keep", "1", "bald")
    meeting.say(ANNA, "say", "1 keep Friday")
    assert meeting.state.earlier[0].due == "2026-11-20"
    assert "already" in meeting.refused(ANNA, "say", "1 keep")


def test_saved_notes_have_a_column_of_their_own() -> None:
    """Nobody sees them before the others are shown; a board that is full of columns takes them in its last."""
    saved = json.dumps(["Slow build", "Cake"])
    meeting = Meeting(notes=saved).until("reflect")
    assert str(meeting.state.columns[-1].title) == "From the sprint"
    assert "Slow build" not in meeting.board()
    meeting.say(BEN, "note", "stop", "Meetings")
    shown = meeting.until("vote").state.notes
    assert {(note.column, note.text) for note in shown} == {(1, "Meetings"), (3, "Slow build"), (3, "Cake")}
    full = Meeting(notes=saved, columns="A,B,C,D,E,F")
    assert len(full.state.columns) == 6
    assert {note.column for note in full.state.notes} == {5}


def test_a_review_counts_and_names_nobody() -> None:
    """What is compared over meetings: the poll, who took part, what was voted for, and the agreements."""
    review = GAME.meeting.review(finished().events)
    assert review is not None
    assert (review.worth, review.people, review.seats, review.notes) == (5.0, 1, 3, 2)
    assert [action.what for action in review.agreements.actions] == ["write it down"]
    assert next((settled.what, settled.mark) for settled in review.agreements.settled) == ("Fix the test", "done")
    assert GAME.meeting.review([]) is None


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
    meeting = Meeting(**INHERITED).until("review")
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
    passed_on = {name: json.loads(text) for name, text in GAME.memories.inheritance(finished().events).items()}
    assert passed_on["actions"] == [
        {"what": "write it down", "due": "2026-11-20", "origin": "", "agreed": ""},
        {"what": "Buy a plant", "due": "", "origin": "", "agreed": ""},
    ]
    assert passed_on["prompts"] == []
    assert [card["title"] for card in passed_on["cards"]] == ["The Long Build", "Old Card"]


def test_veiled_events_give_the_same_inheritance() -> None:
    """Nothing that is passed on was hidden at the end."""
    events = finished().events
    assert GAME.memories.inheritance([veil(event) for event in events]) == GAME.memories.inheritance(events)


def test_a_retrospective_that_was_ended_early_passes_on_its_actions() -> None:
    """New actions are not lost, and open ones stay open."""
    meeting = Meeting(**INHERITED).until("actions")
    meeting.say(ANNA, "action", str(BEN), "write it down")
    actions = json.loads(GAME.memories.inheritance(meeting.events)["actions"])
    assert [action["what"] for action in actions] == ["write it down", "Fix the test", "Buy a plant"]
    assert GAME.memories.inheritance([]) == {}


def test_the_summary_as_markdown() -> None:
    """Actions with owner and date, topics with dots, notes by column; what people wrote is escaped."""
    text = spell(summary.markdown(as_exported(finished().events)), ["Anna", "Ben", "Cem"].__getitem__)
    assert "- [ ] write it down (Ben, by Fri 20 Nov 2026)" in text
    assert "- [x] Fix the test (done)" in text
    assert "\\*Meetings\\* \\| on \\<Monday\\>" in text
    assert "## Stop" in text
    assert "(1 dot)" in text
    assert "Worth the time: 5.0 of 5, 1 answer." in text
    assert "- impediment: The Long Build. an hour, then red" in text


def test_the_summary_as_csv() -> None:
    """A CSV reader reads it, and no cell is a formula."""
    rows = list(csv.DictReader(io.StringIO(summary.csv(as_exported(finished().events)))))
    notes = [row for row in rows if row["what"] == "note"]
    assert sorted(row["text"] for row in notes) == ['\'=1+1, "quoted"', "*Meetings* | on <Monday>"]
    action = next(row for row in rows if row["what"] == "action")
    assert (action["text"], action["person"], action["due"]) == ("write it down", who(BEN), "2026-11-20")
    assert [row["state"] for row in rows if row["what"] == "earlier action"] == ["done", "open"]


def test_a_summary_before_the_reveal_has_no_notes() -> None:
    """If a retrospective is ended while people write, their notes stay hidden."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Meetings")
    assert "Meetings" not in summary.markdown(meeting.events)
    assert "Meetings" not in summary.csv(meeting.events)
    with pytest.raises(ValueError, match="has not started"):
        summary.markdown([])
