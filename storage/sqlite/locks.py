"""A lock that one process holds on a side file, which says who that is. It ends with the process."""

import os
import sys
from contextlib import suppress
from pathlib import Path

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)  # the last one is Windows'


class Locked(Exception):
    """Another process holds the lock; `holder` is what it says about itself, empty if it hasn't yet."""

    def __init__(self, holder: bytes) -> None:
        super().__init__("locked by another process")
        self.holder = holder


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # beyond the contents: nobody can read a locked byte

    def _try_to_lock(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _unlock_and_remove(handle: int, path: Path) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)  # if it were only closed, that might take a while
        os.close(handle)
        with suppress(OSError):  # the next owner has opened it already, and nobody can remove an open file
            path.unlink(missing_ok=True)

    def _is_at(path: Path, handle: int) -> bool:
        del path, handle
        return True  # nobody can remove an open file
else:
    import fcntl

    def _try_to_lock(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # unlike flock(), forked workers don't inherit it

    def _unlock_and_remove(handle: int, path: Path) -> None:
        path.unlink(missing_ok=True)  # before unlocking: the next owner's file must stay
        os.close(handle)

    def _is_at(path: Path, handle: int) -> bool:
        try:
            return os.path.samestat(path.stat(), os.fstat(handle))
        except FileNotFoundError:
            return False


class FileLock:
    """The lock, while this process holds it."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    @classmethod
    def take(cls, path: Path, holder: bytes) -> "FileLock":
        """Lock the side file, created if needed, and write a line into it; Locked if another process was first."""
        while True:
            handle = os.open(path, _FLAGS, 0o600)
            try:
                _try_to_lock(handle)
            except OSError:
                found = _first_line(handle)
                os.close(handle)
                raise Locked(found) from None
            if _is_at(path, handle):
                break
            os.close(handle)  # its owner removed it on exit, between our two calls
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, holder + b"\n")  # what follows was left by a process that was killed
        return cls(path, handle)

    def release(self) -> None:
        _unlock_and_remove(self._handle, self._path)


def _first_line(handle: int) -> bytes:
    with suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        line, ended, _ = os.read(handle, 8192).partition(b"\n")
        return line if ended else b""
    return b""
