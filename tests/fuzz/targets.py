"""The properties in this folder by name: every test that uses `fuzzed`."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

MODULES = ("files", "words", "web", "slack", "discord", "teams")


@dataclass(frozen=True)
class Target:
    name: str  # files.changed_games[sprint]
    test: Callable[..., None]
    given: dict[str, Any]  # the test's parameters

    @property
    def file_name(self) -> str:
        return re.sub(r"\W+", "-", self.name).strip("-")

    def run(self, folder: Path) -> None:
        """Call the test as pytest would."""
        fixtures = {"tmp_path": folder} if "tmp_path" in signature(self.test).parameters else {}
        self.test(**self.given, **fixtures)


def targets() -> list[Target]:
    return [target for module in MODULES for target in _of(module)]


def _of(module: str) -> Iterator[Target]:
    found = import_module(f"tests.fuzz.test_{module}")
    for name, test in vars(found).items():
        if not name.startswith("test_") or not _is_property(test):
            continue
        short = f"{module}.{name.removeprefix('test_')}"
        marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
        if not marks:
            yield Target(short, test, {})
        for mark in marks:
            parameter, values = mark.args[0], list(mark.args[1])
            for value, label in zip(values, mark.kwargs.get("ids") or values, strict=True):
                yield Target(f"{short}[{label}]", test, {parameter: value})


def _is_property(test: Any) -> bool:
    """Whether it is a property, or prepares something and contains one."""
    return hasattr(test, "hypothesis") or "fuzzed" in test.__code__.co_names
