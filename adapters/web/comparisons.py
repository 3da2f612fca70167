"""All teams of a workshop side by side: a screen to share, and files to take away."""

import csv
import io
from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from aiohttp import web

from adapters.web import serialization, ui_texts
from adapters.web.addresses import TableResolver
from adapters.web.desks import KEY, Desks
from adapters.web.middleware import HttpProblem
from adapters.web.report import team_page, workshop_page
from adapters.web.site import Site
from bot.commands.formats import harmless
from bot.live.budget import RateLimiter
from bot.ports import Clock
from bot.table.model import Refused
from bot.workshop_messages import Attendance, Comparison

if TYPE_CHECKING:
    from bot.pictures.png import Pictures

MAX_COMPARED = 20  # comparisons of one workshop at once, and per minute
KEPT_SECONDS = 60.0  # so that what is downloaded is what the screen shows, without comparing again
MAX_KEPT = 20


class Comparisons:
    def __init__(self, resolver: TableResolver, desks: Desks, site: Site, clock: Clock) -> None:
        self._resolver = resolver
        self._desks = desks
        self._site = site
        self._clock = clock
        self._compared = RateLimiter(MAX_COMPARED, MAX_COMPARED / 60)
        self._kept: OrderedDict[str, tuple[float, Comparison]] = OrderedDict()  # by key
        self._pictures: Pictures | None = None  # its process starts with the first one

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get(f"{KEY}/comparison", self._page),
            web.get(f"{KEY}/comparison.json", self._comparison),
            web.get(f"{KEY}/charts/{{number:[0-9]{{1,2}}}}.png", self._chart),
            web.get(f"{KEY}/report.html", self._report),
            web.get(f"{KEY}/reports/{{number:[0-9]{{1,2}}}}.html", self._team_report),
            web.get(f"{KEY}/attendance.csv", self._attendance),
        ]

    def close(self) -> None:
        if self._pictures is not None:
            self._pictures.close()

    async def _page(self, request: web.Request) -> web.StreamResponse:
        await self._desks.desk(request)
        return self._site.page(request, "comparison.html")

    async def _comparison(self, request: web.Request) -> web.StreamResponse:
        desk = await self._desks.desk(request)
        data = _data(await self._compare(request, kept=0.0))
        response = web.json_response({**data, "attendance": desk.attendance}, dumps=serialization.to_json)
        response.enable_compression()  # all of it is public at the tables, so its size tells nothing
        return response

    async def _chart(self, request: web.Request) -> web.StreamResponse:
        charts, number = (await self._compare(request)).charts, int(request.match_info["number"])
        if number >= len(charts):
            raise HttpProblem(404, ui_texts.MISSING)
        png = await self._painter().png(charts[number], dark="dark" in request.query)
        if png is None:
            raise HttpProblem(503, ui_texts.UNAVAILABLE)
        return web.Response(body=png, content_type="image/png", headers=_as_file(f"chart-{number + 1}.png"))

    def _painter(self) -> "Pictures":
        from bot.pictures.png import Pictures  # noqa: PLC0415  slow to import, and few need it
        from bot.pictures.workers import Workers  # noqa: PLC0415

        self._pictures = self._pictures or Pictures(workers=Workers(1))
        return self._pictures

    async def _report(self, request: web.Request) -> web.StreamResponse:
        return _page_as_file(workshop_page(await self._compare(request)), "report.html")

    async def _team_report(self, request: web.Request) -> web.StreamResponse:
        compared, number = await self._compare(request), int(request.match_info["number"])
        if number >= len(compared.teams):
            raise HttpProblem(404, ui_texts.MISSING)
        return _page_as_file(team_page(compared, number), f"report-{number + 1}.html")

    async def _attendance(self, request: web.Request) -> web.StreamResponse:
        desk = await self._desks.desk(request)
        if not desk.attendance:
            raise HttpProblem(404, ui_texts.MISSING)
        people = await self._resolver.service.workshops.attendance(request.match_info["key"])
        return web.Response(
            text=_sheet(people), content_type="text/csv", charset="utf-8", headers=_as_file("attendance.csv")
        )

    async def _compare(self, request: web.Request, kept: float = KEPT_SECONDS) -> Comparison:
        """HttpProblem if the key opens nothing, or too much was asked for."""
        key, now = request.match_info["key"], self._clock.now()
        if key in self._kept and 0 <= now - self._kept[key][0] < kept:
            return self._kept[key][1]
        if not self._compared.take(key, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        try:
            compared = await self._resolver.service.workshops.compare(key)
        except Refused:
            raise HttpProblem(404, ui_texts.MISSING) from None
        self._kept[key] = now, compared
        self._kept.move_to_end(key)
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return compared


def _data(compared: Comparison) -> serialization.Data:
    return {
        "title": compared.title,
        "game": compared.game_title,
        "columns": compared.columns,
        "teams": [
            {
                "name": team.name,
                "people": team.people,
                "result": team.result,
                "figures": dict(team.figures),
                "highlights": team.highlights,
                "actions": team.actions,
            }
            for team in compared.teams
        ],
        "questions": [{"stage": each.stage, "text": each.text, "why": each.why} for each in compared.questions],
        "notes": compared.notes,
        "charts": [serialization.picture(chart, "landscape") for chart in compared.charts],
    }


def _sheet(people: Sequence[Attendance]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("name", "team", "arrived (UTC)"))
    for each in people:
        arrived = datetime.fromtimestamp(each.arrived, UTC).strftime("%Y-%m-%d %H:%M")
        writer.writerow((harmless(each.name), harmless(each.team), arrived))
    return file.getvalue()


def _page_as_file(page: str, name: str) -> web.Response:
    """To be kept and printed; it has its own styles, which our pages aren't allowed."""
    return web.Response(text=page, content_type="text/html", charset="utf-8", headers=_as_file(name))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
