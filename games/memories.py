"""Data that games pass on to later ones in their room: JSON lists, read with care: they may be old or damaged."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, field
from typing import Any, Literal

from games.text import clean
from games.values import value

# --- inheritance -----------------------------------------------------------------------------------------------------

MAX_PROMPTS = 6
_MAX_ASKED = 35  # questions of the last games
MAX_ACTIONS = 12
_MAX_COUNT = 1_000
MAX_CARDS = 12
MAX_SAVED = 30  # notes for the next retrospective
PROMPT_LIMIT = 240  # characters
ACTION_LIMIT = 140
DUE_LIMIT = 30
TITLE_LIMIT = 40
TEXT_LIMIT = 200
_MAX_LENGTH = 50_000  # characters of a text that is read at all

CardKind = Literal["impediment", "tool"]
CARD_KINDS: tuple[CardKind, ...] = ("impediment", "tool")


@value
class TeamCard:
    """A card that a team wrote for its next game."""

    kind: CardKind
    title: str
    text: str = ""


@value
class OpenAction:
    """Something that a team wants to do. Who does it is not passed on: an inheritance names nobody."""

    what: str
    due: str = ""
    origin: str = ""  # the table that agreed on it, and its number there: `k3v9:2`
    agreed: str = ""  # the day when that was: `2026-11-03`


def write_prompts(prompts: Sequence[str]) -> str:
    return write_rows(prompts[:MAX_PROMPTS])


def read_prompts(text: object) -> tuple[str, ...]:
    found = [clean(row, PROMPT_LIMIT) for row in read_rows(text) if isinstance(row, str)]
    return tuple(filter(None, found))[:MAX_PROMPTS]


def write_asked(keys: Iterable[str]) -> str:
    """The keys of questions that a team was asked, the latest last, each once."""
    latest_first = dict.fromkeys(reversed(list(keys)))
    return write_rows([*reversed(list(latest_first)[:_MAX_ASKED])])


def read_asked(text: object) -> tuple[str, ...]:
    found = [clean(row, TITLE_LIMIT) for row in read_rows(text) if isinstance(row, str)]
    return tuple(dict.fromkeys(filter(None, found)))[-_MAX_ASKED:]


def write_counts(*counts: int) -> str:
    return write_rows(counts)


def read_counts(text: object, number: int) -> tuple[int, ...] | None:
    """This number of counts from 0 up; None if the text is anything else."""
    rows = read_rows(text)
    good = len(rows) == number and all(type(row) is int and 0 <= row <= _MAX_COUNT for row in rows)
    return tuple(rows) if good else None


def write_actions(actions: Iterable[OpenAction]) -> str:
    return write_rows([asdict(action) for action in actions][:MAX_ACTIONS])


def read_actions(text: object) -> tuple[OpenAction, ...]:
    rows = [row for row in read_rows(text) if isinstance(row, dict)]
    found = [
        OpenAction(
            _word(row, "what", ACTION_LIMIT),
            _word(row, "due", DUE_LIMIT),
            _word(row, "origin", TITLE_LIMIT),
            _word(row, "agreed", DUE_LIMIT),
        )
        for row in rows
    ]
    return tuple(action for action in found if action.what)[:MAX_ACTIONS]


def write_notes(texts: Sequence[str]) -> str:
    return write_rows(texts[:MAX_SAVED])


def read_notes(text: object) -> tuple[str, ...]:
    """Notes that a team saved for its next retrospective."""
    found = [clean(row, TEXT_LIMIT) for row in read_rows(text) if isinstance(row, str)]
    return tuple(filter(None, found))[:MAX_SAVED]


def write_cards(cards: Iterable[TeamCard]) -> str:
    return write_rows([asdict(card) for card in cards][:MAX_CARDS])


def read_cards(text: object) -> tuple[TeamCard, ...]:
    """Read a team's cards, each once: in a deck, cards are identified by what is written on them."""
    rows = [row for row in read_rows(text) if isinstance(row, dict)]
    found = [
        TeamCard(kind, _word(row, "title", TITLE_LIMIT), _word(row, "text", TEXT_LIMIT))
        for row in rows
        for kind in CARD_KINDS
        if row.get("kind") == kind
    ]
    return tuple(dict.fromkeys(card for card in found if card.title))[:MAX_CARDS]


def write_rows(rows: Sequence[object]) -> str:
    """A list of anything that JSON knows."""
    return json.dumps(rows, ensure_ascii=False)


def read_rows(text: object) -> list[Any]:
    """The list in the text; empty if the text is anything else."""
    if not isinstance(text, str) or not text or len(text) > _MAX_LENGTH:
        return []
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return rows if isinstance(rows, list) else []


def _word(row: dict[str, Any], name: str, limit: int) -> str:
    value = row.get(name)
    return clean(value, limit) if isinstance(value, str) else ""


# --- meetings --------------------------------------------------------------------------------------------------------


@value
class AgreedAction:
    """Something that people have agreed to do."""

    what: str
    owner: int  # a seat
    due: str = ""  # a date, `2026-12-01`; older meetings have words


@value
class SettledAction:
    """The verdict of a later meeting on an action."""

    what: str
    origin: str  # the meeting that agreed on it, and its number there; empty: not known
    mark: Literal["done", "keep", "drop"]
    due: str = ""  # its new date, if it has one


@value
class Agreements:
    """A meeting's decisions about actions, new ones and earlier ones."""

    actions: tuple[AgreedAction, ...] = ()
    settled: tuple[SettledAction, ...] = ()


@value
class Review:
    """Figures to compare over a room's meetings. They name nobody but the owners of actions."""

    agreements: Agreements = Agreements()
    worth: float | None = None  # the mean answer of the closing poll, from 0 to 5
    people: int = 0  # number of people who took part
    seats: int = 0
    notes: int = 0
    subjects: Mapping[str, str] = field(default_factory=dict)  # of the topics with votes: by stem, as it was written
