"""What games leave to each other is written and read again; what is damaged counts as nothing."""

import json

import pytest

from games.inheritance import (
    MAX_ACTIONS,
    MAX_CARDS,
    MAX_PROMPTS,
    TEXT_LIMIT,
    TITLE_LIMIT,
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
    """Questions, actions and cards."""
    prompts = ("What keeps you waiting?", "Zoë’s “question” 🎉")
    actions = (OpenAction("Mend the test", "Friday"), OpenAction("Buy a plant"))
    cards = (TeamCard("tool", "Two Screens", "sit together"), TeamCard("impediment", "The Long Build"))
    assert read_prompts(write_prompts(prompts)) == prompts
    assert read_actions(write_actions(actions)) == actions
    assert read_cards(write_cards(cards)) == cards


@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk)[:12])
def test_junk_is_nothing(junk: object) -> None:
    """Nobody is stopped from starting a game by it."""
    assert read_prompts(junk) == ()
    assert read_actions(junk) == ()
    assert read_cards(junk) == ()


def test_there_are_never_too_many() -> None:
    """The first ones are kept."""
    assert len(read_prompts(json.dumps([f"Question {n}" for n in range(50)]))) == MAX_PROMPTS
    assert len(read_actions(json.dumps([{"what": f"Do {n}"} for n in range(50)]))) == MAX_ACTIONS
    cards = [{"kind": "tool", "title": f"Card {n}"} for n in range(50)]
    assert len(read_cards(json.dumps(cards))) == MAX_CARDS
    assert len(json.loads(write_cards(TeamCard("tool", f"Card {n}") for n in range(50)))) == MAX_CARDS


def test_texts_are_one_line_and_cut() -> None:
    """Also where somebody has changed the database by hand; a mark for a seat cannot be smuggled in."""
    (card,) = read_cards(json.dumps([{"kind": "tool", "title": "T\n" * 100, "text": "\ue0000\ue001" + "x" * 900}]))
    assert len(card.title) == TITLE_LIMIT
    assert len(card.text) == TEXT_LIMIT
    assert "\n" not in card.title
    assert "\ue000" not in card.text


def test_a_card_without_kind_or_title_and_a_second_one_are_left_out() -> None:
    """The others count."""
    rows = [
        {"kind": "weapon", "title": "Bat"},
        {"kind": "tool", "title": "\x00"},
        {"kind": "tool"},
        {"kind": "tool", "title": "Two Screens"},
        {"kind": "tool", "title": "Two  Screens", "text": None},
    ]
    assert read_cards(json.dumps(rows)) == (TeamCard("tool", "Two Screens"),)
