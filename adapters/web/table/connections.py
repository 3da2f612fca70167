"""All WebSocket connections: accepted within limits, each attached to the hub of its table."""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aiohttp import WSCloseCode, web

from adapters.http import connection_limit
from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Visitors
from adapters.web.access.guests import SOCKET_PROTOCOL
from adapters.web.access.identity import Identities, Identity, Session
from adapters.web.access.links import PATHS, TableAddress, TableResolver
from adapters.web.middleware import HttpProblem
from adapters.web.table import serialization
from adapters.web.table.glances import Glances
from adapters.web.table.hub import Hub, Presence
from adapters.web.table.websocket import HEARTBEAT, MAX_BYTES, WebSocketConnection
from bot.kernel.messages import Reply, Request
from bot.kernel.ports import Clock

MAX_PER_BROWSER = 20
_MAX_SHARE = 0.8  # of the connections the server can have; the rest is for pages and health checks
_SHARE = 0.5  # of those, for one address
_CLOSE_TIMEOUT = 2.0  # seconds for a browser to confirm closing


class Connections:
    def __init__(self, resolver: TableResolver, identities: Identities, visitors: Visitors, clock: Clock) -> None:
        self._resolver = resolver
        self._identities = identities
        self._visitors = visitors
        self._clock = clock
        self.presence = Presence(clock.now)
        self._glances = Glances()
        self._most = int(_MAX_SHARE * connection_limit())
        self._hubs: dict[str, Hub] = {}  # by the key of the address
        self._sockets: set[web.WebSocketResponse] = set()  # connected, or about to be
        self._connected: Counter[str] = Counter()  # by session, and by address
        self._open: set[WebSocketConnection] = set()
        self._finishing: set[asyncio.Task[None]] = set()  # what was asked over connections that have ended since

    def __len__(self) -> int:
        return len(self._sockets)

    def routes(self) -> Sequence[web.RouteDef]:
        return [web.get(f"{path}/socket", self._connect) for path in PATHS]

    def post(self, room: str, reply: Reply, request: Request | None) -> None:
        if room in self._hubs:
            self._hubs[room].post(reply, request)

    async def close(self) -> None:
        """Close all connections; the browsers reconnect by themselves once the server is back."""
        closing = [socket.close(code=WSCloseCode.GOING_AWAY) for socket in tuple(self._sockets) if socket.prepared]
        await asyncio.gather(*closing, return_exceptions=True)
        # a connection that was just closed may not have noticed yet
        acting = [task for connection in self._open for task in connection.acting]
        await asyncio.gather(*acting, *self._finishing, return_exceptions=True)
        self.presence.close()

    def tell(self, room: str, person: str, message: serialization.Data) -> None:
        """Send a message to every page that this person has open at a table."""
        if room in self._hubs:
            for subscriber in self._hubs[room].subscribers:
                subscriber.tell(person, message)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        table_address = self._resolver.of(request)
        who = await self._identities.at_table(request, request.query.get("tab", ""))
        with self.socket(request, who.session) as socket:
            self._identities.renew(request, socket, who)
            hub = await self._hub(table_address)
            plays = bool(table_address.room) and "watch" not in request.query
            connection = WebSocketConnection(hub, self._resolver.service, socket, who if plays else None)
            with self._subscribed(hub, connection), self._until_taken_back(connection, who):
                try:
                    await socket.prepare(request)
                except ConnectionError:
                    return socket  # the browser has already left
                await connection.run(request.query.get("table", ""), number(request.query.get("after", "")))
        return socket

    @contextmanager
    def socket(self, request: web.Request, session: Session) -> Iterator[web.WebSocketResponse]:
        """A socket for a browser, counted as long as it is used; HttpProblem if there are too many."""
        address = self._visitors.address(request)
        from_one = self._connected[session.id] >= MAX_PER_BROWSER or self._connected[address] >= self._most * _SHARE
        if from_one or len(self._sockets) >= self._most:
            raise HttpProblem(429, ui_texts.TOO_MANY)
        socket = web.WebSocketResponse(
            timeout=_CLOSE_TIMEOUT,
            heartbeat=HEARTBEAT,
            max_msg_size=MAX_BYTES,
            compress=False,
            protocols=(SOCKET_PROTOCOL,),
        )
        self._sockets.add(socket)
        self._connected.update((session.id, address))
        try:
            yield socket
        finally:
            self._sockets.discard(socket)
            for counted in (session.id, address):
                self._connected[counted] -= 1
                if not self._connected[counted]:
                    del self._connected[counted]

    @contextmanager
    def _subscribed(self, hub: Hub, connection: WebSocketConnection) -> Iterator[None]:
        """Subscribe a connection to its hub; the hub is dropped with its last subscriber."""
        hub.subscribers.add(connection)
        self._open.add(connection)
        try:
            yield
        finally:
            self._open.discard(connection)
            hub.subscribers.discard(connection)
            if not hub.subscribers:
                del self._hubs[hub.table_address.key]
                hub.close()
            for task in connection.acting:
                self._finishing.add(task)
                task.add_done_callback(self._finishing.discard)

    @contextmanager
    def _until_taken_back(self, connection: WebSocketConnection, who: Identity) -> Iterator[None]:
        """A page with a carried seat is closed when its owner takes that back, in whatever process."""
        stop = self._identities.links.follow(who.seat, connection.dismiss) if who.seat else None
        try:
            yield
        finally:
            if stop is not None:
                stop()

    async def _hub(self, table_address: TableAddress) -> Hub:
        """The hub of an address; HttpProblem if there is no table. The caller must subscribe at once."""
        if table_address.key not in self._hubs:
            page = await self._resolver.page(table_address)
            if table_address.key not in self._hubs:  # another connection may have created it meanwhile
                hub = Hub(
                    table_address,
                    self._resolver.service,
                    self._clock.now,
                    self._resolver.watch_address,
                    self.presence,
                    glances=self._glances,
                )
                hub.follow(page.table)
                self._hubs[table_address.key] = hub
        return self._hubs[table_address.key]


def number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
