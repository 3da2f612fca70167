"""Serves the pages and static files, and the requests of the front page."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from aiohttp import web

from adapters.web import table_opening, ui_texts
from adapters.web.addresses import PATHS, TableResolver
from adapters.web.middleware import HttpProblem, body
from adapters.web.sessions import Session, Sessions
from adapters.web.table_opening import JoinForm, OpenTableForm, PlayNowForm
from bot.live.budget import RateLimiter
from bot.pictures.fonts import roboto
from bot.ports import Clock

PAGES = Path(__file__).parent / "pages"
STATIC = Path(__file__).parent / "static"
MAX_TABLES = 30  # opened by one browser at once, and per hour
# explicit, because the machine's own list of types may differ
CONTENT_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".ttf": "font/ttf",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Site:
    def __init__(self, resolver: TableResolver, sessions: Sessions, clock: Clock) -> None:
        self._resolver = resolver
        self._sessions = sessions
        self._clock = clock
        self._opened = RateLimiter(MAX_TABLES, MAX_TABLES / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/", self._front),
            web.get("/verify", self._verify),
            web.get("/static/fonts/{file}", self._font),
            web.get("/static/{file:[A-Za-z0-9_./-]+}", self._static),
            web.get("/games", self._games),
            web.post("/tables", self._open),
            web.post("/play", self._play),
            web.post("/join", self._join),
            *(web.get(path, self._table) for path in PATHS),
            web.get("/{anything:.*}", self._not_found),
        ]

    # --- pages -----------------------------------------------------------------------------------------------------

    async def _front(self, request: web.Request) -> web.StreamResponse:
        return self._page(request, "front.html")

    async def _verify(self, _: web.Request) -> web.StreamResponse:
        """A page for everybody: it needs no session, because it only reads what is public or chosen by its reader."""
        return _file(PAGES / "verify.html", "no-cache")

    async def _table(self, request: web.Request) -> web.StreamResponse:
        await self._resolver.page(self._resolver.of(request))
        return self._page(request, "table.html")

    def _page(self, request: web.Request, name: str) -> web.StreamResponse:
        now = self._clock.now()
        response = _file(PAGES / name, "no-store")
        self._sessions.set_cookie(response, self._sessions.of(request, now), now)
        return response

    async def _static(self, request: web.Request) -> web.StreamResponse:
        file = (STATIC / request.match_info["file"]).resolve()
        if not file.is_relative_to(STATIC):
            raise HttpProblem(404, ui_texts.MISSING)
        return _file(file, "no-cache")

    async def _font(self, request: web.Request) -> web.StreamResponse:
        """The font that boards are measured for; it comes from the same package as for pictures."""
        known = {font.path.name: font.path for font in (roboto(), roboto().bold)}
        return _file(known.get(request.match_info["file"], STATIC), "max-age=604800")

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


def missing() -> web.StreamResponse:
    """The 404 page."""
    file = PAGES / "missing.html"
    if file.is_file():
        return web.Response(text=file.read_text("utf-8"), content_type="text/html", status=404)
    return web.Response(text=f"{ui_texts.MISSING}\n", status=404)


def _file(file: Path, cache_control: str) -> web.StreamResponse:
    if file.suffix not in CONTENT_TYPES or not file.is_file():
        raise HttpProblem(404, ui_texts.MISSING)
    return web.FileResponse(file, headers={"Content-Type": CONTENT_TYPES[file.suffix], "Cache-Control": cache_control})
