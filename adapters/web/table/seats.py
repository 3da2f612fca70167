"""Requests about a seat in the browser: the QR code to join, and carrying a seat to another device."""

import io
from collections.abc import Sequence
from typing import Annotated

from aiohttp import web
from pydantic import Field

from adapters.web import texts as ui_texts
from adapters.web.access.guests import sent_by_page
from adapters.web.access.identity import Identities, seated_name
from adapters.web.access.links import Origins, TableAddress, TableResolver
from adapters.web.middleware import HttpProblem, body
from adapters.web.table import front as table_opening
from adapters.web.table.connections import Connections
from adapters.web.table.front import Form, Tab
from bot.features.personal_links import LINK_SECONDS
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Page, Person
from bot.kernel.ports import Clock
from games.language import spoken

# --- a code to scan --------------------------------------------------------------------------------------------------

_QUIET_ZONE = 4  # modules, as the standard demands


def svg(text: str) -> str:
    import segno  # noqa: PLC0415  # slow to import, and few tables need it

    out = io.BytesIO()
    code = segno.make_qr(text, error="m")
    code.save(out, kind="svg", border=_QUIET_ZONE, light="#fff", dark="#000", xmldecl=False, omitsize=True)
    return out.getvalue().decode()


# --- seats -----------------------------------------------------------------------------------------------------------

_MAX_LINKS = 10  # made or taken back by one browser at once, and per hour
GONE, CONFLICT = 410, 409
_CARRIED = {"type": "carried", "text": ui_texts.CARRIED}


class _LinkForm(Form):
    tab: Tab = ""


class _SeatForm(Form):
    secret: Annotated[str, Field(max_length=100)]


class Seats:
    def __init__(
        self,
        resolver: TableResolver,
        identities: Identities,
        connections: Connections,
        origins: Origins,
        clock: Clock,
    ) -> None:
        self._resolver = resolver
        self._identities = identities
        self._connections = connections
        self._clock = clock
        self._origins = origins
        self._made = RateLimiter(_MAX_LINKS, _MAX_LINKS / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/t/{token}/qr.svg", self._qr),
            web.post("/t/{token}/link", self._link),
            web.post("/t/{token}/seat", self._take_seat),
            web.post("/t/{token}/take-back", self._take_back),
        ]

    async def _qr(self, request: web.Request) -> web.StreamResponse:
        """The table's address as a QR code."""
        address = self._resolver.of(request)
        await self._resolver.page(address)
        return web.Response(text=svg(self._origins.of(request) + address.address), content_type="image/svg+xml")

    async def _link(self, request: web.Request) -> web.StreamResponse:
        """A personal link to the seat of whoever asks."""
        address, person = await self._owner(request)
        link = f"{address.address}#seat={await self._identities.links.make(address.room, person)}"
        origin = self._origins.of(request, request.headers["Origin"])  # it was checked: posts come from our own pages
        return web.json_response({"link": link, "qr": svg(origin + link), "seconds": LINK_SECONDS}, status=201)

    async def _take_back(self, request: web.Request) -> web.StreamResponse:
        """End every carried seat of whoever asks. Only where they sat down: a carried seat can't end the others."""
        address, person = await self._owner(request, own=True)
        return web.json_response({"ended": await self._identities.links.take_back(address.room, person)})

    async def _owner(self, request: web.Request, *, own: bool = False) -> tuple[TableAddress, str]:
        """The table and the person who sits there; HttpProblem if they don't, or ask too often."""
        form = table_opening.read(_LinkForm, await body(request))
        address, who = self._resolver.of(request), await self._identities.at_table(request, form.tab)
        page = await self._page(address, who.id)
        person = who.at(page)
        if not seated_name(page, person):
            raise HttpProblem(CONFLICT, ui_texts.SEAT_FIRST)
        if own and person == who.carried:
            raise HttpProblem(CONFLICT, ui_texts.NOT_THE_OWNER)
        if not self._made.take(who.session.id, self._clock.now()):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        return address, person

    async def _take_seat(self, request: web.Request) -> web.StreamResponse:
        """Carry the seat behind a personal link to this browser. A link that isn't used here stays valid."""
        secret = table_opening.read(_SeatForm, await body(request)).secret
        if sent_by_page(request) is not None:
            raise HttpProblem(CONFLICT, ui_texts.NO_COOKIES)
        address, who = self._resolver.of(request), await self._identities.at_table(request)
        page, links = await self._page(address, who.id), self._identities.links
        carried = await links.whose(address.room, secret) or ""
        own = who.at(page)
        if carried and own == carried:
            return web.json_response({"name": seated_name(page, carried)})
        if carried and seated_name(page, own):
            raise HttpProblem(CONFLICT, ui_texts.already_seated(seated_name(page, own)))
        # whatever was true above, of all browsers that ask now only one gets it
        seat = await links.use(address.room, secret, who.session.person())
        person = await links.carried(address.room, seat) if seat else ""
        if seat is None or not seated_name(page, person):
            raise HttpProblem(GONE, ui_texts.LINK_USED)
        response = web.json_response({"name": seated_name(page, person)})
        self._identities.sessions.renew(request, response, who.session, self._clock.now())
        self._identities.carry(request, response, seat)
        self._connections.tell(address.room, person, _CARRIED)
        return response

    async def _page(self, address: TableAddress, person: str) -> Page:
        page = await self._resolver.service.page(address.room, Person(person, "", locale=spoken()))
        if page is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return page
