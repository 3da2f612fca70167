"""Announcing news to rooms: in order, once, and later if a platform is down.

For each room the last event it has seen is stored. Everything after that is its news: one message after a move, and
one message to catch up after a crash or an outage.
"""

import asyncio
import logging
import math
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal

from bot.kernel.live.counts import is_counted
from bot.kernel.live.meeting_news import begins_phase, compose_meeting, has_sheets, past_line, same_again
from bot.kernel.live.news import compose, story_of
from bot.kernel.live.schedule import give_up_place
from bot.kernel.live.shown import ShownRoom
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import PRIVATE, Reply, Request, is_private_room
from bot.kernel.ports import (
    Chat,
    Clock,
    Observe,
    OpensThreads,
    Operation,
    PlannedMeeting,
    RoomGone,
    RoomUnreachable,
    ShowsPlans,
    unobserved,
)
from bot.kernel.store import Append, RoomRecord, Store, StoreUnavailable
from bot.kernel.table.journal import decode
from games.language import speaking
from games.values import replace

_Finder = Callable[[str], Awaitable[LiveTable | None]]  # finds a table by its id

_Prepare = Callable[[LiveTable, str], Awaitable[None]]  # lets features add to a table what this room will read

_Delivery = Literal["sent", "late", "gone"]

log = logging.getLogger(__name__)

MAX_POSTS = 64  # at once, on one platform
RETRY_SECONDS = (1.0, 5.0, 30.0, 120.0)
IN_SIGHT_SECONDS = 600.0  # while a message is edited in place; later it has scrolled too far up
ANNOUNCE_SECONDS = 10.0  # for a process to announce what it stored; after that another one may
_POLL_SECONDS = (0.02, 0.5)  # between two checks whether it has, at first and at most


@asynccontextmanager
async def _as_spoken_at(live: LiveTable) -> AsyncIterator[None]:
    """Speak the table's language."""
    with speaking(live.language):
        yield


