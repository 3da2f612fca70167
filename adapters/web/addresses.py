"""Resolves an address to its table."""

from dataclasses import dataclass

from aiohttp import web

from adapters.web import ui_texts
from adapters.web.links import WatchLinks, room_of
from adapters.web.middleware import HttpProblem
from bot.messages import Page
from bot.ports import Clock, Service

PATHS = ("/t/{token}", "/w/{token}")  # for playing, for watching
NO_FEED = 10**9  # a sequence number that no table reaches, for a page without its feed


@dataclass(frozen=True, slots=True)
class TableAddress:
    """An address and what it shows: a room of ours, or any table by its id, for watching only."""

    address: str
    room: str = ""
    table: str = ""

    @property
    def key(self) -> str:
        """Watchers share a hub only if they have the same address, so no page leaks a link that lives longer."""
        return self.room or self.address


class TableResolver:
    """Finds the table for a request. The service is available while the adapter runs."""

    def __init__(self, links: WatchLinks, clock: Clock) -> None:
        self._links = links
        self._clock = clock
        self._service: Service | None = None

    def open(self, service: Service) -> None:
        self._service = service

    def close(self) -> None:
        self._service = None

    @property
    def service(self) -> Service:
        if self._service is None:
            raise HttpProblem(503, ui_texts.UNAVAILABLE)
        return self._service

    def of(self, request: web.Request) -> TableAddress:
        """The address of a request; invalid and unknown ones get the same 404."""
        token = request.match_info["token"]
        if request.path.startswith("/w/"):
            table = self._links.read_watch(token, self._clock.now())
            if table is not None:
                return TableAddress(f"/w/{token}", table=table)
        elif room := room_of(token):
            return TableAddress(f"/t/{token}", room=room)
        raise HttpProblem(404, ui_texts.MISSING)

    async def page(self, table_address: TableAddress, after: int = NO_FEED) -> Page:
        """The table's public page."""
        if table_address.table:
            page = await self.service.page_of(table_address.table, after)
        else:
            page = await self.service.page(table_address.room, None, after)
        if page is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return page

    def watch_address(self, table: str) -> str:
        return self._links.watch_address(table, self._clock.now())
