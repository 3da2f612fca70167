"""Requests about a seat in the browser: the QR code to join, and carrying a seat to another device."""

import io
from collections.abc import Sequence
from typing import Annotated

from aiohttp import web
from pydantic import Field

from adapters.web import texts as ui_texts
from adapters.web.identity import LINK_SECONDS, Identities, Identity, PersonalLinks, seated_name
from adapters.web.links import TableAddress, TableResolver
from adapters.web.middleware import HttpProblem, body
from adapters.web.table import front as table_opening
from adapters.web.table import serialization
from adapters.web.table.connections import Connections
from adapters.web.table.front import Form, Tab
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Page, Person
from bot.kernel.ports import Clock

# --- a code to scan --------------------------------------------------------------------------------------------------

_QUIET_ZONE = 4  # modules, as the standard demands


def svg(text: str) -> str:
    import segno  # noqa: PLC0415  # slow to import, and few tables need it

    out = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", border=_QUIET_ZONE, light="#fff", dark="#000", xmldecl=False, omitsize=True)
    return out.getvalue().decode()


# --- seats -----------------------------------------------------------------------------------------------------------

_MAX_LINKS = 10  # made by one browser at once, and per hour
GONE, CONFLICT = 410, 409
_CARRIED = serialization.to_json({"type": "carried", "text": ui_texts.CARRIED})


class _LinkForm(Form):
    tab: Tab = ""


class _SeatForm(Form):
    secret: Annotated[str, Field(max_length=100)]


class Seats:
    """Routes for seats. `url`: the public address, if it is known."""

    def __init__(
        self, resolver: TableResolver, identities: Identities, connections: Connections, clock: Clock, *, url: str
    ) -> None:
        self._resolver = resolver
        self._identities = identities
        self._connections = connections
        self._clock = clock
        self._url = url
        self._links = PersonalLinks()
        self._made = RateLimiter(_MAX_LINKS, _MAX_LINKS / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/t/{token}/qr.svg", self._qr),
            web.post("/t/{token}/link", self._link),
            web.post("/t/{token}/seat", self._take_seat),
        ]

    async def _qr(self, request: web.Request) -> web.StreamResponse:
        """The table's address as a QR code."""
        address = self._resolver.of(request)
        await self._resolver.page(address)
        origin = self._url or f"{request.scheme}://{request.host}"  # the host was checked
        return web.Response(text=svg(f"{origin}{address.address}"), content_type="image/svg+xml")

    async def _link(self, request: web.Request) -> web.StreamResponse:
        """Make a personal link to the seat of whoever asks."""
        form = table_opening.read(_LinkForm, await body(request))
        address, who, now = self._resolver.of(request), self._identities.of(request, form.tab), self._clock.now()
        person = await self._seated(address, who)
        if not self._made.take(who.session.id, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        link = f"{address.address}#seat={self._links.make(address.room, person, now)}"
        origin = request.headers["Origin"]  # it was checked: posts come from our own pages
        return web.json_response({"link": link, "qr": svg(origin + link), "seconds": LINK_SECONDS}, status=201)

    async def _seated(self, address: TableAddress, who: Identity) -> str:
        page = await self._page(address, who.id)
        person = who.at(page)
        if not seated_name(page, person):
            raise HttpProblem(CONFLICT, ui_texts.SEAT_FIRST)
        return person

    async def _take_seat(self, request: web.Request) -> web.StreamResponse:
        """Carry the seat behind a personal link to this browser. A link that isn't used here stays valid."""
        secret = table_opening.read(_SeatForm, await body(request)).secret
        address, who, now = self._resolver.of(request), self._identities.of(request), self._clock.now()
        carried = self._links.person(address.room, secret, now)
        page = await self._page(address, who.id)
        name = seated_name(page, carried) if carried else ""
        if carried is None or not name:
            raise HttpProblem(GONE, ui_texts.LINK_USED)
        own = who.at(page)
        if own != carried and seated_name(page, own):
            raise HttpProblem(CONFLICT, ui_texts.already_seated(seated_name(page, own)))
        response = web.json_response({"name": name})
        if own != carried:
            self._links.use(secret)
            self._identities.sessions.set_cookie(response, who.session, now)
            self._identities.carried.keep(request, response, request.match_info["token"], carried, now)
            self._connections.tell(address.room, carried, _CARRIED)
        return response

    async def _page(self, address: TableAddress, person: str) -> Page:
        page = await self._resolver.service.page(address.room, Person(person, ""))
        if page is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return page
