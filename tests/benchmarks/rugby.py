"""Scrum: how fast turns are counted and positions searched, compiled and plain, compared with naive code."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from games.rugby import turns
from games.rugby.engine import search
from games.rugby.model import Position, position_text
from games.rugby.player import task_of
from tests.benchmarks.figures import Figure
from tests.games.rugby.build import game_from
from tests.games.rugby.positions import BEGINNING, reached
from tests.games.rugby.rules import reference

PUBLISHED = 240_000  # successor positions per second of the published engine on such a machine
SECONDS = 1.0


def per_second(work: Callable[[], int]) -> float:
    """The best of three, because other programs disturb the rest."""
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        done = work()
        best = max(best, done / (time.perf_counter() - begin))
    return best


def _searched(core: ModuleType, positions: list[Position]) -> int:
    return sum(
        found.nodes
        for position in positions
        if (
            found := search.think(
                task_of(game_from(position)), seconds=SECONDS / len(positions), now=time.perf_counter, engine=core
            )
        )
    )


def measure(folder: Path) -> list[Figure]:
    del folder
    positions = [*reached(1, 12)][3:]
    plain = search.machine(compiled=False)
    places = [reference.read(position_text(position)) for position in positions]
    baseline = per_second(lambda: sum(1 for place in places for _ in reference.turns(place)))
    figures = [
        Figure("rugby: turns per second, plainly written reference", baseline, "/s"),
        Figure(
            "rugby: turns per second, plain",
            per_second(lambda: _count(plain, positions)),
            "/s",
            at_least=baseline,
        ),
        Figure("rugby: nodes per second, plain", per_second(lambda: _searched(plain, positions)), "/s"),
    ]
    if find_spec("numba") is None:
        return figures
    compiled = search.machine()
    turns.count(BEGINNING, 1, compiled)  # compile before measuring
    search.think(task_of(game_from(BEGINNING)), 1_000, engine=compiled)
    figures += [
        Figure("rugby: turns per second, compiled", per_second(lambda: _count(compiled, positions)), "/s"),
        Figure(
            "rugby: nodes per second, compiled (published engine: 240,000)",
            per_second(lambda: _searched(compiled, positions)),
            "/s",
            at_least=PUBLISHED,
        ),
    ]
    return figures


def _count(core: ModuleType, positions: list[Position]) -> int:
    return sum(turns.count(position, 1, core).turns for position in positions)
