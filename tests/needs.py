"""What some tests need that not every system has: one list for all of them, so that they say why they are skipped."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
# without these, no process of Windows can open a socket or a temporary file
OF_WINDOWS = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}


@dataclass(frozen=True, slots=True)
class Need:
    what: str
    there: bool
    tests: tuple[str, ...] = ()  # folders, files, or tests of a file: `tests/x.py::test_name`

    def has(self, test: str) -> bool:
        return any(test == each or test.startswith((f"{each}/", f"{each}::", f"{each}[")) for each in self.tests)

    def require(self) -> None:
        if not self.there:
            pytest.skip(self.what)


_POSIX = sys.platform != "win32"
_LINUX = sys.platform == "linux"

POSTGRES = Need("The PostgreSQL of the tests is reached through a socket in a folder; Windows has none.", _POSIX)

NEEDS = (
    POSTGRES,
    Need(
        "Windows can't tell a process to stop by a signal, nor kill or pause it by one.",
        _POSIX,
        (
            "tests/adapters/discord/test_program.py",
            "tests/adapters/slack/test_program.py",
            "tests/adapters/test_traces.py",
            "tests/adapters/web/test_program.py",
            "tests/bot/kernel/test_killed.py",
            "tests/deploy/test_proxy.py",
            "tests/bot/pictures/test_png.py::test_a_process_that_dies",
            "tests/replicas",
            "tests/storage/concurrency/test_killed.py",
            "tests/storage/sqlite/test_ownership.py::test_workers_do_not_inherit_the_lock",
        ),
    ),
    Need(
        "Windows has no pseudo-terminals.",
        _POSIX,
        ("tests/adapters/console/test_terminal.py", "tests/bot/operations/test_logs.py"),
    ),
    Need(
        "Windows has no limits for file handles and file sizes.",
        _POSIX,
        (
            "tests/adapters/web/test_shared_file.py",
            "tests/faults/test_outages.py",
            "tests/hostile/test_half_sent.py",
            "tests/storage/sqlite/test_sqlite.py",
        ),
    ),
    Need(
        "Not everybody may create symbolic links on Windows.",
        _POSIX,
        ("tests/storage/sqlite/test_ownership.py::test_two_names_of_one_file",),
    ),
    Need("Windows keeps files that are open.", _POSIX, ("tests/storage/sqlite/test_removed_files.py",)),
    Need(
        "Windows has no permissions for the owner, the group and others.",
        _POSIX,
        (
            "tests/adapters/web/test_security.py::test_the_key_in_a_file",
            "tests/storage/test_backup.py::test_a_backup_is_one_private_file",
            "tests/storage/test_backup.py::test_back_up_and_restore",
            "tests/storage/sqlite/test_reading.py",
        ),
    ),
    Need("These commands are for a POSIX shell.", _POSIX, ("tests/docs/test_commands.py",)),
    Need(
        "The browser tests start Chromium by a shell script.",
        _POSIX,
        ("tests/adapters/web/browser", "tests/docs/test_search.py::test_the_search_finds_what_people_want_to_do_first"),
    ),
    Need(
        "Only Linux shows in /proc what processes do.",
        _LINUX,
        (
            "tests/deploy/test_as_windows.py",
            "tests/deploy/test_load.py",
            "tests/deploy/test_operators.py",
            "tests/storage/postgres/test_frozen.py",
        ),
    ),
)


def missing(test: str) -> str:
    """Why a file or a test can't run here, given as pytest names it; empty if it can."""
    return next((need.what for need in NEEDS if not need.there and need.has(test)), "")


class SkippedModule(pytest.Module):
    """A file that could not even be imported here."""

    def collect(self) -> Any:
        pytest.skip(missing(self.path.relative_to(ROOT).as_posix()), allow_module_level=True)
