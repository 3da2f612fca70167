"""What a picture costs: processor time and bytes beside the old renderer and a chess bot's, start, cache and a rush."""

import asyncio
import io
import itertools
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image

from bot.pictures.animation import film
from bot.pictures.fonts import roboto
from bot.pictures.painter import rasterise, size_of
from bot.pictures.png import Pictures
from games import GAMES
from games.contract import AnyGame, defaults
from games.graphics.drawing import Drawing
from games.testing.play import play
from tests.benchmarks.figures import Figure
from tests.benchmarks.processes import peak_memory, spent_by

NAMES = [f"Player {seat + 1}" for seat in range(12)]
PIXELS = 1100 * 733  # of a board in a chat
ROUNDS = 12
TABLES = 50
START = 4.0  # seconds that the program has before the first picture is wanted


def states(game: AnyGame) -> list[Any]:
    """A game with as many players as people usually are."""
    return play(game, 1, min(4, game.seats[-1]), defaults(game), sense=0.0 if game.bots.thinks else 0.9).states


def drawing(game: AnyGame, state: Any) -> Drawing:
    return game.board(game.view(state, None), NAMES[: min(4, game.seats[-1])])


def per_round(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Seconds of the best of several rounds, because other programs disturb the rest."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def processor_time(*ways: Callable[[], object], rounds: int = ROUNDS, in_a_row: int = 3) -> list[float]:
    """Milliseconds of each way, the best of several rounds; they take turns, so that all meet the same disturbances.

    Some in a row, as in a worker: the first after another program's pictures has to get its memory again.
    """
    best = [float("inf")] * len(ways)
    for _ in range(rounds):
        for index, way in enumerate(ways):
            for _ in range(in_a_row):
                begin = time.process_time()
                way()
                best[index] = min(best[index], 1000 * (time.process_time() - begin))
    return best


def old_way(svg: str, scale: float) -> bytes:
    """As pictures were made before: true colours, and the fonts looked up in each call."""
    files = [str(font.path) for font in (roboto(), roboto().bold)]
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, zoom=scale)


def board_figures(game: AnyGame, svg: str) -> list[Figure]:
    width, height = size_of(svg, 1)
    scale = (PIXELS / (width * height)) ** 0.5
    ours, theirs = processor_time(lambda: rasterise(svg, scale), lambda: old_way(svg, scale))
    return [
        Figure(f"{game.key}: PNG, processor time", ours, "ms", at_most=25),
        Figure(f"{game.key}: PNG, the old way (resvg-py)", theirs, "ms"),
        # the goal was set for the board of The Scrum Game
        Figure(f"{game.key}: times less", theirs / ours, "", at_least=7 if game.key == "sprint" else None),
        Figure(f"{game.key}: size of the PNG", len(rasterise(svg, scale)) / 1000, "kB", at_most=100),
        Figure(f"{game.key}: size, the old way", len(old_way(svg, scale)) / 1000, "kB"),
    ]


def chess_figures() -> list[Figure]:
    """What a chess bot does after a move."""
    try:
        import cairosvg  # noqa: PLC0415  # needs the library cairo, which not every machine has
        import chess  # noqa: PLC0415
        import chess.svg  # noqa: PLC0415
    except (ImportError, OSError):
        print("pictures     python-chess with cairosvg: skipped, not installed here (pip install chess cairosvg)")
        return []
    svg = chess.svg.board(chess.Board(), size=round(PIXELS**0.5))
    (spent,) = processor_time(lambda: cairosvg.svg2png(svg))
    return [
        Figure("python-chess with cairosvg, same pixels", spent, "ms"),
        Figure("python-chess with cairosvg, size", len(cairosvg.svg2png(svg)) / 1000, "kB"),
    ]


def renumbered(svg: str) -> list[Drawing]:
    """Boards of as many tables, all different."""
    return [
        Drawing(str, str, lambda _, table=table: re.sub("Player 1\\b", f"Player {table}", svg))  # type: ignore[misc]
        for table in range(100, 100 + TABLES)
    ]


async def service_figures(svg: str) -> list[Figure]:
    """The service's own way, with its processes."""
    pictures = Pictures()
    pictures.warm()
    await asyncio.sleep(START)
    boards = renumbered(svg)
    spent = [await seconds(pictures, board) for board in boards[:10]]
    again = min([await seconds(pictures, boards[0]) for _ in range(100)])
    alike = min([await seconds(pictures, board) for board in renumbered(svg)[:10]])
    before = sum(map(spent_by, pictures._workers.processes))
    rush = await asyncio.gather(*(seconds(pictures, board) for board in renumbered(svg.replace("Player 2", "P 2"))))
    worked = sum(map(spent_by, pictures._workers.processes)) - before
    memory = [peak_memory(process) for process in pictures._workers.processes]
    pictures.close()
    return [
        Figure("first picture after a start", 1000 * spent[0], "ms"),
        Figure("one of the next pictures", 1000 * sorted(spent[1:])[4], "ms"),
        Figure("the same drawing again", 1000 * again, "ms", at_most=1),
        Figure("a new drawing that looks the same", 1000 * alike, "ms", at_most=2),
        Figure(f"{TABLES} tables at once: the slowest picture", max(rush), "s", at_most=2),
        Figure(f"{TABLES} tables at once: processor time of the workers", worked, "s"),
        Figure("memory of a worker, at its peak", max(memory), "MB", at_most=100),
    ]


async def seconds(pictures: Pictures, board: Drawing) -> float:
    begin = time.perf_counter()
    assert await pictures.png(board)
    return time.perf_counter() - begin


def film_figures(svgs: Sequence[str], folder: Path) -> list[Figure]:
    ours, theirs = processor_time(
        lambda: film(svgs, folder / "ours.gif"), lambda: old_film(svgs, folder / "theirs.gif"), rounds=1, in_a_row=1
    )
    return [
        Figure(f"a film of {len(svgs)} boards, processor time", ours / 1000, "s"),
        Figure("the old way", theirs / 1000, "s"),
        Figure("times less", theirs / ours, "", at_least=3),
        Figure("size of the film", (folder / "ours.gif").stat().st_size / 1000, "kB"),
        Figure("size, the old way", (folder / "theirs.gif").stat().st_size / 1000, "kB"),
    ]


def old_film(svgs: Sequence[str], out: Path) -> None:
    """As films were made before: a palette for each frame."""
    pictures = (Image.open(io.BytesIO(old_way(svg, 1.0))).convert("RGB") for svg in svgs)
    first, *others = (each.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE) for each in pictures)
    first.save(out, "GIF", save_all=True, append_images=others, duration=1000, loop=0, optimize=True)


def measure(folder: Path) -> list[Figure]:
    figures: list[Figure] = []
    for game in GAMES.values():
        played = states(game)
        middle = played[len(played) // 2]
        svg = drawing(game, middle).svg() or ""
        spent = per_round(lambda game=game, middle=middle: drawing(game, middle).svg())  # type: ignore[misc]
        figures.append(Figure(f"{game.key}: SVG of a board ({len(svg) // 1000} kB)", 1000 * spent, "ms"))
        figures += board_figures(game, svg)
        if game.key == "sprint":
            boards = [drawing(game, state).svg() or "" for state in played]
            figures += asyncio.run(service_figures(svg))
            figures += film_figures([board for board, _ in itertools.groupby(boards)][:40], folder)
    return figures + chess_figures()
