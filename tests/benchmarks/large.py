"""A hundred thousand tables, compared with a thousand: what takes longer, and how long other tables wait meanwhile."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.ports import Store
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure
from tests.benchmarks.many_tables import OLD, Player, fill, games_of, table_name

FEW, MANY = 1_000, 100_000
EVENTS = 10  # at each table
READS = 200
REMOVED = 500  # tables
MOVES = 2000  # of the player whom the work could hold up

Work = Callable[[], Awaitable[object]]


async def seconds(work: Work) -> float:
    begin = time.perf_counter()
    await work()
    return time.perf_counter() - begin


async def start(file: Path) -> None:
    """What a start does before it serves anybody."""
    store = await SqliteStore.open(file)
    await store.rooms_behind()
    await store.close()


async def read(store: Store, tables: int) -> None:
    for number in range(0, tables, tables // READS):
        await store.table(table_name(number))


async def history(store: Store) -> None:
    for number in range(READS):
        await store.tables_in(f"web:history-{number}")


async def timings(file: Path, tables: int) -> dict[str, float]:
    """Milliseconds of each, in a database of so many tables."""
    found = {"start": await seconds(lambda: start(file))}
    store = await SqliteStore.open(file)
    player = Player(store, "player")
    await player.sit_down()
    found["read a table"] = await seconds(lambda: read(store, tables)) / READS
    found["list a room's tables"] = await seconds(lambda: history(store)) / READS
    found["look for old tables, find none"] = await seconds(lambda: store.remove_tables(0))
    usual = await player.moves(MOVES)
    found["usual commit, median"] = sorted(usual)[MOVES // 2]
    found["usual commit, slowest"] = max(usual)
    for what, work in (
        (f"remove {REMOVED} tables", lambda: store.remove_tables(OLD + REMOVED)),
        ("forget a person", lambda: store.forget("web:history-7")),
        ("check the file", store.problems),
    ):
        begin = time.perf_counter()
        waits = await player.moves_during(work)
        found[what] = time.perf_counter() - begin
        found[f"slowest commit while others {what}"] = max(waits)
    await store.close()
    return {what: 1000 * value for what, value in found.items()}


def measure(folder: Path) -> list[Figure]:
    games = games_of(EVENTS)
    times = {}
    for tables in (FEW, MANY):
        file = folder / f"{tables}.sqlite3"
        asyncio.run(fill(file, tables, games))
        times[tables] = asyncio.run(timings(file, tables))
    few, many = times[FEW], times[MANY]
    usual = many["usual commit, slowest"]
    return [
        *(Figure(f"{tables} tables: {what}", value, "ms") for tables in times for what, value in times[tables].items()),
        Figure(f"{MANY} tables / {FEW}: read a table", many["read a table"] / few["read a table"], at_most=3),
        *(
            Figure(f"{what} / usual slowest", value / usual, at_most=3)
            for what, value in many.items()
            if what.startswith("slowest")
        ),
    ]
