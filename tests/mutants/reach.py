"""Which tests call which functions, and how long each takes: measured once, and again for a test file that changed."""

import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, Self

from tests.mutants.sources import Mutant

PATIENT = 8  # what survives is tried with tests that take so many times as long


class Calls:
    """Notes every function of the project that is called while it listens."""

    def __init__(self, root: Path) -> None:
        self._root = f"{root}/"
        self._seen: dict[int, CodeType] = {}  # hashing code is slow; it lives as long as its function

    def __enter__(self) -> Self:
        self._seen.clear()
        threading.settrace(self._note)
        sys.settrace(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def _note(self, frame: FrameType, event: str, arg: Any) -> None:
        """Returns nothing, so that the lines of the function are not traced."""
        code = frame.f_code
        if id(code) not in self._seen:
            self._seen[id(code)] = code

    def functions(self) -> set[str]:
        own = (code for code in self._seen.values() if code.co_filename.startswith(self._root))
        return {function_of(code, self._root) for code in own}


def function_of(code: CodeType, root: str) -> str:
    """The function of a module or class that this code is a part of."""
    return f"{code.co_filename.removeprefix(root)}::{code.co_qualname.split('.<locals>')[0]}"


def version_of(function: FunctionType) -> str:
    """Changes when a test calls something else; not when its docstring or a value changes."""
    code = function.__code__
    return hashlib.sha256(code.co_code + repr(code.co_names).encode()).hexdigest()[:12]


@dataclass(slots=True)
class Reach:
    """What is known of the tests: `seconds` of processor time, `calls`, and which of them fail without a mutant."""

    file: Path
    versions: Mapping[str, str]  # of the tests as they are now
    seconds: dict[str, float] = field(default_factory=dict)
    calls: dict[str, frozenset[str]] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)

    def load(self) -> None:
        for line in self.file.read_text().splitlines() if self.file.exists() else ():
            row = json.loads(line)
            if row["version"] == self.versions.get(row["test"]):
                self._keep(row)

    def unknown(self) -> list[str]:
        return [test for test in self.versions if test not in self.seconds or test in self.failing]

    def note(self, test: str, seconds: float, calls: Iterable[str], *, failed: bool) -> None:
        row = {"test": test, "version": self.versions[test], "seconds": round(seconds, 4), "failed": failed}
        with self.file.open("a") as file:
            file.write(json.dumps({**row, "calls": sorted(calls)}) + "\n")

    def _keep(self, row: Mapping[str, Any]) -> None:
        test = row["test"]
        self.seconds[test] = row["seconds"]
        self.calls[test] = frozenset(row["calls"])
        (self.failing.add if row["failed"] else self.failing.discard)(test)


class Selection:
    """The tests for a mutant: those beside its module first, the quick ones first."""

    def __init__(self, reach: Reach, mentions: Mapping[str, set[str]], at_import: set[str], budget: float) -> None:
        """`mentions`: for a name, the functions that use it; `at_import`: functions that run while modules load."""
        self._mentions = mentions
        self._at_import = at_import
        self._budget = budget
        self._callers: dict[str, list[str]] = {}
        self._seconds = {test: seconds for test, seconds in reach.seconds.items() if test not in reach.failing}
        for test in self._seconds:
            for function in reach.calls[test]:
                self._callers.setdefault(function, []).append(test)

    def tests(self, mutant: Mutant) -> tuple[list[str], list[str]]:
        """The names of those that are tried first, and of the others."""
        functions = {mutant.function}.union(*(self._mentions.get(name, ()) for name in mutant.names))
        callers = {test for function in functions for test in self._callers.get(function, ())}
        beside = f"tests/{mutant.path.rpartition('/')[0]}/"
        # a table that no function names, such as the commands of a game, or what is called to build one
        if mutant.names or (not callers and mutant.function in self._at_import):
            callers |= {test for test in self._seconds if test.startswith(beside)}
        first: list[str] = []
        others: list[str] = []
        total = 0.0
        for test in sorted(callers, key=lambda test: (not test.startswith(beside), self._seconds[test], test)):
            fits = not first or total + self._seconds[test] <= self._budget
            if fits or self.seconds(others) < PATIENT * self._budget:
                (first if fits else others).append(test)
            total += self._seconds[test] * fits
        return first, others

    def seconds(self, tests: Iterable[str]) -> float:
        """How long they take without a mutant."""
        return sum(self._seconds[test] for test in tests)


def measured(calls: Calls, run: Callable[[], object]) -> tuple[float, set[str]]:
    began = time.process_time()
    with calls:
        run()
    return time.process_time() - began, calls.functions()
