"""One process owns a SQLite file: it holds a lock on a side file, which the system releases when the process ends.

Two processes on one file would undo each other's changes: each keeps tables in memory and SQLite notifies nobody.
"""

import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from bot.ports import StoreUnavailable

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # beyond the contents: on Windows nobody can read a locked byte

    def _try_to_lock(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def _try_to_lock(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # unlike flock(), forked workers don't inherit it


MAX_COMMAND = 200  # characters


class InUse(StoreUnavailable):
    """Another process owns the file."""


@dataclass(frozen=True, slots=True)
class Owner:
    pid: int
    command: str
    host: str

    @classmethod
    def this_process(cls) -> Self:
        command = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
        return cls(os.getpid(), command[:MAX_COMMAND], socket.gethostname())

    def __str__(self) -> str:
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"process {self.pid}{where} ({self.command})"


class Ownership:
    """This process's lock on one database. Stores of the same process share it."""

    _held: "dict[Path, Ownership]" = {}  # noqa: RUF012  one for the whole process, as the lock is

    def __init__(self, path: Path, side_file: Path, handle: int) -> None:
        self._path = path
        self._side_file = side_file
        self._handle = handle
        self._stores = 0
        self.versions: dict[str, int] = {}  # of tables that this process has changed; nobody else changes any

    def share(self) -> Self:
        """Hold it once more, until another `release`."""
        self._stores += 1
        return self

    @classmethod
    def take(cls, database: Path) -> "Ownership":
        """Lock the database for this process, or raise InUse with the sentence for the operator."""
        path = database.resolve()  # two names of one file are one file
        held = cls._held.get(path) or cls._lock(path)
        cls._held[path] = held
        return held.share()

    def release(self) -> None:
        self._stores -= 1
        if self._stores == 0:
            del self._held[self._path]
            if sys.platform != "win32":
                self._side_file.unlink(missing_ok=True)  # before unlocking: the next owner's file must stay
            os.close(self._handle)
            if sys.platform == "win32":
                with suppress(OSError):  # somebody else has opened it already
                    self._side_file.unlink(missing_ok=True)

    @classmethod
    def _lock(cls, path: Path) -> "Ownership":
        side_file = path.with_name(f"{path.name}.lock")
        while True:
            handle = os.open(side_file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _try_to_lock(handle)
            except OSError:
                owner = _read(handle)
                os.close(handle)
                raise _in_use(path, owner) from None
            if _is_at(side_file, handle):
                break
            os.close(handle)  # its owner removed it on exit, between our two calls
        os.ftruncate(handle, 0)
        os.write(handle, json.dumps(asdict(Owner.this_process())).encode())
        return cls(path, side_file, handle)


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _read(handle: int) -> Owner | None:
    try:
        return Owner(**json.loads(os.read(handle, 10 * MAX_COMMAND)))
    except (OSError, ValueError, TypeError):  # it has only just been locked
        return None


def _in_use(path: Path, owner: Owner | None) -> InUse:
    return InUse(
        f"The database {path} is in use by {owner or 'another process'}. An SQLite file belongs to one process at a "
        "time: use that one, stop it, or give this one another file (--db FILE or DATABASE_URL)."
    )
