"""From a press in one browser to the page in another, compared with an empty aiohttp WebSocket; and 500 watchers."""

import asyncio
import json
import os
import re
import statistics
import sys
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from adapters.web.connections import MAX_PER_BROWSER
from adapters.web.websocket import RATE
from tests.benchmarks.figures import Figure
from tests.benchmarks.requests import bare_commits

PRESSES = 100
WATCHERS = 500
MOVES = 15  # that are watched

_numbers = count(1)


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


# --- browsers ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def sequence_of(data: bytes) -> int:
    """The sequence number of a page; looked up once, because all watchers get the same bytes."""
    return int(json.loads(inflated(data)).get("sequence", 0))


def inflated(data: bytes) -> bytes:
    return zlib.decompress(data, -zlib.MAX_WBITS)


class Watching:
    """A connection that only tracks how far it has got."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.size = 0  # of the largest page since the first
        self._got = 0

    async def until(self, sequence: int) -> float:
        """Wait for the page of this event or a later one; when it arrived."""
        while self._got < sequence:
            received = await self.socket.receive()
            if received.type is aiohttp.WSMsgType.BINARY:
                self.size = max(self.size, len(received.data)) if self._got else 0
                self._got = max(self._got, sequence_of(received.data))
        return time.perf_counter()


class Player(Watching):
    """A connection that plays, and parses everything it gets."""

    page: dict[str, Any]

    async def until(self, sequence: int) -> float:
        while self._got < sequence:
            received = await self.socket.receive()
            binary = received.type is aiohttp.WSMsgType.BINARY
            message = json.loads(inflated(received.data) if binary else received.data)
            if message["type"] in {"page", "changes"}:
                self.page = message if message["type"] == "page" else self.page | message
                self._got = self.page["sequence"]
        return time.perf_counter()

    async def press(self) -> None:
        choice = self.page["choices"][0]
        message = {
            "type": "press",
            "id": f"bench-{next(_numbers):08}",
            "button": choice["button"],
            "answer": "It fits.",
        }
        await self.socket.send_json(message)


class Table:
    """Two people at The Scrum Game."""

    def __init__(self, stack: AsyncExitStack, url: str) -> None:
        self._stack = stack
        self._url = url
        self.address = ""
        self.players: list[Player] = []

    async def visitor(self) -> aiohttp.ClientSession:
        jar, origin = aiohttp.CookieJar(unsafe=True), {"Origin": self._url}
        connector = aiohttp.TCPConnector(limit=0)
        session = aiohttp.ClientSession(self._url, cookie_jar=jar, headers=origin, connector=connector)
        await self._stack.enter_async_context(session)
        async with session.get("/"):
            return session

    async def open(self) -> None:
        anna, ben = await self.visitor(), await self.visitor()
        form = {"game": "sprint", "name": "Anna", "tab": "annastab", "options": {"hours": 1000}}
        async with anna.post("/tables", data=json.dumps(form)) as answer:
            self.address = (await answer.json())["address"]
        for session, tab, name in ((anna, "annastab", "Anna"), (ben, "benstab1", "Ben")):
            socket = await session.ws_connect(f"{self.address}/socket?tab={tab}", max_msg_size=0)
            await socket.send_json({"type": "hello", "name": name, "compact": True})
            self.players.append(Player(socket))
        await asyncio.gather(*(player.until(2) for player in self.players))
        await self.say(self.players[1], "join", 3)
        await self.say(self.players[0], "start", 4)

    async def say(self, player: Player, line: str, sequence: int) -> None:
        await player.socket.send_json({"type": "say", "id": f"bench-{next(_numbers):08}", "line": line})
        await asyncio.gather(*(each.until(sequence) for each in self.players))

    async def turn(self) -> tuple[Player, Player, int] | None:
        """Who can press now, who will see it, and the table's sequence; None when the game is over."""
        await asyncio.sleep(1.2 / RATE)  # never faster than the server allows
        for one, other in (self.players, self.players[::-1]):
            if one.page["awaited"]:
                return one, other, one.page["sequence"]
        return None

    async def watchers(self) -> list[Watching]:
        found = []
        for start in range(0, WATCHERS, MAX_PER_BROWSER):
            session = await self.visitor()
            for _ in range(min(MAX_PER_BROWSER, WATCHERS - start)):
                socket = await session.ws_connect(f"{self.address}/socket?watch", max_msg_size=0)
                await socket.send_json({"type": "hello", "compact": True})
                found.append(Watching(socket))
        return found


