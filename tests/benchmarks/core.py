"""Processor time of a request, compared with an earlier commit in one paired run.

Both arms play the same requests, each in a process of its own, slice by slice in turn: whatever else the machine does
meets both. Each commit brings its own `core_arm.py`, so that modules may have moved since. `BASE=<commit>` chooses the
earlier commit; the default is the last one before kernel and features.
"""

import os
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import chain
from pathlib import Path

from tests.benchmarks.figures import Figure

BASE = "4741986"
ARM = "tests/benchmarks/core_arm.py"
GAMES = ("sprint", "scrumkin", "rugby", "retro")
SLICE = 160  # requests
WARM_UP, PAIRS = 2, 15  # slices of each game
ROOT = Path(__file__).parents[2]


class Arm:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def spend(self, game: str) -> float:
        """Seconds of processor time for the next slice of requests."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{game} {SLICE}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


@contextmanager
def arm(tree: Path, file: Path) -> Iterator[Arm]:
    """A process with the code of this tree."""
    command = [sys.executable, str(tree / ARM), str(file)]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
    process = subprocess.Popen(
        command, env=environment, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield Arm(process)
    finally:
        assert process.stdin
        process.stdin.close()
        process.wait()


def checked_out(commit: str, folder: Path, *more: str) -> Path:
    """The code of an earlier commit."""
    command = ["git", "archive", commit, "adapters", "bot", "games", "storage", ARM, *more]
    packed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def paired(before: Arm, now: Arm) -> dict[str, list[tuple[float, float]]]:
    """For each game, the seconds of each slice; who goes first changes from pair to pair."""
    spent: dict[str, list[tuple[float, float]]] = {game: [] for game in GAMES}
    for number in range(WARM_UP + PAIRS):
        for game, pairs in spent.items():
            if number % 2:
                pairs.append((before.spend(game), now.spend(game)))
            else:
                pairs.append((now.spend(game), before.spend(game))[::-1])
    return {game: pairs[WARM_UP:] for game, pairs in spent.items()}


def compared(what: str, pairs: list[tuple[float, float]]) -> list[Figure]:
    then, today = zip(*pairs, strict=True)
    ratio = statistics.median(new / old for old, new in pairs)
    return [
        Figure(f"{what}: a request before", 1e6 * statistics.median(then) / SLICE, "µs of processor time"),
        Figure(f"{what}: a request now", 1e6 * statistics.median(today) / SLICE, "µs of processor time"),
        Figure(f"{what}: now / before", ratio),
    ]


def measure(folder: Path) -> list[Figure]:
    earlier = checked_out(os.environ.get("BASE", BASE), folder / "earlier")
    with arm(earlier, folder / "before.db") as before, arm(ROOT, folder / "now.db") as now:
        spent = paired(before, now)
    figures = [compared(game, pairs) for game, pairs in spent.items()]
    mean = statistics.fmean(ratio.value for *_, ratio in figures)
    return [*chain.from_iterable(figures), Figure("now / before, mean of all games", mean, "", at_most=1.0)]
