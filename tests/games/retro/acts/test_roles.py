"""The role of every act: one main act a phase, what a room may be offered, and the facilitator's own."""

import json

from games.contract import Phrase
from games.retro.model import Phase
from tests.games.retro.build import ANNA, BEN, GAME, Meeting

ACTIONS = json.dumps([{"what": "Fix the test", "due": "Friday"}])
# main, and the usual ones in the order in which they are offered
TABLE: dict[Phase, tuple[str, list[str]]] = {
    "stage": ("Answer", ["Pass"]),
    "review": ("", []),
    "reflect": ("Write notes", ["I’m done"]),
    "group": ("Put notes together", ["I’m done"]),
    "vote": ("Place my dots", ["I’m done"]),
    "discuss": ("Agree on an action", ["Write an insight", "More time"]),
    "actions": ("Add an action", ["Looks right"]),
    "close": ("Rate it", ["Thank somebody"]),
}


def phrases(meeting: Meeting, seat: int) -> list[Phrase]:
    return [GAME.phrase(meeting.state, seat, move) for move in GAME.moves(meeting.state, seat)]


def shown(phrase: Phrase) -> str:
    """The label of its button: that of its form, if it has one."""
    title = next(command.form for command in GAME.commands if command.name == phrase.command)
    return str(phrase.form or title) if phrase.in_form else phrase.label


def of_role(found: list[Phrase], role: str) -> list[str]:
    return list(dict.fromkeys(shown(phrase) for phrase in found if phrase.role == role))


def test_every_phase_has_the_acts_of_the_table() -> None:
    """And nobody but the facilitator has any to lead."""
    meeting = Meeting(actions=ACTIONS)
    while (phase := meeting.phase()) != "over":
        if phase == "reflect":
            for text in ("Alpha", "Beta"):
                meeting.say(BEN, "note", "stop", text)
        found = phrases(meeting, BEN)
        assert (of_role(found, "main"), of_role(found, "usual")) == (
            [TABLE[phase][0]] if TABLE[phase][0] else [],
            TABLE[phase][1],
        )
        assert of_role(found, "lead") == []
        meeting.say(ANNA, "next")


def test_earlier_actions_have_their_own_acts() -> None:
    meeting = Meeting(actions=ACTIONS).until("review")
    things = [phrase for phrase in phrases(meeting, BEN) if phrase.role == "thing"]
    assert [(phrase.thing, phrase.label) for phrase in things] == [
        ("action:1", "Done"),
        ("action:1", "Keep…"),
        ("action:1", "Drop"),
    ]


def test_when_time_is_up_nothing_is_coloured() -> None:
    """More time and moving on look equal, and come first."""
    meeting = Meeting().until("reflect")
    meeting.say(BEN, "note", "stop", "Alpha")
    meeting.until("discuss").time_passes()
    found = phrases(meeting, BEN)
    assert of_role(found, "main") == []
    assert of_role(found, "usual")[:2] == ["More time", "Move on"]


def test_the_facilitators_acts() -> None:
    """Hiding is grave; all but next and back are theirs alone to see."""
    meeting = Meeting().until("reflect")
    for text in ("Alpha", "Beta"):
        meeting.say(BEN, "note", "stop", text)
    meeting.until("discuss").say(BEN, "action", str(BEN), "Mend it")
    found = phrases(meeting, ANNA)
    assert of_role(found, "lead") == [
        "Next topic",
        "To the actions",
        "Back to: Vote",
        "Edit an action…",
        "Choose a topic…",
    ]
    assert {"Drop 1: Mend it", "Hide a note…", "Hand over…", "Rename a topic…"} <= {*of_role(found, "rare")}
    assert all(phrase.grave and phrase.note for phrase in found if phrase.command == "hide")
    assert {phrase.command for phrase in found if phrase.role == "lead" and not phrase.secret} == {"next", "back"}


def test_a_health_check_asks_for_answers_first() -> None:
    found = phrases(Meeting(format="team-health").until("reflect"), BEN)
    assert (of_role(found, "main"), of_role(found, "usual")) == (["Rate the topics"], ["I’m done", "Write notes"])


def test_own_notes_are_listed_until_they_are_shown() -> None:
    """By their codes, in the order in which they were written; each can be edited from what it says, and removed."""
    meeting = Meeting().until("reflect")
    events = [*meeting.say(BEN, "note", "stop", "Meetings"), *meeting.say(BEN, "note", "start", "Cake")]
    receipt = GAME.secrets.receipt(events)
    assert receipt is not None
    owned = GAME.secrets.owned(meeting.state, receipt.keys)
    assert owned is not None
    assert owned.sheet.title == "Your 2 notes"
    assert [thing.name for thing in owned.sheet.things] == [f"note:{code}" for code in receipt.keys]
    assert [(phrase.label, phrase.thing, phrase.text) for phrase in owned.phrases][:2] == [
        ("Edit", f"note:{receipt.keys[0]}", "Meetings"),
        ("Remove", f"note:{receipt.keys[0]}", ""),
    ]
    assert GAME.secrets.owned(meeting.state, ("zzzzzz",)) is None
    assert GAME.secrets.owned(meeting.until("group").state, receipt.keys) is None
    assert "on the board now" in meeting.refused(BEN, "withdraw", receipt.keys[0])
