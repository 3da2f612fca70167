"""Durable requests per second through the whole service, compared with bare commits of the same SQLite."""

import asyncio
import itertools
import sqlite3
import statistics
import time
from pathlib import Path

from bot.features import installed
from bot.kernel.messages import Person, Pressed, Reply, Request, Typed
from bot.kernel.service import GameService
from storage.sqlite.store import SqliteStore
from tests.benchmarks.figures import Figure
from tests.bot.kernel.player_process import LastMessages

assert installed.FEATURES, "their commands are known"

TABLES = 64
SECONDS = 6.0
PAUSE = 0.02  # between two openings


class LastBoards(LastMessages):
    """A platform without pictures: it accepts everything and uses the text board."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        assert reply.drawing is None or reply.drawing.text
        return await super().post(room, reply, request, before)


def bare_database(folder: Path) -> sqlite3.Connection:
    """A database that is written as the store writes: WAL, synchronous=FULL."""
    database = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE events (sequence INTEGER PRIMARY KEY, payload TEXT, hash TEXT)")
    return database


def commit(database: sqlite3.Connection, number: int) -> float:
    """Store one row; how many seconds it took."""
    begin = time.perf_counter()
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO events VALUES (?, ?, ?)", (number, "x" * 150, "h" * 64))
    database.execute("COMMIT")
    return time.perf_counter() - begin


def bare_commits(folder: Path) -> float:
    """Commits per second of one row each."""
    database, spent = bare_database(folder), 0.0
    for number in itertools.count(1):
        spent += commit(database, number)
        if spent > SECONDS / 2:
            database.close()
            return number / spent
    raise AssertionError


async def asked(service: GameService, request: Request) -> float:
    """How many seconds it took."""
    begin = time.perf_counter()
    response = await service.handle(request)
    assert response.outcome == "done", response.replies
    return time.perf_counter() - begin


async def open_tables(service: GameService, until: float) -> list[float]:
    """Somebody opens one table after another, each in a room of its own, while the others play."""
    spent: list[float] = []
    for number in itertools.count():
        await asyncio.sleep(PAUSE)
        if time.perf_counter() > until:
            return spent
        person = Person(f"bench:new:{number}", "Cleo")
        spent.append(await asked(service, Request(f"new:{number}", f"bench:new:{number}", person, Typed("new sprint"))))
    raise AssertionError


class Driver:
    """Two people at a table who press any button; when a game is over they start the next."""

    def __init__(self, service: GameService, chat: LastBoards, number: int) -> None:
        self._service = service
        self._chat = chat
        self._room = f"bench:{number}"
        self._people = [Person(f"bench:{number}:{name}", name) for name in ("Anna", "Ben")]
        self._ids = (f"{self._room}:{count}" for count in itertools.count())
        self.spent: list[float] = []
        self.presses: list[float] = []

    async def ask(self, person: Person, said: Typed | Pressed) -> None:
        spent = await asked(self._service, Request(next(self._ids), self._room, person, said))
        self.spent.append(spent)
        if isinstance(said, Pressed):
            self.presses.append(spent)

    async def play(self, until: float) -> None:
        picks = itertools.count()
        while time.perf_counter() < until:
            await self.ask(self._people[0], Typed("new sprint"))
            await self.ask(self._people[1], Typed("join"))
            await self.ask(self._people[0], Typed("start"))
            while time.perf_counter() < until:
                news = self._chat.latest[self._room]
                if not news.awaited:
                    break
                choice = news.acts[next(picks) % len(news.acts)]
                await self.ask(news.awaited[0], Pressed(choice.confirmed, "It fits." if choice.asks else ""))


async def through_the_service(folder: Path) -> tuple[float, float, float, float]:
    """Requests per second, each one stored, and three durations in milliseconds.

    The 99th percentile of all requests, and the medians of a press and of opening a table.
    """
    store = await SqliteStore.open(folder / "service.sqlite3")
    chat = LastBoards()
    service = GameService(store, {"bench": chat})
    drivers = [Driver(service, chat, number) for number in range(TABLES)]
    begin = time.perf_counter()
    opening = asyncio.create_task(open_tables(service, begin + SECONDS))
    await asyncio.gather(*(driver.play(begin + SECONDS) for driver in drivers))
    elapsed = time.perf_counter() - begin
    opened = await opening
    await store.close()
    spent = [each for driver in drivers for each in driver.spent]
    pressed = [each for driver in drivers for each in driver.presses]
    slowest = statistics.quantiles(spent, n=100)[98]
    return len(spent) / elapsed, 1000 * slowest, 1000 * statistics.median(pressed), 1000 * statistics.median(opened)


def measure(folder: Path) -> list[Figure]:
    before = bare_commits(folder)
    (folder / "bare.sqlite3").unlink()
    rate, slowest, press, opening = asyncio.run(through_the_service(folder))
    after = bare_commits(folder)
    bare = (before + after) / 2
    return [
        Figure("bare sqlite3 commits", bare, "per second"),
        Figure(f"durable requests, {TABLES} tables", rate, "per second"),
        Figure("durable requests / bare commits", rate / bare, "", at_least=0.4),
        Figure("99th percentile of a request", slowest, "ms"),
        Figure("median of a press", press, "ms"),
        Figure("median of opening a table meanwhile", opening, "ms"),
        Figure("opening a table / a press", opening / press, "", at_most=3.0),
    ]
