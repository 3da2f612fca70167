"""Films of finished games: rendered in a process of their own, and kept for whoever asks next."""

import asyncio
import hashlib
import logging
import tempfile
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path
from typing import Literal

from bot.features.fairness.export import BrokenExport, read
from bot.kernel.live.work import process_pool
from games.language import speaking, spoken

log = logging.getLogger(__name__)

_MAX_BYTES = 200_000_000  # of all files
_MAX_WAITING = 8  # films being rendered or waiting


class NoFilm(Exception):
    """A film that can't be made: too many others are waiting, the game can't be replayed, or the process died."""

    def __init__(self, why: Literal["busy", "broken", "unavailable"], detail: str = "") -> None:
        super().__init__(detail or why)
        self.why = why


class Films:
    """Films of games. The process and the folder are created with the first film."""

    def __init__(self, max_bytes: int = _MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._kept: OrderedDict[str, int] = OrderedDict()  # bytes by film, least recently used first
        self._outdated: set[str] = set()  # being rendered, and to be deleted then
        self._rendering: dict[str, asyncio.Task[None]] = {}
        self._doomed: set[Path] = set()  # to be deleted once nobody is being sent them
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def of(self, table: str, names: tuple[str, ...], text: Callable[[], Awaitable[str]]) -> Path:
        """The file with a finished game's film in the language spoken now; NoFilm if it can't be rendered.

        Films with other names, such as that of somebody who asked to be forgotten, are other films. `text`: the game,
        asked for only if it has to be rendered.
        """
        key = _key(table, names)
        if key not in self._kept:
            if key not in self._rendering:
                if len(self._rendering) >= _MAX_WAITING:
                    raise NoFilm("busy")
                self._rendering[key] = asyncio.create_task(self._render(key, names, text))
            # shielded: others may be waiting for the same film
            await asyncio.shield(self._rendering[key])
        self._kept.move_to_end(key)
        return self._file(key)

    def progress(self, table: str, names: tuple[str, ...]) -> float:
        """The share of a film that is rendered; 0 if nobody has asked for it."""
        key = _key(table, names)
        if key not in self._rendering:
            return float(key in self._kept)
        try:
            done, _, of = _progress_of(self._file(key)).read_text("ascii").partition("/")
            return int(done) / int(of)
        except (OSError, ValueError, ZeroDivisionError):  # not begun, or just being written
            return 0.0

    def drop(self, table: str) -> None:
        """Delete all that was rendered of this table."""
        dropped = [each for each in self._kept if each.startswith(f"{table}-")]
        for key in dropped:
            del self._kept[key]
        self._delete(*map(self._file, dropped))
        self._outdated |= {each for each in self._rendering if each.startswith(f"{table}-")}

    async def _render(self, key: str, names: tuple[str, ...], text: Callable[[], Awaitable[str]]) -> None:
        file = self._file(key)
        try:
            await self._write(file, names, await text())
        finally:
            del self._rendering[key]
            _progress_of(file).unlink(missing_ok=True)
            outdated = key in self._outdated
            self._outdated.discard(key)
        if outdated:
            self._delete(file)
            raise NoFilm("unavailable")
        self._doomed.discard(file)  # it is another one now
        self._kept[key] = file.stat().st_size
        while len(self._kept) > 1 and sum(self._kept.values()) > self._max_bytes:
            oldest, _ = self._kept.popitem(last=False)
            self._delete(self._file(oldest))

    async def _write(self, file: Path, names: tuple[str, ...], game: str) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._process(), _render_film, spoken(), game, names, file)
        except BrokenExport as error:
            raise NoFilm("broken", str(error)) from error
        except BrokenExecutor as error:
            log.exception("the film process died")
            self._stop()
            raise NoFilm("unavailable") from error

    def _delete(self, *files: Path) -> None:
        """Delete these files, and those that somebody was being sent the last time."""
        self._doomed = {file for file in self._doomed | set(files) if not _is_deleted(file)}

    def _file(self, key: str) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="scrum-table-films-", ignore_cleanup_errors=True)
        return Path(self._folder.name, f"{key}.gif")

    def _process(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = process_pool(1)
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


def _render_film(language: str, text: str, names: tuple[str, ...], out: Path) -> None:
    """Render a film; runs in the film process."""
    # only there: the libraries that draw letters would take up a twentieth of every start
    from bot.pictures.animation import film, frames  # noqa: PLC0415

    progress = _progress_of(out)
    with speaking(language):
        film(frames(read(text), names), out, progress=lambda done, of: _write(progress, f"{done}/{of}"))


def _is_deleted(file: Path) -> bool:
    """Delete it; False if somebody is being sent it: Windows keeps open files."""
    try:
        file.unlink(missing_ok=True)
    except PermissionError:
        return False
    return True


def _write(file: Path, text: str) -> None:
    file.write_text(text, "ascii")


def _progress_of(film_file: Path) -> Path:
    return film_file.with_suffix(".progress")


def _key(table: str, names: tuple[str, ...]) -> str:
    return f"{table}-{hashlib.sha256(repr((spoken(), names)).encode()).hexdigest()[:16]}"
