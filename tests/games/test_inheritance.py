"""What games pass on to each other is written and read again; damaged data counts as nothing."""

import json

import pytest

from games.memories import (
    OpenAction,
    TeamCard,
    read_actions,
    read_cards,
    read_prompts,
    write_actions,
    write_cards,
    write_prompts,
)

JUNK = ["", "[", "null", "{}", "3", '"x"', "[1, null, [], {}]", "[" * 5_000, "[" + " " * 60_000 + "]", None, 7]


def test_what_is_written_is_read_again() -> None:
    """For questions, actions and cards."""
    prompts = ("What keeps you waiting?", "Zoë’s “question” 🎉")
    actions = (OpenAction("Fix the test", "Friday"), OpenAction("Buy a plant"))
    cards = (TeamCard("tool", "Two Screens", "sit together"), TeamCard("impediment", "The Long Build"))
    assert read_prompts(write_prompts(prompts)) == prompts
    assert read_actions(write_actions(actions)) == actions
    assert read_cards(write_cards(cards)) == cards


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk)[:12])
def test_damaged_data_counts_as_nothing(junk: object) -> None:
    """It doesn't stop anybody from starting a game."""
    assert read_prompts(junk) == ()
    assert read_actions(junk) == ()
    assert read_cards(junk) == ()


def test_the_number_of_items_is_limited() -> None:
    """When they are read, and cards also when they are written; a text that is far too long isn't read at all."""
    assert len(read_prompts(json.dumps([f"Question {n}" for n in range(50)]))) == 6
    assert len(read_actions(json.dumps([{"what": f"Do {n}"} for n in range(50)]))) == 12
    cards = [{"kind": "tool", "title": f"Card {n}"} for n in range(50)]
    assert len(read_cards(json.dumps(cards))) == 12
    assert len(json.loads(write_cards(TeamCard("tool", f"Card {n}") for n in range(50)))) == 12
    questions = json.dumps(["What now?"])
    assert read_prompts(questions.ljust(50_000)) == ("What now?",)
    assert read_prompts(questions.ljust(50_001)) == ()


def test_texts_are_cleaned_when_they_are_read() -> None:
    """One line, within the limit and without marks for seats, even if somebody changed the database by hand."""
    (card,) = read_cards(json.dumps([{"kind": "tool", "title": "T\n" * 100, "text": "\ue0000\ue001" + "x" * 900}]))
    assert len(card.title) == 40
    assert len(card.text) == 200
    assert "\n" not in card.title
    assert "\ue000" not in card.text


def test_incomplete_and_duplicate_cards_are_left_out() -> None:
    """A card needs a known kind and a title; the other cards count."""
    rows = [
        {"kind": "weapon", "title": "Bat"},
        {"kind": "tool", "title": "\x00"},
        {"kind": "tool"},
        {"kind": "tool", "title": "Two Screens"},
        {"kind": "tool", "title": "Two  Screens", "text": None},
    ]
    assert read_cards(json.dumps(rows)) == (TeamCard("tool", "Two Screens"),)
