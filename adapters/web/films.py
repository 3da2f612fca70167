"""Films of finished games: made in a process of its own, kept in files, so that each is made once."""

import asyncio
import logging
import multiprocessing
import tempfile
from collections import OrderedDict
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path

from adapters.web import words
from adapters.web.guard import Turned
from bot.cli import film
from bot.processes import exit_with_the_program
from bot.table.export import BrokenExport, read

log = logging.getLogger(__name__)

MAX_BYTES = 200_000_000  # of films that are kept
MAX_WAITING = 8  # films that are asked for at the same time


class Films:
    """The process and the folder are there from the first film on."""

    def __init__(self, most_bytes: int = MAX_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, int] = OrderedDict()  # bytes by table, the least used first
        self._underway: dict[str, asyncio.Task[None]] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def of(self, table: str, text: str, names: tuple[str, ...]) -> Path:
        """The file of a finished game's film; Turned if there cannot be one."""
        file = self._file(table)
        if table not in self._kept:
            if table not in self._underway:
                if len(self._underway) >= MAX_WAITING:
                    raise Turned(503, words.BUSY)
                self._underway[table] = asyncio.create_task(self._make(table, text, names))
            # whoever stops waiting must not stop it for the others
            await asyncio.shield(self._underway[table])
        self._kept.move_to_end(table)
        return file

    async def _make(self, table: str, text: str, names: tuple[str, ...]) -> None:
        file = self._file(table)
        try:
            await asyncio.get_running_loop().run_in_executor(self._process(), make, text, names, file)
        except BrokenExport as fault:
            raise Turned(409, str(fault)) from fault
        except BrokenExecutor as fault:
            log.exception("the process that makes films died")
            self._stop()
            raise Turned(503, words.AWAY) from fault
        finally:
            del self._underway[table]
        self._kept[table] = file.stat().st_size
        while len(self._kept) > 1 and sum(self._kept.values()) > self._most_bytes:
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


def make(text: str, names: tuple[str, ...], out: Path) -> None:
    """In the other process."""
    film.film(list(film.frames(read(text), names)), out)
