"""The pages themselves, and opening a table from the front page."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from aiohttp import web

from adapters.web import opening, words
from adapters.web.guard import Turned, body
from adapters.web.limits import Buckets
from adapters.web.opening import Joining, Opening, Playing
from adapters.web.places import PATHS, Places
from adapters.web.sessions import Session, Sessions
from bot.pictures.fonts import roboto
from bot.ports import Clock

PAGES = Path(__file__).parent / "pages"
STATIC = Path(__file__).parent / "static"
MAX_TABLES = 30  # one browser may open at once, and so many an hour
# not guessed: a browser believes what we say, and the machine's own list may say something else
KINDS = {
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
    def __init__(self, places: Places, sessions: Sessions, clock: Clock) -> None:
        self._places = places
        self._sessions = sessions
        self._clock = clock
        self._opened = Buckets(MAX_TABLES, MAX_TABLES / 3600)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/", self._front),
            web.get("/static/fonts/{file}", self._font),
            web.get("/static/{file:[A-Za-z0-9_./-]+}", self._static),
            web.get("/games", self._games),
            web.post("/tables", self._open),
            web.post("/play", self._play),
            web.post("/join", self._join),
            *(web.get(path, self._table) for path in PATHS),
            web.get("/{anything:.*}", self._nowhere),
        ]

    # --- pages -----------------------------------------------------------------------------------------------------

    async def _front(self, request: web.Request) -> web.StreamResponse:
        return self._page(request, "front.html")

    async def _table(self, request: web.Request) -> web.StreamResponse:
        await self._places.page(self._places.of(request))
        return self._page(request, "table.html")

    def _page(self, request: web.Request, name: str) -> web.StreamResponse:
        now = self._clock.now()
        response = _file(PAGES / name, "no-store")
        self._sessions.keep(response, self._sessions.of(request, now), now)
        return response

    async def _static(self, request: web.Request) -> web.StreamResponse:
        file = (STATIC / request.match_info["file"]).resolve()
        if not file.is_relative_to(STATIC):
            raise Turned(404, words.MISSING)
        return _file(file, "no-cache")

    async def _font(self, request: web.Request) -> web.StreamResponse:
        """What the boards are measured for comes from its own package, as it does for pictures."""
        known = {font.path.name: font.path for font in roboto()}
        return _file(known.get(request.match_info["file"], STATIC), "max-age=604800")

    async def _nowhere(self, _: web.Request) -> web.StreamResponse:
        raise Turned(404, words.MISSING)

    # --- opening ---------------------------------------------------------------------------------------------------

    async def _games(self, _: web.Request) -> web.StreamResponse:
        return web.json_response(opening.games())

    async def _open(self, request: web.Request) -> web.StreamResponse:
        form = opening.read(Opening, await body(request))
        return await self._opened_by(request, lambda who: opening.open_table(self._places.service, who, form))

    async def _play(self, request: web.Request) -> web.StreamResponse:
        form = opening.read(Playing, await body(request))
        return await self._opened_by(request, lambda who: opening.play(self._places.service, who, form))

    async def _join(self, request: web.Request) -> web.StreamResponse:
        form = opening.read(Joining, await body(request))
        return await self._opened_by(request, lambda who: opening.join(self._places.service, who, form))

    async def _opened_by(self, request: web.Request, work: Callable[[Session], Awaitable[str]]) -> web.StreamResponse:
        now = self._clock.now()
        session = self._sessions.of(request, now)
        if not self._opened.take(session.id, now):
            raise Turned(429, words.ALREADY_MANY)
        token = await work(session)
        response = web.json_response({"address": f"/t/{token}"}, status=201)
        self._sessions.keep(response, session, now)
        return response


def missing() -> web.StreamResponse:
    """The page for an address that leads nowhere."""
    file = PAGES / "missing.html"
    if file.is_file():
        return web.Response(text=file.read_text("utf-8"), content_type="text/html", status=404)
    return web.Response(text=f"{words.MISSING}\n", status=404)


def _file(file: Path, keep: str) -> web.StreamResponse:
    if file.suffix not in KINDS or not file.is_file():
        raise Turned(404, words.MISSING)
    return web.FileResponse(file, headers={"Content-Type": KINDS[file.suffix], "Cache-Control": keep})
