"""Films (animated GIFs) of finished games, rendered once in a separate process and kept in files."""

import asyncio
import logging
import multiprocessing
import tempfile
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path

from adapters.web import ui_texts
from adapters.web.middleware import HttpProblem
from bot.cli import film
from bot.processes import exit_with_the_program
from bot.table.export import BrokenExport, read

log = logging.getLogger(__name__)

MAX_BYTES = 200_000_000  # of all files
MAX_WAITING = 8  # films being rendered or waiting


class Films:
    """The process and the folder are created with the first film."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[str, int] = OrderedDict()  # bytes by table, least recently used first
        self._rendering: dict[str, asyncio.Task[None]] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def of(self, table: str, text: str, names: tuple[str, ...]) -> Path:
        """The file with a finished game's film; HttpProblem if it can't be rendered."""
        file = self._file(table)
        if table not in self._kept:
            if table not in self._rendering:
                if len(self._rendering) >= MAX_WAITING:
                    raise HttpProblem(503, ui_texts.BUSY)
                self._rendering[table] = asyncio.create_task(self._render(table, text, names))
            # shielded: others may be waiting for the same film
            await asyncio.shield(self._rendering[table])
        self._kept.move_to_end(table)
        return file

    async def _render(self, table: str, text: str, names: tuple[str, ...]) -> None:
        file = self._file(table)
        try:
            await asyncio.get_running_loop().run_in_executor(self._process(), render_film, text, names, file)
        except BrokenExport as error:
            raise HttpProblem(409, str(error)) from error
        except BrokenExecutor as error:
            log.exception("the film process died")
            self._stop()
            raise HttpProblem(503, ui_texts.UNAVAILABLE) from error
        finally:
            del self._rendering[table]
        self._kept[table] = file.stat().st_size
        while len(self._kept) > 1 and sum(self._kept.values()) > self._max_bytes:
            oldest, _ = self._kept.popitem(last=False)
            self._file(oldest).unlink()

    def _file(self, table: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="scrum-table-films-", ignore_cleanup_errors=True)
        return Path(self._folder.name, f"{table}.gif")

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # spawn: a fork would copy this process with its threads and open databases
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, spawn, initializer=exit_with_the_program)
        return self._pool

    def _stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def close(self) -> None:
        self._stop()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        self._kept.clear()


def render_film(text: str, names: tuple[str, ...], out: Path) -> None:
    """Render a film; runs in the film process."""
    film.film(list(film.frames(read(text), names)), out)
