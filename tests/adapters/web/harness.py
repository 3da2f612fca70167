"""A test harness with a real web server, service and store, and HTTP clients as browsers."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import aiohttp
from yarl import URL

from adapters.http import HttpServer
from adapters.web.access.budgets import Budgets
from adapters.web.adapter import WebAdapter
from bot.kernel.service import GameService, random_seed
from bot.kernel.store import Store
from bot.operations.doctor import store_check
from tests.bot.harness import ManualClock, RecordingChat

KEY = b"a key for tests, of thirty bytes"
GUEST = "guest-0123456789abcdef"  # somebody else at the same computer
Data = dict[str, Any]

_numbers = count(1)


def seed_of(number: int) -> bytes:
    """The seed of the n-th table that is opened."""
    return hashlib.sha256(f"web {number}".encode()).digest()


@dataclass
class WebHarness:
    """The web table with a real service, store and server on loopback."""

    store: Store
    service: GameService
    adapter: WebAdapter
    clock: ManualClock
    port: int
    chats: Mapping[str, RecordingChat] = field(default_factory=dict)  # other platforms of the same service

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def browser(self, name: str = "", cookies: Mapping[str, str] | None = None) -> AsyncIterator["Browser"]:
        """A browser that has loaded the front page. With another browser's cookies, it is the same browser."""
        # unsafe: accept cookies from loopback addresses
        jar = aiohttp.CookieJar(unsafe=True)
        jar.update_cookies(cookies or {}, URL(self.url))
        async with aiohttp.ClientSession(self.url, cookie_jar=jar, headers={"Origin": self.url}) as session:
            browser = Browser(self, session, name)
            await browser.get("/")
            yield browser


@asynccontextmanager
async def web_harness(
    store: Store,
    *,
    clock: ManualClock | None = None,
    key: bytes = KEY,
    port: int = 0,
    url: str = "",
    names: Sequence[str] = (),
    frames: Sequence[str] = (),
    first_seed: int | None = 0,
    budgets: Budgets | None = None,
    chats: Mapping[str, RecordingChat] | None = None,
) -> AsyncIterator[WebHarness]:
    """A harness for the duration of the test. With the same port and store, it is the server after a restart.

    `first_seed`: None for real seeds, with everybody's luck.
    """
    clock = clock or ManualClock()
    adapter = WebAdapter(key, url=url, names=names, frames=frames, budgets=budgets, clock=clock)
    seeds = count(first_seed or 0)
    new_seed = random_seed if first_seed is None else lambda: seed_of(next(seeds))
    service = GameService(
        store, {"web": adapter, **(chats or {})}, clock=clock, new_seed=new_seed, pause=0.0, web=adapter
    )
    server = HttpServer("127.0.0.1", port)
    server.check(store_check(store))
    server.add(adapter.routes())
    await service.start()
    async with server.running() as listening:
        running = asyncio.create_task(adapter.run(service))
        try:
            yield WebHarness(store, service, adapter, clock, listening, chats or {})
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            await service.close()


@dataclass
class Browser:
    """One browser. It is a person; `tab` is somebody else at the same computer."""

    harness: WebHarness
    session: aiohttp.ClientSession
    name: str

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.key: cookie.value for cookie in self.session.cookie_jar}

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        async with self.session.get(path, headers=headers) as answer:
            return answer.status, await answer.text()

    async def post(self, path: str, data: object, **headers: str) -> tuple[int, Data]:
        async with self.session.post(path, data=json.dumps(data), headers=headers) as answer:
            return answer.status, await answer.json()

    async def open(self, game: str = "sprint", *, tab: str = "", **more: object) -> str:
        """Open a table and return its address."""
        form = {"game": game, "name": self.name, "tab": tab, **more}
        status, found = await self.post("/tables", form)
        assert status == 201, found
        return str(found["address"])

    async def play(self, game: str = "sprint", *, tab: str = "") -> str:
        status, found = await self.post("/play", {"game": game, "name": self.name, "tab": tab})
        assert status == 201, found
        return str(found["address"])

    @asynccontextmanager
    async def at(
        self, address: str, *, tab: str = "", name: str | None = None, query: str = "", greets: bool = True
    ) -> AsyncIterator["Tab"]:
        """Connect to a table and wait for its first page."""
        whose = f"tab={tab}" if tab else ""
        async with self.session.ws_connect(f"{address}/socket?{whose}{query}") as socket:
            found = Tab(socket, self.name if name is None else name)
            found.listening = asyncio.create_task(found.listen())
            try:
                if greets:
                    await found.send({"type": "hello", "name": found.name})
                    await found.until(lambda: found.pages or found.of("none"))
                yield found
            finally:
                found.listening.cancel()
                await asyncio.gather(found.listening, return_exceptions=True)


@dataclass
class Tab:
    """A WebSocket connection and everything it received."""

    socket: aiohttp.ClientWebSocketResponse
    name: str
    received: list[Data] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    listening: asyncio.Task[None] | None = None
    closed: int | None = None

    async def listen(self) -> None:
        async for message in self.socket:
            async with self.changed:
                self.raw.append(message.data)
                self.received.append(json.loads(message.data))
                self.changed.notify_all()
        async with self.changed:
            self.closed = self.socket.close_code
            self.changed.notify_all()

    async def until(self, reached: Callable[[], object]) -> None:
        async with self.changed:
            await self.changed.wait_for(lambda: reached() or self.closed is not None)
        assert reached(), f"closed with {self.closed}"

    async def send(self, message: object) -> None:
        await self.socket.send_str(json.dumps(message))

    # --- received messages -----------------------------------------------------------------------------------------

    def of(self, kind: str) -> list[Data]:
        return [message for message in self.received if message["type"] == kind]

    @property
    def pages(self) -> list[Data]:
        return self.of("page")

    @property
    def page(self) -> Data:
        return self.pages[-1]

    @property
    def presence(self) -> list[Data | None]:
        """Of each seat: whether that person is here, and since when they are away."""
        seats: list[Data | None] = self.of("presence")[-1]["seats"] if self.of("presence") else []
        return seats

    @property
    def feed(self) -> list[tuple[int, str]]:
        return [(line["sequence"], plain(line["text"])) for page in self.pages for line in page["feed"]]

    async def sees(self, reached: Callable[[Data], object]) -> Data:
        """Wait until the page meets a condition."""
        await self.until(lambda: reached(self.page))
        return self.page

    async def after(self, sequence: int) -> Data:
        return await self.sees(lambda page: page["sequence"] > sequence)

    # --- requests --------------------------------------------------------------------------------------------------

    async def say(self, line: str, number: str | None = None) -> list[Data]:
        return await self._ask({"type": "say", "line": line}, number)

    async def press(self, act: Data, answer: str = "", number: str | None = None) -> list[Data]:
        return await self._ask({"type": "press", "button": act["button"], "answer": answer}, number)

    async def _ask(self, message: Data, number: str | None) -> list[Data]:
        number = number or f"action-{next(_numbers)}-of-a-test"
        before = len(self.answers(number))
        await self.send({**message, "id": number})
        await self.until(lambda: len(self.answers(number)) > before)
        replies: list[Data] = self.answers(number)[-1]["replies"]
        return replies

    def answers(self, number: str) -> list[Data]:
        return [message for message in self.of("answer") if message["id"] == number]

    def act(self, label: str) -> Data:
        return next(each for each in self.page["acts"] if plain(each["label"]) == label)


def plain(parts: list[Any]) -> str:
    """A sentence as a person reads it."""
    return "".join(part if isinstance(part, str) else part["name"] for part in parts)
