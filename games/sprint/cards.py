"""The three decks."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from games.inheritance import CardKind, TeamCard
from games.sprint.board import Board

Deck = Literal["tools", "impediments", "opportunities"]
Action = Literal["discuss", "daily_scrum", "end_of_day"]
DECKS: tuple[Deck, ...] = ("tools", "impediments", "opportunities")
_TEAM = "\n"  # between the title and the text of a team's own card; no text of a person has it


@dataclass(frozen=True, slots=True)
class Card:
    key: str
    title: str
    text: str
    tags: frozenset[str] = frozenset()  # what an impediment is about, what a tool helps with
    because: str = ""  # a tool: why it helps, in a sentence
    action: Action = "discuss"  # an opportunity: what it makes the team do


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
def _subjects() -> frozenset[str]:
    return frozenset(tag for card in cards().values() for tag in card.tags)


def card(key: str) -> Card:
    """The card, or, in a game played with a deck of long ago, at least its name."""
    if _TEAM in key:
        title, _, text = key.partition(_TEAM)
        return Card(key, title, text, _subjects())  # nobody can say what it is about, so everything may fit
    return cards().get(key) or Card(key, key.replace("-", " ").capitalize(), "")


def decks_for(board: Board) -> dict[Deck, tuple[str, ...]]:
    """The keys of the cards that lie beside a board, in the order of the file."""
    packs = _all()
    opportunities = [
        card.key
        for action in ("discuss", "daily_scrum", "end_of_day")
        for card in [card for card in packs["opportunities"] if card.action == action][: board.decks[action]]
    ]
    return {
        "tools": tuple(card.key for card in packs["tools"][: board.decks["tools"]]),
        "impediments": tuple(card.key for card in packs["impediments"][: board.decks["impediments"]]),
        "opportunities": tuple(opportunities),
    }


def with_team_cards(decks: Mapping[Deck, tuple[str, ...]], own: Sequence[TeamCard]) -> dict[Deck, tuple[str, ...]]:
    """What a team wrote down is mixed in. Such a key says all that is on the card: a replay needs nothing else."""
    kinds: dict[Deck, CardKind] = {"impediments": "impediment", "tools": "tool"}
    return {
        deck: (*keys, *(f"{card.title}{_TEAM}{card.text}" for card in own if card.kind == kinds.get(deck)))
        for deck, keys in decks.items()
    }
