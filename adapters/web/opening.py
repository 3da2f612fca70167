"""Opening a table: what the front page asks for, as requests to the service like any other."""

from contextlib import suppress
from typing import Annotated, TypeVar
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.web import shapes, words
from adapters.web.guard import Turned
from adapters.web.links import PLATFORM, new_token
from adapters.web.sessions import Session
from bot.live.table import NAME_LIMIT
from bot.messages import Called, Request
from bot.ports import Service
from bot.table.game_list import listed_games
from games.text import clean, spell

MAX_BOTS = 11

Tab = Annotated[str, Field(pattern=r"^[a-z0-9]{8,32}$")]
Name = Annotated[str, Field(max_length=1000)]
Word = Annotated[str, Field(max_length=100)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


class Opening(_Form):
    game: Word
    options: dict[Word, Word | int] = Field(default_factory=dict, max_length=20)
    bots: int = Field(default=0, ge=0, le=MAX_BOTS)
    level: Word = ""
    name: Name = ""
    tab: Tab
    start: bool = False


class Playing(_Form):
    game: Word
    name: Name = ""
    tab: Tab


class Joining(_Form):
    code: Word
    name: Name = ""
    tab: Tab


Form = TypeVar("Form", Opening, Playing, Joining)


def read(form: type[Form], body: bytes) -> Form:
    try:
        return form.model_validate_json(body)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise Turned(422, f"{where}: {first['msg']}" if where else words.BAD_MESSAGE) from fault


def games() -> list[shapes.Data]:
    return [
        {
            "key": game.key,
            "title": game.title,
            "summary": game.summary,
            "seats": [game.minimum, game.maximum],
            "options": [
                {
                    "name": option.name,
                    "description": option.description,
                    "default": option.default,
                    "choices": option.choices,
                    "minimum": option.minimum,
                    "maximum": option.maximum,
                }
                for option in game.options
            ],
            "levels": game.levels,
        }
        for game in listed_games()
    ]


async def play(service: Service, session: Session, form: Playing) -> str:
    """A running game against automatic players, with one click."""
    found = next((game for game in listed_games() if game.key == form.game), None)
    bots = found.good_seats - 1 if found else 0  # an unknown game is the service's to refuse
    opening = Opening(game=form.game, bots=bots, name=form.name or words.VISITOR, tab=form.tab, start=True)
    return await open_table(service, session, opening)


async def open_table(service: Service, session: Session, form: Opening) -> str:
    """The token of the new table; what the service refuses turns the person away, and nothing is left behind."""
    token = new_token()
    desk = _Desk(service, token, session, form)
    options = " ".join(f"{option}={value}" for option, value in form.options.items())
    await desk.ask("new", {"game": form.game, "options": options})
    try:
        for _ in range(form.bots):
            await desk.ask("bot", {"level": form.level})
        if form.start:
            await desk.ask("start", {})
    except Turned:
        with suppress(Turned):
            await desk.ask("end", {})
        raise
    return token


async def join(service: Service, session: Session, form: Joining) -> str:
    """The token of a new place that shows a table of another room: whoever was given its code may sit there too."""
    token = new_token()
    desk = _Desk(service, token, session, form)
    await desk.ask("join", {"code": form.code})
    return token


class _Desk:
    """A person who asks for one thing after another in a new room."""

    def __init__(self, service: Service, token: str, session: Session, form: Opening | Joining) -> None:
        name = clean(form.name, NAME_LIMIT)
        if not name:
            raise Turned(422, words.NAME_FIRST)
        self._service = service
        self._room = f"{PLATFORM}:{token}"
        self._person = session.person(form.tab, name)

    async def ask(self, command: str, given: dict[str, str]) -> None:
        """Turned if the service did not do it."""
        request = Request(f"{PLATFORM}:{uuid4()}", self._room, self._person, Called(command, given))
        response = await self._service.handle(request)
        if response.outcome in {"refused", "failed"}:
            sentences = "\n".join(spell(reply.text, reply.names.__getitem__) for reply in response.replies)
            raise Turned(422, sentences)
