"""The program asks before it uses what only POSIX has, and so do the tests; hosted CI runs them on every system."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.posix import unguarded
from tests.deploy.test_wheel import PACKAGES
from tests.needs import NEEDS, ROOT

PRODUCT = [file for name in PACKAGES for file in sorted((ROOT / name).rglob("*.py"))]
PROGRAMS = ("benchmarks", "fuzz", "as_windows")  # which people start themselves, on Linux


def tool(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_program_asks_first() -> None:
    """It would not start on Windows otherwise, or fail when somebody gets there."""
    assert [found for file in PRODUCT for found in unguarded(file)] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", ["fcntl"]),
        ("from os import fork", ["os.fork"]),
        ("def f(): loop.add_signal_handler(1, f)", ["add_signal_handler"]),
        ("if sys.platform != 'win32':\n    import fcntl", []),
        ("try:\n    import resource\nexcept ImportError:\n    pass", []),
        ("cores = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else 1", []),
        ("try:\n    os.fork()\nexcept OSError:\n    pass", ["os.fork"]),
    ],
)
def test_what_asking_is(tmp_path: Path, code: str, found: list[str]) -> None:
    file = tmp_path / "module.py"
    file.write_text(code, "utf-8")
    assert [each.rpartition(": ")[2] for each in unguarded(file)] == found


def test_text_files_are_utf_8() -> None:
    """Windows would read and write them in its code page."""
    words = ("ruff", "check", "--preview", "--isolated", "--select", "PLW1514", "--output-format", "concise")
    assert tool(*words, *PACKAGES) == ""


def test_dates_are_written_alike() -> None:
    """Only some systems have a code for a number without its zero."""
    assert [file for file in PRODUCT if re.search(r"%[-#][a-zA-Z]", file.read_text("utf-8"))] == []


# --- tests -----------------------------------------------------------------------------------------------------------


def listed() -> Iterator[str]:
    for need in NEEDS:
        yield from need.tests


def test_needs_are_those_of_tests_that_exist() -> None:
    """A renamed test would fail on Windows only."""
    for each in listed():
        file, _, name = each.partition("::")
        assert (ROOT / file).exists(), each
        assert not name or f"def {name}(" in (ROOT / file).read_text("utf-8"), each


def test_tests_that_use_posix_say_so() -> None:
    """Those that import it can't even be collected without."""
    files = [file for file in (ROOT / "tests").rglob("test_*.py") if not set(PROGRAMS) & set(file.parts)]
    named = {each.partition("::")[0] for each in listed()}
    whole = set(listed())
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        above = {path, *(str(folder.as_posix()) for folder in Path(path).parents)}
        for found in unguarded(file):
            assert above & named, f"{found}: tests/needs.py doesn't say that it needs this"
            assert above & whole or "." in found.rpartition(": ")[2], f"{found}: the whole file needs this"


def test_the_workflow_is_valid() -> None:
    assert tool("check_jsonschema", "--builtin-schema", "vendor.github-workflows", ".github/workflows/ci.yml") == ""
