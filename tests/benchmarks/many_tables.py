"""A database with many tables, filled quickly, and a player who notices when a commit takes long."""

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.cli.simulated.simulation import play, seeds
from bot.kernel.store import Append, Store, StoredEvent
from games import GAMES
from games.contract import defaults
from storage.sqlite.store import SqliteStore
from tests.storage.examples import event, opening

PLAYED = 20  # different games, reused by the tables in turn
PEOPLE = 500  # each plays at some of the tables
OLD = 1_600_000_000.0
EVENT = """
    INSERT INTO events (table_id, sequence, kind, payload, at, drawn, hash, request, seat)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def games_of(length: int) -> list[tuple[StoredEvent, ...]]:
    """The first events of real games."""
    game = GAMES["sprint"]
    drafts = [play(game, game.seats.start, defaults(game), seed) for seed in seeds(b"large", PLAYED)]
    return [draft.written(None)[:length] for draft in drafts]


def table_name(number: int) -> str:
    return f"{number * 7919 % 1_000_003:06d}-table"  # ids are random, so neighbours in time aren't neighbours on disk


def _rows(number: int, rows: tuple[StoredEvent, ...]) -> list[tuple[Any, ...]]:
    table, at = table_name(number), OLD + number
    # every second event starts a request
    return [
        (table, r.sequence, r.kind, r.payload, at, r.drawn, r.hash, f"web:{number}:{r.sequence}:{'0' * 20}", r.seat)
        if r.sequence % 2
        else (table, r.sequence, r.kind, r.payload, at, r.drawn, r.hash, None, r.seat)
        for r in rows
    ]


async def fill(file: Path, tables: int, games: list[tuple[StoredEvent, ...]]) -> int:
    """Create tables whose rooms have seen everything; return how many events there are."""
    await (await SqliteStore.open(file)).close()
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    events = 0
    for start in range(0, tables, 1000):
        connection.execute("BEGIN")
        for number in range(start, min(start + 1000, tables)):
            table, rows = table_name(number), games[number % len(games)]
            person = f"web:history-{number % PEOPLE}"  # the name of their room too
            events += len(rows)
            connection.execute(
                "INSERT INTO tables (id, game, seed, opened, changed) VALUES (?1, 'sprint', zeroblob(32), ?2, ?2)",
                (table, OLD + number),
            )
            connection.executemany(EVENT, _rows(number, rows))
            connection.execute(
                "INSERT INTO rooms (room, table_id, shown, since) VALUES (?1, ?2, ?3, ?3)",
                (f"web:{number}", table, len(rows)),
            )
            connection.execute("INSERT INTO visits VALUES (?, ?, ?)", (person, table, OLD + number))
            connection.execute(
                "INSERT INTO people (table_id, person, name, seat, host, place) VALUES (?, ?, 'Ann', 0, 1, 0)",
                (table, person),
            )
        connection.execute("COMMIT")
    connection.close()
    os.sync()  # else the first commits that are measured wait for all of this
    return events


class Player:
    """Appends to one table, move after move."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._last = 1

    async def sit_down(self) -> None:
        await self._store.append(opening(self._table))

    async def move(self) -> float:
        """Append an event; return how long it took to be stored."""
        begin = time.perf_counter()
        self._last += 1
        await self._store.append(Append(self._table, (event(self._last, f"{self._table}:{self._last}"),)))
        return time.perf_counter() - begin

    async def moves(self, count: int) -> list[float]:
        return [await self.move() for _ in range(count)]

    async def moves_during(self, work: Callable[[], Awaitable[object]]) -> list[float]:
        working = asyncio.ensure_future(work())
        found = [await self.move()]
        while not working.done():
            found.append(await self.move())
        await working
        return found
