"""The connections that look at one table at one address, and the pages they are sent.

No pages are queued. When something changes, the connections are woken; each one, as soon as it can send, asks for the
current page with the feed since the last page it sent. So a slow connection delays nobody, never accumulates pages,
and still gets every line of the feed. Players are woken first; watchers once the page that they share is there, so
that hundreds of them don't all wait for it.
"""

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from adapters.web.access.links import PLATFORM, TableAddress
from adapters.web.table import serialization
from adapters.web.table.frames import Frame, PageParts, Part
from adapters.web.table.glances import Glances
from adapters.web.table.serialization import steps
from bot.features.presence import Here
from bot.kernel.messages import Chair, Page, Person, Reply, Request
from bot.kernel.ports import Service
from games.graphics.theme import Shape
from games.language import speaking, spoken

# --- presence --------------------------------------------------------------------------------------------------------

_GRACE = 5.0  # seconds: a page that is reloaded, or loses its connection for a moment, was never away
_MAX_REMEMBERED = 10_000  # people who left


class Presence:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._pages: defaultdict[str, Counter[str]] = defaultdict(Counter)  # open pages, by table and person
        self._left: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._followers: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._elsewhere: Here = frozenset()  # who has pages open at other processes
        self.told: Callable[[], None] | None = None  # called when somebody comes or goes at this one

    @property
    def here(self) -> Here:
        """Who has pages open at this process."""
        return frozenset((table, person) for table, pages in self._pages.items() for person in pages)

    def hear(self, elsewhere: Here) -> None:
        """Somebody may have come or gone at other processes."""
        before, self._elsewhere = self._elsewhere, elsewhere
        for each in before - elsewhere:
            if not self.is_here(*each):
                self._left[each] = self._now()
        for each in elsewhere:
            self._left.pop(each, None)
        for table in {table for table, _ in before ^ elsewhere}:
            self._changed(table)

    def arrive(self, table: str, person: str) -> None:
        self._pages[table][person] += 1
        if handle := self._leaving.pop((table, person), None):
            handle.cancel()
        elif self._pages[table][person] == 1:
            self._left.pop((table, person), None)
            self._changed_here(table)

    def leave(self, table: str, person: str) -> None:
        """Note that one of the person's pages is closed; with the last one, they are away after a moment."""
        pages = self._pages[table]
        pages[person] -= 1
        if not pages[person]:
            loop, left = asyncio.get_running_loop(), self._now()
            self._leaving[table, person] = loop.call_later(_GRACE, self._gone, table, person, left)

    def is_here(self, table: str, person: str) -> bool:
        return person in self._pages.get(table, ()) or (table, person) in self._elsewhere

    def away_since(self, table: str, person: str) -> float | None:
        """The time when they left; None if they are here, or if that isn't known."""
        return self._left.get((table, person))

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever somebody arrives or leaves; call what is returned to stop."""
        self._followers[table].add(changed)

        def stop() -> None:
            self._followers[table].discard(changed)
            if not self._followers[table]:
                del self._followers[table]

        return stop

    def close(self) -> None:
        for handle in self._leaving.values():
            handle.cancel()
        self._leaving.clear()

    def _gone(self, table: str, person: str, left: float) -> None:
        del self._leaving[table, person]
        del self._pages[table][person]
        if not self._pages[table]:
            del self._pages[table]
        if not self.is_here(table, person):
            self._left[table, person] = left
        while len(self._left) > _MAX_REMEMBERED:
            self._left.popitem(last=False)
        self._changed_here(table)

    def _changed_here(self, table: str) -> None:
        if self.told is not None:
            self.told()
        self._changed(table)

    def _changed(self, table: str) -> None:
        for changed in tuple(self._followers.get(table, ())):
            changed()


# --- the hub ---------------------------------------------------------------------------------------------------------

_MAX_FRAMES = 64  # cached per moment: watchers with different gaps need different frames


# by a watcher: the event up to which they have seen everything, the shape of their board, and their language
Watched = tuple[int, Shape, str]


class _Subscriber(Protocol):
    """A connection as the hub sees it."""

    @property
    def watches(self) -> Watched | None:
        """What it has seen, and how; None if it is a person's."""

    def wake(self) -> None:
        """Note that something may have changed."""

    def wake_for_presence(self) -> None:
        """Note that somebody arrived or left; the table is the same."""

    def tell(self, person: str, message: serialization.Data) -> None:
        """Send a message if this is the person's connection."""

    def show(self, request: Request | None, reply: Reply, data: str) -> None:
        """Show a public reply; `data` is the same as a message."""


