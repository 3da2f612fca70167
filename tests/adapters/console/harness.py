"""Runs `scrum-table` as a real process: typed lines in, text out."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.needs import OF_WINDOWS

COMMAND = Path(sys.executable).with_name("scrum-table.exe" if sys.platform == "win32" else "scrum-table")


def environment(folder: Path, **more: str) -> dict[str, str]:
    """None of the developer's own settings, and an empty home folder."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG", "LC_ALL") if name in os.environ}
    return {**OF_WINDOWS, **kept, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "PYTHONUTF8": "1", **more}


def scrum_table(
    folder: Path, *words: str, lines: Sequence[str] | str = (), **env: str
) -> subprocess.CompletedProcess[str]:
    typed = lines if isinstance(lines, str) else "".join(f"{line}\n" for line in lines)
    return subprocess.run(
        [COMMAND, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(folder, **env),
        check=False,
    )


def console(folder: Path, *lines: str, seed: str = "1") -> str:
    """Run a script at the console without errors, and return what it prints."""
    done = scrum_table(folder, "console", "--seed", seed, "--db", "tables.db", lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
