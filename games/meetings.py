"""What a game that is really a meeting leaves behind: actions, and figures that are compared over meetings."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from games.values import value


@value
class AgreedAction:
    """Something that people have agreed to do."""

    what: str
    owner: int  # a seat
    due: str = ""  # a date, `2026-12-01`; older meetings have words


@value
class SettledAction:
    """What a later meeting has said about an action."""

    what: str
    origin: str  # the meeting that agreed on it, and its number there; empty: not known
    mark: Literal["done", "keep", "drop"]
    due: str = ""  # its new date, if it has one


@value
class Agreements:
    """What a meeting has decided about actions, new ones and earlier ones."""

    actions: tuple[AgreedAction, ...] = ()
    settled: tuple[SettledAction, ...] = ()


@value
class Review:
    """What is compared over a room's meetings. It names nobody but the owners of actions."""

    agreements: Agreements = Agreements()
    worth: float | None = None  # the mean answer of the closing poll, from 0 to 5
    people: int = 0  # who took part
    seats: int = 0
    notes: int = 0
    subjects: Mapping[str, str] = field(default_factory=dict)  # of the topics with votes: by stem, as it was written