class Rooms:
    def __init__(self, store: Store, chats: Mapping[str, Chat], clock: Clock, observe: Observe = unobserved) -> None:
        self._store = store
        self._chats = chats
        self._observe = observe
        self._ways = {platform: asyncio.Semaphore(MAX_POSTS) for platform in chats}
        self._clock = clock
        self._late: dict[str, str] = {}  # room: table, of rooms that could not be reached
        self._trying: dict[str, str] = {}  # the same, of rooms that are being retried
        self._some_late = asyncio.Event()
        self._unsure = False  # something may have been stored that no room has seen
        self._unreachable: set[str] = set()  # rooms whose outage was logged
        self.prepare: _Prepare | None = None  # called before a room is told
        self._notified: Counter[str] = Counter()  # tables whose news another process has asked this one to announce

    async def announce(self, live: LiveTable, request: Request | None, *, answering: bool = False) -> None:
        """Announce news to every room of the table; one that can't be reached doesn't hold up the others."""
        rooms = tuple(room for room in live.rooms if self._is_ours(room))
        if len(rooms) < len(live.rooms) and not answering:
            await self._notify_others(live)
        patience = 0.0 if answering else ANNOUNCE_SECONDS
        if len(rooms) == 1:  # nearly always: no need for a task
            await self._bring(live, rooms[0], request, patience, wait=True)
        else:
            await asyncio.gather(*(self._bring(live, room, request, patience, wait=True) for room in rooms))

    @contextmanager
    def notified(self, table_id: str) -> Iterator[None]:
        """Note that another process can't announce its news of this table here: nobody waits for it meanwhile."""
        self._notified[table_id] += 1
        try:
            yield
        finally:
            self._notified[table_id] -= 1
            if not self._notified[table_id]:
                del self._notified[table_id]

    def _is_ours(self, room: str) -> bool:
        return room.partition(":")[0] in self._chats

    def behind(self, platform: str) -> int:
        """The number of rooms of this platform that have not seen the news."""
        return sum(room.partition(":")[0] == platform for room in {*self._late, *self._trying})

    async def _notify_others(self, live: LiveTable) -> None:
        """Notify other processes of news for rooms on a platform that this one isn't connected to."""
        try:
            await self._store.notify(live.id)
        except StoreUnavailable as fault:
            log.warning("table %s has rooms that are behind: %s", live.id, fault)

    async def post(self, live: LiveTable | None, room: str, reply: Reply, request: Request | None) -> None:
        """Post something that isn't news, such as the board again; `request` if this room asked for it."""
        shown = live.rooms.get(room) if live else None
        if live is None or shown is None:
            await self._posted(room, reply, request, "")
            return
        async with shown.lock, _as_spoken_at(live):
            if not reply.acts:
                await self._posted(room, reply, request, "", live)
                return
            sheet = has_sheets(live)
            past = same_again(shown) if sheet else await self._told_if_known(live, shown)
            again = replace(reply, past=past, overview=live.overview(), cards=live.cards())
            message = await self._posted(room, again, request, shown.message, live)
            if message is not None:
                since = shown.since if sheet else shown.shown
                await self._mark(live, room, shown, RoomRecord(room, live.id, shown.shown, message, since), "")

    async def add_note(self, live: LiveTable, room: str, note: str, *, unless_past: int) -> None:
        """Add a line below the acts of the room's last message, unless the table has moved on since this event."""
        shown = live.rooms.get(room)
        if shown is None:
            return
        async with shown.lock, _as_spoken_at(live):
            if live.standing.sequence > unless_past:
                return
            if not shown.message:  # where messages can't be edited
                alone = live.reply(note, board=False, buttons=())
                await self._posted(room, replace(alone, proof=None, awaited=(), until=None), None, "", live)
            elif (told := await self._told_if_known(live, shown)) is not None:
                note = "\n".join(filter(None, (shown.note, note)))
                reply = live.reply(told, live.situation(), board=False)
                news = replace(reply, note=note, news=True, amends=True, overview=live.overview(), cards=live.cards())
                await self._posted(room, news, None, shown.message, live)
                shown.note = note

    def serves(self, room: str) -> bool:
        """True if this process is connected to the room's platform."""
        return self._is_ours(room)

    def has_threads(self, room: str) -> bool:
        """See OpensThreads."""
        chat: object = self._chats.get(room.partition(":")[0])
        return isinstance(chat, OpensThreads) and chat.has_threads(room)

    async def open_thread(self, room: str, name: str) -> str | None:
        """See OpensThreads."""
        chat: object = self._chat(room)
        if not isinstance(chat, OpensThreads):
            return None
        async with self._way_to("open_thread", room):
            return await chat.open_thread(room, name)

    def shows_plans(self, room: str) -> bool:
        """True if the room's platform has a calendar."""
        return isinstance(self._chats.get(room.partition(":")[0]), ShowsPlans)

    async def show_plan(self, room: str, meeting: PlannedMeeting | None) -> None:
        """See ShowsPlans."""
        chat: object = self._chat(room)
        if isinstance(chat, ShowsPlans):
            async with self._way_to("show_plan", room):
                await chat.show_plan(room, meeting)

    async def send(self, room: str, reply: Reply) -> _Delivery:
        """Post something that is about no table; what is late can be sent again."""
        try:
            await self._hand_over(room, reply, None, "")
        except RoomGone:
            log.info("room %s is gone", room)
            return "gone"
        except RoomUnreachable as fault:
            log.warning("room %s: %s", room, fault)
            return "late"
        return "sent"

    async def _posted(
        self, room: str, reply: Reply, request: Request | None, before: str, live: LiveTable | None = None
    ) -> str | None:
        """The message's reference; None if it could not be posted. A room that is gone stops showing the table."""
        try:
            message = await self._hand_over(room, reply, request, before)
        except RoomGone:
            log.info("room %s is gone", room)
            if live is not None:
                live.rooms.pop(room, None)
                await self._leave(room, live.id)
        except RoomUnreachable as fault:
            # warn once, not with every attempt
            log.log(logging.DEBUG if room in self._unreachable else logging.WARNING, "room %s: %s", room, fault)
            self._unreachable.add(room)
        except Exception:  # a bug in an adapter must not cost the table its move
            log.exception("posting to room %s failed", room)
        else:
            self._unreachable.discard(room)
            return message
        return None

    async def _hand_over(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        chat = self._chat(room)
        if is_private_room(room):
            return await chat.post(room, reply, request, before)
        async with self._way_to("post", room, reply.table):
            return await chat.post(room, reply, request, before)

    @asynccontextmanager
    async def _way_to(self, name: str, room: str, table: str = "") -> AsyncIterator[None]:
        """Wait for one of the MAX_POSTS slots of a platform. A message that waits for one holds up nothing."""
        platform = room.partition(":")[0]
        give_up_place()
        async with self._ways[platform]:
            with self._observe(Operation(name, "chat", platform, room, table=table)):
                yield

    def _chat(self, room: str) -> Chat:
        """The platform of a room, whose name is `platform:…`."""
        platform = room.partition(":")[0]
        if platform not in self._chats:
            raise RoomUnreachable(f"{platform} is not connected here")
        return self._chats[platform]

    async def _bring(
        self,
        live: LiveTable,
        room: str,
        request: Request | None = None,
        patience: float = ANNOUNCE_SECONDS,
        *,
        wait: bool = False,
    ) -> bool:
        """Bring news to a room; True if it has seen everything now. For `patience` and `wait` see `_may_announce`."""
        shown = live.rooms.get(room)
        if shown is None:
            return True
        async with shown.lock:
            if live.public.sequence <= shown.shown:  # what is held back is shown later
                return True
            try:
                if not await self._may_announce(live, room, shown, patience, wait=wait):
                    return self._remember(room, live.id)
                if live.public.sequence <= shown.shown or room not in live.rooms:
                    return True
                if self.prepare is not None:
                    with speaking(live.language):
                        await self.prepare(live, room)
                with speaking(live.language):
                    told, events = await self._unseen(live, shown)
            except StoreUnavailable as fault:  # nothing is lost: announce it when it can be read again
                log.warning("room %s is behind: %s", room, fault)
                return self._remember(room, live.id)
            sequence = shown.shown + len(events)  # nothing is awaited from here to the reply, so both match
            mover = request.person if request else None
            with speaking(live.language):
                if has_sheets(live):
                    news = compose_meeting(live, shown, events, told, mover)
                else:
                    news = compose(live, shown, events, told, mover, recent=self.is_in_sight(shown))
            cause = request if request and request.room == room else None
            message = await self._posted(room, news.reply, cause, "" if news.aside else shown.message, live)
            if message is None:
                return room not in live.rooms or self._remember(room, live.id)
            message = shown.message if news.aside else message
            self._late.pop(room, None)
            shown.called, shown.asked, shown.heard = news.called, news.asked, news.heard
            await self._mark(live, room, shown, RoomRecord(room, live.id, sequence, message, news.since), news.story)
            shown.note = news.reply.note
            shown.pin = news.reply.pin if news.reply.milestone else shown.pin * news.reply.amends
            return True

    async def _may_announce(self, live: LiveTable, room: str, shown: ShownRoom, patience: float, *, wait: bool) -> bool:
        """The process that stored an event announces it. What others stored is left to them for `patience` seconds.

        They may announce more in the meantime, so this polls; just once if not `wait`. Not if they notify this process.
        """
        if live.standing.sequence > shown.shown and self._clock.now() - live.standing.at > ANNOUNCE_SECONDS:
            await self._announced_by_others(live, room, shown)  # while this process was paused
        pause, longest = _POLL_SECONDS
        waited = 0.0
        while room in live.rooms and live.stored_elsewhere(shown.shown + 1):
            if await self._announced_by_others(live, room, shown):
                continue
            now = self._clock.now()
            patience = 0.0 if live.id in self._notified or _holds_back(live, shown) else patience
            # the other process's clock may be wrong, but nobody has to wait longer because of that
            until, before = now + ANNOUNCE_SECONDS, now - patience if waited < patience else math.inf
            if now < shown.claimed:
                return True
            if await self._store.claim_news(room, live.id, shown.shown, now, until=until, before=before):
                shown.claimed = until
                return True
            if not wait:
                return False
            await asyncio.sleep(pause)
            waited += pause  # pragma: no mutate: only a clock that stands still needs it
            pause = min(2 * pause, longest)
        return True

    async def _announced_by_others(self, live: LiveTable, room: str, shown: ShownRoom) -> bool:
        """True if the room has seen more than this process knew, or shows another table by now."""
        record = await self._store.room(room)
        if record is None or record.table != live.id:
            live.rooms.pop(room, None)
            return True
        if record.shown <= shown.shown:
            return False
        shown.adopt(record)
        shown.heard = frozenset()  # they may have announced a milestone
        live.forget_seen(shown.shown)
        return True

    def _remember(self, room: str, table: str) -> bool:
        """Remember to try again later; returns False: the room has not seen it."""
        self._late[room] = table
        self._some_late.set()
        return False

    async def _unseen(self, live: LiveTable, shown: ShownRoom) -> tuple[str | None, list[Any]]:
        """The story of the room's last message, or the line it shrinks to; and the events that the room has not seen.

        Both are of the moment at which this returns.
        """
        while True:
            if not has_sheets(live):
                told = await self._told(live, shown)
                return told, await self._missed(live, shown.shown)
            events = await self._missed(live, shown.shown)
            if not begins_phase(events, live) or shown.shown == shown.since:
                return None, events
            told_before = await self._events_told(live, shown)
            if live.public.sequence == shown.shown + len(events):
                return past_line(told_before, live), events

    async def _events_told(self, live: LiveTable, shown: ShownRoom) -> list[Any]:
        """The events in the room's last message."""
        rows = await self._store.events(live.id, shown.since)
        return [decode(row.kind, row.payload, live.standing.game) for row in rows[: shown.shown - shown.since]]

    async def _missed(self, live: LiveTable, after: int) -> list[Any]:
        """The events the room has not seen; from memory if they are all there."""
        while True:
            recent = [event for sequence, event in live.tail if sequence > after]
            count = live.public.sequence - after
            if len(recent) >= count:
                return recent[:count]
            rows = await self._store.events(live.id, after)
            count = live.public.sequence - after  # another process may have stored more than this one knows
            if len(rows) >= count:
                return [decode(row.kind, row.payload, live.standing.game) for row in rows[:count]]

    def is_in_sight(self, shown: ShownRoom) -> bool:
        """True if people still see the room's last message, as far as its age tells."""
        return self._clock.now() - shown.posted < IN_SIGHT_SECONDS

    async def _told(self, live: LiveTable, shown: ShownRoom) -> str | None:
        """The story that the room's last message tells; None if it isn't known, or was about another table."""
        if shown.story is None and shown.shown > shown.since:
            shown.story = story_of(await self._events_told(live, shown), live, shown.since)
        return shown.story

    async def _told_if_known(self, live: LiveTable, shown: ShownRoom) -> str | None:
        try:
            return await self._told(live, shown)
        except StoreUnavailable:
            return None

    async def _mark(self, live: LiveTable, room: str, shown: ShownRoom, record: RoomRecord, story: str) -> None:
        if record.message != shown.message:  # else it was edited in place
            shown.posted = self._clock.now()
        shown.adopt(record)
        shown.story = story
        live.forget_seen(shown.shown)
        try:
            await self._store.mark_shown(room, live.id, record.shown, record.message, record.since)
        except StoreUnavailable as fault:  # the room will see this again after a restart
            log.warning("could not store what room %s has seen: %s", room, fault)

    async def _leave(self, room: str, table: str) -> None:
        try:
            await self._store.append(Append(table, (), leaves=room))
        except StoreUnavailable as fault:  # it will be tried again after a restart
            log.warning("could not store that room %s is gone: %s", room, fault)

    # --- rooms that are behind -------------------------------------------------------------------------------------

    async def catch_up(self, find: _Finder) -> None:
        """Announce to rooms what they missed while this process was down."""
        for record in await self._store.rooms_behind():
            live = await find(record.table) if self._is_ours(record.room) else None
            if live is not None:
                await self._bring(live, record.room)

    def look_again(self) -> None:
        """Let rooms catch up once the store can be reached: it isn't known whether a change was stored."""
        self._unsure = True
        self._some_late.set()

    async def keep_trying(self, find: _Finder) -> None:
        """Runs until cancelled: retry rooms that could not be reached, with growing pauses."""
        attempt = 0
        while True:
            await self._some_late.wait()
            await self._clock.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            self._trying, self._late = self._late, {}
            self._some_late.clear()
            if self._unsure:
                await self._catch_up_if_possible(find)
            reached = [await self._try_again(room, table, find) for room, table in self._trying.items()]
            self._trying = {}
            attempt = 0 if any(reached) else attempt + 1

    async def _catch_up_if_possible(self, find: _Finder) -> None:
        self._unsure = False
        try:
            await self.catch_up(find)
        except StoreUnavailable:
            self.look_again()

    async def _try_again(self, room: str, table: str, find: _Finder) -> bool:
        try:
            live = await find(table)
            if live is None or room not in live.rooms:
                return True
            await self._announced_by_others(live, room, live.rooms[room])  # it has been a while
            return await self._bring(live, room)
        except StoreUnavailable:
            return self._remember(room, table)


def _holds_back(live: LiveTable, shown: ShownRoom) -> bool:
    """True if another process holds back what it stored, because it only changes counts: it need not be waited for."""
    counted = is_counted(live.standing)
    missed = [past for past in live.changes.since(shown.shown) if live.stored_elsewhere(past.sequence)]
    return bool(missed) and all(counted(past.event.kind) for past in missed)


# --- rooms that only one person sees ---------------------------------------------------------------------------------


def new_private_room() -> str:
    """A room whose name doesn't say whose it is: rooms are kept when a person asks to be forgotten."""
    return f"{PRIVATE}:{secrets.token_hex(16)}"


def is_private(live: LiveTable) -> bool:
    """True if only one person sees this table."""
    return any(map(is_private_room, live.rooms))


class PrivateChat:
    """The Chat of private rooms. It posts nothing: what happens there is the answer to the person's own request."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del room, reply, request, before
        return ""
