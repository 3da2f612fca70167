"""From a press in one browser to the page in another, compared with an empty aiohttp WebSocket; and 500 watchers.

Ours and the empty server take turns, move by move: what else the machine does hits both.
"""

import asyncio
import re
import sqlite3
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web

from tests.benchmarks.figures import Figure
from tests.benchmarks.processes import resident, spent_by
from tests.benchmarks.requests import bare_database, commit
from tests.benchmarks.web_people import open_table

PRESSES = 100
WATCHERS = 500
MOVES = 30  # that are watched


# --- an empty server -----------------------------------------------------------------------------------------------


async def empty_server() -> None:
    """Runs in its own process: sends whatever arrives to all clients, or as many bytes as requested."""
    sockets: set[web.WebSocketResponse] = set()

    async def connect(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        sockets.add(socket)
        async for message in socket:
            text = "x" * int(message.data[6:]) if message.data.startswith("bytes ") else message.data
            await asyncio.gather(*(each.send_str(text) for each in sockets))
        sockets.discard(socket)
        return socket

    application = web.Application()
    application.add_routes([web.get("/socket", connect)])
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/", flush=True)
    await asyncio.Event().wait()


@asynccontextmanager
async def process(*command: str) -> AsyncIterator[tuple[str, int]]:
    """Start a server; its address and its process id."""
    started = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert started.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+", (await started.stdout.readline()).decode())
        assert found
        yield found[0], started.pid
    finally:
        started.terminate()
        await started.wait()


class EmptyClients:
    """Connections to the empty server."""

    def __init__(self, sockets: list[aiohttp.ClientWebSocketResponse]) -> None:
        self._sockets = sockets

    @classmethod
    async def connect(cls, stack: AsyncExitStack, url: str, number: int) -> "EmptyClients":
        connector = aiohttp.TCPConnector(limit=0)
        session = await stack.enter_async_context(aiohttp.ClientSession(url, connector=connector))
        return cls([await session.ws_connect("/socket", max_msg_size=0) for _ in range(number)])

    async def echo(self, message: str) -> float:
        """Seconds from sending a message to the last client receiving the answer."""
        begin = time.perf_counter()
        await self._sockets[0].send_str(message)
        await asyncio.gather(*(socket.receive_str() for socket in self._sockets))
        return time.perf_counter() - begin

    async def leave(self) -> None:
        for socket in self._sockets:
            await socket.close()


# --- measuring -----------------------------------------------------------------------------------------------------


async def presses(
    stack: AsyncExitStack, ours: tuple[str, int], empty: str, database: sqlite3.Connection
) -> list[Figure]:
    """From a press to the new page at the other player; from a message to a second client; and a commit."""
    url, server = ours
    clients = await EmptyClients.connect(stack, empty, 2)
    pressed, echoed, committed = list[float](), list[float](), list[float]()
    table, busy = await open_table(stack, url), -spent_by(server)
    while len(pressed) < PRESSES:
        turn = await table.turn()
        if turn is None:
            table = await open_table(stack, url)
            continue
        one, other, sequence = turn
        begin = time.perf_counter()
        await one.press()
        pressed.append(await other.until(sequence + 1) - begin)
        await one.until(sequence + 1)
        await table.settle()
        echoed.append(await clients.echo("a button that was pressed"))
        committed.append(commit(database, len(committed)))
    busy += spent_by(server)
    await clients.leave()
    page, bare, stored = (1000 * statistics.median(each) for each in (pressed, echoed, committed))
    return [
        Figure("empty aiohttp WebSocket: message to a second client", bare, "ms"),
        Figure("a bare sqlite3 commit, included in ours", stored, "ms"),
        Figure("ours: press to the new page at a second player", page, "ms"),
        Figure("ours / (empty + commit)", page / (bare + stored), "", at_most=10),
        Figure("ours: processor time of the server per press, both pages", 1000 * busy / PRESSES, "ms"),
    ]


class Arm:
    """One of the two servers: how long its moves took until the last watcher had them, and its processor time."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._waited: list[float] = []
        self._busy: list[float] = []

    @asynccontextmanager
    async def move(self) -> AsyncIterator[None]:
        before, begin = spent_by(self._process), time.perf_counter()
        yield
        self._waited.append(time.perf_counter() - begin)
        self._busy.append(spent_by(self._process) - before)

    @property
    def waited(self) -> float:
        """Median milliseconds."""
        return 1000 * statistics.median(self._waited)

    @property
    def busy(self) -> float:
        """Milliseconds a move; the mean, because the system counts in hundredths of a second."""
        return 1000 * statistics.mean(self._busy)


async def watched(stack: AsyncExitStack, ours: tuple[str, int], empty: tuple[str, int]) -> list[Figure]:
    """Moves, and as many bytes from the empty server, until the last watcher has got them."""
    table, before = await open_table(stack, ours[0]), resident(ours[1])
    watchers = await table.watchers(WATCHERS)
    await asyncio.gather(*(watcher.until(table.players[0].page["sequence"]) for watcher in watchers))
    memory = (resident(ours[1]) - before) / WATCHERS
    clients = await EmptyClients.connect(stack, empty[0], WATCHERS)
    page, bare, sizes = Arm(ours[1]), Arm(empty[1]), list[int]()
    for _ in range(MOVES):
        turn = await table.turn()
        assert turn, "the game ended too soon"
        one, _, sequence = turn
        async with page.move():
            await one.press()
            await asyncio.gather(*(watcher.until(sequence + 1) for watcher in watchers))
        await one.until(sequence + 1)
        await table.settle()
        sizes.append(watchers[0].size)
        async with bare.move():
            await clients.echo(f"bytes {watchers[0].size}")
    return [
        Figure(f"empty: {statistics.mean(sizes) / 1000:.1f} kB to the last of {WATCHERS}", bare.waited, "ms"),
        Figure(f"ours: press to the new page at the last of {WATCHERS}", page.waited, "ms"),
        Figure("ours / empty, to the last watcher", page.waited / bare.waited, "", at_most=3),
        Figure("empty: processor time of the server", bare.busy, "ms"),
        Figure("ours: processor time of the server", page.busy, "ms"),
        Figure("ours / empty, processor time", page.busy / bare.busy, "", at_most=3),
        Figure("memory of the server per watcher", memory, "kB", at_most=100),
    ]


async def both(folder: Path) -> list[Figure]:
    program = (str(Path(sys.executable).with_name("scrum-table")), "play", "--no-browser", "--port", "0")
    async with AsyncExitStack() as stack:
        empty = await stack.enter_async_context(process(sys.executable, "-m", "tests.benchmarks.web"))
        ours = await stack.enter_async_context(process(*program, "--db", str(folder / "web.sqlite3")))
        database = bare_database(folder)
        return [*await presses(stack, ours, empty[0], database), *await watched(stack, ours, empty)]


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(both(folder))


if __name__ == "__main__":
    asyncio.run(empty_server())
