"""Our own files, written so that after a crash or a power cut there is the old content or the new one, never half.

A file is certain to be there when it was flushed, and its name when its folder was.
"""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

_FOR_EVERYBODY = 0o666  # less what the umask takes away
_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)  # the last one is Windows'


def default_file() -> Path | None:
    """The place of a database for which nobody has chosen one; None for a user without a folder of their own."""
    try:
        return user_data_path("scrum-table") / "scrum-table.sqlite3"
    except RuntimeError:
        return None


def is_default_file(file: Path) -> bool:
    """Whether it is in that place, whose folder is ours to create."""
    default = default_file()
    return default is not None and file.resolve() == default.resolve()


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, in the place of another one if there is one; whoever could not read that can't read this."""
    path = path.resolve()  # replace the target of a symbolic link, not the link
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a terminal, a pipe
        return
    with _written(path, data, path.stat().st_mode & 0o777 if path.exists() else _FOR_EVERYBODY) as new:
        new.replace(path)


def create_file(path: Path, data: bytes, mode: int = _FOR_EVERYBODY) -> None:
    """Write a new file; FileExistsError if there is one."""
    if path.exists():
        raise FileExistsError(path)
    with _written(path, data, mode) as new:
        try:
            path.hardlink_to(new)  # fails if somebody else was faster
        except FileExistsError:
            raise
        except OSError:  # a file system without such links
            new.rename(path)


def make_folder(folder: Path) -> None:
    """Create a folder and those it is in, if they are missing."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder."""
    if sys.platform != "win32":  # where folders can't be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _written(path: Path, data: bytes, mode: int) -> Iterator[Path]:
    """A flushed file beside the one that is meant; what has become of its name is flushed in the end."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(new, _FLAGS, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield new
    finally:
        new.unlink(missing_ok=True)
    sync_folder(path.parent)
