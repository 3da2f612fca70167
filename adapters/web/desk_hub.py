"""Keeps the browsers that show a desk up to date, over one connection each for all teams.

When something changes at any table, the desk is read again, at most a few times a second however much happens, and
each connection is sent what differs from what it was sent before. So a slow connection delays nobody and misses
nothing.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from aiohttp import WSCloseCode, web

from adapters.web.desk_frames import DeskFrame, DeskParts
from adapters.web.frames import inflated
from adapters.web.presence import Presence
from adapters.web.websocket import RETRY_SECONDS, SEND_ERRORS
from bot.ports import Service
from bot.workshop_messages import Desk

log = logging.getLogger(__name__)

PAUSE = 0.3  # seconds between two frames, at least
SHARE = 4  # with many teams: so many times the processor time of a frame, so that it can't keep the program busy
LOOK = 5.0  # seconds after which the desk is read even if nothing happened: somebody may have waited for too long


class DeskHub:
    def __init__(
        self, key: str, service: Service, presence: Presence, now: Callable[[], float], watch: Callable[[str], str]
    ) -> None:
        self._key = key
        self._service = service
        self._presence = presence
        self._now = now
        self._parts = DeskParts(presence, watch)
        self._changed = asyncio.Event()
        self._followed: dict[str, tuple[Callable[[], None], ...]] = {}  # how to stop, by table
        self._updating: asyncio.Task[None] | None = None
        self._waiting: set[asyncio.Event] = set()  # the connections
        self.frame: DeskFrame | None = None
        self.gone = False  # the key opens nothing any more

    @contextmanager
    def connected(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever there is something new to send."""
        woken = asyncio.Event()
        woken.set()
        self._waiting.add(woken)
        self._updating = self._updating or asyncio.create_task(self._update())
        try:
            yield woken
        finally:
            self._waiting.discard(woken)
            if not self._waiting:
                self._close()

    @property
    def used(self) -> bool:
        return bool(self._waiting)

    def _close(self) -> None:
        if self._updating is not None:
            self._updating.cancel()
            self._updating = None
        for table in tuple(self._followed):
            self._unfollow(table)

    async def _update(self) -> None:
        while not self.gone:
            self._changed.clear()
            try:
                spent = await self._read()
            except Exception:  # the database is away, or one table is broken: the trainer keeps what is shown
                log.exception("could not read a desk")
                await asyncio.sleep(RETRY_SECONDS)
                continue
            for woken in self._waiting:
                woken.set()
            await asyncio.sleep(max(PAUSE, SHARE * spent))
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._changed.wait()

    async def _read(self) -> float:
        """Processor seconds for the frame; time spent waiting for others is nobody's load."""
        desk = await self._service.workshops.desk(self._key)
        if desk is None:
            self.gone = True
            return 0.0
        self._follow(desk)
        began = time.thread_time()
        self.frame = self._parts.of(desk, self._now())
        return time.thread_time() - began

    def _follow(self, desk: Desk) -> None:
        """Every table of the workshop, and the workshop itself; a new round has other tables."""
        tables = {team.table for team in desk.teams}
        for table in self._followed.keys() - tables - {""}:
            self._unfollow(table)
        for table in tables - self._followed.keys():
            stop = self._service.follow(table, self._changed.set)
            self._followed[table] = (stop, self._presence.follow(table, self._changed.set))
        if "" not in self._followed:
            self._followed[""] = (self._service.workshops.follow_workshop(desk.id, self._changed.set),)

    def _unfollow(self, table: str) -> None:
        for stop in self._followed.pop(table):
            stop()


async def send_desk(hub: DeskHub, woken: asyncio.Event, socket: web.WebSocketResponse, *, text: bool) -> None:
    """Send what changes until the desk is gone; as text to a browser that can't decompress."""
    sent: DeskFrame | None = None
    with suppress(*SEND_ERRORS):
        while not hub.gone:
            await woken.wait()
            woken.clear()
            frame = hub.frame
            if frame is not None and (data := frame.since(sent)):
                sent = frame
                await (socket.send_str(inflated(data)) if text else socket.send_bytes(data))
        await socket.send_str('{"type":"gone"}')
        await socket.close(code=WSCloseCode.OK)
