"""Folding a stored game into its state, compared with parsing the same JSON."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from bot.cli.simulation import play
from bot.kernel.table.journal import fold
from games import GAMES
from games.contract import defaults
from tests.benchmarks.figures import Figure

ROUNDS = 40


def per_round(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The best of several rounds, because other programs disturb the rest."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def measure(folder: Path) -> list[Figure]:
    del folder
    figures = []
    for game in GAMES.values():
        rows = play(game, max(2, game.seats.start), defaults(game), bytes(32)).written(None)
        payloads = [row.payload for row in rows]
        parsing = per_round(lambda payloads=payloads: [json.loads(payload) for payload in payloads])  # type: ignore[misc]
        folding = per_round(lambda rows=rows: fold(rows))  # type: ignore[misc]
        figures += [
            Figure(f"{game.key}: json.loads of {len(rows)} events", 1000 * parsing, "ms"),
            Figure(f"{game.key}: folding them", 1000 * folding, "ms"),
            Figure(f"{game.key}: folding / json.loads", folding / parsing, "", at_most=10),
        ]
    return figures
