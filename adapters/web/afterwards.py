"""When the game is over: its file, its film, and every step of it."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from adapters.web import words
from adapters.web.films import Films
from adapters.web.guard import Turned
from adapters.web.places import PATHS, Places
from bot.commands.formats import ENDINGS, as_file
from bot.messages import Page
from bot.table.export import read, steps
from bot.table.journal import Standing
from games.graphics.drawing import Drawing
from games.text import spell

MAX_KEPT = 8  # games that are replayed at the same time
FORMS = {ENDINGS[form]: form for form in ("markdown", "csv")}  # to read, to reckon with


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game with the table after each of its events."""

    names: tuple[str, ...]
    standings: tuple[Standing, ...]

    def drawing(self, step: int, *, chart: bool) -> Drawing:
        """Turned if there is none: before the game began, or in a game without charts."""
        standing = self.standings[step - 1] if 0 < step <= len(self.standings) else None
        if standing is None or standing.state is None:
            raise Turned(404, words.NO_STEP)
        view = standing.game.view(standing.state, None)
        names = self.names[: len(standing.table.seats)]
        drawing = standing.game.chart(view, names) if chart else standing.game.draw(view, names)
        if drawing is None:
            raise Turned(404, words.NO_STEP)
        return drawing


class Afterwards:
    def __init__(self, places: Places, films: Films) -> None:
        self._places = places
        self._films = films
        self._played: OrderedDict[str, Played] = OrderedDict()  # by table, the least used first

    def routes(self) -> Sequence[web.RouteDef]:
        found: list[web.RouteDef] = []
        for path in PATHS:
            found += [
                web.get(f"{path}/export.json", self._export),
                web.get(f"{path}/export.{{ending:{'|'.join(FORMS)}}}", self._report),
                web.get(f"{path}/film.gif", self._film),
                web.get(f"{path}/steps", self._steps),
                web.get(f"{path}/steps/{{step:[0-9]{{1,9}}}}.svg", self._step),
            ]
        return found

    async def _over(self, request: web.Request) -> Page:
        page = await self._places.page(self._places.of(request))
        if page.phase != "over":
            raise Turned(409, words.NOT_OVER)
        return page

    async def _export(self, request: web.Request) -> web.StreamResponse:
        page = await self._over(request)
        return web.Response(
            text=await self._record(page.table), content_type="application/json", headers=_as_file(page.table, "json")
        )

    async def _report(self, request: web.Request) -> web.StreamResponse:
        page = await self._over(request)
        ending = request.match_info["ending"]
        record = await self._record(page.table)
        _, text = await asyncio.to_thread(lambda: as_file(read(record), page.reply.names, FORMS[ending]))
        kind = f"text/{FORMS[ending]}"
        return web.Response(text=text, content_type=kind, charset="utf-8", headers=_as_file(page.table, ending))

    async def _film(self, request: web.Request) -> web.StreamResponse:
        page = await self._over(request)
        file = await self._films.of(page.table, await self._record(page.table), page.reply.names)
        return web.FileResponse(file, headers={"Content-Type": "image/gif", **_as_file(page.table, "gif")})

    async def _steps(self, request: web.Request) -> web.StreamResponse:
        """What happened, in the words of the feed, as far as there was a board to look at."""
        over = await self._over(request)
        played = await self._replayed(over)
        page = await self._places.service.page_of(over.table)
        assert page is not None
        told: dict[int, list[str]] = {}
        for sequence, text in page.feed:
            if played.standings[sequence - 1].state is not None:
                told.setdefault(sequence, []).append(spell(text, lambda seat: page.reply.names[seat]))
        return web.json_response([{"sequence": sequence, "text": "\n".join(lines)} for sequence, lines in told.items()])

    async def _step(self, request: web.Request) -> web.StreamResponse:
        played = await self._replayed(await self._over(request))
        drawing = played.drawing(int(request.match_info["step"]), chart="chart" in request.query)
        svg = drawing.svg(dark="dark" in request.query)
        if svg is None:
            raise Turned(404, words.NO_STEP)
        return web.Response(text=svg, content_type="image/svg+xml")

    async def _record(self, table: str) -> str:
        text = await self._places.service.record(table)
        assert text is not None, "it was there a moment ago"
        return text

    async def _replayed(self, page: Page) -> Played:
        if page.table not in self._played:
            text = await self._record(page.table)
            self._played[page.table] = await asyncio.to_thread(_replay, text, page.reply.names)
            if len(self._played) > MAX_KEPT:
                self._played.popitem(last=False)
        self._played.move_to_end(page.table)
        return self._played[page.table]


def _replay(text: str, names: tuple[str, ...]) -> Played:
    return Played(names, tuple(standing for _, standing in steps(read(text))))


def _as_file(table: str, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="scrum-table-{table}.{ending}"'}
