"""Whole games played by automatic players, with the same code as real tables."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.messages import Called
from bot.table import model as tables
from bot.table.export import Export, export
from bot.table.journal import Draft
from games.api import AnyGame, Options, Phrase
from games.chance import commitment

MAX_MOVES = 100_000  # per game, far more than any of ours takes


def seeds(seed: bytes, games: int) -> Iterator[bytes]:
    """A seed for each game, all derived from one."""
    return (hashlib.sha256(seed + number.to_bytes(8, "big")).digest() for number in range(games))


def play(
    game: AnyGame,
    seats: int,
    options: Options,
    seed: bytes,
    files: Mapping[str, str] | None = None,
    *,
    levels: Sequence[str] = (),
) -> Draft:
    """One game as a table would have stored it; unfinished if it hit the limit of moves. `levels`: by seat."""
    levels = levels or ("",) * seats
    draft = Draft(f"simulated-{seed.hex()[:12]}", None, seed, 0.0)
    opened = tables.TableOpened(game.key, dict(options), dict(files or {}), commitment(seed))
    draft.record([opened, *(tables.BotSeated(seat, level) for seat, level in enumerate(levels))])
    draft.begin(tables.GameStarted(commitment(seed)))
    for _ in range(MAX_MOVES):
        standing = draft.standing
        if not standing.playing:
            break
        seat = game.awaits(standing.state)[0]
        whim = draft.chance.apart(f"seat {seat} {standing.sequence}")
        draft.play(seat, game.suggest(standing.state, seat, whim, levels[seat]))
    return draft


def as_command(game: AnyGame, phrase: Phrase, reason: str = "It helps.") -> Called:
    """A move as a person would give it, with a reason where it asks for one."""
    parameters = next(command.parameters for command in game.commands if command.name == phrase.command)
    players = {parameter.name for parameter in parameters if parameter.kind == "player"}
    words = {name: f"#{word}" if name in players else word for name, word in phrase.arguments.items()}
    return Called(phrase.command, {**({phrase.asks: reason} if phrase.asks else {}), **words})


def as_export(draft: Draft) -> Export:
    rows = draft.written(None)
    return export(draft.table, draft.seed, draft.finished(rows), rows, round_over=True)


def simulate(
    game: AnyGame,
    seats: int,
    options: Options,
    from_seeds: Iterable[bytes],
    keep: Callable[[Draft], None],
    *,
    files: Mapping[str, str] | None = None,
    levels: Sequence[str] = (),
) -> dict[str, Any]:
    """Play a game for each seed and hand each to `keep`; returns the figures that the game chooses to report."""
    tally: Counter[str] = Counter()
    games = finished = 0
    for seed in from_seeds:
        draft = play(game, seats, options, seed, files, levels=levels)
        games += 1
        finished += not draft.standing.playing
        tally.update(game.tally([event for event in draft.events if not event.kind.startswith(tables.PREFIX)]))
        keep(draft)
    return {"games": games, "finished": finished, **game.figures(tally, games)}
