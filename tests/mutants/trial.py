"""One mutant in a process of its own: put it in place, run its tests, and see whether one of them fails.

The process is forked from one that has collected the tests, so it starts at once. A change inside a function only
exchanges the function's code. Anything that matters while modules are imported has them imported again.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Literal, NoReturn

import pytest

Status = Literal["killed", "timeout", "survived", "unreached"]
IDLE = 8  # seconds without any processor time
MEMORY = 4 << 30  # more than any test needs
OPTIONS = (
    *("-x", "-q", "-q", "--no-header", "--no-summary", "-s", "-p", "no:xdist", "-p", "no:cacheprovider"),
    *("--hypothesis-profile=mutants", "-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"),
)

Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    status: Status
    killer: str = ""  # the first test that failed


class Verdict:
    """A plugin that notes the first test that fails."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._file.exists():
            self._file.write_text(report.nodeid)


# --- processes -----------------------------------------------------------------------------------------------------


class Children:
    """Forked processes, at most so many at once; each has a folder of its own for what its tests write."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._running: dict[int, tuple[Path, Callable[[Outcome], None]]] = {}

    def start(self, work: Callable[[Path], int], seconds: float, done: Callable[[Outcome], None]) -> None:
        """`work` gets its folder and returns 0 if nothing failed; `seconds` is the processor time that it gets."""
        while len(self._running) >= self._jobs:
            self._wait()
        folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        sys.stdout.flush()
        child = os.fork()
        if not child:
            _work(work, folder, seconds)
        self._running[child] = folder, done

    def finish(self) -> None:
        while self._running:
            self._wait()

    def _wait(self) -> None:
        child, status = os.wait()
        folder, done = self._running.pop(child)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what its tests have started
        killer = folder / "killer"
        done(Outcome(_status(status), killer.read_text() if killer.exists() else ""))
        shutil.rmtree(folder, ignore_errors=True)


def _status(status: int) -> Status:
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL} else "killed"
    return "killed" if os.WEXITSTATUS(status) else "survived"


def _work(work: Callable[[Path], int], folder: Path, seconds: float) -> NoReturn:
    code = 1
    try:
        os.setpgid(0, 0)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
        limit = int(seconds) + 1
        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        resource.setrlimit(resource.RLIMIT_CPU, (used + limit, used + limit + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        threading.Thread(target=_watch, daemon=True).start()
        code = work(folder)
    finally:
        os._exit(code)


def _watch() -> None:
    """End this process when it waits for something that never happens: it uses no processor time then."""
    while True:
        used = time.process_time()
        time.sleep(IDLE)
        if time.process_time() - used < IDLE / 1000:
            os.kill(os.getpid(), signal.SIGALRM)


# --- the loaded session --------------------------------------------------------------------------------------------


def run(session: pytest.Session, items: Sequence[pytest.Item]) -> int:
    """The tests, until the first that fails."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            return 1
    return 0


class Functions:
    """All functions that exist after the tests were collected, by what their code is known as."""

    def __init__(self, paths: Iterable[str]) -> None:
        files = set(paths)
        self._found: dict[Key, list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
                self._found.setdefault(_key(thing.__code__), []).append(thing)

    def mentions(self, name_of: Callable[[CodeType], str]) -> dict[str, set[str]]:
        """For each name, the functions that use it."""
        found: dict[str, set[str]] = {}
        for functions in self._found.values():
            for code in _nested(functions[0].__code__):
                for name in code.co_names:
                    found.setdefault(name, set()).add(name_of(functions[0].__code__))
        return found

    def exchange(self, module: CodeType) -> bool:
        """Let every function have the code that it has in this module; False if that is not possible."""
        try:
            for code in _nested(module):
                for function in self._found.get(_key(code), ()):
                    function.__code__ = code
        except ValueError:  # a closure over something else
            return False
        return True


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _nested(code: CodeType) -> Iterable[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)


# --- a session of its own ------------------------------------------------------------------------------------------


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the mutated code in the place of the file."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name = name
        self._loader = _Loader(name, path, code)
        self._path = path

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> Any:
        if fullname != self._name:
            return None
        packages = [str(Path(self._path).parent)] if self._path.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self._loader, submodule_search_locations=packages
        )


def run_again(root: Path, path: str, code: CodeType, tests: Sequence[str], verdict: Verdict) -> int:
    """Import everything again, with this code for that file, and run the tests."""
    for name in [name for name, module in sys.modules.items() if _belongs(module, root)]:
        del sys.modules[name]
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    sys.meta_path.insert(0, _Finder(name, str(root / path), code))
    return int(pytest.main([*OPTIONS, *(f"{root}/{test}" for test in tests)], plugins=[verdict]))


def _belongs(module: ModuleType, root: Path) -> bool:
    file = getattr(module, "__file__", None) or ""
    return file.startswith(f"{root}/") and "site-packages" not in file
