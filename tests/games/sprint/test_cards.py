"""The cards: keys, titles, texts and tags."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from games.chance import Chance
from games.contract import defaults
from games.sprint import Sprint
from games.sprint.board import BOARDS, card, cards, decks_for, load_board
from games.sprint.model import Started
from games.testing.play import seed_of

DATA: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (files("games.sprint") / "data" / "cards.toml").read_text("utf-8")
)
EVERY = [(deck, row) for deck, rows in DATA.items() for row in rows]
TOOLS = [row["key"] for row in DATA["tools"]]
LEFT = {"nineteen-muted-tiles", "every-ticket-twice", "a-test-that-lies", "the-architecture-of-jo"}

every_card = pytest.mark.parametrize(("deck", "row"), EVERY, ids=[row["key"] for _, row in EVERY])


def test_counts() -> None:
    """At least 21 tools, 20 impediments and 24 opportunities, with enough of each kind for both boards."""
    now = {deck: [row for row in rows if "until" not in row] for deck, rows in DATA.items()}
    assert {deck: len(rows) for deck, rows in now.items()} == {"tools": 24, "impediments": 24, "opportunities": 61}
    actions = [row["action"] for row in now["opportunities"]]
    assert {action: actions.count(action) for action in set(actions)} == {
        "discuss": 46,
        "daily_scrum": 11,
        "end_of_day": 4,
    }


@pytest.mark.parametrize("board", BOARDS)
def test_editions(board: str) -> None:
    """A deck has as many cards as before; some have left, and those that came later are in no deck of an old table."""
    old, new = (decks_for(load_board(board), (), edition) for edition in (1, 2))
    assert {deck: len(keys) for deck, keys in old.items()} == {deck: len(keys) for deck, keys in new.items()}
    later = {row["key"] for _, row in EVERY if "edition" in row}
    assert not later & {key for keys in old.values() for key in keys}
    assert len(later & {key for keys in new.values() for key in keys}) >= 6
    assert not LEFT & {key for keys in new.values() for key in keys}
    assert cards().keys() >= LEFT


def test_a_table_from_before_has_its_cards() -> None:
    """Its options don't name what came with the second edition, so its game starts as it did then."""
    options = defaults(Sprint())
    before = {name: value for name, value in options.items() if name not in {"review", "sprints", "hints"}}
    old, new = (Sprint().start(3, chosen, Chance(seed_of(1)))[0] for chosen in (before, options))
    assert isinstance(old, Started)
    assert isinstance(new, Started)
    assert "nineteen-muted-tiles" in old.decks["impediments"]
    assert "owner-in-the-air" in new.decks["impediments"]


@pytest.mark.parametrize("field", ["key", "title", "text"])
def test_no_two_are_alike(field: str) -> None:
    """Keys, titles and texts are unique across all decks."""
    values = [row[field].lower() for _, row in EVERY]
    assert len(set(values)) == len(values)


@every_card
def test_a_card_is_complete(deck: str, row: dict[str, Any]) -> None:
    """A card has a key that can be typed, a title that fits a line and a text that fits a message, without markup."""
    assert row["key"] == row["key"].lower()
    assert row["key"].replace("-", "").isalnum()
    assert 0 < len(row["title"]) <= 28
    assert 20 < len(row["text"]) <= 300
    for text in (row["title"], row["text"], row.get("because", "")):
        assert not set(text) & set("<>*_`|~@#\n"), "cards are plain text: no markup, no mentions"
        assert text == text.strip()
        assert "  " not in text
        assert text.count("“") == text.count("”")
        assert '"' not in text
        assert "'" not in text


@every_card
def test_texts_are_sentences(deck: str, row: dict[str, Any]) -> None:
    """Texts and reasons end with a full stop, a question mark, an exclamation mark or a closing quote."""
    assert row["text"][-1] in ".?!”"
    assert row.get("because", ".").endswith(".")


@pytest.mark.parametrize("row", DATA["tools"], ids=lambda row: row["key"])
def test_tools(row: dict[str, Any]) -> None:
    """A tool has a reason for automatic players to give, and makes sense against several impediments."""
    assert set(row) == {"key", "title", "text", "because"}
    assert len(row["because"]) <= 300
    assert sum(row["key"] in impediment["tools"] for impediment in DATA["impediments"]) >= 3


@pytest.mark.parametrize("row", DATA["impediments"], ids=lambda row: row["key"])
def test_impediments(row: dict[str, Any]) -> None:
    """Some tools make sense against every impediment, and most don't."""
    assert set(row) - {"edition", "until"} == {"key", "title", "text", "tools"}
    assert len(set(row["tools"])) == len(row["tools"])
    assert set(row["tools"]) <= set(TOOLS)
    assert 5 <= len(row["tools"]) <= 8


@pytest.mark.parametrize("row", DATA["opportunities"], ids=lambda row: row["key"])
def test_opportunities(row: dict[str, Any]) -> None:
    """A discussion card ends in a question; a card that sends you somewhere tells a story and names the space."""
    assert set(row) - {"edition", "until"} == {"key", "title", "text", "action"}
    ending = {"discuss": "?", "daily_scrum": " Go to the Daily Scrum.", "end_of_day": " Go to the End of Day."}
    assert row["text"].endswith(ending[row["action"]])
    assert len(row["text"]) > len(ending[row["action"]]) + 60
    if row["action"] == "discuss":
        assert "Go to the" not in row["text"]


def test_a_card_that_has_left_the_deck() -> None:
    """A stored game can still name it."""
    assert "out-of-print" not in cards()
    assert card("out-of-print").title == "Out of print"
