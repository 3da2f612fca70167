"""`make soak`: runs the program under load for an hour and checks that memory and file handles don't grow.

Both are read from /metrics, as by an operator, while `scrum-table load` plays. The first fifth of the time is for
warming up; a line is fitted through the remaining samples. A little growth is allowed, because caches fill up; a leak
per request or table is far above it.
"""

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.cli.simulated.load import Figures, drive
from tests.adapters.console.harness import COMMAND, environment

WARMING_UP = 0.2  # of the samples
MIB = 1024 * 1024
HOUR = 3600
LOG = "log"


@dataclass(frozen=True, slots=True)
class Sample:
    at: float  # seconds since the load started
    memory: float  # bytes
    handles: float


@dataclass(frozen=True, slots=True)
class Limit:
    what: str
    of: Callable[[Sample], float]
    base: float  # growth that is always allowed, however short the time
    per_hour: float

    def grown(self, samples: Sequence[Sample]) -> tuple[float, float]:
        """The total growth, and how much is allowed."""
        kept = samples[int(len(samples) * WARMING_UP) :]
        seconds = kept[-1].at - kept[0].at
        return slope([(each.at, self.of(each)) for each in kept]) * seconds, self.base + self.per_hour * seconds / HOUR


LIMITS = (
    Limit("memory (MiB)", lambda sample: sample.memory / MIB, base=24, per_hour=16),
    Limit("file handles", lambda sample: sample.handles, base=8, per_hour=4),
)


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of a least-squares line."""
    middle_x, middle_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / spread if spread else 0.0


@asynccontextmanager
async def instance(folder: Path, **settings: str) -> AsyncIterator[str]:
    """Run the program with a web table and yield its address; it logs to the file LOG in the folder."""
    with (folder / LOG).open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(COMMAND, "play", "--no-browser", "--port", "0"),
            cwd=folder,
            env=environment(folder, AUTOMATIC_PAUSE="0", LOG_LEVEL="DEBUG", **settings),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+(?=/)", (await process.stdout.readline()).decode())
        assert found, "the program did not start"
        yield found[0]
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def sample(session: aiohttp.ClientSession, address: str, begin: float) -> Sample:
    async with session.get(f"{address}/metrics") as response:
        text = await response.text()
    values = dict(re.findall(r"(?m)^scrum_table_process_(\w+) (\S+)$", text))
    return Sample(time.monotonic() - begin, float(values["resident_memory_bytes"]), float(values["open_fds"]))


async def soak(address: str, tables: int, seconds: float, every: float) -> tuple[Figures, list[Sample]]:
    """Run the load for so many seconds and take a sample at every interval."""
    begin = time.monotonic()
    load = asyncio.create_task(drive(address, tables, seconds, random.Random(1)))
    samples: list[Sample] = []
    async with aiohttp.ClientSession() as session:
        while not load.done():
            samples.append(await sample(session, address, begin))
            await asyncio.wait({load}, timeout=every)
        figures = await load
        samples.append(await sample(session, address, begin))
    return figures, samples


async def main(tables: int, seconds: float) -> int:
    with tempfile.TemporaryDirectory() as folder:
        async with instance(Path(folder)) as address:
            figures, samples = await soak(address, tables, seconds, every=max(1.0, seconds / 300))
        logged = (Path(folder) / LOG).read_text("utf-8").splitlines()
    for name, value in figures.as_json(seconds).items():
        print(f"{name}: {value}")
    ok = not figures.errors and figures.requests > 0
    if not ok:
        print(*logged[-20:], sep="\n")
    for limit in LIMITS:
        grown, allowed = limit.grown(samples)
        first, last = limit.of(samples[0]), limit.of(samples[-1])
        verdict = "ok" if grown <= allowed else "TOO MUCH"
        print(
            f"{limit.what}: {first:.1f} at the start, {last:.1f} at the end; "
            f"grew by {grown:.1f}, allowed {allowed:.1f}: {verdict}"
        )
        ok = ok and grown <= allowed
    return 0 if ok else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=HOUR)
    given = parser.parse_args()
    sys.exit(asyncio.run(main(given.tables, given.seconds)))
