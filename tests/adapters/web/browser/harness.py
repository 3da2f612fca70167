"""A whole web table in the test's process: the real service and server on a SQLite file."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

from adapters.http import HttpServer
from adapters.web.adapter import WebAdapter
from bot.kernel.live.schedule import SystemClock
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Page, Person, Pressed, Request
from bot.kernel.service import GameService, random_seed
from storage import open_store

HOST = "127.0.0.1"
KEY = b"only for tests, only for tests!!"


class WebHarness:
    """The server; its port stays the same when it is restarted. Without a seed, games are random and take luck.

    `frames`: the sites that may show its pages in a frame.
    """

    def __init__(self, folder: Path, *, seed: str | None = "10", frames: Sequence[str] = ()) -> None:
        self._file = folder / "tables.db"
        self._database = f"sqlite:///{self._file}"
        self._seed = seed
        self._frames = frames
        self._tables = count()
        self._requests = count()
        self.port = 0
        self.service: GameService

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        store = await open_store(self._database)
        adapter = WebAdapter(KEY, host=HOST, frames=self._frames)
        new_seed = random_seed if self._seed is None else self._new_seed
        service = self.service = GameService(
            store,
            {adapter.platform: adapter},
            clock=SystemClock(),
            new_seed=new_seed,
            pause=0.05,
            web=adapter,
            counts=0,
        )
        server = HttpServer(HOST, self.port)
        server.add(adapter.routes())
        running = asyncio.create_task(adapter.run(service))
        try:
            await service.start()
            async with server.running() as self.port:
                yield
                running.cancel()
                with suppress(asyncio.CancelledError):
                    await running
        finally:
            running.cancel()
            await service.close()
            await store.close()

    def lose_everything(self) -> None:
        """Remove the database of a stopped server, as an operator might."""
        for file in self._file.parent.glob("tables.db*"):
            file.unlink()

    async def play_on(self, link: str, until: Callable[[Page], bool] = lambda _: False) -> None:
        """Press buttons for the players without their browsers, until a page meets a condition or the game ends."""
        room = f"web:{link.rpartition('/')[2]}"
        while True:
            live = await self.service.tables.in_room(room)
            assert live is not None
            if live.standing.table.phase == "over":
                return
            awaited = _awaited(live)
            if awaited is None:
                await self._change_at(live.id)  # automatic players are moving
                continue
            page = await self.service.page(room, awaited)
            assert page is not None
            if until(page):
                return
            await self._press(room, awaited, page)

    async def _change_at(self, table: str) -> None:
        happened = asyncio.Event()
        unfollow = self.service.follow(table, happened.set)
        await happened.wait()
        unfollow()

    async def _press(self, room: str, person: Person, page: Page) -> None:
        choice = next(choice for choice in page.reply.acts if choice.asks is None)
        number = f"browser test {next(self._requests)}"
        await self.service.handle(Request(number, room, person, Pressed(choice.button)))

    def _new_seed(self) -> bytes:
        return hashlib.sha256(f"{self._seed} {next(self._tables)}".encode()).digest()


def _awaited(live: LiveTable) -> Person | None:
    """A person whose move the game waits for, also where it calls nobody because a clock will do."""
    seats = live.standing.game.awaits(live.standing.state) if live.standing.playing else ()
    found = [seating for seating in live.people if seating.seat in seats and seating.seat in live.standing.table.people]
    return Person(found[0].person, found[0].name) if found else None
