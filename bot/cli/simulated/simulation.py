"""`scrum-table simulate`: whole games by automatic players, and their statistics."""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.cli import Fault
from bot.features.fairness.export import Export, export, write
from bot.kernel.service import random_seed
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import read_files, read_options
from games import GAMES
from games.chance import commitment
from games.contract import AnyGame, Options, suggested
from games.scrumkin import deck_files
from games.text import listing

# --- simulation ------------------------------------------------------------------------------------------------------

_MAX_MOVES = 100_000  # per game, far more than any of ours takes


def seeds(seed: bytes, games: int) -> Iterator[bytes]:
    """One seed per game, all derived from one."""
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
    """Play one game as a table would have stored it; unfinished if it hit the limit of moves. `levels`: by seat."""
    levels = levels or ("",) * seats
    draft = Draft(f"simulated-{seed.hex()[:12]}", None, seed, 0.0)
    opened = tables.TableOpened(game.key, dict(options), dict(files or {}), commitment(seed))
    draft.record([opened, *(tables.BotSeated(seat, level) for seat, level in enumerate(levels))])
    draft.begin(tables.GameStarted(commitment(seed)))
    for _ in range(_MAX_MOVES):
        standing = draft.standing
        if not standing.playing:
            break
        seat = game.awaits(standing.state)[0]
        whim = draft.chance.apart(f"seat {seat} {standing.sequence}")
        draft.play(seat, suggested(game, standing.state, seat, whim, levels[seat]))
    return draft


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
    """Play a game per seed and hand each to `keep`; returns the figures that the game chooses to report."""
    tally: Counter[str] = Counter()
    games = finished = 0
    for seed in from_seeds:
        draft = play(game, seats, options, seed, files, levels=levels)
        games += 1
        finished += not draft.standing.playing
        tally.update(
            game.statistics.tally([event for event in draft.events if not event.kind.startswith(tables.PREFIX)])
        )
        keep(draft)
    return {"games": games, "finished": finished, **game.statistics.figures(tally, games)}


# --- simulation ------------------------------------------------------------------------------------------------------


def simulate_games(args: argparse.Namespace, folder: Path | None) -> int:
    game = GAMES[args.game]
    if args.seats not in game.seats:
        least, most = game.seats.start, game.seats.stop - 1
        raise Fault(f"{game.about.title} has {least if least == most else f'{least} to {most}'} seats.")
    if args.games < 1:
        raise Fault("Choose at least one game.")
    levels = _levels(game, args.level, args.seats)
    try:
        options = read_options(game, " ".join(args.option))
        texts_of_files = read_files(game, options, deck_files.DeckFolder(folder).load)
    except Refused as refusal:
        raise Fault(refusal.sentence) from refusal

    def keep(draft: Draft) -> None:
        if args.export:
            (args.export / f"{draft.table}.json").write_text(write(as_export(draft)), "utf-8", newline="\n")

    if args.export:
        args.export.mkdir(parents=True, exist_ok=True)
    seed = args.seed or random_seed()
    found = {
        "seed": seed.hex(),
        "seats": args.seats,
        **({"levels": levels} if levels else {}),
        **simulate(game, args.seats, options, seeds(seed, args.games), keep, files=texts_of_files, levels=levels),
    }
    if args.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name}: {json.dumps(value)}")
    return 0


def _levels(game: AnyGame, given: Sequence[str], seats: int) -> list[str]:
    """The levels by seat; empty if all have the usual one."""
    for level in given:
        if level not in game.bots.levels:
            known = listing(game.bots.levels, "or") if game.bots.levels else "none"
            raise Fault(f"{level} is not a level of {game.about.title}: {known}.")
    if len(given) not in {0, 1, seats}:
        raise Fault(f"Give one level for all seats, or {seats}, one for each.")
    return list(given) * seats if len(given) == 1 else list(given)
