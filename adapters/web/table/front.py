"""The front page's forms: open a table, play now, or join by a code. They become ordinary requests."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, TypeVar
from uuid import uuid4

from aiohttp import web
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Budgets
from adapters.web.access.identity import Identities, Session, tab_or_empty
from adapters.web.access.links import PLATFORM, TableResolver, new_token
from adapters.web.middleware import HttpProblem
from adapters.web.table import serialization
from bot.kernel.live.work import RateLimiter
from bot.kernel.messages import Called, Page, Person, Request, TableForm
from bot.kernel.ports import Clock, Service
from bot.kernel.table.catalogue import listed_games
from bot.kernel.table.names import own_name
from bot.kernel.table.texts import option_name
from games.language import spoken
from games.text import NAME_LIMIT, clean, spell

# --- table opening ---------------------------------------------------------------------------------------------------

_MAX_BOTS = 11
REFUSED, FAILED = 422, 503
_STATUS = {"refused": REFUSED, "failed": FAILED}

Tab = Annotated[str, AfterValidator(tab_or_empty)]  # somebody else at this computer
Name = Annotated[str, Field(max_length=1000)]
Word = Annotated[str, Field(max_length=100)]
Chosen = Annotated[str, Field(max_length=300)] | int  # of an option; columns of one's own are many words


class Form(BaseModel):
    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


class OpenTableForm(Form):
    game: Word
    options: dict[Word, Chosen] = Field(default_factory=dict, max_length=20)
    bots: int = Field(default=0, ge=0, le=_MAX_BOTS)
    level: Word = ""
    name: Name = ""
    tab: Tab = ""
    start: bool = False


class PlayNowForm(Form):
    game: Word
    name: Name = ""
    tab: Tab = ""


class JoinForm(Form):
    code: Word
    name: Name = ""
    tab: Tab = ""


AnyForm = TypeVar("AnyForm", bound=Form)


def read(form: type[AnyForm], body: bytes) -> AnyForm:
    try:
        return form.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise HttpProblem(422, f"{where}: {first['msg']}" if where else ui_texts.BAD_MESSAGE) from error


def games() -> list[serialization.Data]:
    return [
        {
            "key": game.key,
            "title": game.title,
            "summary": game.summary,
            "seats": [game.minimum, game.maximum],
            "options": [
                {
                    "name": option.name,
                    "label": option_name(option.name),
                    "description": option.description,
                    "default": option.default,
                    "choices": option.choices,
                    "titles": option.titles,
                    "notes": option.notes,
                    "unset": option.unset,
                    "minimum": option.minimum,
                    "maximum": option.maximum,
                }
                for option in game.options
            ],
            "levels": game.levels,
            "luck": game.luck,
            "meets": game.is_meeting,
            "gallery": next((option.name for option in game.options if option.cards), ""),
        }
        for game in listed_games()
    ]


async def play(service: Service, session: Session, form: PlayNowForm) -> str:
    """Start a game against automatic players with one click."""
    found = next((game for game in listed_games() if game.key == form.game), None)
    bots = found.good_seats - 1 if found else 0  # the service will refuse an unknown game
    opening = OpenTableForm(
        game=form.game, bots=bots, name=form.name or str(ui_texts.VISITOR), tab=form.tab, start=True
    )
    return await open_table(service, session, opening)


async def open_table(service: Service, session: Session, form: OpenTableForm) -> str:
    """Open a table and return its token. If the service refuses to start the game, the table is ended again."""
    token = new_token()
    opener = _Opener(service, token, session, form)
    options = " ".join(f"{option}={value}" for option, value in form.options.items())
    await opener.ask(TableForm(form.game, options, form.bots, form.level))
    if form.start:
        await _start(opener)
    return token


async def _start(opener: "_Opener") -> None:
    try:
        await opener.ask(Called("start"))
    except HttpProblem as problem:
        if problem.status == REFUSED:
            with suppress(HttpProblem):
                await opener.ask(Called("end"))
            raise
        # the database failed: the table is open and complete, and can be started there once it is back


async def join(service: Service, session: Session, form: JoinForm) -> str:
    """Show another room's table at a new address, given its code; return the token."""
    token = new_token()
    opener = _Opener(service, token, session, form)
    await opener.ask(Called("join", {"code": form.code}))
    return token


class _Opener:
    """A sender of a person's requests in a new room."""

    def __init__(self, service: Service, token: str, session: Session, form: OpenTableForm | JoinForm) -> None:
        name = clean(form.name, NAME_LIMIT)
        if not name:
            raise HttpProblem(422, ui_texts.NAME_FIRST)
        self._service = service
        self._room = f"{PLATFORM}:{token}"
        self._person = Person(session.person(form.tab), name, locale=spoken())

    async def ask(self, said: Called | TableForm) -> None:
        """Send a request; HttpProblem if it isn't carried out."""
        response = await self._service.handle(Request(f"{PLATFORM}:{uuid4()}", self._room, self._person, said))
        status = _STATUS.get(response.outcome)
        if status is not None:
            sentences = "\n".join(spell(reply.text, reply.names.__getitem__) for reply in response.replies)
            raise HttpProblem(status, sentences)


# --- own tables ------------------------------------------------------------------------------------------------------

_MAX_QUESTIONS = 30  # by one browser at once, and per minute: the tables may have to be loaded


class OwnTables:
    def __init__(self, resolver: TableResolver, identities: Identities, budgets: Budgets, clock: Clock) -> None:
        self._resolver = resolver
        self._identities = identities
        self._budgets = budgets
        self._clock = clock
        self._asked = RateLimiter(_MAX_QUESTIONS, _MAX_QUESTIONS / 60)

    def routes(self) -> Sequence[web.RouteDef]:
        return [web.get("/mine", self._mine)]

    async def _mine(self, request: web.Request) -> web.StreamResponse:
        now, person = self._clock.now(), self._identities.browser(request).id
        if not self._asked.take(person, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        self._budgets.questions.spend(request)
        service = self._resolver.service
        pages = await service.tables_of(Person(person, "", locale=spoken()))
        for room, carried in await self._identities.elsewhere(request):
            page = await service.page(room, Person(carried, "", locale=spoken()))
            if page is not None and page.seat is not None and page.phase != "over":
                pages.append(page)
        tables = {page.table: _summary(page) for page in pages if _address(page)}
        listed = sorted(tables.values(), key=lambda each: not each["awaited"])
        return web.json_response(listed, dumps=serialization.to_json)


def _address(page: Page) -> str:
    """The address where the table is played in a browser; empty if it isn't."""
    tokens = [room.removeprefix(f"{PLATFORM}:") for room in page.rooms if room.startswith(f"{PLATFORM}:")]
    return f"/t/{tokens[0]}" if tokens else ""


def _summary(page: Page) -> serialization.Data:
    return {
        "address": _address(page),
        "title": page.title,
        "phase": page.phase,
        "awaited": page.awaited,
        "waiting": [own_name(chair.name) for chair in page.chairs if chair.awaited and not chair.automatic],
        "players": [own_name(chair.name) for at, chair in enumerate(page.chairs) if at != page.seat],
    }
