"""All teams of a workshop side by side: a screen to share, and files to take away."""

import csv
import io
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from html import escape

from aiohttp import web

from adapters.web import texts as ui_texts
from adapters.web.access.links import TableResolver
from adapters.web.assets import PAGES, STATIC
from adapters.web.languages import direction
from adapters.web.middleware import HttpProblem
from adapters.web.pictures import LazyPictures
from adapters.web.site import Site
from adapters.web.table import serialization
from adapters.web.workshop.desk import KEY, Desks
from bot.features.workshop.model import Attendance, Comparison, DebriefQuestion, TeamReport, Workshops
from bot.kernel.live.work import RateLimiter
from bot.kernel.ports import Clock
from bot.kernel.table.model import Refused
from games.graphics.drawing import Drawing
from games.language import n, p, spoken, t
from games.text import harmless


def team_page(comparison: Comparison, team: int) -> str:
    """One team's page; `team` is its place among the comparison's teams."""
    report = comparison.teams[team]
    return _page(f"{report.name}: {comparison.title or comparison.game_title}", _team(comparison, report))


def workshop_page(comparison: Comparison) -> str:
    """The page about all teams, for a trainer to share and keep."""
    return _page(comparison.title or comparison.game_title, _workshop(comparison))


def _page(title: str, parts: Iterable[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
    body = "\n".join(parts)
    page = f"<head>{head}<style>{_style()}</style></head>\n<body>\n{body}\n</body>"
    turned = ' dir="rtl"' if direction(spoken()) == "rtl" else ""
    return f'<!doctype html>\n<html lang="{escape(spoken())}"{turned}>{page}</html>\n'


@cache
def _style() -> str:
    """The styles, with the font that pictures are measured for, so that the page looks the same everywhere."""
    fonts = "".join(_font(name, weight) for name, weight in (("regular", 400), ("bold", 700)))
    return fonts + (PAGES / "report.css").read_text("utf-8")


def _font(name: str, weight: int) -> str:
    data = b64encode((STATIC / "fonts" / f"roboto-{name}-latin.woff2").read_bytes()).decode()  # not prose
    source = f'url("data:font/woff2;base64,{data}") format("woff2")'  # not prose
    return f"@font-face {{ font-family: Roboto; font-weight: {weight}; src: {source} }}\n"  # not prose


# --- a team --------------------------------------------------------------------------------------------------------


def _team(comparison: Comparison, report: TeamReport) -> Iterator[str]:
    yield f"<h1>{escape(report.name)}</h1>"
    yield _line(comparison.title, comparison.game_title, p("list", ", ").join(report.people))
    yield f'<p class="result">{escape(_capital(report.result))}.</p>'
    yield _charts(comparison.charts)
    if report.figures:
        yield f'<div class="figures">{"".join(_figure(*figure) for figure in report.figures)}</div>'
    yield from _listed(t("What to remember"), report.highlights)
    yield from _listed(t("What we agreed on"), report.actions)
    yield from _listed(t("To talk about"), [question.text for question in comparison.questions][-4:])
    yield f'<div class="lines"><h2>{escape(t("What I’ll try"))}</h2><div></div><div></div></div>'


def _figure(name: str, text: str) -> str:
    return f"<div><span>{escape(name)}</span><strong>{escape(text)}</strong></div>"


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    found = "".join(f"<li>{escape(item)}</li>" for item in items)
    if found:
        yield f"<h2>{escape(title)}</h2><ul>{found}</ul>"


# --- all teams -----------------------------------------------------------------------------------------------------


def _workshop(comparison: Comparison) -> Iterator[str]:
    yield f"<h1>{escape(comparison.title or comparison.game_title)}</h1>"
    yield _line(comparison.game_title, n("{count} team", "{count} teams", len(comparison.teams)))
    yield _charts(comparison.charts)
    yield from (f'<p class="faint">{escape(note)}</p>' for note in comparison.notes)
    yield f"<h2>{escape(t('Questions for the debrief'))}</h2>"
    yield from _questions(comparison.questions)
    yield f"<h2>{escape(t('All teams'))}</h2>"
    yield f'<div class="wide">{_table(comparison)}</div>'


def _questions(questions: tuple[DebriefQuestion, ...]) -> Iterator[str]:
    for stage in dict.fromkeys(question.stage for question in questions):
        asked = "".join(_question(question) for question in questions if question.stage == stage)
        yield f"<p><strong>{escape(stage)}</strong></p><ul>{asked}</ul>"


def _question(question: DebriefQuestion) -> str:
    why = f'<span class="why">{escape(question.why)}</span>' if question.why else ""
    return f"<li>{escape(question.text)}{why}</li>"


def _table(comparison: Comparison) -> str:
    names = "".join(f'<th class="number" scope="col">{escape(name)}</th>' for name in comparison.columns)
    rows = "".join(_row(report, comparison.columns) for report in comparison.teams)
    own = "".join(f'<th scope="col">{escape(name)}</th>' for name in (t("Team"), t("Result")))
    head = f"<tr>{own}{names}</tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _row(report: TeamReport, columns: tuple[str, ...]) -> str:
    figures = dict(report.figures)
    cells = "".join(f'<td class="number">{escape(figures.get(name, "–"))}</td>' for name in columns)
    return f'<tr><th scope="row">{escape(report.name)}</th><td class="result">{escape(report.result)}</td>{cells}</tr>'


# --- both ----------------------------------------------------------------------------------------------------------


def _line(*parts: str) -> str:
    return f'<p class="faint">{escape(" · ".join(part for part in parts if part))}</p>'


def _charts(charts: Iterable[Drawing]) -> str:
    figures = "".join(_chart(drawing) for drawing in charts)
    return f'<div class="charts">{figures}</div>' if figures else ""


def _chart(drawing: Drawing) -> str:
    svg = drawing.svg()
    return f'<figure role="img" aria-label="{escape(drawing.alt)}">{svg}</figure>' if svg else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- comparisons -----------------------------------------------------------------------------------------------------

_MAX_COMPARED = 20  # comparisons of one workshop at once, and per minute
_KEPT_SECONDS = 60.0  # so that what is downloaded is what the screen shows, without comparing again
_MAX_KEPT = 20


class Comparisons:
    def __init__(self, resolver: TableResolver, desks: Desks, site: Site, pictures: LazyPictures, clock: Clock) -> None:
        self._resolver = resolver
        self._desks = desks
        self._site = site
        self._clock = clock
        self._compared = RateLimiter(_MAX_COMPARED, _MAX_COMPARED / 60)
        self._kept: OrderedDict[tuple[str, str], tuple[float, Comparison]] = OrderedDict()  # by key and language
        self._pictures = pictures

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get(f"{KEY}/comparison", self._page),
            web.get(f"{KEY}/comparison.json", self._comparison),
            web.get(f"{KEY}/charts/{{number:[0-9]{{1,2}}}}.png", self._chart),
            web.get(f"{KEY}/report.html", self._report),
            web.get(f"{KEY}/reports/{{number:[0-9]{{1,2}}}}.html", self._team_report),
            web.get(f"{KEY}/attendance.csv", self._attendance),
        ]

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
        png = await self._pictures.png(charts[number], dark="dark" in request.query)
        if png is None:
            raise HttpProblem(503, ui_texts.UNAVAILABLE)
        name = f"chart-{number + 1}.png"  # not prose
        return web.Response(body=png, content_type="image/png", headers=_as_file(name))

    async def _report(self, request: web.Request) -> web.StreamResponse:
        return _page_as_file(workshop_page(await self._compare(request)), "report.html")

    async def _team_report(self, request: web.Request) -> web.StreamResponse:
        compared, number = await self._compare(request), int(request.match_info["number"])
        if number >= len(compared.teams):
            raise HttpProblem(404, ui_texts.MISSING)
        return _page_as_file(team_page(compared, number), f"report-{number + 1}.html")  # not prose

    async def _attendance(self, request: web.Request) -> web.StreamResponse:
        desk = await self._desks.desk(request)
        if not desk.attendance:
            raise HttpProblem(404, ui_texts.MISSING)
        people = await self._resolver.service.feature(Workshops).attendance(request.match_info["key"])
        return web.Response(
            text=_sheet(people), content_type="text/csv", charset="utf-8", headers=_as_file("attendance.csv")
        )

    async def _compare(self, request: web.Request, kept: float = _KEPT_SECONDS) -> Comparison:
        """The comparison; HttpProblem if the key is unknown or no longer valid, or too much was asked for."""
        key, now = request.match_info["key"], self._clock.now()
        known = key, spoken()
        if known in self._kept and 0 <= now - self._kept[known][0] < kept:
            return self._kept[known][1]
        if not self._compared.take(key, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        try:
            compared = await self._resolver.service.feature(Workshops).compare(key)
        except Refused:
            raise HttpProblem(404, ui_texts.MISSING) from None
        self._kept[known] = now, compared
        self._kept.move_to_end(known)
        if len(self._kept) > _MAX_KEPT:
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
    writer.writerow((t("name"), t("team"), t("arrived (UTC)")))
    for each in people:
        arrived = datetime.fromtimestamp(each.arrived, UTC).strftime("%Y-%m-%d %H:%M")
        writer.writerow((harmless(each.name), harmless(each.team), arrived))
    return file.getvalue()


def _page_as_file(page: str, name: str) -> web.Response:
    """The page as a file to keep and print; it has its own styles, which our pages aren't allowed."""
    return web.Response(text=page, content_type="text/html", charset="utf-8", headers=_as_file(name))


def _as_file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}  # not prose
