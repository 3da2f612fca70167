"""A person's tables: those that aren't over, with whose turn it is, for the front page."""

from collections.abc import Sequence

from aiohttp import web

from adapters.web import serialization, ui_texts
from adapters.web.addresses import TableResolver
from adapters.web.identity import Identities, own_name
from adapters.web.links import PLATFORM
from adapters.web.middleware import HttpProblem
from bot.live.budget import RateLimiter
from bot.messages import Page, Person
from bot.ports import Clock

MAX_QUESTIONS = 30  # by one browser at once, and per minute: the tables may have to be loaded


class OwnTables:
    def __init__(self, resolver: TableResolver, identities: Identities, clock: Clock) -> None:
        self._resolver = resolver
        self._identities = identities
        self._clock = clock
        self._asked = RateLimiter(MAX_QUESTIONS, MAX_QUESTIONS / 60)

    def routes(self) -> Sequence[web.RouteDef]:
        return [web.get("/mine", self._mine)]

    async def _mine(self, request: web.Request) -> web.StreamResponse:
        now, person = self._clock.now(), self._identities.of(request).id
        if not self._asked.take(person, now):
            raise HttpProblem(429, ui_texts.TOO_FAST)
        service = self._resolver.service
        pages = await service.tables_of(Person(person, ""))
        for room, carried in self._identities.carried.all(request, now):
            page = await service.page(room, Person(carried, ""))
            if page is not None and page.seat is not None and page.phase != "over":
                pages.append(page)
        tables = {page.table: _summary(page) for page in pages if _address(page)}
        return web.json_response(sorted(tables.values(), key=lambda each: not each["awaited"]))


def _address(page: Page) -> str:
    """Where the table is played in a browser; empty if it isn't."""
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
