"""The cards: keys, titles, texts and tags."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from games.sprint.board import card, cards

DATA: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (files("games.sprint") / "data" / "cards.toml").read_text("utf-8")
)
EVERY = [(deck, row) for deck, rows in DATA.items() for row in rows]
TAGS = {"people", "knowledge", "quality", "environment", "scope", "focus", "communication", "process"}

every_card = pytest.mark.parametrize(("deck", "row"), EVERY, ids=[row["key"] for _, row in EVERY])


def test_counts() -> None:
    """At least 21 tools, 20 impediments and 24 opportunities, with enough of each kind for both boards."""
    assert {deck: len(rows) for deck, rows in DATA.items()} == {"tools": 24, "impediments": 24, "opportunities": 55}
    actions = [row["action"] for row in DATA["opportunities"]]
    assert {action: actions.count(action) for action in set(actions)} == {
        "discuss": 40,
        "daily_scrum": 11,
        "end_of_day": 4,
    }


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
    """A tool says what it helps with, and has a reason for automatic players to give."""
    assert set(row) == {"key", "title", "text", "because", "helps"}
    assert set(row["helps"]) <= TAGS
    assert row["helps"]
    assert len(row["because"]) <= 300


@pytest.mark.parametrize("row", DATA["impediments"], ids=lambda row: row["key"])
def test_impediments(row: dict[str, Any]) -> None:
    """At least three tools help against every impediment."""
    assert set(row) == {"key", "title", "text", "tags"}
    assert set(row["tags"]) <= TAGS
    helping = [tool["key"] for tool in DATA["tools"] if set(tool["helps"]) & set(row["tags"])]
    assert len(helping) >= 3


@pytest.mark.parametrize("row", DATA["opportunities"], ids=lambda row: row["key"])
def test_opportunities(row: dict[str, Any]) -> None:
    """A discussion card ends in a question; a card that sends you somewhere tells a story and names the space."""
    assert set(row) == {"key", "title", "text", "action"}
    ending = {"discuss": "?", "daily_scrum": " Go to the Daily Scrum.", "end_of_day": " Go to the End of Day."}
    assert row["text"].endswith(ending[row["action"]])
    assert len(row["text"]) > len(ending[row["action"]]) + 60
    if row["action"] == "discuss":
        assert "Go to the" not in row["text"]


def test_a_card_that_has_left_the_deck() -> None:
    """A stored game can still name it."""
    assert "out-of-print" not in cards()
    assert card("out-of-print").title == "Out of print"
