"""The desk from which a trainer runs a workshop. Its address holds the key, which is the whole right to it."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

from aiohttp import web
from pydantic import Field

from adapters.web import texts as ui_texts
from adapters.web.access.identity import Identities, delivery
from adapters.web.access.links import PLATFORM, TableResolver
from adapters.web.middleware import HttpProblem, body
from adapters.web.site import Site
from adapters.web.table import front as table_opening
from adapters.web.table import serialization
from adapters.web.table.connections import Connections, number
from adapters.web.table.front import REFUSED, Form, Word
from adapters.web.table.websocket import Id
from adapters.web.workshop.hub import DeskHub, send_desk
from bot.features.workshop.model import Desk, TeamCard, Workshops
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Called, Person, Request
from bot.kernel.ports import Clock
from bot.kernel.table.model import Refused
from games.language import spoken

# --- desk orders -----------------------------------------------------------------------------------------------------

_Text = Annotated[str, Field(max_length=4000)]
_Number = Annotated[int, Field(ge=0, le=10_000)]


class _OrderForm(Form):
    id: Id
    order: Word
    details: dict[Word, _Number | _Text | None] = Field(default_factory=dict, max_length=5)


class _HandOverForm(Form):
    id: Id


def _order_of(form: _OrderForm, key: str, desk: Desk) -> Request:
    """The trainer's request; the service says if there is no such order, or something is missing in it."""
    arguments = {name: str(given) for name, given in form.details.items() if given is not None}
    where, said = f"{PLATFORM}:desk:{desk.id}", Called(form.order, arguments)
    return Request(delivery(key, form.id), where, Person(where, desk.trainer, locale=spoken()), said, desk=key)


# --- desks -----------------------------------------------------------------------------------------------------------

KEY = "/desk/{key:[A-Za-z0-9_-]{1,100}}"
MAX_ORDERS, ORDERS_PER_SECOND = 40, 4  # at one desk


class Desks:
    def __init__(
        self, resolver: TableResolver, identities: Identities, connections: Connections, site: Site, clock: Clock
    ) -> None:
        self._resolver = resolver
        self._identities = identities
        self._connections = connections
        self._site = site
        self._clock = clock
        self._hubs: dict[tuple[str, str], DeskHub] = {}  # by key and language
        self._ordered = RateLimiter(MAX_ORDERS, ORDERS_PER_SECOND)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get(KEY, self._page),
            web.get(f"{KEY}/socket", self._connect),
            web.get(f"{KEY}/teams/{{team:[0-9]{{1,3}}}}.json", self._team),
            web.post(f"{KEY}/orders", self._order),
            web.post(f"{KEY}/hand-over", self._hand_over),
        ]

    async def desk(self, request: web.Request) -> Desk:
        """The desk; HttpProblem if the key is unknown or no longer valid, or the workshop is gone."""
        found = await self._resolver.service.feature(Workshops).desk(request.match_info["key"])
        if found is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return found

    # --- looking ---------------------------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        await self.desk(request)
        return self._site.page(request, "desk.html")

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        await self.desk(request)
        who = self._identities.browser(request)
        with self._connections.socket(request, who.session) as socket:
            self._identities.renew(request, socket, who)
            key = request.match_info["key"], spoken()
            hub = self._hubs.setdefault(key, self._hub(key[0]))
            try:
                with hub.connected() as woken:
                    await socket.prepare(request)
                    sending = asyncio.create_task(send_desk(hub, woken, socket, text="text" in request.query))
                    await socket.receive()  # a desk only listens: whatever comes is the end
                    sending.cancel()
                    await asyncio.gather(sending, return_exceptions=True)
            except ConnectionError:
                pass  # the browser has already left
            finally:
                if not hub.used:
                    self._hubs.pop(key, None)
        return socket

    def _hub(self, key: str) -> DeskHub:
        resolver = self._resolver
        return DeskHub(key, resolver.service, self._connections.presence, self._clock.now, resolver.watch_address)

    async def _team(self, request: web.Request) -> web.StreamResponse:
        """The story of a team's table, and its chart."""
        team = await self._looked_at(request)
        after = number(request.query.get("after", ""))
        page = await self._resolver.service.page_of(team.table, after)
        if page is None:
            raise HttpProblem(404, ui_texts.MISSING)
        response = web.json_response(
            {
                "table": page.table,
                "sequence": page.sequence,
                "feed": serialization.feed(page),
                "chart": serialization.picture(page.chart),
            },
            dumps=serialization.to_json,
        )
        response.enable_compression()  # all of it is public, so its size tells nothing
        return response

    async def _looked_at(self, request: web.Request) -> TeamCard:
        desk, at = await self.desk(request), int(request.match_info["team"])
        if at >= len(desk.teams):
            raise HttpProblem(404, ui_texts.MISSING)
        return desk.teams[at]

    # --- orders ----------------------------------------------------------------------------------------------------

    async def _order(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(_OrderForm, await body(request))
        desk, key = await self.desk(request), request.match_info["key"]
        if not self._ordered.take(desk.id, self._clock.now()):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        response = await self._resolver.service.handle(_order_of(form, key, desk))
        text, *problems = [reply.text for reply in response.replies]
        if response.outcome != "done":
            raise HttpProblem({"": REFUSED, "database": 503, "bug": 500}[response.cause], text)
        return web.json_response({"text": text, "problems": problems}, dumps=serialization.to_json)

    async def _hand_over(self, request: web.Request) -> web.StreamResponse:
        """Make a new key. Asked again because the answer got lost, it gives the same one: nobody else has it."""
        form = table_opening.read(_HandOverForm, await body(request))
        key = request.match_info["key"]
        try:
            opened = await self._resolver.service.feature(Workshops).hand_over(key, delivery(key, form.id))
        except Refused:
            raise HttpProblem(404, ui_texts.MISSING) from None
        return web.json_response({"address": f"/desk/{opened.key}"}, status=201)
