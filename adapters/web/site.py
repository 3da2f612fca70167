"""The addresses of pages and static files, and the requests of the front page."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from html import escape

from aiohttp import web

from adapters.web import previews
from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Budgets
from adapters.web.access.identity import Session, Sessions
from adapters.web.access.links import EMBEDDED, PATHS, Origins, TableResolver
from adapters.web.assets import REVALIDATED, assets
from adapters.web.languages import offered
from adapters.web.middleware import NO_STORE, HttpProblem, body
from adapters.web.previews import Preview
from adapters.web.table import front as table_opening
from adapters.web.table import gallery, serialization
from adapters.web.table.front import JoinForm, OpenTableForm, PlayNowForm
from bot.kernel.live.work import RateLimiter
from bot.kernel.ports import Clock

_GUIDE_SECONDS = 600  # a team's own cards join the guide once they are drawn
_MAX_TABLES = 30  # opened by one browser at once, and per hour


class Site:
    def __init__(
        self, resolver: TableResolver, sessions: Sessions, origins: Origins, budgets: Budgets, clock: Clock
    ) -> None:
        self._resolver = resolver
        self._sessions = sessions
        self.origins = origins
        self._budgets = budgets
        self._clock = clock
        self._assets = assets()
        # a page of another kind in place of the front page, where a chat's client asks for it
        self.instead: Callable[[web.Request], web.StreamResponse | None] = lambda _: None
        self._opened = RateLimiter(_MAX_TABLES, _MAX_TABLES / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/", self._front),
            web.get("/verify", self._verify),
            web.get("/static/{file:[A-Za-z0-9_./-]+}", self._static),
            web.get("/session", self._session),
            web.get("/games", self._games),
            web.get("/languages", self._languages),
            web.get("/gallery/{game:[a-z]+}", self._gallery),
            web.get("/gallery/{game:[a-z]+}/cards.json", self._cards),
            web.post("/tables", self._open),
            web.post("/play", self._play),
            web.post("/join", self._join),
            *(web.get(path, self._table) for path in PATHS),
            *(web.get(f"{path}/screen", self._screen) for path in PATHS),
            *(web.get(f"{path}/guide.json", self._guide) for path in PATHS),
            web.get("/{anything:.*}", self._not_found),
        ]

    # --- pages -----------------------------------------------------------------------------------------------------

    async def _front(self, request: web.Request) -> web.StreamResponse:
        return self.instead(request) or self.page(request, "front.html", previews.front())

    async def _verify(self, request: web.Request) -> web.StreamResponse:
        """A page for everybody: it needs no session, because it only reads what is public or chosen by its reader."""
        return self._assets.page("verify.html").response(request, REVALIDATED)

    async def _table(self, request: web.Request) -> web.StreamResponse:
        if request.path.startswith(EMBEDDED):
            page = await self._resolver.page(self._resolver.frame(request))
            return self.framed(request, "meeting.html" if page.meets else "table.html")
        address = self._resolver.of(request)
        page = await self._resolver.page(address)
        preview = previews.of_table(page, address.address)
        return self.page(request, "meeting.html" if page.meets else "table.html", preview)

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        """A meeting on the big screen of its room."""
        if not (await self._resolver.page(self._resolver.of(request))).meets:
            raise HttpProblem(404, ui_texts.MISSING)
        return self.page(request, "screen.html")

    async def _gallery(self, request: web.Request) -> web.StreamResponse:
        """The choices of a game's option as cards, such as the formats of a retrospective."""
        gallery.of(request.match_info["game"])
        return self.page(request, "gallery.html")

    async def _cards(self, request: web.Request) -> web.StreamResponse:
        found = gallery.of(request.match_info["game"])
        response = web.json_response(found, headers={"Cache-Control": REVALIDATED}, dumps=serialization.to_json)
        response.enable_compression()  # the same for everybody, so its size tells nothing
        return response

    async def _guide(self, request: web.Request) -> web.StreamResponse:
        page = await self._resolver.page(self._resolver.of(request))
        guide = await self._resolver.service.guide(page.table)
        if guide is None:
            raise HttpProblem(404, ui_texts.MISSING)
        kept = {"Cache-Control": f"private, max-age={_GUIDE_SECONDS}"}  # not prose; its address names the language
        response = web.json_response(serialization.guide(guide), headers=kept, dumps=serialization.to_json)
        response.enable_compression()  # the same for everybody, so its size tells nothing
        return response

    def page(self, request: web.Request, name: str, preview: Preview | None = None) -> web.StreamResponse:
        """One of our pages, for the browser's session. `preview`: what other programs show of its address."""
        now, origin = self._clock.now(), self.origins.of(request)
        came_here = origin == f"{request.scheme}://{request.host}"
        head = "" if came_here else f'\n    <meta name="share" content="{escape(origin)}">'
        if preview is not None:
            head += replace(preview, picture=self._assets.address(preview.picture)).head(origin, request.path)
        response = self._assets.page(name).with_head(request, head)
        self._sessions.renew(request, response, self._sessions.of(request, now), now)
        return response

    def framed(self, request: web.Request, name: str, head: str = "") -> web.StreamResponse:
        """One of our pages inside a chat's own client: its session comes from there, and nobody shares its address."""
        return self._assets.page(name).with_head(request, head)

    async def _session(self, request: web.Request) -> web.StreamResponse:
        """For a page that keeps its session itself: one to begin with."""
        now = self._clock.now()
        response = web.Response(status=204)
        self._sessions.renew(request, response, self._sessions.of(request, now), now)
        return response

    async def _static(self, request: web.Request) -> web.StreamResponse:
        found = self._assets.static(request.match_info["file"])
        if found is None:
            raise HttpProblem(404, ui_texts.MISSING)
        asset, cache_control = found
        return asset.response(request, cache_control)

    def missing(self, request: web.Request) -> web.StreamResponse:
        """The 404 page."""
        return self._assets.page("missing.html").response(request, NO_STORE, status=404)

    async def _not_found(self, _: web.Request) -> web.StreamResponse:
        raise HttpProblem(404, ui_texts.MISSING)

    # --- opening ---------------------------------------------------------------------------------------------------

    async def _games(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(table_opening.games(), dumps=serialization.to_json)

    async def _languages(self, _: web.Request) -> web.StreamResponse:
        """What the menu offers."""
        return web.json_response(offered(), dumps=serialization.to_json)

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
        self._budgets.tables.spend(request)
        token = await work(session)
        response = web.json_response({"address": f"/t/{token}"}, status=201)
        self._sessions.renew(request, response, session, now)
        return response