class Hub:
    def __init__(
        self,
        table_address: TableAddress,
        service: Service,
        now: Callable[[], float],
        watch: Callable[[str], str],
        presence: Presence,
        *,
        glances: Glances,
    ) -> None:
        self.table_address = table_address
        self._presence = presence
        self._glances = glances
        self._leader = ""  # of the meeting, if it is one
        self._arrived: list[str] = []  # the people behind the connections, once for each
        self._chairs: tuple[Chair, ...] = ()  # of the newest page
        self.presence = ""  # who is here and who is away, as a message
        self._service = service
        self._now = now
        self._watch = watch  # makes a table's address for watching
        self.subscribers: set[_Subscriber] = set()
        self._moment = 0  # incremented whenever something may have changed
        self._frames_moment = 0
        self._page_parts = PageParts()
        # by table, sequence, shape and language, of this moment
        self._public_parts: dict[tuple[str, int, Shape, str], dict[str, Part]] = {}
        self._frames: dict[tuple[int, int, Shape, str], asyncio.Task[Frame | None]] = {}
        self._waking: set[asyncio.Task[None]] = set()
        self._followed = ""
        self._stop_following: tuple[Callable[[], None], ...] = ()

    # --- changes ---------------------------------------------------------------------------------------------------

    def follow(self, table: str) -> None:
        """Wake the connections when this table changes."""
        if table == self._followed:
            return
        self.close()
        for person in self._arrived:
            self._presence.leave(self._followed, person)
            self._presence.arrive(table, person)
        self._followed = table
        self._stop_following = (
            self._service.follow(table, self.wake),
            self._presence.follow(table, self._show_presence),
            self._glances.follow(table, self._show_glance),
        )
        self._show_presence()

    def close(self) -> None:
        for stop in self._stop_following:
            stop()
        self._stop_following = ()

    def wake(self) -> None:
        self._moment += 1
        watchers: defaultdict[Watched, list[_Subscriber]] = defaultdict(list)
        for subscriber in self.subscribers:
            if seen := subscriber.watches:
                watchers[seen].append(subscriber)
            else:
                subscriber.wake()
        if watchers:
            waking = asyncio.create_task(self._wake_watchers(watchers))
            self._waking.add(waking)
            waking.add_done_callback(self._waking.discard)

    async def _wake_watchers(self, watchers: Mapping[Watched, Sequence[_Subscriber]]) -> None:
        for (after, shape, language), group in watchers.items():
            with suppress(Exception), speaking(language):  # each of them tries again, and tells its browser
                await self.frame(None, after, shape)
            for watcher in group:
                watcher.wake()

    def post(self, reply: Reply, request: Request | None) -> None:
        """Show what the service posted to the room: news, or a public answer."""
        if reply.news:
            self._move_on(reply.table)
            return
        with speaking(reply.language):
            data = serialization.to_json({"type": "answer", "id": "", "replies": [serialization.reply(reply)]})
        for subscriber in self.subscribers:
            subscriber.show(request, reply, data)

    def _move_on(self, table: str) -> None:
        """Follow the room's table, which may be a new one; changes at the old one wake by themselves."""
        if table != self._followed and self.subscribers:  # else it is closed
            self.follow(table)
            self.wake()

    # --- presence --------------------------------------------------------------------------------------------------

    def arrive(self, person: str) -> None:
        """Note that a connection belongs to this person."""
        self._arrived.append(person)
        self._presence.arrive(self._followed, person)

    def leave(self, person: str) -> None:
        self._arrived.remove(person)
        self._presence.leave(self._followed, person)

    def _show_presence(self) -> None:
        """Tell the connections who is here, if that has changed."""
        seats = [self._presence_of(chair) for chair in self._chairs]
        message = serialization.to_json({"type": "presence", "seats": seats})
        if message != self.presence:
            self.presence = message
            for subscriber in self.subscribers:
                subscriber.wake_for_presence()

    def _presence_of(self, chair: Chair) -> serialization.Data | None:
        """The presence of a seat; None where nobody can be here: automatic players, and people in a chat."""
        here = self._presence.is_here(self._followed, chair.person)
        in_chat = not chair.person.startswith(f"{PLATFORM}:") and not here  # whether they read there, nobody knows
        if chair.automatic or in_chat:
            return None
        return {"here": here, "since": self._presence.away_since(self._followed, chair.person)}

    # --- glances ---------------------------------------------------------------------------------------------------

    @property
    def glance(self) -> str:
        """Where the facilitator looks, as a message; empty if that isn't known."""
        return self._glances.at(self._followed)

    def cast_glance(self, person: str, message: str) -> None:
        """Let the big screens look where the facilitator looks; whoever else says something is ignored."""
        if person == self._leader:
            self._glances.cast(self._followed, message)

    def _show_glance(self) -> None:
        for subscriber in self.subscribers:
            if subscriber.watches:
                subscriber.wake_for_presence()

    # --- pages -----------------------------------------------------------------------------------------------------

    async def frame(self, person: Person | None, after: int, shape: Shape) -> Frame | None:
        """The current page, in the language of whoever asks; None if there is no table."""
        self._start_moment()
        if person is None:
            return await self._public(after, shape)
        page = await self.page(person, after)
        if page is None:
            return None
        with speaking(page.reply.language):
            return Frame(page, self._now(), self._parts(page, shape), steps(page, shape))

    async def page(self, person: Person | None, after: int) -> Page | None:
        if self.table_address.room:
            page = await self._service.page(self.table_address.room, person, after)
        else:
            page = await self._service.page_of(self.table_address.table, after)
        if page is not None:
            self._move_on(page.table)  # another process may have opened it
            self._leader = _leader_of(page)
            if page.chairs != self._chairs:
                self._chairs = page.chairs
                self._show_presence()
        return page

    def _start_moment(self) -> None:
        if self._frames_moment != self._moment:
            self._frames_moment = self._moment
            self._page_parts.next_moment()
            self._forget()
        elif len(self._frames) >= _MAX_FRAMES:
            self._forget()

    def _forget(self) -> None:
        self._public_parts = {}
        self._frames = {}

    async def _public(self, after: int, shape: Shape) -> Frame | None:
        """The public page, made once for everybody who has seen the same events."""
        key = (after, int(self._now()), shape, spoken())  # a page contains the time, for the browser's countdown
        if key not in self._frames:
            self._frames[key] = asyncio.create_task(self._render(after, shape, self._moment))
        made = self._frames[key]
        # shielded: others may be waiting for the same page
        return made.result() if made.done() else await asyncio.shield(made)

    async def _render(self, after: int, shape: Shape, moment: int) -> Frame | None:
        try:
            page = await self.page(None, after)
        except Exception:
            self._forget()  # the next caller tries again
            raise
        if page is None:
            return None
        key = page.table, page.sequence, shape, spoken()
        parts = self._public_parts.get(key) or self._parts(page, shape)
        if moment == self._frames_moment:
            self._public_parts[key] = parts
        return Frame(page, self._now(), parts, steps(page, shape))

    def _parts(self, page: Page, shape: Shape) -> dict[str, Part]:
        watch = self._watch(page.table) if self.table_address.room else self.table_address.address
        return self._page_parts.of(page, self.table_address.address, watch, shape)


def _leader_of(page: Page) -> str:
    """The person who facilitates a meeting; empty before it starts, and where there is none."""
    at = page.meeting.facilitator if page.meeting else -1
    return page.chairs[at].person if 0 <= at < len(page.chairs) else ""
