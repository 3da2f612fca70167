"""The connections that look at one table at one address, and the pages they are sent.

No pages are queued. When something changes, the connections are woken; each one, as soon as it can send, asks for the
current page with the feed since the last page it sent. So a slow connection delays nobody, never accumulates pages,
and still gets every line of the feed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from adapters.web import serialization
from adapters.web.addresses import TableAddress
from bot.messages import Page, Person, Reply, Request
from bot.ports import Service

MAX_FRAMES = 64  # cached per moment: watchers with different gaps need different frames


@dataclass(frozen=True, slots=True)
class Frame:
    """A serialized page, ready to send."""

    table: str
    sequence: int
    data: bytes


class Subscriber(Protocol):
    """What the hub needs from a connection."""

    def wake(self) -> None:
        """Something may have changed."""

    def show(self, request: Request | None, reply: Reply, data: str) -> None:
        """Show a public reply; `data` is the same as a message."""


class Hub:
    def __init__(
        self, table_address: TableAddress, service: Service, now: Callable[[], float], watch: Callable[[str], str]
    ) -> None:
        self.table_address = table_address
        self._service = service
        self._now = now
        self._watch = watch  # makes a table's address for watching
        self.subscribers: set[Subscriber] = set()
        self._moment = 0  # incremented whenever something may have changed
        self._frames_moment = 0
        self._standing: tuple[str, int, str] | None = None  # table, sequence and the serialized standing of this moment
        self._frames: dict[tuple[int, int], asyncio.Task[Frame | None]] = {}
        self._followed = ""
        self._unfollow: Callable[[], None] | None = None

    # --- changes ---------------------------------------------------------------------------------------------------

    def follow(self, table: str) -> None:
        """Wake the connections when this table changes."""
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
        for subscriber in self.subscribers:
            subscriber.wake()

    def post(self, reply: Reply, request: Request | None) -> None:
        """Show what the service posted to the room: news, or a public answer."""
        if reply.news:
            self.follow(reply.table)  # the room may have a new table
            self.wake()
            return
        data = serialization.to_json({"type": "answer", "id": "", "replies": [serialization.reply(reply)]})
        for subscriber in self.subscribers:
            subscriber.show(request, reply, data)

    # --- pages -----------------------------------------------------------------------------------------------------

    async def frame(self, person: Person | None, after: int) -> Frame | None:
        """The current page; None if there is no table."""
        if person is None:
            return await self._public(after)
        page = await self.page(person, after)
        return self._frame(page, serialization.to_json(self._shape(page))) if page else None

    async def page(self, person: Person | None, after: int) -> Page | None:
        if self.table_address.room:
            return await self._service.page(self.table_address.room, person, after)
        return await self._service.page_of(self.table_address.table, after)

    async def _public(self, after: int) -> Frame | None:
        """The public page, made once for everybody who has seen the same events."""
        if self._frames_moment != self._moment or len(self._frames) >= MAX_FRAMES:
            self._frames_moment = self._moment
            self._forget()
        key = (after, int(self._now()))  # a page contains the time, for the browser's countdown
        if key not in self._frames:
            self._frames[key] = asyncio.create_task(self._render(after, self._moment))
        made = self._frames[key]
        # shielded: others may be waiting for the same page
        return made.result() if made.done() else await asyncio.shield(made)

    def _forget(self) -> None:
        self._standing = None
        self._frames = {}

    async def _render(self, after: int, moment: int) -> Frame | None:
        try:
            page = await self.page(None, after)
        except Exception:
            self._forget()  # the next caller tries again
            raise
        if page is None:
            return None
        known = self._standing
        if known is not None and known[:2] == (page.table, page.sequence):
            return self._frame(page, known[2])
        text = serialization.to_json(self._shape(page))
        if moment == self._frames_moment:
            self._standing = (page.table, page.sequence, text)
        return self._frame(page, text)

    def _shape(self, page: Page) -> serialization.Data:
        watch = self._watch(page.table) if self.table_address.room else self.table_address.address
        return serialization.standing(page, self.table_address.address, watch)

    def _frame(self, page: Page, standing: str) -> Frame:
        data = serialization.message(standing, serialization.feed(page), self._now())
        return Frame(page.table, page.sequence, data)
