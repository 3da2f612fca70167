"""The three decks."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from games.inheritance import CardKind, TeamCard
from games.sprint.board import Board
from games.values import value

Deck = Literal["tools", "impediments", "opportunities"]
Action = Literal["discuss", "daily_scrum", "end_of_day"]
DECKS: tuple[Deck, ...] = ("tools", "impediments", "opportunities")
_TEAM_CARD = "\n"  # separates title and text in the key of a team's own card; `clean` keeps it out of what people type


@value
class Card:
    key: str
    title: str
    text: str
    tags: frozenset[str] = frozenset()  # what an impediment is about, or what a tool helps with
    because: str = ""  # tools: why it helps, in one sentence
    action: Action = "discuss"  # opportunities: what happens when it is drawn


def _card(row: dict[str, Any]) -> Card:
    tags = frozenset(row.get("tags", row.get("helps", ())))
    return Card(row["key"], row["title"], row["text"], tags, row.get("because", ""), row.get("action", "discuss"))


@cache
def _all() -> dict[Deck, tuple[Card, ...]]:
    data = tomllib.loads((files(__package__) / "data" / "cards.toml").read_text("utf-8"))
    return {deck: tuple(map(_card, data[deck])) for deck in DECKS}


@cache
def cards() -> Mapping[str, Card]:
    """Every card by its key."""
    return {card.key: card for deck in _all().values() for card in deck}


@cache
def _all_tags() -> frozenset[str]:
    return frozenset(tag for card in cards().values() for tag in card.tags)


def card(key: str) -> Card:
    """The card with this key. For one that has left the deck since a game was stored, a title made from its key."""
    if _TEAM_CARD in key:
        title, _, text = key.partition(_TEAM_CARD)
        return Card(key, title, text, _all_tags())  # its topic is unknown, so anything may fit
    return cards().get(key) or Card(key, key.replace("-", " ").capitalize(), "")


def decks_for(board: Board, asked: Sequence[str] = ()) -> dict[Deck, tuple[str, ...]]:
    """The keys of the cards that a board plays with, in the order of the file.

    Of the questions to discuss, those come first that the team wasn't asked in its last games (`asked`, oldest first).
    """
    every = _all()
    opportunities = [
        key
        for action in ("discuss", "daily_scrum", "end_of_day")
        for key in _not_asked_lately([card.key for card in every["opportunities"] if card.action == action], asked)[
            : board.decks[action]
        ]
    ]
    return {
        "tools": tuple(card.key for card in every["tools"][: board.decks["tools"]]),
        "impediments": tuple(card.key for card in every["impediments"][: board.decks["impediments"]]),
        "opportunities": tuple(opportunities),
    }


def _not_asked_lately(keys: Sequence[str], asked: Sequence[str]) -> list[str]:
    return sorted(keys, key=lambda key: asked.index(key) if key in asked else -1)


def with_team_cards(decks: Mapping[Deck, tuple[str, ...]], own: Sequence[TeamCard]) -> dict[Deck, tuple[str, ...]]:
    """Add a team's own cards. Their keys contain the whole card, so a replay needs nothing else."""
    kinds: dict[Deck, CardKind] = {"impediments": "impediment", "tools": "tool"}
    return {
        deck: (*keys, *(f"{card.title}{_TEAM_CARD}{card.text}" for card in own if card.kind == kinds.get(deck)))
        for deck, keys in decks.items()
    }
