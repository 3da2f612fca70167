"""Processor time of `--help` and until the first page of `play`, compared with an earlier commit.

Each is a process of its own; both commits take turns, after a first run that compiles their modules. `BASE=<commit>`
chooses the earlier commit.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.core import BASE, ROOT, checked_out
from tests.benchmarks.figures import Figure

TIMES = 7
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def environment(tree: Path) -> dict[str, str]:
    return {**COMPILED, "PYTHONPATH": str(tree)}


def spent(tree: Path, *arguments: str) -> float:
    """Seconds of processor time of a whole process."""
    before = of_children()
    command = [sys.executable, *arguments]
    subprocess.run(command, cwd=tree, env=environment(tree), check=True, capture_output=True)
    return of_children() - before


def until_first_page(tree: Path, file: Path) -> float:
    """The same of `play` on this database, which is stopped once it has answered."""
    command = [sys.executable, "-m", "bot", "play", "--no-browser", "--port", "0", "--db", str(file)]
    before = of_children()
    with subprocess.Popen(command, cwd=tree, env=environment(tree), stdout=subprocess.PIPE, text=True) as play:
        assert play.stdout
        address = re.search(r"http://\S+", play.stdout.readline())
        assert address
        with urllib.request.urlopen(address[0]) as page:
            page.read()
        play.kill()
    return of_children() - before


def in_turns(*runs: Callable[[], float]) -> list[float]:
    """The median of each, without its first run."""
    seconds = [[run() for run in runs] for _ in range(TIMES + 1)][1:]
    return [statistics.median(times) for times in zip(*seconds, strict=True)]


def measure(folder: Path) -> list[Figure]:
    earlier = checked_out(os.environ.get("BASE", BASE), folder / "earlier", "adapters")
    bare, old_help, new_help, old_page, new_page = in_turns(
        lambda: spent(ROOT, "-c", "pass"),
        lambda: spent(earlier, "-m", "bot", "--help"),
        lambda: spent(ROOT, "-m", "bot", "--help"),
        lambda: until_first_page(earlier, folder / "before.sqlite3"),
        lambda: until_first_page(ROOT, folder / "now.sqlite3"),
    )
    return [
        Figure("`python -c pass`", bare, "s of processor time"),
        Figure("`--help` before", old_help, "s of processor time"),
        Figure("`--help` now", new_help, "s of processor time", at_most=0.15),
        Figure("`--help`: now / before", new_help / old_help),
        Figure("first page of `play` before", old_page, "s of processor time"),
        Figure("first page of `play` now", new_page, "s of processor time", at_most=0.6),
        Figure("first page of `play`: now / before", new_page / old_page),
    ]
