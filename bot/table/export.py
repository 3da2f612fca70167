"""A game as a file, and the proof that nobody changed it.

A finished game is exported whole: seed, options, every event with its hash. `verify` recomputes the chain of hashes and
every draw. While a game runs its export holds no seed, no hashes (a hash of a small secret can be guessed) and nothing
of events that not everybody may know.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.ports import StoredEvent
from bot.table import model as tables
from bot.table.journal import Standing, chain, covered, decode, evolve, first_hash
from games import GAMES
from games.api import OptionValue
from games.chance import SEED_BYTES, Draw, commitment, number

FORMAT = "scrum-table game 1"
EXPORT_AGAIN = "export it again when it is over."


class ExportedEvent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    sequence: int
    payload: dict[str, Any] | None = None  # None: not for everybody's eyes while the game runs
    at: float
    drawn: int
    hash: str | None = None

    @property
    def text(self) -> str:
        """The payload, letter by letter as it was stored."""
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
    """The file is no exported game: a sentence that says what is wrong with it."""


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
                payload=None if row.kind in hidden else json.loads(covered(row.kind, row.payload, standing.game)),
                at=row.at,
                drawn=row.drawn,
                hash=row.hash if over else None,
            )
            for row in rows
        ],
    )


def write(game: Export) -> str:
    """As text: a line an event, so that people and `diff` can read it."""
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
        raise BrokenExport(f"This is no exported game: {where}: {first['msg']}.") from fault
    if game.format != FORMAT:
        raise BrokenExport(f"This file has the format “{game.format[:40]}”; I read “{FORMAT}”.")
    if game.game not in GAMES:
        raise BrokenExport(f"This is a game of “{game.game[:40]}”, which I do not know.")
    return game


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `verify` found: all well, or the first event that is wrong or missing."""

    events: int
    draws: int
    commitment: str
    last_hash: str
    wrong: int | None = None
    fault: str = ""


class _Wrong(Exception):
    pass


# what folding an event can raise that does not belong where it stands
_MISFITS = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError)


def steps(game: Export) -> Iterator[tuple[Any, Standing]]:
    """Each event of a file with the table after it; BrokenExport if one does not follow from the ones before."""
    standing: Standing | None = None
    for row in game.events:
        if row.payload is None:
            raise BrokenExport(f"Event {row.sequence} is held back because the game was running; {EXPORT_AGAIN}")
        try:
            event = _event(row, standing)
            standing = evolve(standing, event, hash=row.hash or "", drawn=row.drawn, at=row.at)
        except _MISFITS as fault:
            raise BrokenExport(f"Event {row.sequence} does not follow from the ones before.") from fault
        yield event, standing


def _event(row: ExportedEvent, standing: Standing | None) -> Any:
    kind = str((row.payload or {}).get("kind"))
    return decode(kind, row.text, standing.game if standing else None)


def verify(game: Export) -> Verdict:
    """Recompute everything that can be recomputed."""
    checker = _Checker(game)
    for row in game.events:
        try:
            checker.check(row)
        except _Wrong as fault:
            return checker.verdict(checker.checked + 1, str(fault))
        except _MISFITS:
            return checker.verdict(checker.checked + 1, "Its contents make no sense where it stands.")
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
            return self.verdict(self.checked + 1, "The game is not over here; it can be verified when it is.")
        if standing.drawn != self._draws:
            return self.verdict(self.checked, f"It says {standing.drawn} draws were made; there are {self._draws}.")
        declared = (self._game.game, self._game.seats, self._game.options)
        if declared != (standing.game.key, len(standing.table.seats), dict(standing.table.options)):
            return self.verdict(1, "The head of the file does not say what the events say.")
        return self.verdict()

    def check(self, row: ExportedEvent) -> None:
        if row.sequence != self.checked + 1:
            raise _Wrong(f"It calls itself number {row.sequence}.")
        if self._standing is not None and self._standing.table.phase == "over":
            raise _Wrong("The table was closed before it.")
        if row.payload is None or row.hash is None:
            raise _Wrong(f"Its contents are held back because the game was running; {EXPORT_AGAIN}")
        digest = chain(self._hash, row.sequence, row.text, row.at, row.drawn)
        if digest != row.hash:
            raise _Wrong("Its hash does not fit its contents and what came before.")
        event = _event(row, self._standing)
        if isinstance(event, tables.GameStarted) and commitment(self._seed) != event.commitment:
            raise _Wrong("The seed does not match the fingerprint that was shown at the start.")
        if isinstance(event, tables.TableClosed) and event.seed != self._seed.hex():
            raise _Wrong("It names another seed.")
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
                raise _Wrong(f"Draw {self._draws + 1} does not follow from the seed.")
            self._draws += 1


def _seed(text: str | None) -> bytes:
    """Zeros if there is none: then nothing fits, and the first event that should is named."""
    try:
        seed = bytes.fromhex(text or "")
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_BYTES else bytes(SEED_BYTES)
