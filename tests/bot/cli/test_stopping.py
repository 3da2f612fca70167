"""The program stops when it is told to at the keyboard, on whatever system this is."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import OF_WINDOWS, ROOT

if sys.platform == "win32":  # where a process can press Ctrl-Break, but not Ctrl-C, for another one
    PRESSED, GROUP = signal.CTRL_BREAK_EVENT, subprocess.CREATE_NEW_PROCESS_GROUP
else:
    PRESSED, GROUP = signal.SIGINT, 0


@pytest.mark.parametrize("command", ["play", "workshop-demo"])
def test_it_stops_quietly(tmp_path: Path, command: str) -> None:
    """With exit code 0, nothing said, and its lock removed."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", command, "--no-browser", "--port", "0", "--db", "tables.db"],
        cwd=tmp_path,
        env={**OF_WINDOWS, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        creationflags=GROUP,
    ) as program:
        assert program.stdout is not None
        try:
            assert any(re.search(r"http://127\.0\.0\.1:\d+/", line) for line in program.stdout)
            assert (tmp_path / "tables.db.lock").exists()
            program.send_signal(PRESSED)
            _, complaints = program.communicate()
        finally:
            program.kill()
    assert (program.returncode, complaints) == (0, "")
    assert not (tmp_path / "tables.db.lock").exists()
