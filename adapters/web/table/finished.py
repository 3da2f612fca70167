"""Downloads of a finished game (export, reports, film) and its replay, step by step."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from adapters.web import texts as ui_texts
from adapters.web.access.identity import Sessions
from adapters.web.access.links import PATHS, TableResolver
from adapters.web.middleware import HttpProblem
from adapters.web.table.serialization import Data, text_parts
from bot.features.fairness.export import GameFiles, read, steps
from bot.features.history.files import ENDINGS, as_file
from bot.kernel.live.work import RateLimiter, SlowBudget
from bot.kernel.messages import Page
from bot.kernel.ports import Clock
from bot.kernel.table.journal import Standing
from bot.kernel.table.model import PREFIX, Refused, Undone
from bot.pictures.films import Films, NoFilm
from games.graphics.drawing import Drawing
from games.language import Text, spoken
from games.text import spell

_NO_FILM: Mapping[str, tuple[int, Text]] = {
    "busy": (503, ui_texts.BUSY),
    "broken": (409, ""),
    "unavailable": (503, ui_texts.UNAVAILABLE),
}
_MAX_REPLAYS = 8  # replayed games in memory
_MAX_FOLLOWED = 1000  # tables of which something may be kept
_MAX_BOARDS = 100  # of one table at once, and in ten seconds
_REPORT_FORMATS = {ENDINGS[form]: form for form in ("markdown", "csv")}  # to read, and for spreadsheets


@dataclass(frozen=True, slots=True)
class _ReplayedGame:
    """A finished game with its standing after each event."""

    names: tuple[str, ...]
    standings: tuple[Standing, ...]
    highlights: tuple[str, ...]

    @property
    def ending(self) -> Data:
        """The verdict, and who has won; a team that plays together wins with all seats or with none."""
        last = self.standings[-1]
        result = None if last.state is None else last.game.result(last.state)
        if result is None:
            return {"verdict": [str(ui_texts.ENDED_EARLY)], "winners": None}
        verdict = last.game.prompt(last.game.view(last.state, None))
        return {"verdict": text_parts(verdict, self.names), "winners": result.winners}

    def drawing(self, step: int, *, chart: bool) -> Drawing:
        """The drawing after a step. HttpProblem if there is none: before the game started, or without a chart."""
        standing = self.standings[step - 1] if 0 < step <= len(self.standings) else None
        if standing is None or standing.state is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        view = standing.view(None)
        names = self.names[: len(standing.table.seats)]
        drawing = standing.game.shows.chart(view, names) if chart else standing.game.board(view, names)
        if drawing is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        return drawing


class FinishedGames:
    """Finished games, kept until their table changes: after the end, that is only when somebody is forgotten."""

    def __init__(self, resolver: TableResolver, sessions: Sessions, films: Films, clock: Clock) -> None:
        self._resolver = resolver
        self._sessions = sessions
        self._films = films
        self._clock = clock
        self._budget = SlowBudget(clock)
        self._boards = RateLimiter(_MAX_BOARDS, _MAX_BOARDS / 10)
        # by table, names and language, least recently used first
        self._replays: OrderedDict[tuple[str, tuple[str, ...], str], _ReplayedGame] = OrderedDict()
        self._followed: OrderedDict[str, Callable[[], None]] = OrderedDict()  # by table

    def routes(self) -> Sequence[web.RouteDef]:
        found: list[web.RouteDef] = []
        for path in PATHS:
            found += [
                web.get(f"{path}/export.json", self._export),
                web.get(f"{path}/export.{{ending:{'|'.join(_REPORT_FORMATS)}}}", self._report),
                web.get(f"{path}/film.gif", self._film),
                web.get(f"{path}/film.json", self._film_progress),
                web.get(f"{path}/ending.json", self._ending),
                web.get(f"{path}/steps", self._steps),
                web.get(f"{path}/steps/{{step:[0-9]{{1,9}}}}.svg", self._step),
            ]
        return found

    async def _finished_page(self, request: web.Request) -> Page:
        page = await self._resolver.page(self._resolver.of(request))
        if page.phase != "over":
            raise HttpProblem(409, ui_texts.NOT_OVER)
        return page

    def _spend(self, request: web.Request, page: Page) -> None:
        """Charge for a slow request; HttpProblem if this visitor, or this table, has asked for too many."""
        try:
            self._budget.spend(self._sessions.of(request, self._clock.now()).id, page.table)
        except Refused as refusal:
            raise HttpProblem(429, refusal.sentence) from None

    async def _export(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        self._spend(request, page)
        return web.Response(
            text=await self._record(page.table), content_type="application/json", headers=_as_file(page.table, "json")
        )

    async def _report(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        self._spend(request, page)
        ending = request.match_info["ending"]
        record = await self._record(page.table, inside=True)
        _, text = await asyncio.to_thread(lambda: as_file(read(record), page.reply.names, _REPORT_FORMATS[ending]))
        kind = f"text/{_REPORT_FORMATS[ending]}"
        return web.Response(text=text, content_type=kind, charset="utf-8", headers=_as_file(page.table, ending))

    async def _film_progress(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        return web.json_response({"done": self._films.progress(page.table, page.reply.names)})

    async def _film(self, request: web.Request) -> web.StreamResponse:
        page = await self._finished_page(request)
        self._follow(page.table)

        async def text() -> str:
            self._spend(request, page)
            return await self._record(page.table, inside=True)

        try:
            file = await self._films.of(page.table, page.reply.names, text)
        except NoFilm as error:
            status, sentence = _NO_FILM[error.why]
            raise HttpProblem(status, sentence or str(error)) from error
        return web.FileResponse(file, headers={"Content-Type": "image/gif", **_as_file(page.table, "gif")})

    async def _ending(self, request: web.Request) -> web.StreamResponse:
        """The ending of the game, and what stood out."""
        page = await self._finished_page(request)
        replay = await self._replayed(request, page)
        highlights = [text_parts(sentence, replay.names) for sentence in replay.highlights]
        return web.json_response({**replay.ending, "highlights": highlights})

    async def _steps(self, request: web.Request) -> web.StreamResponse:
        """The feed's texts for all steps that have a board."""
        over = await self._finished_page(request)
        replay = await self._replayed(request, over)
        self._spend(request, over)
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
        page = await self._finished_page(request)
        if not self._boards.take(page.table, self._clock.now()):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        replay = await self._replayed(request, page)
        drawing = replay.drawing(int(request.match_info["step"]), chart="chart" in request.query)
        svg = drawing.svg(dark="dark" in request.query)
        if svg is None:
            raise HttpProblem(404, ui_texts.NO_STEP)
        return web.Response(text=svg, content_type="image/svg+xml")

    async def _record(self, table: str, *, inside: bool = False) -> str:
        """The game as a file; `inside`: only pictures and stories of it go out, which show what everybody saw."""
        text = await self._resolver.service.feature(GameFiles).record(table, inside=inside)
        assert text is not None, "the table was there a moment ago"
        return text

    async def _replayed(self, request: web.Request, page: Page) -> _ReplayedGame:
        key = page.table, page.reply.names, spoken()
        if key not in self._replays:
            self._spend(request, page)
            self._follow(page.table)
            record = await self._record(page.table, inside=True)
            replay = await asyncio.to_thread(_replay, record, page.reply.names)
            self._replays[key] = replay
            if len(self._replays) > _MAX_REPLAYS:
                self._replays.popitem(last=False)
            return replay
        self._replays.move_to_end(key)
        return self._replays[key]

    def _follow(self, table: str) -> None:
        if table not in self._followed:
            self._followed[table] = self._resolver.service.follow(table, lambda: self._drop(table))
            if len(self._followed) > _MAX_FOLLOWED:
                self._drop(next(iter(self._followed)))

    def _drop(self, table: str) -> None:
        self._followed.pop(table)()
        self._films.drop(table)
        for key in [each for each in self._replays if each[0] == table]:
            del self._replays[key]


def _replay(text: str, names: tuple[str, ...]) -> _ReplayedGame:
    found = list(steps(read(text)))
    kept: list[tuple[int, Any]] = []  # the game's own events, without those that were undone
    for event, standing in found:
        if isinstance(event, Undone):
            kept = [each for each in kept if each[0] <= event.to]
        elif not event.kind.startswith(PREFIX):
            kept.append((standing.sequence, event))
    standings = tuple(standing for _, standing in found)
    return _ReplayedGame(names, standings, standings[-1].game.memories.highlights([event for _, event in kept]))


def _as_file(table: str, ending: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="scrum-table-{table}.{ending}"'}  # not prose
