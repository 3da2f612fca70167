"""Everybody who looks at the same table in the same place, and what they are sent.

Nothing is queued for anybody. When something changes the connections are woken, and each one, as soon as it is ready to
send, asks for the page of now with what happened behind the last page that it sent. So a slow connection holds up
nobody, never piles up pages, and still gets every line of the feed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from adapters.web import shapes
from adapters.web.places import Place
from bot.messages import Page, Person, Reply, Request
from bot.ports import Service

MAX_FRAMES = 64  # that are kept of one moment: watchers who were away for differently long get different ones


@dataclass(frozen=True, slots=True)
class Frame:
    """A page, ready to be sent."""

    table: str
    sequence: int
    data: bytes


class Listener(Protocol):
    """A connection, as the hub sees it."""

    def wake(self) -> None:
        """Something may have changed."""

    def show(self, request: Request | None, reply: Reply, data: str) -> None:
        """Something to look at, and the same as a message."""


class Hub:
    def __init__(self, place: Place, service: Service, now: Callable[[], float], watch: Callable[[str], str]) -> None:
        self.place = place
        self._service = service
        self._now = now
        self._watch = watch  # the address at which a table can only be watched
        self.listeners: set[Listener] = set()
        self._moment = 0  # grows whenever something may have changed
        self._made_for = 0
        self._standing: tuple[str, int, str] | None = None  # table, sequence and the text of this moment
        self._frames: dict[tuple[int, int], asyncio.Task[Frame | None]] = {}
        self._followed = ""
        self._unfollow: Callable[[], None] | None = None

    # --- changes ---------------------------------------------------------------------------------------------------

    def follow(self, table: str) -> None:
        """Be told of this table from now on."""
        if table == self._followed:
            return
        self.close()
        self._followed = table
        self._unfollow = self._service.follow(table, self.wake)

    def close(self) -> None:
        if self._unfollow is not None:
            self._unfollow()
            self._unfollow = None

    def wake(self) -> None:
        self._moment += 1
        for listener in self.listeners:
            listener.wake()

    def post(self, reply: Reply, request: Request | None) -> None:
        """What the service shows the room: news, or something to look at."""
        if reply.news:
            self.follow(reply.table)  # the room may have a new one
            self.wake()
            return
        data = shapes.dumped({"type": "answer", "id": "", "replies": [shapes.reply(reply)]})
        for listener in self.listeners:
            listener.show(request, reply, data)

    # --- pages -----------------------------------------------------------------------------------------------------

    async def frame(self, person: Person | None, after: int) -> Frame | None:
        """The page of now; None: there is no table."""
        if person is None:
            return await self._public(after)
        page = await self.page(person, after)
        return self._frame(page, shapes.dumped(self._shape(page))) if page else None

    async def page(self, person: Person | None, after: int) -> Page | None:
        if self.place.room:
            return await self._service.page(self.place.room, person, after)
        return await self._service.page_of(self.place.table, after)

    async def _public(self, after: int) -> Frame | None:
        """Made once for everybody who has seen as much."""
        if self._made_for != self._moment or len(self._frames) >= MAX_FRAMES:
            self._made_for = self._moment
            self._forget()
        key = (after, int(self._now()))  # a page tells the time, so that browsers can count down
        if key not in self._frames:
            self._frames[key] = asyncio.create_task(self._make(after, self._moment))
        made = self._frames[key]
        # whoever stops waiting must not stop it for the others
        return made.result() if made.done() else await asyncio.shield(made)

    def _forget(self) -> None:
        self._standing = None
        self._frames = {}

    async def _make(self, after: int, moment: int) -> Frame | None:
        try:
            page = await self.page(None, after)
        except Exception:
            self._forget()  # whoever asks next tries again
            raise
        if page is None:
            return None
        known = self._standing
        if known is not None and known[:2] == (page.table, page.sequence):
            return self._frame(page, known[2])
        text = shapes.dumped(self._shape(page))
        if moment == self._made_for:
            self._standing = (page.table, page.sequence, text)
        return self._frame(page, text)

    def _shape(self, page: Page) -> shapes.Data:
        watch = self._watch(page.table) if self.place.room else self.place.address
        return shapes.standing(page, self.place.address, watch)

    def _frame(self, page: Page, standing: str) -> Frame:
        data = shapes.message(standing, shapes.feed(page), self._now())
        return Frame(page.table, page.sequence, data)
