"""The web table as the service sees it: a Chat whose rooms are pages in browsers."""

import asyncio
from collections.abc import Sequence

from aiohttp import web

from adapters.web.afterwards import Afterwards
from adapters.web.films import Films
from adapters.web.guard import Guard
from adapters.web.links import PLATFORM, Links, Signer
from adapters.web.live import Live
from adapters.web.places import Places
from adapters.web.sessions import Sessions
from adapters.web.site import Site, missing
from bot.live.timers import SystemClock
from bot.messages import Reply, Request
from bot.ports import Clock, Service

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104  listening there is the operator's choice; as an address it leads nowhere


class WebAdapter:
    """`host` is what the server listens on, `url` what people call it if that is something else."""

    platform = PLATFORM

    def __init__(
        self, key: bytes, *, host: str = "127.0.0.1", port: int = 0, url: str = "", clock: Clock | None = None
    ) -> None:
        self._host = host
        self._url = url.rstrip("/")
        self._port = port
        signer, clock = Signer(key), clock or SystemClock()
        sessions = Sessions(signer, secure=url.startswith("https:"))
        self._guard = Guard(host, url)
        self._places = Places(Links(signer), clock)
        self._site = Site(self._places, sessions, clock)
        self._live = Live(self._places, sessions, clock)
        self._films = Films()
        self._afterwards = Afterwards(self._places, self._films)

    @property
    def live(self) -> int:
        """How many browsers are connected."""
        return len(self._live)

    def listens_on(self, port: int) -> None:
        """The server has found its port."""
        self._port = port

    @property
    def url(self) -> str:
        """What people type into their browser."""
        listens = "localhost" if self._host in EVERYWHERE else self._host
        host = f"[{listens}]" if ":" in listens else listens
        return self._url or f"http://{host}:{self._port}"

    def watch_link(self, table: str) -> str:
        """An address at which a table, in whatever room it is played, can be watched and nothing else."""
        return self.url + self._places.watch_address(table)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.RouteDef(route.method, route.path, self._guard.around(route.handler, missing), route.kwargs)
            for part in (self._site, self._live, self._afterwards)
            for route in part.routes()
        ]

    async def run(self, service: Service) -> None:
        self._places.open(service)
        try:
            await asyncio.Event().wait()
        finally:
            await self._live.close()
            self._places.close()
            self._films.close()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        """Whoever looks is told; whoever comes later sees everything anyway."""
        del before
        self._live.post(room, reply, request)
        return ""
