"""Instructions of a request, compared with an earlier commit: like `core`, but whatever else the machine does.

Valgrind counts what both arms carry out, in all threads; what the kernel does for them isn't counted. It takes minutes
(each game is counted over two slices of requests, and only then are the arms slow), so it only runs when it is named.
`BASE=<commit>` chooses the earlier commit.
"""

import os
import re
import statistics
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.core import BASE, GAMES, ROOT, SLICE, arm, checked_out
from tests.benchmarks.figures import Figure

WARM_UP, COUNTED = 2, 2  # slices of each game
TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)


def counted(tree: Path, folder: Path) -> dict[str, float]:
    """Millions of instructions of a request, by game."""
    folder.mkdir()
    out = folder / "callgrind"
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
    found = {}
    with arm(tree, folder / "tables.db", under=[*valgrind, f"--log-file={folder / 'log'}"]) as running:
        for number, game in enumerate(GAMES, start=1):
            for _ in range(WARM_UP):
                running.spend(game)
            _control("--instr=on", running.pid)
            for _ in range(COUNTED):
                running.spend(game)
            _control("--dump", running.pid)  # and begin again at zero
            _control("--instr=off", running.pid)
            (total,) = TOTAL.findall(Path(f"{out}.{number}").read_text())
            found[game] = int(total) / (COUNTED * SLICE) / 1e6
    return found


def _control(what: str, pid: int) -> None:
    subprocess.run(["callgrind_control", what, str(pid)], check=True, capture_output=True)


def measure(folder: Path) -> list[Figure]:
    earlier = checked_out(os.environ.get("BASE", BASE), folder / "earlier")
    with ThreadPoolExecutor() as both:
        before, now = both.map(counted, (earlier, ROOT), (folder / "before", folder / "now"))
    ratios = {game: now[game] / before[game] for game in GAMES}
    return [
        *(Figure(f"{game}: a request before", before[game], "million instructions") for game in GAMES),
        *(Figure(f"{game}: a request now", now[game], "million instructions") for game in GAMES),
        *(Figure(f"{game}: now / before", ratio) for game, ratio in ratios.items()),
        Figure("now / before, mean of all games", statistics.fmean(ratios.values()), "", at_most=0.5),
    ]
