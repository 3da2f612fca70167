"""The one HTTP server of the program: signs of life for operators, and whatever the adapters serve."""

import asyncio
import errno
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Protocol, runtime_checkable

from aiohttp import web

from bot.settings import BadSettings

log = logging.getLogger(__name__)

MAX_BYTES = 1024 * 1024  # of one request; the web table allows less
PATIENCE = 5.0  # seconds in which a request that has begun may end, when the program stops
CHECK_SECONDS = 5.0  # after that, what does not answer counts as away
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Check = Callable[[], Awaitable[str]]  # a sentence on what is not ready; empty: all is well


@runtime_checkable
class Serving(Protocol):
    """An adapter that people or platforms reach over HTTP."""

    def routes(self) -> Sequence[web.RouteDef]: ...


@runtime_checkable
class Checked(Protocol):
    """An adapter that knows whether it is connected."""

    async def trouble(self) -> str:
        """A sentence without secrets on what is not ready; empty: all is well."""


class HttpServer:
    """Routes and checks are added first, then it runs."""

    def __init__(self, host: str, port: int, metrics: Callable[[], bytes] = bytes) -> None:
        self._host = host
        self._port = port
        self._metrics = metrics
        self._checks: list[Check] = []
        self._routes = [
            web.get("/healthz", self._healthy),
            web.get("/readyz", self._ready),
            web.get("/metrics", self._measured),
        ]

    def add(self, routes: Iterable[web.RouteDef]) -> None:
        self._routes += routes

    def check(self, check: Check) -> None:
        self._checks.append(check)

    @asynccontextmanager
    async def running(self, spare: int = 0) -> AsyncIterator[int]:
        """The port that it listens on; where that is taken, one of so many after it."""
        application = web.Application(client_max_size=MAX_BYTES)
        application.add_routes(self._routes)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=PATIENCE)
        await runner.setup()
        try:
            await self._listen(runner, spare)
            port: int = runner.addresses[0][1]
            log.info("listening on %s, port %d", self._host, port)
            yield port
        finally:
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner, spare: int) -> None:
        for port in range(self._port, min(self._port + spare, 65535) + 1):
            site = web.TCPSite(runner, self._host, port)
            try:
                await site.start()
            except OSError as fault:
                await site.stop()
                if fault.errno != errno.EADDRINUSE:
                    why = f"We cannot listen on {self._host}, port {port}: {fault.strerror}."
                    raise BadSettings(f"{why} See HTTP_HOST and HTTP_PORT.") from fault
            else:
                return
        raise BadSettings(f"Port {self._port} on {self._host} is in use by another program. Set HTTP_PORT to another.")

    # --- signs of life ---------------------------------------------------------------------------------------------

    async def _healthy(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _ready(self, _: web.Request) -> web.Response:
        troubles = [trouble for trouble in await asyncio.gather(*map(_asked, self._checks)) if trouble]
        return web.Response(text="\n".join(troubles or ["ok"]) + "\n", status=503 if troubles else 200)

    async def _measured(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics(), headers={"Content-Type": METRICS_TYPE})


async def _asked(check: Check) -> str:
    try:
        return await asyncio.wait_for(check(), CHECK_SECONDS)
    except TimeoutError:
        return "Something does not answer; the log may say what."
    except Exception:  # whatever it is, the answer is that we are not ready
        log.exception("a check failed")
        return "A check failed; the log says why."
