"""Renders drawings: SVG to PNG. The only module that uses the rasteriser.

resvg holds the GIL while it works (measured: nothing else ran while it drew), so it runs in separate processes. If
anything goes wrong, the room gets the text board: a game never stops for a picture.
"""

import asyncio
import hashlib
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import resvg_py

from bot.pictures import fonts
from bot.pictures.lettering import lettered
from bot.processes import exit_with_the_program
from games.graphics.drawing import Drawing

log = logging.getLogger(__name__)

SCALE = 1.75  # pixels per unit: 1008 across, sharp on a phone; the time grows with the pixels
AT_ONCE = 2
MAX_BYTES = 64_000_000  # of cached pictures


def rasterise(svg: str, scale: float = SCALE) -> bytes:
    """The PNG; ValueError if the input isn't an SVG."""
    svg, files = lettered(svg)
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files, zoom=scale)


class Pictures:
    """Renders and caches pictures; starts its processes when the first picture is needed."""

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()  # by the SVG's hash, least recently used first
        self._bytes = 0
        self._underway: dict[bytes, asyncio.Task[bytes | None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._knows_fonts = False

    async def png(self, drawing: Drawing, *, dark: bool = False) -> bytes | None:
        """The picture, or None if there is none: then show the text board."""
        try:
            if not self._knows_fonts:
                await asyncio.to_thread(fonts.others)  # searches the machine's folders
                self._knows_fonts = True
            svg = drawing.svg(dark=dark, has=fonts.has)
        except Exception:  # a broken drawing must not stop the game
            log.exception("Can't draw the board")
            return None
        if svg is None:
            return None
        key = hashlib.sha256(svg.encode()).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._underway:
            self._underway[key] = asyncio.create_task(self._make(key, svg), name="picture")
        # a cancelled caller must not cancel it for the others
        return await asyncio.shield(self._underway[key])

    async def _make(self, key: bytes, svg: str) -> bytes | None:
        try:
            png = await asyncio.get_running_loop().run_in_executor(self._processes(), rasterise, svg)
        except BrokenExecutor:
            log.exception("A picture process died")
            self.close()
            return None
        except Exception:  # the text board goes out instead
            log.exception("Can't render a picture")
            return None
        finally:
            del self._underway[key]
        self._keep(key, png)
        return png

    def _keep(self, key: bytes, png: bytes) -> None:
        self._kept[key] = png
        self._bytes += len(png)
        while self._bytes > self._most_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # spawn: a fork would copy this process with its threads and open databases
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(AT_ONCE, spawn, initializer=exit_with_the_program)
        return self._pool

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
