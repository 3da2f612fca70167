"""Makes this Python, and every one that it starts, behave as on Windows, as far as our code can tell.

Libraries and the standard library still see Linux: only our own modules read `win32` in `sys.platform`. What this can't
show is whether those libraries work there; for that, CI runs the tests on Windows.
"""

import asyncio.unix_events
import ctypes
import errno
import fcntl
import importlib.machinery
import os
import re
import shutil
import struct
import sys
import types
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import Any

OURS = ("adapters", "bot", "games", "storage")
MISSING_MODULES = ("fcntl", "grp", "pwd", "resource", "syslog", "termios", "tty", "pty")
MISSING_NAMES = ("chown", "fork", "forkpty", "fchmod", "killpg", "mkfifo", "sched_getaffinity", "setsid")
_ILLEGAL = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]$')
_FLOCK = "hhqqi"

# --- modules and names that are missing ------------------------------------------------------------------------------

for _name in MISSING_MODULES:
    sys.modules[_name] = None  # type: ignore[assignment]  # which is how an import is blocked
for _name in MISSING_NAMES:
    if hasattr(os, _name):
        delattr(os, _name)
if sys.version_info >= (3, 13):
    os.process_cpu_count = os.cpu_count  # which there doesn't ask for the processors that this process may use


def _no_handlers(*_: object) -> None:
    raise NotImplementedError


for _name in ("add_signal_handler", "remove_signal_handler"):
    setattr(asyncio.unix_events._UnixSelectorEventLoop, _name, _no_handlers)


# --- our modules see Windows -----------------------------------------------------------------------------------------


class _SeesWindows(importlib.machinery.SourceFileLoader):
    """A loader that reads `sys.platform` as Windows has it, and leaves no compiled file."""

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path).replace(b"sys.platform", b"'win32'"), path)


class _Ours(importlib.machinery.PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname.partition(".")[0] not in OURS:
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _SeesWindows(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Ours)

# --- locks, which nobody can read through ----------------------------------------------------------------------------


def _locking(handle: int, mode: int, count: int) -> None:
    start = os.lseek(handle, 0, os.SEEK_CUR)
    try:
        fcntl.lockf(handle, fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB, count, start)
    except OSError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


def _read(handle: int, count: int) -> bytes:
    try:
        start = os.lseek(handle, 0, os.SEEK_CUR)
        asked = struct.pack(_FLOCK, fcntl.F_RDLCK, os.SEEK_SET, start, count, 0)
        held = struct.unpack(_FLOCK, fcntl.fcntl(handle, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK
    except OSError:  # not a file
        held = False
    if held:
        raise PermissionError(errno.EACCES, "Permission denied")
    return _plain_read(handle, count)


_plain_read, os.read = os.read, _read
_msvcrt: Any = types.ModuleType("msvcrt")
_msvcrt.locking, _msvcrt.LK_UNLCK, _msvcrt.LK_NBLCK = _locking, 0, 2
sys.modules["msvcrt"] = _msvcrt

# --- a console in German ---------------------------------------------------------------------------------------------

_kernel: Any = types.SimpleNamespace(
    GetUserDefaultUILanguage=lambda: 0x0407,
    GetStdHandle=lambda which: 7,
    GetConsoleMode=lambda console, mode: console == 7,
    SetConsoleMode=lambda console, mode: os.write(2, f"the console's mode is {mode}\n".encode()),
)
ctypes.windll = types.SimpleNamespace(kernel32=_kernel)  # type: ignore[attr-defined]

# --- files: what is open stays, and some names are no names ----------------------------------------------------------


def _is_open(path: Any) -> bool:
    """True if any process has the file open."""
    wanted = Path(os.fsdecode(path)).resolve()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended, or isn't ours
            if any(handle.readlink() == wanted for handle in (process / "fd").iterdir()):
                return True
    return False


def _require_closed(path: Any) -> None:
    if isinstance(path, (str, bytes, os.PathLike)) and Path(os.fsdecode(path)).is_file() and _is_open(path):
        raise PermissionError(errno.EACCES, "The file is in use by another process", os.fspath(path))


def _require_name(path: Any) -> None:
    name = Path(os.fsdecode(path)).name
    if not os.fsdecode(path).startswith(("/proc/", "/dev/")) and (_ILLEGAL.search(name) or _is_device(name)):
        raise OSError(errno.EINVAL, "Invalid argument", path)


def _is_device(name: str) -> bool:
    return PureWindowsPath(name).stem.upper() in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if event in {"os.remove", "os.rename"}:
        for path in given[:2]:
            _require_closed(path)
        if event == "os.rename":
            _require_name(given[1])
    elif event == "os.mkdir":
        _require_name(given[0])
    elif event == "open" and isinstance(given[0], (str, bytes, os.PathLike)):
        path, _, flags = given
        if flags & os.O_CREAT:
            _require_name(path)
        if not flags & os.O_DIRECTORY and Path(os.fsdecode(path)).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))


_plain_rename: Any = os.rename


def _rename(source: Any, target: Any, **more: Any) -> None:
    if Path(target).exists():
        raise FileExistsError(errno.EEXIST, "File exists", target)
    _plain_rename(source, target, **more)


setattr(os, "rename", _rename)  # noqa: B010  mypy knows its signature, which doesn't matter here
shutil._use_fd_functions = False  # type: ignore[attr-defined]  # it would open folders
sys.addaudithook(_audit)
