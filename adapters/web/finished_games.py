"""Downloads of a finished game (export, reports, film) and its replay, step by step."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from adapters.web import ui_texts
from adapters.web.addresses import PATHS, TableResolver
from adapters.web.films import Films
from adapters.web.middleware import HttpProblem
from bot.commands.formats import ENDINGS, as_file
from bot.messages import Page
from bot.table.export import read, steps
from bot.table.journal import Standing
from games.graphics.drawing import Drawing
from games.text import spell

MAX_REPLAYS = 8  # replayed games in memory
REPORT_FORMATS = {ENDINGS[form]: form for form in ("markdown", "csv")}  # to read, and for spreadsheets


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A finished game with its standing after each event."""

    names: tuple[str, ...]
    standings: tuple[Standing, ...]

    def drawing(self, step: int, *, chart: bool) -> Drawing:
        """The drawing after a step. HttpProblem if there is none: before the game started, or without a chart."""
        standing = self.standings[step - 1] if 0 < step <= len(self.standings) else None
        if standing is None or standing.state is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        view = standing.game.view(standing.state, None)
        names = self.names[: len(standing.table.seats)]
        drawing = standing.game.chart(view, names) if chart else standing.game.draw(view, names)
        if drawing is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        return drawing


class FinishedGames:
    def __init__(self, resolver: TableResolver, films: Films) -> None:
        self._resolver = resolver
        self._films = films
        self._replays: OrderedDict[str, ReplayedGame] = OrderedDict()  # by table, least recently used first

    def routes(self) -> Sequence[web.RouteDef]:
        found: list[web.RouteDef] = []
        for path in PATHS:
            found += [
                web.get(f"{path}/export.json", self._export),
                web.get(f"{path}/export.{{ending:{'|'.join(REPORT_FORMATS)}}}", self._report),
                web.get(f"{path}/film.gif", self._film),
                web.get(f"{path}/steps", self._steps),
                web.get(f"{path}/steps/{{step:[0-9]{{1,9}}}}.svg", self._step),
            ]
        return found

    async def _finished_page(self, request: web.Request) -> Page:
        page = await self._resolver.page(self._resolver.of(request))
        if page.phase != "over":
            raise HttpProblem(409, ui_texts.NOT_OVER)
        return page

    async def _export(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        return web.Response(
            text=await self._record(page.table), content_type="application/json", headers=_as_file(page.table, "json")
        )

    async def _report(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        ending = request.match_info["ending"]
        record = await self._record(page.table)
        _, text = await asyncio.to_thread(lambda: as_file(read(record), page.reply.names, REPORT_FORMATS[ending]))
        kind = f"text/{REPORT_FORMATS[ending]}"
        return web.Response(text=text, content_type=kind, charset="utf-8", headers=_as_file(page.table, ending))

    async def _film(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        file = await self._films.of(page.table, await self._record(page.table), page.reply.names)
        return web.FileResponse(file, headers={"Content-Type": "image/gif", **_as_file(page.table, "gif")})

    async def _steps(self, request: web.Request) -> web.StreamResponse:
        """The feed's texts for all steps that have a board."""
        over = await self._finished_page(request)
        replay = await self._replayed(over)
        page = await self._resolver.service.page_of(over.table)
        assert page is not None
        texts: dict[int, list[str]] = {}
        for sequence, text in page.feed:
            if replay.standings[sequence - 1].state is not None:
                texts.setdefault(sequence, []).append(spell(text, lambda seat: page.reply.names[seat]))
        return web.json_response(
            [{"sequence": sequence, "text": "\n".join(lines)} for sequence, lines in texts.items()]
        )

    async def _step(self, request: web.Request) -> web.StreamResponse:
        replay = await self._replayed(await self._finished_page(request))
        drawing = replay.drawing(int(request.match_info["step"]), chart="chart" in request.query)
        svg = drawing.svg(dark="dark" in request.query)
        if svg is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        return web.Response(text=svg, content_type="image/svg+xml")

    async def _record(self, table: str) -> str:
        text = await self._resolver.service.record(table)
        assert text is not None, "the table was there a moment ago"
        return text

    async def _replayed(self, page: Page) -> ReplayedGame:
        if page.table not in self._replays:
            text = await self._record(page.table)
            self._replays[page.table] = await asyncio.to_thread(_replay, text, page.reply.names)
            if len(self._replays) > MAX_REPLAYS:
                self._replays.popitem(last=False)
        self._replays.move_to_end(page.table)
        return self._replays[page.table]


def _replay(text: str, names: tuple[str, ...]) -> ReplayedGame:
    return ReplayedGame(names, tuple(standing for _, standing in steps(read(text))))


def _as_file(table: str, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="scrum-table-{table}.{ending}"'}
