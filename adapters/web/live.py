"""Browsers that are connected: who may connect, and which table they look at together."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aiohttp import WSCloseCode, web

from adapters.web import words
from adapters.web.connection import HEARTBEAT, MAX_BYTES, Connection
from adapters.web.guard import Turned
from adapters.web.hub import Hub
from adapters.web.places import PATHS, Place, Places
from adapters.web.sessions import Session, Sessions, is_tab
from bot.messages import Reply, Request
from bot.ports import Clock

MAX_OF_ONE = 20  # connections of one browser
MAX_OF_ALL = 5000
PATIENCE = 2.0  # seconds for a browser to say goodbye


class Live:
    def __init__(self, places: Places, sessions: Sessions, clock: Clock) -> None:
        self._places = places
        self._sessions = sessions
        self._clock = clock
        self._hubs: dict[str, Hub] = {}  # by place
        self._sockets: set[web.WebSocketResponse] = set()  # that are connected or about to be
        self._connected: Counter[str] = Counter()  # by session
        self._finishing: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._sockets)

    def routes(self) -> Sequence[web.RouteDef]:
        return [web.get(f"{path}/socket", self._connect) for path in PATHS]

    def post(self, room: str, reply: Reply, request: Request | None) -> None:
        if room in self._hubs:
            self._hubs[room].post(reply, request)

    async def close(self) -> None:
        """The browsers are told, and connect again by themselves when there is a server again."""
        closing = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in tuple(self._sockets) if socket.prepared]
        await asyncio.gather(*closing, return_exceptions=True)
        await asyncio.gather(*self._finishing, return_exceptions=True)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        place = self._places.of(request)
        tab = request.query.get("tab", "")
        if tab and not is_tab(tab):
            raise Turned(400, words.BAD_MESSAGE)
        now = self._clock.now()
        session = self._sessions.of(request, now)
        if self._connected[session.id] >= MAX_OF_ONE or len(self._sockets) >= MAX_OF_ALL:
            raise Turned(429, words.ALREADY_MANY)
        socket = web.WebSocketResponse(timeout=PATIENCE, heartbeat=HEARTBEAT, max_msg_size=MAX_BYTES, compress=False)
        self._sessions.keep(socket, session, now)
        with self._counted(socket, session):
            hub = await self._hub(place)
            plays = bool(place.room) and "watch" not in request.query
            connection = Connection(hub, self._places.service, socket, session, tab if plays else "")
            with self._listening(hub, connection):
                try:
                    await socket.prepare(request)
                except ConnectionError:
                    return socket  # the browser has left already; there is nobody to tell
                await connection.run(request.query.get("table", ""), _number(request.query.get("after", "")))
        return socket

    @contextmanager
    def _counted(self, socket: web.WebSocketResponse, session: Session) -> Iterator[None]:
        self._sockets.add(socket)
        self._connected[session.id] += 1
        try:
            yield
        finally:
            self._sockets.discard(socket)
            self._connected[session.id] -= 1
            if not self._connected[session.id]:
                del self._connected[session.id]

    @contextmanager
    def _listening(self, hub: Hub, connection: Connection) -> Iterator[None]:
        """A hub is there for as long as somebody listens."""
        hub.listeners.add(connection)
        try:
            yield
        finally:
            hub.listeners.discard(connection)
            if not hub.listeners:
                del self._hubs[hub.place.key]
                hub.close()
            for task in connection.acting:
                self._finishing.add(task)
                task.add_done_callback(self._finishing.discard)

    async def _hub(self, place: Place) -> Hub:
        """Turned if there is no table. Whoever asks has to listen at once."""
        if place.key not in self._hubs:
            page = await self._places.page(place)
            if place.key not in self._hubs:  # somebody else may have been quicker
                hub = Hub(place, self._places.service, self._clock.now, self._places.watch_address)
                hub.follow(page.table)
                self._hubs[place.key] = hub
        return self._hubs[place.key]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
