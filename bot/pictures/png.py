"""Pictures of drawings for the service: each made once, the newest first, and never in the way of a game.

Whatever goes wrong, the room gets the text board.
"""

import asyncio
import hashlib
import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from bot.kernel.ports import Overtaken
from bot.pictures import fonts
from bot.pictures.workers import WorkerDied, Workers
from games.graphics.drawing import Drawing
from games.language import ENGLISH

log = logging.getLogger(__name__)

_MAX_BYTES = 64_000_000  # of pictures in the cache


@dataclass(eq=False)
class _Job:
    """A picture that somebody waits for."""

    svg: str
    table: str
    sequence: int
    made: asyncio.Future[bytes | None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    waiting: int = 0
    overtaken: bool = False


class Pictures:
    """Pictures as PNG. Call `warm` at the start of the program, or the first pictures wait for the processes."""

    def __init__(self, most_bytes: int = _MAX_BYTES, workers: Workers | None = None) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()  # by the hash of the SVG, least recently used first
        self._bytes = 0
        self._queue: OrderedDict[bytes, _Job] = OrderedDict()
        self._underway: dict[bytes, _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._workers = workers or Workers()
        self._knows_fonts = False
        self._drawing = asyncio.Lock()

    def warm(self) -> None:
        """Start the processes, and look for fonts meanwhile."""
        self._workers.warm()
        threading.Thread(target=fonts.others, name="fonts", daemon=True).start()

    async def png(self, drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0) -> bytes | None:
        """See `Painter`: a picture that has to wait is dropped as soon as a later one of its table is wanted."""
        svg = await self._svg(drawing, dark=dark)
        if svg is None:
            return None
        key = hashlib.sha256(svg.encode()).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        job = self._job(key, svg, table, sequence)
        job.waiting += 1
        try:
            made = await asyncio.shield(job.made)  # one who stops waiting must not stop it for the others
        finally:
            job.waiting -= 1
            if not job.waiting and self._queue.get(key) is job:
                del self._queue[key]  # nobody wants it any more
        if job.overtaken:
            raise Overtaken
        return made

    async def _svg(self, drawing: Drawing, *, dark: bool) -> str | None:
        """Make one SVG at a time: each takes milliseconds in this thread, and messages go out between two."""
        try:
            if not self._knows_fonts:
                await asyncio.to_thread(fonts.others)  # looks through the machine's folders
                self._knows_fonts = True
            async with self._drawing:
                await asyncio.sleep(0)
                svg = drawing.svg(dark=dark, has=fonts.has)
                # names that can't be drawn are left out by the games; what is left is the language itself
                return svg if drawing.language == ENGLISH or svg is None or fonts.can_write(svg) else None
        except Exception:  # whatever a game's drawing does, the game goes on
            log.exception("Can't draw the board")
            return None

    # --- the queue

    def _job(self, key: bytes, svg: str, table: str, sequence: int) -> _Job:
        """The job for this picture, new or shared."""
        if job := self._underway.get(key):
            return job
        if job := self._queue.get(key):
            if job.table != table:
                job.table = ""  # no table alone may drop it
            job.sequence = max(job.sequence, sequence)
            return job
        self._queue[key] = job = _Job(svg, table, sequence)
        self._drop_overtaken(job, key)
        self._start()
        return job

    def _drop_overtaken(self, newest: _Job, key: bytes) -> None:
        """Drop the table's older pictures; the new one takes their place, so a busy table doesn't wait longer."""
        older = [
            each for each, job in self._queue.items() if newest.table == job.table and newest.sequence > job.sequence
        ]
        if not newest.table or not older:
            return
        for each in list(self._queue):
            if each == older[0]:
                self._queue.move_to_end(key)
            if each != key:
                self._queue.move_to_end(each)
        for each in older:
            job = self._queue.pop(each)
            job.overtaken = True
            job.made.set_result(None)

    def _start(self) -> None:
        while self._queue and len(self._underway) < self._workers.count:
            key, job = self._queue.popitem(last=False)
            self._underway[key] = job
            task = asyncio.create_task(self._make(key, job), name="picture")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _make(self, key: bytes, job: _Job) -> None:
        made = None
        try:
            made = await self._workers.rasterise(job.svg)
            self._keep(key, made)
        except WorkerDied:
            log.exception("A picture process died")
        except Exception:  # the text board goes out instead
            log.exception("Can't render a picture")
        finally:
            del self._underway[key]
            if not job.made.done():
                job.made.set_result(made)
            self._start()

    # --- the cache

    def _keep(self, key: bytes, png: bytes) -> None:
        self._kept[key] = png
        self._bytes += len(png)
        while self._bytes > self._most_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped)

    def close(self) -> None:
        self._workers.close()
