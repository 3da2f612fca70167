"""A game as a file, and the proof that nobody changed it.

A finished game is exported in full: seed, options, every event with its hash. `verify` recomputes the chain of hashes
and every draw. While a game is running, its export has no seed, no hashes (a hash of a small secret can be guessed) and
no contents of hidden events.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.ports import StoredEvent
from bot.table import model as tables
from bot.table.journal import Standing, chain, decode, evolve, first_hash, hashed_payload
from games import GAMES
from games.api import OptionValue
from games.chance import SEED_BYTES, Draw, commitment, number

FORMAT = "scrum-table game 1"
EXPORT_AGAIN = "export it again once it’s over."
WRONG_HASH = "Its hash doesn’t match its contents and the hash before it."


class ExportedEvent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    sequence: int
    payload: dict[str, Any] | None = None  # None: hidden while the game is running
    at: float
    drawn: int
    hash: str | None = None

    @property
    def text(self) -> str:
        """The payload exactly as it was stored."""
        return json.dumps(self.payload, ensure_ascii=False, separators=(",", ":"))


class Export(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str = FORMAT
    table: str = Field(max_length=100)
    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str | None = None
    events: list[ExportedEvent]


class BrokenExport(Exception):
    """The file isn't an exported game; the sentence says what is wrong with it."""


def export(table: str, seed: bytes, standing: Standing, rows: Sequence[StoredEvent]) -> Export:
    over = standing.table.phase == "over"
    hidden = frozenset() if over else standing.game.hidden
    return Export(
        table=table,
        game=standing.game.key,
        seats=len(standing.table.seats),
        options=dict(standing.table.options),
        seed=seed.hex() if over else None,
        events=[
            ExportedEvent(
                sequence=row.sequence,
                payload=None
                if row.kind in hidden
                else json.loads(hashed_payload(row.kind, row.payload, standing.game)),
                at=row.at,
                drawn=row.drawn,
                hash=row.hash if over else None,
            )
            for row in rows
        ],
    )


def write(game: Export) -> str:
    """The file's text, one line per event, so that people and `diff` can read it."""
    head = game.model_dump(mode="json", exclude={"events"})
    lines = ",\n".join("  " + json.dumps(event.model_dump(mode="json"), ensure_ascii=False) for event in game.events)
    body = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return f'{body},\n "events": [\n{lines}\n ]\n}}\n'


def read(text: str) -> Export:
    try:
        game = Export.model_validate_json(text)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise BrokenExport(f"This isn’t an exported game: {where}: {first['msg']}.") from fault
    if game.format != FORMAT:
        raise BrokenExport(f"This file has the format “{game.format[:40]}”; I can only read “{FORMAT}”.")
    if game.game not in GAMES:
        raise BrokenExport(f"This file is for the game “{game.game[:40]}”, which I don’t know.")
    return game


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of `verify`: all correct, or the first event that is wrong or missing."""

    events: int
    draws: int
    commitment: str
    last_hash: str
    wrong: int | None = None
    fault: str = ""


class _Wrong(Exception):
    pass


# what folding an event can raise if it doesn't follow from the events before it
_MISFITS = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError)


def steps(game: Export) -> Iterator[tuple[Any, Standing]]:
    """Each event of a file with the table after it; BrokenExport if one doesn't follow from those before it."""
    standing: Standing | None = None
    for row in game.events:
        if row.payload is None:
            raise BrokenExport(f"Event {row.sequence} is hidden because the game was still running; {EXPORT_AGAIN}")
        try:
            event = _event(row, standing)
            standing = evolve(standing, event, hash=row.hash or "", drawn=row.drawn, at=row.at)
        except _MISFITS as fault:
            raise BrokenExport(f"Event {row.sequence} doesn’t follow from the events before it.") from fault
        yield event, standing


def _event(row: ExportedEvent, standing: Standing | None) -> Any:
    kind = str((row.payload or {}).get("kind"))
    return decode(kind, row.text, standing.game if standing else None)


def verify(game: Export) -> Verdict:
    """Recompute every hash and every draw."""
    checker = _Checker(game)
    for row in game.events:
        try:
            checker.check(row)
        except _Wrong as fault:
            return checker.verdict(checker.checked + 1, str(fault))
        except _MISFITS:
            return checker.verdict(checker.checked + 1, "It doesn’t follow from the events before it.")
    return checker.closing()


class _Checker:
    def __init__(self, game: Export) -> None:
        self._game = game
        self._seed = _seed(game.seed)
        self._hash = first_hash(game.table)
        self._draws = 0
        self._standing: Standing | None = None
        self.checked = 0

    def verdict(self, wrong: int | None = None, fault: str = "") -> Verdict:
        shown = self._standing.table.commitment if self._standing else ""
        return Verdict(self.checked, self._draws, shown, self._hash, wrong, fault)

    def closing(self) -> Verdict:
        standing = self._standing
        if standing is None or standing.table.phase != "over":
            return self.verdict(self.checked + 1, "The game isn’t over in this file; it can be verified once it is.")
        if standing.drawn != self._draws:
            return self.verdict(
                self.checked, f"It counts {standing.drawn} draws, but the events contain {self._draws}."
            )
        declared = (self._game.game, self._game.seats, self._game.options)
        if declared != (standing.game.key, len(standing.table.seats), dict(standing.table.options)):
            return self.verdict(1, "The header of the file contradicts the events.")
        return self.verdict()

    def check(self, row: ExportedEvent) -> None:
        if row.sequence != self.checked + 1:
            raise _Wrong(f"It’s numbered {row.sequence}.")
        if self._standing is not None and self._standing.table.phase == "over":
            raise _Wrong("The table had already been closed.")
        if row.payload is None or row.hash is None:
            raise _Wrong(f"Its contents are hidden because the game was still running; {EXPORT_AGAIN}")
        digest = chain(self._hash, row.sequence, row.text, row.at, row.drawn)
        if digest != row.hash:
            raise _Wrong(WRONG_HASH)
        event = _event(row, self._standing)
        if isinstance(event, tables.GameStarted) and commitment(self._seed) != event.commitment:
            raise _Wrong("The seed doesn’t match the fingerprint shown at the start.")
        if isinstance(event, tables.TableClosed) and event.seed != self._seed.hex():
            raise _Wrong("It contains a different seed.")
        if not event.kind.startswith(tables.PREFIX):
            self._check_draws(event)
        self._standing = evolve(self._standing, event, hash=digest, drawn=row.drawn, at=row.at)
        self._hash = digest
        self.checked += 1

    def _check_draws(self, event: Any) -> None:
        assert self._standing is not None
        draws: tuple[Draw, ...] = self._standing.game.draws(self._standing.state, event)
        for draw in draws:
            expected = number(self._seed, self._draws, draw.below)
            if draw.value != expected:
                raise _Wrong(f"Draw {self._draws + 1} doesn’t follow from the seed.")
            self._draws += 1


def _seed(text: str | None) -> bytes:
    """All zeros if there is none: then nothing matches, and `verify` reports the first event that should."""
    try:
        seed = bytes.fromhex(text or "")
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_BYTES else bytes(SEED_BYTES)
