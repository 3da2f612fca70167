"""From an address to the table behind it."""

from dataclasses import dataclass

from aiohttp import web

from adapters.web import words
from adapters.web.guard import Turned
from adapters.web.links import Links, room_of
from bot.messages import Page
from bot.ports import Clock, Service

PATHS = ("/t/{token}", "/w/{token}")  # to play, to watch
NOTHING_NEW = 10**9  # an event that no table reaches: a page without what happened


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is looked at: a room of ours, or from outside by its id, to watch only."""

    address: str
    room: str = ""
    table: str = ""

    @property
    def key(self) -> str:
        """By address where one only watches: nobody learns of a link that is good for longer than their own."""
        return self.room or self.address


class Places:
    """`service` is there while the adapter runs."""

    def __init__(self, links: Links, clock: Clock) -> None:
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
            raise Turned(503, words.AWAY)
        return self._service

    def of(self, request: web.Request) -> Place:
        """The same answer for an address that makes no sense and for one that nobody has."""
        token = request.match_info["token"]
        if request.path.startswith("/w/"):
            table = self._links.read_watch(token, self._clock.now())
            if table is not None:
                return Place(f"/w/{token}", table=table)
        elif room := room_of(token):
            return Place(f"/t/{token}", room=room)
        raise Turned(404, words.MISSING)

    async def page(self, place: Place, after: int = NOTHING_NEW) -> Page:
        """The table as everybody sees it."""
        if place.table:
            page = await self.service.page_of(place.table, after)
        else:
            page = await self.service.page(place.room, None, after)
        if page is None:
            raise Turned(404, words.MISSING)
        return page

    def watch_address(self, table: str) -> str:
        return self._links.watch_address(table, self._clock.now())
