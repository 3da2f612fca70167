"""Boards as data: the spaces, the paths between them, and the size of each deck."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from games.contract import Options
from games.language import Lazy, Text, lazy
from games.memories import CardKind, TeamCard
from games.values import value

_SpaceKind = Literal["start", "hours", "die", "day", "impediment", "opportunity", "tool", "report", "review"]

REVIEW = "review"
START = "start"


@value
class Space:
    id: str
    kind: _SpaceKind
    next: tuple[str, ...]
    amount: int = 0


@value
class Landing:
    """A space that a roll can reach, the path to it, and whether the piece has then used its daily circle this lap."""

    space: str
    path: tuple[str, ...]
    circled: bool = False


@value
class Board:
    key: str
    title: Lazy
    spaces: Mapping[str, Space]
    daily_scrum: str
    circle: str
    free_circle: bool
    end_of_day: str
    decks: Mapping[str, int]
    # cache of `landings`: a few hundred entries per board
    reached: dict[tuple[str, int, bool, bool, bool], tuple[Landing, ...]] = field(default_factory=dict, compare=False)

    def landings(
        self, space: str, steps: int, *, circled: bool, sent: bool, review: bool = True
    ) -> tuple[Landing, ...]:
        """The spaces where a roll can end. A piece that reaches Sprint Review stops there, even with steps left.

        `circled`: this piece has been in the daily circle on this lap. `sent`: a card sent it to the Daily Scrum, so
        it must enter the circle now, even if it is `circled`. `review`: Sprint Review is open.
        """
        key = (space, steps, circled, sent, review)
        if key not in self.reached:
            self.reached[key] = self._landings(space, steps, circled=circled, sent=sent, review=review)
        return self.reached[key]

    def _landings(self, space: str, steps: int, *, circled: bool, sent: bool, review: bool) -> tuple[Landing, ...]:
        ends = [Landing(space, (), circled)]
        for step in range(steps):
            ends = [after for end in ends for after in self._one_step(end, space, forced=sent and step == 0)]
            ends = [end for end in ends if review or end.path[-1] != REVIEW]
        unique = {end.space: end for end in reversed(ends)}
        return tuple(unique[end] for end in sorted(unique, key=list(self.spaces).index))

    def _one_step(self, at: Landing, start: str, *, forced: bool) -> list[Landing]:
        space = at.path[-1] if at.path else start
        if space == REVIEW:
            return [at]
        ends = []
        for following in self.spaces[space].next:
            enters = following == self.circle and space == self.daily_scrum
            if forced and not enters:
                continue
            if enters and at.circled and not self.free_circle and not forced:
                continue
            # for this rule a new lap starts when the piece leaves the Daily Scrum along the big circle
            circled = enters or (at.circled and space != self.daily_scrum)
            ends.append(Landing(following, (*at.path, following), circled))
        return ends


def _spaces(rows: list[dict[str, Any]]) -> dict[str, Space]:
    spaces = {}
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        following = row.get("next", [below["id"]] if below else [])
        spaces[row["id"]] = Space(row["id"], row["kind"], tuple(following), row.get("amount", 0))
    return spaces


_BOARDS = files(__package__) / "data" / "boards"
BOARDS = tuple(sorted((entry.name.removesuffix(".toml") for entry in _BOARDS.iterdir()), key="standard".__ne__))


@cache
def load_board(key: str) -> Board:
    data = tomllib.loads((_BOARDS / f"{key}.toml").read_text("utf-8"))
    return Board(key=key, **{**data, "title": lazy(data["title"]), "spaces": _spaces(data["spaces"])})


# --- difficulty ------------------------------------------------------------------------------------------------------

DOCUMENT = "document"
LEVELS = (DOCUMENT, "relaxed", "standard", "demanding")


@value
class _Plan:
    hours: int
    days: int


_PUBLISHED = _Plan(300, 10)


def planned(board: str, seats: int, options: Options) -> _Plan:
    """Hours and days of a sprint: those that the host set, otherwise those of the difficulty."""
    usual = _usual(board, seats, str(options.get("difficulty", DOCUMENT)))
    return _Plan(int(options["hours"]) or usual.hours, int(options["days"]) or usual.days)


def _usual(board: str, seats: int, level: str) -> _Plan:
    if level == DOCUMENT:
        return _PUBLISHED
    return _Plan(**_measured()[board][level][str(seats)])


@cache
def _measured() -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    return tomllib.loads((files(__package__) / "data" / "difficulty.toml").read_text("utf-8"))


# --- cards -----------------------------------------------------------------------------------------------------------

Deck = Literal["tools", "impediments", "opportunities"]
_Action = Literal["discuss", "daily_scrum", "end_of_day"]
DECKS: tuple[Deck, ...] = ("tools", "impediments", "opportunities")
EDITION = 2  # of the cards; `data/cards.toml` says which came when
IT_FITS = lazy("It fits.")  # the reason for a tool that says none itself
_TEAM_CARD = "\n"  # separates title and text in the key of a team's own card; `clean` keeps it out of what people type


@value
class _Card:
    key: str
    title: Text  # a `str` on a team's own card
    text: Text
    tags: frozenset[str] = frozenset()  # of an impediment: the tools that make sense against it; of a tool: its key
    because: Lazy = lazy("")  # tools: why it helps, in one sentence; moves and events have it in English
    action: _Action = "discuss"  # opportunities: what happens when it is drawn
    edition: int = 1  # the first one that has it
    until: int = EDITION  # the last one


def _card(row: dict[str, Any]) -> _Card:
    return _Card(
        row["key"],
        lazy(row["title"]),
        lazy(row["text"]),
        frozenset(row.get("tools", (row["key"],))),
        lazy(row.get("because", "")),
        row.get("action", "discuss"),
        row.get("edition", 1),
        row.get("until", EDITION),
    )


@cache
def _all() -> dict[Deck, tuple[_Card, ...]]:
    data = tomllib.loads((files(__package__) / "data" / "cards.toml").read_text("utf-8"))
    return {deck: tuple(map(_card, data[deck])) for deck in DECKS}


@cache
def cards() -> Mapping[str, _Card]:
    """Every card by its key."""
    return {card.key: card for deck in _all().values() for card in deck}


@cache
def _all_tags() -> frozenset[str]:
    return frozenset(tag for card in cards().values() for tag in card.tags)


def card(key: str) -> _Card:
    """The card with this key. For one that has left the deck since a game was stored, a title made from its key."""
    if _TEAM_CARD in key:
        title, _, text = key.partition(_TEAM_CARD)
        return _Card(key, title, text, _all_tags())  # its topic is unknown, so anything may fit
    return cards().get(key) or _Card(key, key.replace("-", " ").capitalize(), "")


def decks_for(board: Board, asked: Sequence[str] = (), edition: int = EDITION) -> dict[Deck, tuple[str, ...]]:
    """The keys of the cards that a board plays with, in the order of the file.

    Of the questions to discuss, those come first that the team wasn't asked in its last games (`asked`, oldest first).
    """
    every = {deck: [card for card in known if card.edition <= edition <= card.until] for deck, known in _all().items()}
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
