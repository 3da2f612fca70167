"""The memory of one process with ten thousand tables, each in the middle of a game."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

from bot.cli.simulation import seeds
from bot.kernel.ports import Append, Seating, TableRecord
from bot.kernel.service import GameService
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import GameStarted, SeatTaken, TableOpened
from games import GAMES
from games.chance import commitment
from games.contract import defaults, suggested
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure

TABLES = 10_000
SEATS = 4
MOVES = 40
GAMES_PLAYED = 200  # different ones, reused by the tables in turn


def half_a_game(seed: bytes) -> Draft:
    """A table with four people after MOVES moves."""
    game = GAMES["sprint"]
    options = defaults(game)
    draft = Draft("bench", None, seed, 0.0)
    draft.record([TableOpened(game.key, options), *(SeatTaken(seat) for seat in range(SEATS))])
    draft.record([GameStarted(commitment(seed)), *game.start(SEATS, options, draft.chance)])
    for _ in range(MOVES):
        standing = draft.standing
        if standing.playing:
            seat = game.awaits(standing.state)[0]
            draft.play(seat, suggested(game, standing.state, seat, draft.chance.apart("bench")))
    return draft


def at_table(number: int, draft: Draft) -> Append:
    """The game as if it had been played at a table of its own."""
    table = f"bench-{number}"
    people = tuple(Seating(f"bench:{number}:{seat}", f"Person {number} {seat}", seat) for seat in range(SEATS))
    record = TableRecord(table, "sprint", draft.seed, 0.0)
    return Append(table, draft.written(f"r{number}"), record, f"bench:room-{number}", people)


async def fill(file: Path) -> None:
    store = await SqliteStore.open(file)
    games = [half_a_game(seed) for seed in seeds(b"live", GAMES_PLAYED)]
    for start in range(0, TABLES, 500):
        numbers = range(start, start + 500)
        await asyncio.gather(*(store.append(at_table(number, games[number % len(games)])) for number in numbers))
    await store.close()


async def load(file: Path) -> None:
    """Runs in its own process, whose memory is measured."""
    store = await SqliteStore.open(file)
    service = GameService(store, {})
    before = resident()
    for number in range(TABLES):
        live = await service.tables.find(f"bench-{number}")
        assert live is not None
        assert live.standing.playing or live.standing.state is not None
    print(before, resident(), flush=True)
    await store.close()


def resident() -> float:
    """Megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(folder: Path) -> list[Figure]:
    file = folder / "tables.sqlite3"
    asyncio.run(fill(file))
    command = [sys.executable, "-m", "tests.benchmarks.live_tables", str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    before, after = map(float, done.stdout.split())
    return [
        Figure("memory of an empty service", before, "MB"),
        Figure(f"memory with {TABLES} live tables", after, "MB", at_most=300),
        Figure("memory per live table", 1000 * (after - before) / TABLES, "kB"),
    ]


if __name__ == "__main__":
    asyncio.run(load(Path(sys.argv[1])))