async def web_harness(stack: AsyncExitStack, url: str) -> Table:
    table = Table(stack, url)
    await table.open()
    return table


# --- measuring -----------------------------------------------------------------------------------------------------


async def echo(url: str) -> float:
    """Median milliseconds from sending a message to a second client receiving it."""
    spent = []
    async with (
        aiohttp.ClientSession(url) as session,
        session.ws_connect("/socket") as one,
        session.ws_connect("/socket") as other,
    ):
        for _ in range(PRESSES):
            await asyncio.sleep(1.2 / RATE)
            begin = time.perf_counter()
            await one.send_str("a button that was pressed")
            await other.receive_str()
            spent.append(time.perf_counter() - begin)
    return 1000 * statistics.median(spent)


async def presses(stack: AsyncExitStack, url: str) -> float:
    """Median milliseconds from a press to the new page at the other player."""
    spent: list[float] = []
    table = await web_harness(stack, url)
    while len(spent) < PRESSES:
        turn = await table.turn()
        if turn is None:
            table = await web_harness(stack, url)
            continue
        one, other, sequence = turn
        begin = time.perf_counter()
        await one.press()
        spent.append(await other.until(sequence + 1) - begin)
        await one.until(sequence + 1)
        await asyncio.gather(
            *(each.until(max(each.page["sequence"] for each in table.players)) for each in table.players)
        )
    return 1000 * statistics.median(spent)


async def to_all(url: str, size: int) -> float:
    """Median milliseconds until the last watcher has got this many bytes from the empty server."""
    async with aiohttp.ClientSession(url, connector=aiohttp.TCPConnector(limit=0)) as session:
        sockets = [await session.ws_connect("/socket", max_msg_size=0) for _ in range(WATCHERS)]
        spent = []
        for _ in range(MOVES):
            begin = time.perf_counter()
            await sockets[0].send_str(f"bytes {size}")
            await asyncio.gather(*(socket.receive_str() for socket in sockets))
            spent.append(time.perf_counter() - begin)
    return 1000 * statistics.median(spent)


async def watched(table: Table, pid: int) -> tuple[float, int, float]:
    """Median milliseconds from a press until the last watcher has the page, its size, and kilobytes per watcher."""
    before = resident(pid)
    watchers = await table.watchers()
    sequence = table.players[0].page["sequence"]
    await asyncio.gather(*(watcher.until(sequence) for watcher in watchers))
    spent = []
    for _ in range(MOVES):
        turn = await table.turn()
        assert turn, "the game ended too soon"
        one, other, sequence = turn
        begin = time.perf_counter()
        await one.press()
        times = await asyncio.gather(*(watcher.until(sequence + 1) for watcher in watchers))
        spent.append(max(times) - begin)
        await asyncio.gather(one.until(sequence + 1), other.until(sequence + 1))
    return 1000 * statistics.median(spent), watchers[0].size, (resident(pid) - before) / WATCHERS


def resident(pid: int) -> float:
    """Kilobytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e3


async def both(folder: Path) -> list[Figure]:
    program = (str(Path(sys.executable).with_name("scrum-table")), "play", "--no-browser", "--port", "0")
    async with AsyncExitStack() as stack:
        empty, _ = await stack.enter_async_context(process(sys.executable, "-m", "tests.benchmarks.web"))
        ours, pid = await stack.enter_async_context(process(*program, "--db", str(folder / "web.sqlite3")))
        bare = await echo(empty)
        pressed = await presses(stack, ours)
        until_last, size, memory = await watched(await web_harness(stack, ours), pid)
        bare_last = await to_all(empty, size)
    commit = 1000 / bare_commits(folder)
    return [
        Figure("empty aiohttp WebSocket: message to a second client", bare, "ms"),
        Figure("a bare sqlite3 commit, included in ours", commit, "ms"),
        Figure("ours: press to the new page at a second player", pressed, "ms"),
        Figure("ours / (empty + commit)", pressed / (bare + commit), "", at_most=10),
        Figure(f"empty: {size / 1000:.1f} kB to the last of {WATCHERS}", bare_last, "ms"),
        Figure(f"ours: press to the new page at the last of {WATCHERS}", until_last, "ms"),
        Figure("ours / empty, to the last watcher", until_last / bare_last, "", at_most=3),
        Figure("memory of the server per watcher", memory, "kB", at_most=100),
    ]


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(both(folder))


if __name__ == "__main__":
    asyncio.run(empty_server())
