"""Events as they are stored: one JSON text each, chained by hashes.

Every hash covers the event and the hash before it, so the last one stands for the whole game. It is shown when the
game ends; whoever changes the past afterwards, the operator included, cannot arrive at the same one.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot import table as tables
from bot.ports import StoredEvent
from games import GAMES
from games.api import AnyGame
from games.chance import Chance


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands: what all its events together have led to."""

    sequence: int
    hash: str
    drawn: int
    table: tables.Table
    state: Any  # the game's own; None before it starts

    @property
    def game(self) -> AnyGame:
        return GAMES[self.table.game]

    @property
    def playing(self) -> bool:
        return self.table.phase == "playing"


def first_hash(table: str) -> str:
    """What the first event of a table follows."""
    return hashlib.sha256(f"scrum-table {table}".encode()).hexdigest()


def chain(before: str, sequence: int, payload: str, at: float, drawn: int) -> str:
    """The hash of an event. The payload names its kind."""
    return hashlib.sha256(f"{before}\n{sequence}\n{at!r}\n{drawn}\n{payload}".encode()).hexdigest()


def encode(event: Any, game: AnyGame | None) -> str:
    if event.kind.startswith(tables.PREFIX):
        return tables.TABLE_EVENTS.dump_json(event).decode()
    assert game is not None
    return game.events.dump_json(event).decode()


def decode(kind: str, payload: str | bytes, game: AnyGame | None) -> Any:
    """The event behind a stored text; ValueError (pydantic's) if it is none of this game."""
    if kind.startswith(tables.PREFIX):
        return tables.TABLE_EVENTS.validate_json(payload)
    if game is None:
        raise ValueError("the table is not open yet")
    return game.events.validate_json(payload)


def evolve(standing: Standing | None, event: Any, *, hash: str, drawn: int) -> Standing:  # noqa: A002  what it is
    """One event further."""
    if standing is None:
        return Standing(1, hash, drawn, tables.evolve(None, event), None)
    table, state = standing.table, standing.state
    if event.kind.startswith(tables.PREFIX):
        table = tables.evolve(table, event)
    else:
        state = standing.game.evolve(state, event)
    return Standing(standing.sequence + 1, hash, drawn, table, state)


def fold(stored: Iterable[StoredEvent], standing: Standing | None = None) -> Standing | None:
    for row in stored:
        game = standing.game if standing else None
        standing = evolve(standing, decode(row.kind, row.payload, game), hash=row.hash, drawn=row.drawn)
    return standing


class Draft:
    """A table while a request is decided: what has happened so far, not stored yet."""

    def __init__(self, table: str, standing: Standing | None, seed: bytes, at: float) -> None:
        self._before = standing.hash if standing else first_hash(table)
        self.table = table
        self.seed = seed
        self.at = at
        self.chance = Chance(seed, standing.drawn if standing else 0)
        self.events: list[Any] = []
        self._standing = standing

    @property
    def standing(self) -> Standing:
        assert self._standing is not None, "the first event opens the table"
        return self._standing

    def tell(self, events: Iterable[Any]) -> None:
        before = self._standing
        table, state = (before.table, before.state) if before else (None, None)
        told = list(events)
        for event in told:
            if event.kind.startswith(tables.PREFIX):
                table = tables.evolve(table, event)
            else:
                assert table is not None, "the first event opens the table"
                state = GAMES[table.game].evolve(state, event)
        self.events += told
        if table is not None:
            sequence = (before.sequence if before else 0) + len(told)
            self._standing = Standing(sequence, "", self.chance.drawn, table, state)

    def play(self, seat: int | None, move: Any) -> None:
        """A move of the game, and the end of the table if it was the last one. IllegalMove goes through."""
        game = self.standing.game
        self.tell(game.decide(self.standing.state, seat, move, self.chance))
        if game.result(self.standing.state) is not None:
            self.tell([tables.TableClosed("result", self.seed.hex())])

    def written(self, request: str | None) -> tuple[StoredEvent, ...]:
        """The events as they will be stored. They share one count of draws: that of the whole request."""
        standing, before, rows = self.standing, self._before, []
        first = standing.sequence - len(self.events) + 1
        for sequence, event in enumerate(self.events, start=first):
            payload = encode(event, standing.game)
            before = chain(before, sequence, payload, self.at, standing.drawn)
            mark = request if sequence == first else None
            rows.append(StoredEvent(sequence, event.kind, payload, self.at, standing.drawn, before, mark))
        return tuple(rows)

    def finished(self, rows: tuple[StoredEvent, ...]) -> Standing:
        """Where the table stands once `rows` are stored."""
        standing = self.standing
        last = rows[-1].hash if rows else self._before
        return Standing(standing.sequence, last, standing.drawn, standing.table, standing.state)
