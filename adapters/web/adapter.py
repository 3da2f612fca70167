"""The web adapter: a Chat whose rooms are pages in browsers."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import Protocol

from aiohttp import web

from adapters.http import is_loopback
from adapters.web.access.budgets import Budgets
from adapters.web.access.guests import Guests
from adapters.web.access.identity import CarriedSeats, Identities, Sessions
from adapters.web.access.links import (
    KEY_BYTES,
    PLATFORM,
    Origins,
    Signer,
    TableResolver,
    WatchLinks,
    load_or_create_key,
    new_token,
)
from adapters.web.embedding.pages import Embedding
from adapters.web.middleware import SecurityMiddleware
from adapters.web.pictures import LazyPictures
from adapters.web.previews import Previews
from adapters.web.site import Site
from adapters.web.table.connections import Connections
from adapters.web.table.finished import FinishedGames
from adapters.web.table.front import OwnTables
from adapters.web.table.presence import PresenceExchange
from adapters.web.table.seats import Seats
from adapters.web.workshop.desk import Desks
from adapters.web.workshop.entrance import Entrances, Rehearse
from adapters.web.workshop.report import Comparisons
from bot.features.presence import Presences
from bot.kernel.live.schedule import SystemClock
from bot.kernel.messages import Reply, Request
from bot.kernel.ports import Clock, Service
from bot.pictures.films import Films
from bot.settings import BadSettings, Settings

_ANY_ADDRESS = {  # the operator may listen there, but it is no address to open
    "0.0.0.0",  # noqa: S104
    "::",
}


class _Part(Protocol):
    def routes(self) -> Sequence[web.RouteDef]: ...


class WebAdapter:
    """The adapter; its arguments are those of `SecurityMiddleware`."""

    platform = PLATFORM

    def __init__(
        self,
        key: bytes,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        url: str = "",
        names: Sequence[str] = (),
        frames: Sequence[str] = (),
        budgets: Budgets | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._host = host
        self._port = port
        self._origins = Origins(url)
        signer, clock = Signer(key), clock or SystemClock()
        budgets = budgets or Budgets(clock)
        sessions = Sessions(signer, secure=url.startswith("https:"), embedded=bool(frames))
        self._middleware = SecurityMiddleware(host, url, names, frames)
        guests = Guests(signer)
        self._resolver = TableResolver(WatchLinks(signer), clock, guests)
        identities = Identities(sessions, CarriedSeats(signer, sessions), self._resolver, clock)
        self._own_tables = OwnTables(self._resolver, identities, budgets, clock)
        self._site = Site(self._resolver, sessions, self._origins, budgets, clock)
        self.embedding = Embedding(self._resolver, guests, self._site, self._middleware, budgets=budgets, clock=clock)
        self._connections = Connections(self._resolver, identities, budgets.visitors, clock)
        self._seats = Seats(self._resolver, identities, self._connections, self._origins, clock)
        self._entrances = Entrances(self._resolver, identities, budgets, self._site, clock)
        self._desks = Desks(self._resolver, identities, self._connections, self._site, clock)
        self._pictures = LazyPictures()
        self._previews = Previews(self._resolver, self._pictures, clock)
        self._comparisons = Comparisons(self._resolver, self._desks, self._site, self._pictures, clock)
        self._films = Films()
        self._finished_games = FinishedGames(self._resolver, sessions, self._films, clock)

    @property
    def live(self) -> int:
        """The number of connected browsers."""
        return len(self._connections)

    def listens_on(self, port: int) -> None:
        """Note the port; called once the server listens."""
        self._port = port

    @property
    def url(self) -> str:
        """The address of the front page for others."""
        return self._origins.public or self._origins.nearby or self.url_here

    @property
    def url_here(self) -> str:
        """The address of the front page for this computer."""
        listens = "localhost" if self._host in _ANY_ADDRESS else self._host
        host = f"[{listens}]" if ":" in listens else listens
        return f"http://{host}:{self._port}"

    def invite_nearby(self, address: str) -> None:
        """Let links that are shared lead to this computer's address in the local network."""
        self._origins.nearby = f"http://{address}:{self._port}"

    def watch_link(self, table: str) -> str:
        """A link for watching a table, in whatever room it is played."""
        return self.url + self._resolver.watch_address(table)

    def table_link(self, room: str) -> str:
        return f"{self.url}/t/{room.partition(':')[2]}"

    def entrance_link(self, entrance: str) -> str:
        return f"{self.url}/workshop/{entrance}"

    def desk_link(self, key: str) -> str:
        return f"{self.url}/desk/{key}"

    def new_room(self) -> str:
        return f"{PLATFORM}:{new_token()}"

    def offer_rehearsals(self, rehearse: Rehearse) -> None:
        """Let trainers open workshops whose teams play by themselves; on their own machine, as that keeps it busy."""
        if not self._origins.public and is_loopback(self._host):
            self._entrances.rehearse = rehearse

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.RouteDef(
                route.method, route.path, self._middleware.wrap(route.handler, self._site.missing), route.kwargs
            )
            for part in self._parts()
            for route in part.routes()
        ]

    def _parts(self) -> tuple[_Part, ...]:
        """The parts in order: the last one answers whatever the others don't know."""
        games = self._own_tables, self._seats, self._connections, self._previews, self._finished_games
        return (*games, self._entrances, self._desks, self._comparisons, self.embedding, self._site)

    async def run(self, service: Service) -> None:
        self._resolver.open(service)
        exchange = PresenceExchange(self._connections.presence).run(service.feature(Presences))
        exchanging = asyncio.create_task(exchange, name="presence")
        try:
            await asyncio.Event().wait()
        finally:
            exchanging.cancel()
            await asyncio.gather(exchanging, return_exceptions=True)
            await self._connections.close()
            self._resolver.close()
            self._films.close()
            self._pictures.close()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        """Update the connected browsers; a browser that connects later gets the whole page anyway."""
        del before
        self._connections.post(room, reply, request)
        return ""


# --- wiring ----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)


def adapter_of(settings: Settings) -> WebAdapter:
    if fault := embedding_fault(settings):
        raise BadSettings(fault)
    clock = SystemClock()
    return WebAdapter(
        _key(settings),
        host=settings.http_host,
        port=settings.http_port,
        url=settings.web_url,
        names=settings.web_hosts,
        frames=settings.web_embed,
        budgets=Budgets(clock, settings.http_proxies, settings.web_tables),
        clock=clock,
    )


def embedding_fault(settings: Settings) -> str:
    """A sentence if no site could show the web table in a frame, though it should; else nothing."""
    if settings.web_embed and not settings.web_url.startswith("https:"):
        return "WEB_EMBED needs a WEB_URL with https: in a frame, browsers keep no other cookies."  # not prose
    return ""


def _key(settings: Settings) -> bytes:
    """The key in WEB_SECRET, or in a file next to the SQLite database, or a new one at every start."""
    if settings.web_secret is not None:
        return settings.web_secret.get_secret_value().encode()
    database = settings.database_file
    if database is None:
        log.warning("WEB_SECRET is not set: players at the web table lose their seats when this program restarts")
        return secrets.token_bytes(KEY_BYTES)
    try:
        return load_or_create_key(database.with_name(f"{database.name}.key"))
    except OSError as error:
        raise BadSettings(
            f"Could not save the key of the web table: {error} Set WEB_SECRET instead."  # not prose
        ) from error
