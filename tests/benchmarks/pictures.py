"""Milliseconds per picture, compared with an empty SVG of the same size, and the effect of the cache."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.pictures.painter import rasterise
from bot.pictures.png import Pictures
from games import GAMES
from games.api import AnyGame, defaults
from games.graphics.drawing import Drawing
from games.graphics.theme import Theme
from games.testing.play import play
from tests.benchmarks.figures import Figure
from tests.benchmarks.folding import per_round

NAMES = [f"Player {seat + 1}" for seat in range(12)]
ROUNDS = 10


def a_middle(game: AnyGame) -> Any:
    """A state from the middle of a game with a usual number of players."""
    states = play(game, 1, min(4, game.seats[-1]), defaults(game), sense=0.0 if game.thinks else 0.9).states
    return states[len(states) // 2]


def dot(theme: Theme) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" fill="{theme.ink}"/>'


def empty_like(svg: str) -> str:
    return svg[: svg.index(">") + 1] + "</svg>"


async def cached(draw: Callable[[], Drawing]) -> tuple[float, float, float]:
    """Seconds for a picture through the service: rendered, cached for the same drawing, and for an equal one."""
    pictures = Pictures()
    await pictures.png(Drawing(str, str, dot))  # starts the process
    begin = time.perf_counter()
    drawing = draw()
    assert await pictures.png(drawing)
    made = time.perf_counter() - begin
    same = alike = float("inf")
    for _ in range(100):
        begin = time.perf_counter()
        assert await pictures.png(drawing)
        same = min(same, time.perf_counter() - begin)
        begin = time.perf_counter()
        assert await pictures.png(draw())
        alike = min(alike, time.perf_counter() - begin)
    pictures.close()
    return made, same, alike


def measure(folder: Path) -> list[Figure]:
    del folder
    figures = []
    for game in GAMES.values():
        state = a_middle(game)
        names = NAMES[: min(4, game.seats[-1])]

        def draw(game: AnyGame = game, state: Any = state, names: list[str] = names) -> Drawing:
            return game.draw(game.view(state, None), names)

        svg = draw().svg() or ""
        drawing = per_round(lambda draw=draw: draw().svg())  # type: ignore[misc]
        empty = per_round(lambda svg=svg: rasterise(empty_like(svg)), ROUNDS)  # type: ignore[misc]
        full = per_round(lambda svg=svg: rasterise(svg), ROUNDS)  # type: ignore[misc]
        made, same, alike = asyncio.run(cached(draw))
        figures += [
            Figure(f"{game.key}: SVG of a board ({len(svg) // 1000} kB)", 1000 * drawing, "ms"),
            Figure(f"{game.key}: PNG of an empty SVG of its size", 1000 * empty, "ms"),
            Figure(f"{game.key}: PNG of the board", 1000 * full, "ms"),
            Figure(f"{game.key}: board / empty", full / empty, ""),
            Figure(f"{game.key}: from the cache, times faster than rendering", made / same, "", at_least=100),
            Figure(f"{game.key}: drawn again and cached, times faster", made / alike, ""),
        ]
    return figures
