"""Limits for connections to the HTTP server, so that half-sent requests can't take all file handles.

A connection on which no request is being handled is idle. When there are too many, the one that was opened first makes
room for the new one, so a request that is sent whole is always answered.
"""

import asyncio
import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

try:
    import resource
except ImportError:  # not on Windows
    FILE_HANDLES = 1024
else:
    FILE_HANDLES = resource.getrlimit(resource.RLIMIT_NOFILE)[0]

MAX_CONNECTIONS = 6000
RESERVED = 256  # file handles for everything else: the database, worker processes, connections to the platforms
HEADER_SECONDS = 15.0  # for the first request to arrive, without its body
BODY_SECONDS = 30.0  # for a request's body to arrive
KEEP_ALIVE = 300.0  # seconds; longer than a reverse proxy keeps its connections

server_log = logging.getLogger(__name__)


def connection_limit(handles: int = FILE_HANDLES) -> int:
    """How many connections the process has file handles for."""
    if handles < 0:  # unlimited
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(handles - RESERVED, handles // 2))


class LimitedConnections:
    """Makes the protocol of each new connection, and closes what would be too much."""

    def __init__(self, server: web.Server, most: int, header_seconds: float) -> None:
        self._server = server
        self._most = most
        self._header_seconds = header_seconds
        self._busy: set[web.RequestHandler] = set()
        self._closing: set[web.RequestHandler] = set()  # to make room; the library hasn't let go of them yet
        self._silent: dict[web.RequestHandler, asyncio.TimerHandle] = {}  # those that haven't sent a request yet

    def __call__(self) -> asyncio.BaseProtocol:
        if not self._has_room():
            return _Refused()
        connection = self._server()
        loop = asyncio.get_running_loop()
        self._silent[connection] = loop.call_later(self._header_seconds, self._give_up, connection)
        return connection

    def _has_room(self) -> bool:
        """Whether there is room for one more, if need be after closing an idle connection."""
        open_now = self._server.connections
        self._closing.intersection_update(open_now)
        if len(open_now) - len(self._closing) < self._most:
            return True
        idle = next((each for each in open_now if each not in self._busy and each not in self._closing), None)
        if idle is None:
            return False
        self._closing.add(idle)
        idle.force_close()
        return True

    def _give_up(self, connection: web.RequestHandler) -> None:
        del self._silent[connection]
        connection.force_close()

    def begin(self, connection: web.RequestHandler) -> None:
        """A whole request has arrived."""
        self._busy.add(connection)
        if timer := self._silent.pop(connection, None):
            timer.cancel()

    def end(self, connection: web.RequestHandler) -> None:
        self._busy.discard(connection)

    def close(self) -> None:
        for timer in self._silent.values():
            timer.cancel()
        self._silent.clear()


class _Refused(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


@web.middleware
async def read_body(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Read the body before anything else, and not for ever."""
    if request.body_exists:
        try:
            await asyncio.wait_for(request.read(), BODY_SECONDS)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
    return await handler(request)


def _without_address(record: logging.LogRecord) -> bool:
    """The library logs who sent a request that failed, and every request that isn't HTTP."""
    fault = record.exc_info[1] if record.exc_info else None
    record.msg, record.args = "a request failed", ()
    return not isinstance(fault, HttpProcessingError)


server_log.addFilter(_without_address)
