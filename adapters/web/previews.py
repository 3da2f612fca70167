"""What other programs show of a link: a title, a sentence without names, and a picture of what everybody may see."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from aiohttp import web

from adapters.web import texts as ui_texts
from adapters.web.access.links import PATHS, TableResolver
from adapters.web.languages import VARIES
from adapters.web.middleware import HttpProblem
from adapters.web.pictures import LazyPictures
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Page
from bot.kernel.ports import Clock
from games import GAMES
from games.language import Text, spoken

_COVER = "/static/covers/{}.png"
_COVERS = {"sprint", "scrumkin", "rugby", "retro"}  # made by tests/adapters/web/browser/screenshots.py
_MAX_DRAWN = 20  # boards of one table at once, and per hour
_MAX_EVERYWHERE = 600  # of all tables
_MAX_KEPT = 100  # pictures
_KEPT_SECONDS = 300  # by whoever asked


@dataclass(frozen=True, slots=True)
class Preview:
    title: str
    description: str
    picture: str = ""  # an address on this server
    indexed: bool = False  # search engines may list it; a table's address is its key

    def head(self, origin: str, path: str) -> str:
        """For the page's head; `origin` is where others reach this server."""
        named = {
            "og:site_name": ui_texts.SITE,
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.description,
            "og:url": origin + path,
        }
        if self.picture:
            named["og:image"] = origin + self.picture
        tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in named.items()]
        tags.append(f'<meta name="twitter:card" content="{"summary_large_image" if self.picture else "summary"}">')
        if not self.indexed:
            tags.append('<meta name="robots" content="noindex">')
        return "".join(f"\n    {tag}" for tag in tags)


def cover(game: str) -> str:
    """The address of a game's cover; empty if it has none."""
    return _COVER.format(game) if game in _COVERS else ""


def front() -> Preview:
    return Preview(ui_texts.SITE, str(ui_texts.ABOUT), cover("sprint"), indexed=True)


def of_table(page: Page, address: str) -> Preview:
    """Of a meeting nothing but that it is one: what was written there stays there."""
    title = f"{page.team} · {page.title}" if page.team else page.title
    drawn = page.board is not None and page.phase != "lobby"
    picture = f"{address}/preview.png" if drawn else cover(page.game)
    summary = str(GAMES[page.game].about.summary) if page.game in GAMES else ""
    state = _state(page, watches=address.startswith("/w/"))
    return Preview(title, f"{summary}. {state}" if summary else str(state), picture)


def _state(page: Page, *, watches: bool) -> Text:
    if page.phase == "over":
        return ui_texts.PREVIEW_OVER
    if watches:
        return ui_texts.PREVIEW_WATCH
    if page.meets:
        return ui_texts.PREVIEW_MEETING
    return ui_texts.PREVIEW_LOBBY if page.phase == "lobby" else ui_texts.PREVIEW_PLAYING


class Previews:
    """Boards as pictures: each is drawn once, however often it is asked for, and not too many of them."""

    def __init__(self, resolver: TableResolver, pictures: LazyPictures, clock: Clock) -> None:
        self._resolver = resolver
        self._pictures = pictures
        self._clock = clock
        self._drawn = RateLimiter(_MAX_DRAWN, _MAX_DRAWN / 3600)
        self._everywhere = RateLimiter(_MAX_EVERYWHERE, _MAX_EVERYWHERE / 3600)
        # the last of a table, by language
        self._kept: OrderedDict[tuple[str, str], tuple[tuple[int, tuple[str, ...]], bytes]] = OrderedDict()

    def routes(self) -> Sequence[web.RouteDef]:
        return [web.get(f"{path}/preview.png", self._picture) for path in PATHS]

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        page = await self._resolver.page(self._resolver.of(request))
        if page.board is None or page.phase == "lobby":
            raise HttpProblem(404, ui_texts.MISSING)
        headers = {"Cache-Control": f"private, max-age={_KEPT_SECONDS}", "Vary": VARIES}  # not prose
        return web.Response(body=await self._png(page), content_type="image/png", headers=headers)

    async def _png(self, page: Page) -> bytes:
        """The board as it is; where too many were drawn, the last one that was."""
        moment, now = (page.sequence, page.reply.names), self._clock.now()
        key = page.table, spoken()
        kept = self._kept.get(key)
        if kept is not None and kept[0] == moment:
            return kept[1]
        if not self._drawn.take(page.table, now) or not self._everywhere.take("", now):
            # a name that somebody has taken back isn't shown again
            if kept is None or kept[0][1] != page.reply.names:
                raise HttpProblem(429, ui_texts.TOO_FAST)
            return kept[1]
        assert page.board is not None
        png = await self._pictures.png(page.board)
        if png is None:
            raise HttpProblem(503, ui_texts.UNAVAILABLE)
        self._kept[key] = moment, png
        self._kept.move_to_end(key)
        if len(self._kept) > _MAX_KEPT:
            self._kept.popitem(last=False)
        return png
