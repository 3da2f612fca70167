"""Runs the benchmarks, each figure with a baseline from the same run; exit code 1 if a goal was missed.

`python -m tests.benchmarks [name …]` runs all or some of them.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

BENCHMARKS = ("requests", "core", "start", "replicas", "chat", "large", "pictures", "web", "workshop")


def main() -> int:
    missed = 0
    for name in sys.argv[1:] or BENCHMARKS:
        # imported one by one: what later ones import would take up memory and slow this one down
        measure = import_module(f"tests.benchmarks.{name}").measure
        # in the repository's folder: /tmp may be a RAM disk, where durability costs nothing
        with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
            for figure in measure(Path(folder)):
                print(f"{name:12} {figure}", flush=True)
                missed += figure.missed
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
