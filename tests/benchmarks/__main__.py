"""Every benchmark, each figure beside a baseline of the same run; exit 1 if a goal was missed.

`python -m tests.benchmarks [name …]` runs all or some of them.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

BENCHMARKS = (
    "requests",
    "watching",
    "replicas",
    "folding",
    "discord",
    "slack",
    "live_tables",
    "pictures",
    "rugby",
    "web",
)


def main() -> int:
    missed = 0
    for name in sys.argv[1:] or BENCHMARKS:
        # imported one by one: what the next ones need would lie in the memory of this one and slow it down
        measure = import_module(f"tests.benchmarks.{name}").measure
        # beside the repository's own files: /tmp may be memory, where durability costs nothing
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
            for figure in measure(Path(folder)):
                print(f"{name:12} {figure}", flush=True)
                missed += figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
