"""Every benchmark, each figure beside a baseline of the same run; exit 1 if a goal was missed.

`python -m tests.benchmarks [name …]` runs all or some of them.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import discord, folding, live_tables, pictures, requests, rugby, slack
from tests.benchmarks.figures import Figure

BENCHMARKS: dict[str, Callable[[Path], list[Figure]]] = {
    "requests": requests.measure,
    "folding": folding.measure,
    "discord": discord.measure,
    "slack": slack.measure,
    "live_tables": live_tables.measure,
    "pictures": pictures.measure,
    "rugby": rugby.measure,
}


def main() -> int:
    missed = 0
    for name in sys.argv[1:] or BENCHMARKS:
        # beside the repository's own files: /tmp may be memory, where durability costs nothing
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
            for figure in BENCHMARKS[name](Path(folder)):
                print(f"{name:12} {figure}", flush=True)
                missed += figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
