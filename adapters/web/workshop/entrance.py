"""Workshops before anybody plays: the form that opens one, and the link by which people come in."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated

from aiohttp import web
from pydantic import Field

from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Budgets
from adapters.web.access.identity import Identities, Identity, delivery
from adapters.web.access.links import PLATFORM, TableResolver
from adapters.web.middleware import HttpProblem, body
from adapters.web.previews import Preview, cover
from adapters.web.site import Site
from adapters.web.table import front as table_opening
from adapters.web.table import seats as qr
from adapters.web.table import serialization
from adapters.web.table.front import REFUSED, Chosen, Form, Name, Tab, Word
from adapters.web.table.websocket import Id, Luck
from bot.features.workshop.model import MAX_TEAMS, Entrance, OpenedWorkshop, Placed, WorkshopForm, Workshops
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Person
from bot.kernel.ports import Clock
from bot.kernel.table.model import Refused
from games.language import lazy, spoken
from games.text import NAME_LIMIT, clean

Rehearse = Callable[[WorkshopForm, str, str], Awaitable[OpenedWorkshop]]  # opens one whose people come by themselves

_NO_REHEARSAL = lazy("There are no rehearsals here. Run `scrum-table workshop-demo` on your own computer.")
_LINK = "{link:[A-Za-z0-9_-]{1,100}}"
_MAX_WORKSHOPS = 10  # opened by one browser at once, and per hour
_MAX_QUESTIONS = 60  # by one browser at once, and per minute: a page asks again and again which seats are free


class _OpenWorkshopForm(Form):
    id: Id
    game: Word
    options: dict[Word, Chosen] = Field(default_factory=dict, max_length=20)
    teams: int = Field(default=4, ge=1, le=MAX_TEAMS)
    size: int = Field(default=0, ge=0, le=100)
    title: Name = ""
    trainer: Name = ""
    names: list[Name] = Field(default_factory=list, max_length=MAX_TEAMS)
    chooses: bool = False
    attendance: bool = False
    same_dice: bool = False
    rehearse: bool = False  # with simulated people, where the table offers that


class _PlaceForm(Form):
    id: Id
    name: Name = ""
    tab: Tab = ""
    team: Annotated[int, Field(ge=0, lt=MAX_TEAMS)] | None = None
    luck: Luck = ""


class Entrances:
    def __init__(
        self, resolver: TableResolver, identities: Identities, budgets: Budgets, site: Site, clock: Clock
    ) -> None:
        self._resolver = resolver
        self._identities = identities
        self._budgets = budgets
        self._site = site
        self._clock = clock
        self.rehearse: Rehearse | None = None
        self._opened = RateLimiter(_MAX_WORKSHOPS, _MAX_WORKSHOPS / 3600)
        self._asked = RateLimiter(_MAX_QUESTIONS, _MAX_QUESTIONS / 60)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get("/workshops", self._possible),
            web.post("/workshops", self._open),
            web.get(f"/workshop/{_LINK}", self._page),
            web.get(f"/workshop/{_LINK}/door.json", self._door),
            web.get(f"/workshop/{_LINK}/qr.svg", self._qr),
            web.post(f"/workshop/{_LINK}/place", self._place),
        ]

    async def _possible(self, _: web.Request) -> web.StreamResponse:
        """The choices that the form may offer here."""
        return web.json_response({"rehearsals": self.rehearse is not None})

    async def _open(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(_OpenWorkshopForm, await body(request))
        now, session = self._clock.now(), self._identities.browser(request).session
        if not self._opened.take(session.id, now):
            raise HttpProblem(429, ui_texts.TOO_MANY)
        self._budgets.tables.spend(request, form.teams)
        open_workshop = self.rehearse if form.rehearse else self._resolver.service.feature(Workshops).open_workshop
        if open_workshop is None:
            raise HttpProblem(REFUSED, _NO_REHEARSAL)
        try:
            key = self._identities.sessions.secret(session, form.id)
            opened = await open_workshop(_chosen(form), delivery(session.id, form.id), key)
        except Refused as refusal:
            raise HttpProblem(REFUSED, refusal.sentence) from None
        response = web.json_response({"address": f"/desk/{opened.key}"}, status=201)
        self._identities.sessions.renew(request, response, session, now)
        return response

    async def _page(self, request: web.Request) -> web.StreamResponse:
        entrance = await self._entrance(request, None)
        return self._site.page(request, "entrance.html", _preview(entrance))

    async def _door(self, request: web.Request) -> web.StreamResponse:
        """What somebody sees before they have a seat, and where their seat is if they have one."""
        who = self._identities.browser(request, request.query.get("tab", ""))
        if not self._asked.take(who.id, self._clock.now()):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        self._budgets.questions.spend(request)
        entrance = await self._entrance(request, Person(who.id, "", locale=spoken()))
        return web.json_response(_door(entrance), dumps=serialization.to_json)

    async def _qr(self, request: web.Request) -> web.StreamResponse:
        await self._entrance(request, None)
        address = f"{self._site.origins.of(request)}/workshop/{request.match_info['link']}"
        return web.Response(text=qr.svg(address), content_type="image/svg+xml")

    async def _place(self, request: web.Request) -> web.StreamResponse:
        form = table_opening.read(_PlaceForm, await body(request))
        who, now = self._identities.browser(request, form.tab), self._clock.now()
        if not self._asked.take(who.id, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        await self._entrance(request, None)
        self._budgets.places.spend(request, about=request.match_info["link"])
        placed = await self._placed(request.match_info["link"], who, form)
        response = web.json_response({"address": _address(placed.room), "seated": placed.seated})
        self._identities.sessions.renew(request, response, who.session, now)
        return response

    async def _placed(self, link: str, who: Identity, form: _PlaceForm) -> Placed:
        name = clean(form.name, NAME_LIMIT)
        if not name:
            raise HttpProblem(REFUSED, ui_texts.NAME_FIRST)
        person, request = Person(who.id, name, locale=spoken()), delivery(who.id, form.id)
        try:
            return await self._resolver.service.feature(Workshops).take_place(
                link, person, form.team, request, form.luck
            )
        except Refused as refusal:
            raise HttpProblem(REFUSED, refusal.sentence) from None

    async def _entrance(self, request: web.Request, person: Person | None) -> Entrance:
        found = await self._resolver.service.feature(Workshops).entrance(request.match_info["link"], person)
        if found is None:
            raise HttpProblem(404, ui_texts.MISSING)
        return found


def _chosen(form: _OpenWorkshopForm) -> WorkshopForm:
    return WorkshopForm(
        game=form.game,
        teams=form.teams,
        size=form.size,
        options=" ".join(f"{option}={value}" for option, value in form.options.items()),
        title=form.title,
        trainer=form.trainer,
        names=tuple(form.names),
        chooses=form.chooses,
        attendance=form.attendance,
        same_dice=form.same_dice,
    )


def _preview(entrance: Entrance) -> Preview:
    title = f"{entrance.title} · {entrance.game_title}" if entrance.title else entrance.game_title
    return Preview(title, f"{entrance.summary}. {ui_texts.PREVIEW_ENTRANCE}", cover(entrance.game))


def _door(entrance: Entrance) -> serialization.Data:
    teams = [{"name": team.name, "people": team.people, "free": team.free} for team in entrance.teams]
    return {
        "title": entrance.title,
        "trainer": entrance.trainer,
        "game": entrance.game_title,
        "summary": entrance.summary,
        "phase": entrance.phase,
        "chooses": entrance.chooses,
        "attendance": entrance.attendance,
        "teams": teams if entrance.chooses else [],
        "free": sum(team.free for team in entrance.teams),
        "fingerprint": entrance.fingerprint,
        "address": _address(entrance.room) if entrance.room else "",
    }


def _address(room: str) -> str:
    """The address where a team's table is played in a browser."""
    return f"/t/{room.removeprefix(f'{PLATFORM}:')}"
