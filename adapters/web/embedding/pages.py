"""The web table inside a chat's own client: the pages on which people come in, and the forms that they send.

`/activity` is shown in Discord, `/teams-tab` in Microsoft Teams, each only if it is set up. Such a page proves to our
server who looks at it, gets a pass for the room in which it is shown, and goes on to the table of that room.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated
from uuid import uuid4

from aiohttp import web
from pydantic import Field

from adapters.guests import Door, Guest, NotAdmitted, Unreachable
from adapters.web import texts as ui_texts
from adapters.web.access.budgets import Budgets
from adapters.web.access.guests import Guests, sent_by_page
from adapters.web.access.links import EMBEDDED, PLATFORM, TableResolver
from adapters.web.middleware import Framed, HttpProblem, SecurityMiddleware, body
from adapters.web.site import Site
from adapters.web.table import front as table_opening
from adapters.web.table.front import REFUSED, Form, Word
from bot.kernel.messages import Person, Request, TableForm
from bot.kernel.ports import Clock
from games.text import spell

log = logging.getLogger(__name__)

ACTIVITY, TAB = "/activity", "/teams-tab"
_OF_CLIENT = ("frame_id", "instance_id", "platform")  # in the query with which Discord opens our front page
_OF_DISCORD = ("https://discord.com", "https://*.discord.com")
_OF_TEAMS = ("https://teams.microsoft.com", "https://*.teams.microsoft.com", "https://*.cloud.microsoft")
_FORBIDDEN, _UNREACHABLE = 403, 503


class _Proof(Form):
    """What a page can prove; the door knows which of it it needs."""

    code: Annotated[str, Field(max_length=300)] = ""
    instance: Annotated[str, Field(max_length=300)] = ""
    token: Annotated[str, Field(max_length=20_000)] = ""
    conversation: Annotated[str, Field(max_length=300)] = ""


class _GameForm(Form):
    game: Word


class Embedding:
    def __init__(
        self,
        resolver: TableResolver,
        guests: Guests,
        site: Site,
        middleware: SecurityMiddleware,
        *,
        budgets: Budgets,
        clock: Clock,
    ) -> None:
        self._resolver = resolver
        self._guests = guests
        self._site = site
        self._middleware = middleware
        self._budgets = budgets
        self._clock = clock
        self._doors: dict[str, Door] = {}  # by the address of their page
        self._application = 0  # Discord's number of ours

    def offer_activity(self, application: int, door: Door) -> None:
        """Let Discord show our pages. Browsers get them from Discord's proxy, which has a host for each application."""
        self._application = application
        self._doors[ACTIVITY] = door
        shown = Framed((ACTIVITY, EMBEDDED), _OF_CLIENT, _OF_DISCORD, f"{application}.discordsays.com")
        self._middleware.allow(shown)
        self._site.instead = lambda request: self._page(request, "activity.html") if shown.has(request) else None

    def offer_tab(self, door: Door) -> None:
        """Let Microsoft Teams show our pages."""
        self._doors[TAB] = door
        self._middleware.allow(Framed((TAB, EMBEDDED), sites=_OF_TEAMS))

    @property
    def offered(self) -> tuple[str, ...]:
        """The addresses at which people come in."""
        return tuple(self._doors)

    def routes(self) -> Sequence[web.RouteDef]:
        return [
            web.get(ACTIVITY, self._page_of(ACTIVITY, "activity.html")),
            web.post(ACTIVITY, self._come_in),
            web.get(TAB, self._page_of(TAB, "teams_tab.html")),
            web.get(f"{TAB}/config", self._page_of(TAB, "teams_config.html")),
            web.post(TAB, self._come_in),
            web.post(f"{EMBEDDED}{{token}}/tables", self._open),
        ]

    def _page_of(self, at: str, name: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def page(request: web.Request) -> web.StreamResponse:
            self._door(at)
            return self._page(request, name)

        return page

    def _page(self, request: web.Request, name: str) -> web.StreamResponse:
        head = f'\n    <meta name="application" content="{self._application}">' if self._application else ""
        return self._site.framed(request, name, head)

    def _door(self, at: str) -> Door:
        if at not in self._doors:
            raise HttpProblem(404, ui_texts.MISSING)
        return self._doors[at]

    async def _come_in(self, request: web.Request) -> web.StreamResponse:
        """Let in whom the platform vouches for: the address of their room's table, and a pass for it."""
        door = self._door(request.path)
        self._budgets.places.spend(request, about=request.path)
        proof = table_opening.read(_Proof, await body(request)).model_dump()
        try:
            guest = await door.admit(proof)
        except NotAdmitted as refusal:
            raise HttpProblem(_FORBIDDEN, str(refusal)) from refusal
        except Unreachable as fault:
            raise HttpProblem(_UNREACHABLE, ui_texts.UNAVAILABLE) from fault
        page = await self._resolver.service.page(guest.room, None)
        found = {"address": EMBEDDED + self._guests.token(guest.room), "hasTable": page is not None}
        return web.json_response({**found, "session": self._guests.write(guest, self._clock.now())}, status=201)

    async def _open(self, request: web.Request) -> web.StreamResponse:
        """Open a table in the guest's room, as the command in the chat does; the chat reads of it there."""
        room = self._resolver.of(request).room
        guest = self._guests.read(sent_by_page(request) or "", self._clock.now())
        assert guest is not None
        self._budgets.tables.spend(request)
        form = table_opening.read(_GameForm, await body(request))
        asked = Request(f"{PLATFORM}:{uuid4()}", room, _person(guest), TableForm(form.game))
        response = await self._resolver.service.handle(asked)
        if response.outcome != "done":
            sentences = (spell(reply.text, reply.names.__getitem__) for reply in response.replies)
            raise HttpProblem(REFUSED, "\n".join(sentences) or ui_texts.UNAVAILABLE)
        return web.json_response({}, status=201)


def _person(guest: Guest) -> Person:
    return Person(guest.person, guest.name, locale=guest.locale)
