"""`scrum-table simulate`: whole games by automatic players, and their statistics."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bot.cli import Fault
from bot.service import random_seed
from bot.table.export import write
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.table.options import read_files, read_options
from bot.table.simulation import as_export, seeds, simulate
from bot.texts import lobby
from games import GAMES
from games.api import AnyGame
from games.scrumkin import deck_files
from games.text import listing


def simulate_games(args: argparse.Namespace, folder: Path | None) -> int:
    game = GAMES[args.game]
    if args.seats not in game.seats:
        raise Fault(f"{game.title} has {lobby.seats_of(game)} seats.")
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
            (args.export / f"{draft.table}.json").write_text(write(as_export(draft)), "utf-8")

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
    """By seat; empty: the usual one everywhere."""
    for level in given:
        if level not in game.levels:
            known = listing(game.levels, "or") if game.levels else "none"
            raise Fault(f"{level} is not a level of {game.title}: {known}.")
    if len(given) not in {0, 1, seats}:
        raise Fault(f"Give one level for all seats, or {seats}, one for each.")
    return list(given) * seats if len(given) == 1 else list(given)
