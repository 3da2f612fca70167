"""Commands that need no database."""

import argparse
import sys
from collections.abc import Callable

from bot.cli import files, load, new_game, simulation
from bot.operations.redaction import Redact
from bot.settings import Settings

_TOOLS: dict[str, Callable[[argparse.Namespace], int]] = {
    "draw": files.draw,
    "film": files.make_film,
    "deck": files.check_deck,
    "rugby": files.rugby_lines,
    "load": load.load,
    "new-game": new_game.new_game,
    "verify": lambda args: files.verify(args.files, args.pin),
    "replay": lambda args: files.replay(args.file, pause=sys.stdin.isatty()),
}


def run(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    if args.command == "simulate":
        return simulation.simulate_games(args, settings.decks_folder)
    return _TOOLS[args.command](args)
