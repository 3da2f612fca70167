"""A hundred thousand tables, compared with a thousand: what takes longer, and how long other tables wait meanwhile.

The slowest commit meanwhile is compared with the slowest in the same time right after it, when nothing else happens:
the longer one looks, the longer the slowest takes. Of three times the median counts, because a single commit may have
waited for any other program of the machine.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from bot.kernel.store import Store
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure
from tests.benchmarks.many_tables import OLD, Player, fill, games_of, table_name

FEW, MANY = 1_000, 100_000
EVENTS = 10  # at each table
READS = 200
REMOVED = 300  # tables
TIMES = 3
MOVES = 2000  # of a player, while nothing else happens

SLOWEST, USUAL = "slowest commit while others", "slowest commit after others"

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
    found["usual commit, median"] = statistics.median(await player.moves(MOVES))
    found |= await stalls(player, f"remove {REMOVED} tables", lambda nth: store.remove_tables(OLD + REMOVED * nth))
    found |= await stalls(player, "forget a person", lambda nth: store.forget(f"web:history-{nth}"))
    found |= await stalls(player, "check the file", lambda _: store.problems())
    await store.close()
    return {what: 1000 * value for what, value in found.items()}


async def stalls(player: Player, what: str, work: Callable[[int], Awaitable[object]]) -> dict[str, float]:
    """How long it takes, and the slowest commit of a player meanwhile and in the same time afterwards."""
    took, slowest, usual = list[float](), list[float](), list[float]()
    for number in range(1, TIMES + 1):
        begin = time.perf_counter()
        slowest.append(max(await player.moves_during(partial(work, number))))
        took.append(time.perf_counter() - begin)
        usual.append(max(await player.moves_during(partial(asyncio.sleep, took[-1]))))
    names = (what, f"{SLOWEST} {what}", f"{USUAL} {what}")
    return dict(zip(names, map(statistics.median, (took, slowest, usual)), strict=True))


def measure(folder: Path) -> list[Figure]:
    games = games_of(EVENTS)
    times = {}
    for tables in (FEW, MANY):
        file = folder / f"{tables}.sqlite3"
        asyncio.run(fill(file, tables, games))
        times[tables] = asyncio.run(timings(file, tables))
    few, many = times[FEW], times[MANY]
    return [
        *(Figure(f"{tables} tables: {what}", value, "ms") for tables in times for what, value in times[tables].items()),
        Figure(f"{MANY} tables / {FEW}: read a table", many["read a table"] / few["read a table"], at_most=3),
        *(
            Figure(f"{what} / the same after it", value / many[what.replace(SLOWEST, USUAL)], at_most=3)
            for what, value in many.items()
            if what.startswith(SLOWEST)
        ),
    ]
