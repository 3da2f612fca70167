"""The program's HTTP server: health checks and metrics for operators, and the adapters' routes."""

import asyncio
import errno
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Protocol, runtime_checkable
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

from bot.settings import BadSettings

# --- connections -----------------------------------------------------------------------------------------------------

MAX_CONNECTIONS = 6000
RESERVED = 256  # file handles for everything else: the database, worker processes, connections to the platforms
_HEADER_SECONDS = 15.0  # for the first request to arrive, without its body
_BODY_SECONDS = 30.0  # for a request's body to arrive
_KEEP_ALIVE = 300.0  # seconds; longer than a reverse proxy keeps its connections

# Windows keeps ranges of ports for itself, and says that they can't be accessed
TAKEN = {errno.EADDRINUSE, errno.EACCES} if sys.platform == "win32" else {errno.EADDRINUSE}

_server_log = logging.getLogger("adapters.http.server")


if sys.platform == "win32":  # without such a limit

    def file_handles() -> int:
        return 1024
else:
    import resource

    def file_handles() -> int:
        """How many the process may have; it takes what it may need, because shells begin with 1,024, on macOS 256."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        needed = MAX_CONNECTIONS + RESERVED
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return soft
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # the system has another limit
            return soft
        return wanted


def connection_limit(handles: int | None = None) -> int:
    """The number of connections that the process has file handles for."""
    handles = file_handles() if handles is None else handles
    if handles < 0:  # unlimited
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(handles - RESERVED, handles // 2))


class _LimitedConnections:
    """The factory of the protocol of each new connection; closes those that are too many."""

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
        """True if there is room for one more, if need be after closing an idle connection."""
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
        """Note that a whole request has arrived."""
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
    """Read the body before anything else, with a time limit."""
    if request.body_exists:
        try:
            await asyncio.wait_for(request.read(), _BODY_SECONDS)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
    return await handler(request)


def _without_address(record: logging.LogRecord) -> bool:
    """Filter the library's log: it names who sent a failed request, and logs every request that isn't HTTP."""
    fault = record.exc_info[1] if record.exc_info else None
    record.msg, record.args = "a request failed", ()
    return not isinstance(fault, HttpProcessingError)


_server_log.addFilter(_without_address)

# --- allowed hosts ---------------------------------------------------------------------------------------------------


class HostGuard:
    """A check of Host headers.

    `host`: what the server listens on, `url`: its public address if that is different, `names`: what else is allowed.
    """

    def __init__(self, host: str, url: str = "", names: Iterable[str] = ()) -> None:
        self._names = {"localhost", "127.0.0.1", "::1", host.lower(), *map(str.lower, names)}
        self._listens_widely = not is_loopback(host)
        if url:
            self._names.add((urlsplit(url).hostname or "").lower())

    def add(self, name: str) -> None:
        self._names.add(name.lower())

    def allows(self, host: str) -> bool:
        """True if a request with this Host header may be answered."""
        name = host_name(host)
        if name in self._names:
            return True
        # no public DNS resolves a name without a dot, such as that of a container: a foreign page can't use one
        return self._listens_widely and bool(name) and (_is_address(name) or "." not in name)


def host_name(host: str) -> str:
    """The host without its port; empty if it is invalid."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# --- the server ------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_BYTES = 1024 * 1024  # of one request; the web table has a lower limit
SHUTDOWN_TIMEOUT = 5.0  # seconds for running requests to finish when the program stops
_MAX_BACKLOG = 100  # connections that wait to be accepted
_CHECK_TIMEOUT = 5.0  # seconds; a check that takes longer counts as failed
_WRONG_HOST = "This server isn't set up for that host name. Set WEB_HOSTS to it, or ask by IP address.\n"
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_Check = Callable[[], Awaitable[str]]  # a sentence on what isn't ready; empty: all is well


@runtime_checkable
class ServesHttp(Protocol):
    """An adapter with HTTP routes."""

    def routes(self) -> Sequence[web.RouteDef]: ...


@runtime_checkable
class ReportsHealth(Protocol):
    """An adapter that knows whether it is connected."""

    async def trouble(self) -> str:
        """The part that isn't ready, in a sentence without secrets; empty if all is well."""


class HttpServer:
    """The server. Add routes and checks first, then run it."""

    def __init__(
        self,
        host: str,
        port: int,
        metrics: Callable[[], bytes] = bytes,
        *,
        url: str = "",
        names: Iterable[str] = (),
        most_connections: int | None = None,
        header_seconds: float = _HEADER_SECONDS,
    ) -> None:
        """Set up the server. `url`: the public address, if there is another; `names`: other hosts it is reached by."""
        self._host = host
        self._port = port
        self._metrics = metrics
        self._guard = HostGuard(host, url, names)
        self._most_connections = most_connections or connection_limit()
        # the loop accepts as many at once as may wait, before any can be closed to make room for another
        self._backlog = min(_MAX_BACKLOG, max(1, self._most_connections // 4))
        self._header_seconds = header_seconds
        self._checks: list[_Check] = []
        self._routes = [
            web.get("/healthz", self._health),
            web.get("/readyz", self._readiness),
            web.get("/metrics", self._metrics_page),
        ]

    def add(self, routes: Iterable[web.RouteDef]) -> None:
        self._routes += routes

    def check(self, check: _Check) -> None:
        self._checks.append(check)

    @asynccontextmanager
    async def running(self, spare_ports: int = 0) -> AsyncIterator[int]:
        """Run the server and yield its port. If that is taken, try the next `spare_ports` ports."""
        application = web.Application(client_max_size=_MAX_BYTES, middlewares=[self._counted, read_body])
        application.add_routes(self._routes)
        runner = web.AppRunner(
            application,
            access_log=None,
            logger=_server_log,
            shutdown_timeout=SHUTDOWN_TIMEOUT,
            keepalive_timeout=_KEEP_ALIVE,
        )
        await runner.setup()
        assert runner.server is not None
        self._connections = _LimitedConnections(runner.server, self._most_connections, self._header_seconds)
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
            except UnicodeError as error:
                raise BadSettings(f"HTTP_HOST can't be a name of this machine: {self._host}") from error
            except OSError as error:
                if error.errno not in TAKEN:
                    why = f"Cannot listen on {self._host}, port {port}: {error.strerror}."
                    raise BadSettings(f"{why} Check HTTP_HOST and HTTP_PORT (or --port).") from error
        raise BadSettings(
            f"Port {self._port} on {self._host} is in use by another program. Set HTTP_PORT (or --port) to a free one."
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
            raise web.HTTPForbidden(text=_WRONG_HOST)
        return web.Response(body=self._metrics(), headers={"Content-Type": _METRICS_TYPE})


async def _run_check(check: _Check) -> str:
    try:
        return await asyncio.wait_for(check(), _CHECK_TIMEOUT)
    except TimeoutError:
        return "A check timed out; see the log."
    except Exception:  # any failure means that we aren't ready
        log.exception("a check failed")
        return "A check failed; see the log."
