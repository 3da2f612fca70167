"""A test harness with the real Teams adapter, service and store, and people in a tenant."""

import asyncio
import hashlib
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import aiohttp

from adapters.http import HttpServer
from adapters.pictures import no_picture
from adapters.teams.adapter import TeamsAdapter, TeamsSettings
from bot.kernel.ports import Chat, Painter, WebAddresses
from bot.kernel.service import GameService
from bot.kernel.store import Store
from bot.kernel.table.journal import Standing, fold
from tests.peers.teams import APP, CHANNEL, GROUP, PERSONAL, SECRET, TENANT, Conversation, TeamsPeer, chat_with
from tests.peers.teams_user import TeamsUser

CHAT = "19:team@thread.v2"
THREAD = "19:general@thread.tacv2;messageid=1699999999999"


@dataclass
class TeamsHarness:
    """The adapter with a real service and store, connected to the peer."""

    teams: TeamsPeer
    store: Store
    service: GameService
    adapter: TeamsAdapter
    port: int

    @property
    def chat(self) -> Conversation:
        return self.teams.conversation(CHAT, GROUP)

    def person(self, name: str, where: Conversation | None = None, *, phone: bool = False, **more: Any) -> TeamsUser:
        return TeamsUser(self.teams, name, where or self.chat, phone, **more)

    def alone(self, name: str) -> TeamsUser:
        """Somebody in a chat with the bot."""
        return self.person(name, self.teams.conversation(chat_with(f"29:{name}"), PERSONAL))

    async def started(self, game: str, *names: str, phone: bool = False) -> list[TeamsUser]:
        """People at a table whose game has begun."""
        people = await self.seated(game, *names, phone=phone)
        await people[0].presses("Start")
        await self.settle()
        return people

    async def seated(self, game: str, *names: str, phone: bool = False) -> list[TeamsUser]:
        people = [self.person(name, phone=phone) for name in names]
        await people[0].types(f"new {game}")
        await self.settle()
        for person in people[1:]:
            await person.presses("Join")
            await self.settle()
        return people

    def thread(self) -> Conversation:
        return self.teams.conversation(THREAD, CHANNEL)

    async def settle(self) -> None:
        """Wait until every accepted delivery has been handled, and every message sent."""
        while running := self.adapter._tasks._running:
            await asyncio.wait(running)

    async def kinds(self, room: str = f"teams:{CHAT}") -> list[str]:
        record = await self.store.room(room)
        return [event.kind for event in await self.store.events(record.table)] if record else []

    async def standing(self, room: str = f"teams:{CHAT}") -> Standing:
        record = await self.store.room(room)
        assert record is not None
        standing = fold(await self.store.events(record.table))
        assert standing is not None
        return standing

    async def fetch(self, url: str) -> tuple[int, bytes, dict[str, str]]:
        """Fetch from our HTTP server what Teams would fetch."""
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status, await answer.read(), dict(answer.headers)


@asynccontextmanager
async def teams_harness(
    teams: TeamsPeer,
    store: Store,
    *,
    paint: Painter = no_picture,
    public: bool = False,
    seed: str = "7",
    web: WebAddresses | None = None,
    forecasts: bool = False,
    others: Mapping[str, Chat] | None = None,
    **more: Any,
) -> AsyncIterator[TeamsHarness]:
    """A harness for the duration of the test. `public`: our HTTP server has an address for pictures and files."""
    server = HttpServer("127.0.0.1", 0)
    where = f"http://127.0.0.1:{free_port()}" if public else ""
    if public:
        server = HttpServer("127.0.0.1", int(where.rpartition(":")[2]))
    usual: dict[str, Any] = {"waits": (0.0, 0.0), "windows": (), "url": where}
    usual |= {"secret": SECRET, "tenant": TENANT, "login": teams.url, "metadata": f"{teams.url}/metadata"}
    config = TeamsSettings(app=APP, **{**usual, **more})
    adapter = TeamsAdapter(config, paint, store)
    seeds = (hashlib.sha256(f"{seed} {number}".encode()).digest() for number in count())
    service = GameService(
        store,
        {"teams": adapter, **(others or {})},
        new_seed=lambda: next(seeds),
        pause=0.0,
        answers_due_queries=forecasts,
        web=web,
    )
    await service.start()
    running = asyncio.create_task(adapter.run(service))
    connected = asyncio.create_task(adapter.connected.wait())
    await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
    connected.cancel()
    if running.done():
        await service.close()
        running.result()
    server.add(adapter.routes())
    try:
        async with server.running() as port:
            teams.endpoint = f"http://127.0.0.1:{port}/teams/messages"
            yield TeamsHarness(teams, store, service, adapter, port)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await service.close()


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
