"""Serves the pages and static files, and the requests of the front page."""

from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from adapters.web import serialization, table_opening, ui_texts
from adapters.web.addresses import PATHS, TableResolver
from adapters.web.assets import REVALIDATED, assets
from adapters.web.middleware import NO_STORE, HttpProblem, body
from adapters.web.sessions import Session, Sessions
from adapters.web.table_opening import JoinForm, OpenTableForm, PlayNowForm
from bot.live.budget import RateLimiter
from bot.ports import Clock

GUIDE_SECONDS = 600  # a team's own cards join the guide once they are drawn
MAX_TABLES = 30  # opened by one browser at once, and per hour


class Site:
    def __init__(self, resolver: TableResolver, sessions: Sessions, clock: Clock) -> None:
        self._resolver = resolver
        self._sessions = sessions
        self._clock = clock
        self._assets = assets()
        self._opened = RateLimiter(MAX_TABLES, MAX_TABLES / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/", self._front),
            web.get("/verify", self._verify),
            web.get("/static/{file:[A-Za-z0-9_./-]+}", self._static),
            web.get("/games", self._games),
            web.post("/tables", self._open),
            web.post("/play", self._play),
            web.post("/join", self._join),
            *(web.get(path, self._table) for path in PATHS),
            *(web.get(f"{path}/guide.json", self._guide) for path in PATHS),
            web.get("/{anything:.*}", self._not_found),
        ]

    # --- pages -----------------------------------------------------------------------------------------------------

    async def _front(self, request: web.Request) -> web.StreamResponse:
        return self.page(request, "front.html")

    async def _verify(self, request: web.Request) -> web.StreamResponse:
        """A page for everybody: it needs no session, because it only reads what is public or chosen by its reader."""
        return self._assets.pages["verify.html"].response(request, REVALIDATED)

    async def _table(self, request: web.Request) -> web.StreamResponse:
        await self._resolver.page(self._resolver.of(request))
        return self.page(request, "table.html")

    async def _guide(self, request: web.Request) -> web.StreamResponse:
        page = await self._resolver.page(self._resolver.of(request))
        guide = await self._resolver.service.guide(page.table)
        if guide is None:
            raise HttpProblem(404, ui_texts.MISSING)
        kept = {"Cache-Control": f"private, max-age={GUIDE_SECONDS}"}
        response = web.json_response(serialization.guide(guide), headers=kept, dumps=serialization.to_json)
        response.enable_compression()  # the same for everybody, so its size tells nothing
        return response

    def page(self, request: web.Request, name: str) -> web.StreamResponse:
        """One of our pages, for the browser's session."""
        now = self._clock.now()
        response = self._assets.pages[name].response(request, NO_STORE)
        self._sessions.set_cookie(response, self._sessions.of(request, now), now)
        return response

    async def _static(self, request: web.Request) -> web.StreamResponse:
        found = self._assets.static(request.match_info["file"])
        if found is None:
            raise HttpProblem(404, ui_texts.MISSING)
        asset, cache_control = found
        return asset.response(request, cache_control)

    def missing(self, request: web.Request) -> web.StreamResponse:
        """The 404 page."""
        return self._assets.pages["missing.html"].response(request, NO_STORE, status=404)

    async def _not_found(self, _: web.Request) -> web.StreamResponse:
        raise HttpProblem(404, ui_texts.MISSING)

    # --- opening ---------------------------------------------------------------------------------------------------

    async def _games(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(table_opening.games())

    async def _open(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(OpenTableForm, await body(request))
        return await self._opened_by(request, lambda who: table_opening.open_table(self._resolver.service, who, form))

    async def _play(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(PlayNowForm, await body(request))
        return await self._opened_by(request, lambda who: table_opening.play(self._resolver.service, who, form))

    async def _join(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(JoinForm, await body(request))
        return await self._opened_by(request, lambda who: table_opening.join(self._resolver.service, who, form))

    async def _opened_by(self, request: web.Request, work: Callable[[Session], Awaitable[str]]) -> web.StreamResponse:
        now = self._clock.now()
        session = self._sessions.of(request, now)
        if not self._opened.take(session.id, now):
            raise HttpProblem(429, ui_texts.TOO_MANY)
        token = await work(session)
        response = web.json_response({"address": f"/t/{token}"}, status=201)
        self._sessions.set_cookie(response, session, now)
        return response
