"""A game as a file.

A finished game is exported in full: seed, options, every event with its hash, its draws and the move that led to it.
While a game is running, its export has no seed, no hashes (a hash of a small secret can be guessed), no moves and no
contents of hidden events. The same goes for a finished game whose dice others still roll: the seed would tell them what
comes next, and the hidden cards which ones they hold. docs/exports.md describes the format.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.kernel.store import StoredEvent
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Standing, decode, evolve, hashed_payload
from games import GAMES
from games.chance import Draw, draw_names
from games.contract import AnyGame, OptionValue, natures
from games.language import lazy

FORMAT = "scrum-table game 2"  # not prose


class GameFiles(Protocol):
    """Games as files, for adapters."""

    async def record(self, table: str, *, inside: bool = False) -> str | None:
        """The game as a file: whole when it is over, without secrets while it, or others with its seed, run.

        `inside`: what others with the same seed may still draw is in it too, so it must not leave the server.
        """


EXPORTED_EARLY = lazy(
    "Here’s the file. Other teams still play with the same dice, so it contains neither the "
    "seed nor anything hidden: export it again when the last team is done."
)
CLOSED = "table.closed"
# for the command line
_GAME_RUNS = "hidden because the game was still running; export it again once it’s over."  # not prose
_ROUND_RUNS = (
    "hidden because other teams still played with the same dice; "  # not prose
    "export it again when the last team is done."
)


class ExportedEvent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    sequence: int
    payload: dict[str, Any] | None = None  # None: hidden while the game is running
    at: float
    drawn: int
    hash: str | None = None
    seat: int | None = None  # who made the move; None: the clock
    move: dict[str, Any] | None = None  # on the first event of a move
    draws: list[list[int | str]] = []  # from how many numbers, which one, and its name; for those who read the file

    @property
    def text(self) -> str:
        """The payload exactly as it was stored."""
        return _compact(self.payload)

    @property
    def move_text(self) -> str | None:
        """The move exactly as it was stored."""
        return None if self.move is None else _compact(self.move)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Export(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str = FORMAT
    table: str = Field(max_length=100)
    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str | None = None
    events: list[ExportedEvent]

    @property
    def dice(self) -> str:
        """The name of the dice that the table shares with others; empty if it has its own."""
        joined = (self.events[1].payload if len(self.events) > 1 else None) or {}
        return str(joined.get("dice", "")) if str(joined.get("kind")).startswith(tables.PREFIX) else ""

    @property
    def why_hidden(self) -> str:
        """The reason why something is missing in this file, and when it will be there."""
        last = self.events[-1].payload or {}
        return _ROUND_RUNS if self.dice and last.get("kind") == CLOSED else _GAME_RUNS


class BrokenExport(Exception):
    """The file isn't an exported game; the sentence says what is wrong with it."""


def export(
    table: str,
    seed: bytes,
    standing: Standing,
    rows: Sequence[StoredEvent],
    *,
    round_over: bool = False,
    inside: bool = False,
) -> Export:
    """Export a game. `round_over`: no other table draws from this seed any more; only asked where dice are shared.

    `inside`: for pictures and stories of a finished game, which show what everybody may see. Only the seed is left
    out if it must be, so such a file never leaves the server.
    """
    over, game = standing.table.phase == "over", standing.game
    revealed = over and (round_over or not standing.table.seed_group)
    whole = revealed or (over and inside)
    file = Export(
        table=table,
        game=game.key,
        seats=len(standing.table.seats),
        options=dict(standing.table.options),
        seed=seed.hex() if revealed else None,
        events=[_whole_event(row, game) if whole else _public_event(row, game) for row in rows],
    )
    if whole:
        _list_draws(file)
    return file


def _whole_event(row: StoredEvent, game: AnyGame) -> ExportedEvent:
    """An event of a finished game; what is sealed stays sealed."""
    payload = json.loads(_exported(row, game))
    event = ExportedEvent(sequence=row.sequence, payload=payload, at=row.at, drawn=row.drawn, hash=row.hash)
    if row.move is not None:
        event.seat, event.move = row.seat, json.loads(row.move)
    return event


def _public_event(row: StoredEvent, game: AnyGame) -> ExportedEvent:
    """An event of a running game."""
    payload = None if row.kind in natures(game).hidden else json.loads(_exported(row, game))
    return ExportedEvent(sequence=row.sequence, payload=payload, at=row.at, drawn=row.drawn, hash=None)


def _exported(row: StoredEvent, game: AnyGame) -> str:
    """The part of an event that everybody may read: all of it if it is only sealed so that it can be erased."""
    return row.payload if row.kind in natures(game).erasable else hashed_payload(row.kind, row.payload, game)


def _list_draws(game: Export) -> None:
    """List the draws of each event, so that others need not know every game to recompute them."""
    standing: Standing | None = None
    with suppress(BrokenExport):  # `verify` names the event
        for row, (event, after) in zip(game.events, steps(game), strict=True):
            if standing is not None and (draws := drawn_for(event, standing)):
                row.draws = listed(draws, standing)
            standing = after


def drawn_for(event: Any, standing: Standing) -> tuple[Draw, ...]:
    """The draws for an event that follows at this table."""
    return () if event.kind.startswith(tables.PREFIX) else standing.game.proof.randomness(standing.state, event)


def listed(draws: Sequence[Draw], standing: Standing) -> list[list[int | str]]:
    """Draws as a file lists them; they have names only where dice are shared."""
    if not standing.table.seed_group:
        return [[draw.below, draw.value] for draw in draws]
    names = draw_names(dict(standing.throws), draws)
    return [[draw.below, draw.value, name] for draw, name in zip(draws, names, strict=True)]


def write(game: Export) -> str:
    """The file's text, one line per event, so that people and `diff` can read it."""
    head = game.model_dump(mode="json", exclude={"events"})
    rows = [event.model_dump(mode="json", exclude_unset=True) for event in game.events]
    lines = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    body = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return f'{body},\n "events": [\n{lines}\n ]\n}}\n'  # not prose


def read(text: str) -> Export:
    try:
        game = Export.model_validate_json(text)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"  # not prose
        raise BrokenExport(f"This isn’t an exported game: {where}: {first['msg']}.") from fault
    if game.format != FORMAT:
        raise BrokenExport(f"This file has the format “{game.format[:40]}”; I can only read “{FORMAT}”.")
    if game.game not in GAMES:
        raise BrokenExport(f"This file is for the game “{game.game[:40]}”, which I don’t know.")
    return game


# what folding an event can raise if it doesn't follow from the events before it
MISFITS = (ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError)


def steps(game: Export) -> Iterator[tuple[Any, Standing]]:
    """Each event of a file with the table after it; BrokenExport if one doesn't follow from those before it."""
    standing: Standing | None = None
    for row in game.events:
        if row.payload is None:
            raise BrokenExport(f"Event {row.sequence} is {game.why_hidden}")
        try:
            event = event_of(row, standing)
            standing = evolve(standing, event, hash=row.hash or "", drawn=row.drawn, at=row.at, seat=row.seat)
        except MISFITS as fault:
            raise BrokenExport(f"Event {row.sequence} doesn’t follow from the events before it.") from fault
        yield event, standing


def event_of(row: ExportedEvent, standing: Standing | None) -> Any:
    """The event in a line of a file, at the table before it."""
    kind = str((row.payload or {}).get("kind"))
    return decode(kind, row.text, standing.game if standing else None)
