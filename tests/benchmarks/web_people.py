"""Browsers of the web table, players and watchers, that keep track of what they have got."""

import asyncio
import json
import time
import zlib
from contextlib import AsyncExitStack
from functools import lru_cache
from itertools import count
from typing import Any

import aiohttp

from adapters.web.table.connections import MAX_PER_BROWSER
from adapters.web.table.websocket import RATE
from bot.kernel.messages import SURE

_numbers = count(1)


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
        self.size = 0  # of the newest page
        self._got = 0

    async def until(self, sequence: int) -> float:
        """Wait for the page of this event or a later one; when it arrived."""
        while self._got < sequence:
            received = await self.socket.receive()
            if received.type is aiohttp.WSMsgType.BINARY:
                self.size = len(received.data)
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
        choice = self.page["acts"][0]
        message = {
            "type": "press",
            "id": f"bench-{next(_numbers):08}",
            "button": choice["button"] + SURE,
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

    async def settle(self) -> None:
        """Wait until both players have the same page."""
        newest = max(each.page["sequence"] for each in self.players)
        await asyncio.gather(*(each.until(newest) for each in self.players))

    async def watchers(self, number: int) -> list[Watching]:
        found = []
        for start in range(0, number, MAX_PER_BROWSER):
            session = await self.visitor()
            for _ in range(min(MAX_PER_BROWSER, number - start)):
                socket = await session.ws_connect(f"{self.address}/socket?watch", max_msg_size=0)
                await socket.send_json({"type": "hello", "compact": True})
                found.append(Watching(socket))
        return found


async def open_table(stack: AsyncExitStack, url: str) -> Table:
    table = Table(stack, url)
    await table.open()
    return table
