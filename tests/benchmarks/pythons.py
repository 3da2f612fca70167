"""Processor time of a request on other versions of Python, compared with this one in one paired run each.

`PYTHONS=/path/to/python3.13,…` names interpreters that have our requirements installed.
"""

import os
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.core import ROOT, arm, paired
from tests.benchmarks.figures import Figure


def measure(folder: Path) -> Iterator[Figure]:
    for number, python in enumerate(filter(None, os.environ.get("PYTHONS", "").split(","))):
        version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        with arm(ROOT, folder / f"{number}-here.db") as here, arm(ROOT, folder / f"{number}-there.db", python) as there:
            spent = paired(here, there)
        ratios = {game: statistics.median(new / old for old, new in pairs) for game, pairs in spent.items()}
        yield from (Figure(f"{version} / this one: {game}", ratio) for game, ratio in ratios.items())
        yield Figure(f"{version} / this one: mean", statistics.fmean(ratios.values()))
