"""The program's HTTP server: health checks and metrics for operators, and the adapters' routes."""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol, runtime_checkable

from aiohttp import web
from aiohttp.typedefs import Handler

from adapters.hosts import HostGuard
from adapters.http_connections import (
    HEADER_SECONDS,
    KEEP_ALIVE,
    LimitedConnections,
    connection_limit,
    read_body,
    server_log,
)
from bot.settings import BadSettings

log = logging.getLogger(__name__)

MAX_BYTES = 1024 * 1024  # of one request; the web table has a lower limit
SHUTDOWN_TIMEOUT = 5.0  # seconds for running requests to finish when the program stops
MAX_BACKLOG = 100  # connections that wait to be accepted
CHECK_TIMEOUT = 5.0  # seconds; a check that takes longer counts as failed
WRONG_HOST = "This server isn't set up for that host name. Set WEB_URL to its address, or ask by IP address.\n"
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Check = Callable[[], Awaitable[str]]  # a sentence on what isn't ready; empty: all is well


@runtime_checkable
class ServesHttp(Protocol):
    """An adapter with HTTP routes."""

    def routes(self) -> Sequence[web.RouteDef]: ...


@runtime_checkable
class ReportsHealth(Protocol):
    """An adapter that knows whether it is connected."""

    async def trouble(self) -> str:
        """What isn't ready, in a sentence without secrets; empty: all is well."""


class HttpServer:
    """Add routes and checks first, then run it."""

    def __init__(
        self,
        host: str,
        port: int,
        metrics: Callable[[], bytes] = bytes,
        *,
        url: str = "",
        most_connections: int | None = None,
        header_seconds: float = HEADER_SECONDS,
    ) -> None:
        """`url`: the public address, if there is another."""
        self._host = host
        self._port = port
        self._metrics = metrics
        self._guard = HostGuard(host, url)
        self._most_connections = most_connections or connection_limit()
        # the loop accepts as many at once as may wait, before any can be closed to make room for another
        self._backlog = min(MAX_BACKLOG, max(1, self._most_connections // 4))
        self._header_seconds = header_seconds
        self._checks: list[Check] = []
        self._routes = [
            web.get("/healthz", self._health),
            web.get("/readyz", self._readiness),
            web.get("/metrics", self._metrics_page),
        ]

    def add(self, routes: Iterable[web.RouteDef]) -> None:
        self._routes += routes

    def check(self, check: Check) -> None:
        self._checks.append(check)

    @asynccontextmanager
    async def running(self, spare_ports: int = 0) -> AsyncIterator[int]:
        """Run the server and yield its port. If that is taken, try the next `spare_ports` ports."""
        application = web.Application(client_max_size=MAX_BYTES, middlewares=[self._counted, read_body])
        application.add_routes(self._routes)
        runner = web.AppRunner(
            application,
            access_log=None,
            logger=server_log,
            shutdown_timeout=SHUTDOWN_TIMEOUT,
            keepalive_timeout=KEEP_ALIVE,
        )
        await runner.setup()
        assert runner.server is not None
        self._connections = LimitedConnections(runner.server, self._most_connections, self._header_seconds)
        try:
            listening = await self._listen(spare_ports)
            try:
                port: int = listening.sockets[0].getsockname()[1]
                log.info("listening on %s, port %d", self._host, port)
                yield port
            finally:
                listening.close()
        finally:
            await runner.cleanup()
            self._connections.close()

    async def _listen(self, spare_ports: int) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        for port in range(self._port, min(self._port + spare_ports, 65535) + 1):
            try:
                return await loop.create_server(self._connections, self._host, port, backlog=self._backlog)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    why = f"Cannot listen on {self._host}, port {port}: {error.strerror}."
                    raise BadSettings(f"{why} Check HTTP_HOST and HTTP_PORT.") from error
        raise BadSettings(
            f"Port {self._port} on {self._host} is in use by another program. Set HTTP_PORT to a free port."
        )

    @web.middleware
    async def _counted(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        self._connections.begin(request.protocol)
        try:
            return await handler(request)
        finally:
            self._connections.end(request.protocol)

    # --- health and metrics ----------------------------------------------------------------------------------------

    async def _health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _readiness(self, _: web.Request) -> web.Response:
        troubles = [trouble for trouble in await asyncio.gather(*map(_run_check, self._checks)) if trouble]
        return web.Response(text="\n".join(troubles or ["ok"]) + "\n", status=503 if troubles else 200)

    async def _metrics_page(self, request: web.Request) -> web.Response:
        if not self._guard.allows(request.host):
            raise web.HTTPForbidden(text=WRONG_HOST)
        return web.Response(body=self._metrics(), headers={"Content-Type": METRICS_TYPE})


async def _run_check(check: Check) -> str:
    try:
        return await asyncio.wait_for(check(), CHECK_TIMEOUT)
    except TimeoutError:
        return "A check timed out; see the log."
    except Exception:  # any failure means that we aren't ready
        log.exception("a check failed")
        return "A check failed; see the log."
