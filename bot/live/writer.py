"""Changing a table: decide, store, adopt. In order for each table; when another process was quicker, decide again."""

from collections.abc import Callable

from bot.live.automatic import play_automatic, timers_after
from bot.live.cache import TableCache
from bot.live.erasing import erased_by
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.live.timers import Timers
from bot.messages import Called, Request, TimePassed, Typed
from bot.ports import AlreadyHandled, Append, Clock, Conflict, Seating, Store
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.texts import notices
from games.api import IllegalMove
from games.values import value

MAX_ATTEMPTS = 8  # at one request, when other processes keep getting in first

People = tuple[Seating, ...] | None  # everybody at the table from now on; None: no change
Decision = Callable[[Draft], People]  # records events in the draft; raises Refused or IllegalMove


class RoomMovedOn(Exception):
    """The table is over and the room shows the next one: what was typed is meant for that one."""


@value
class _Decided:
    draft: Draft
    people: People
    more: bool  # automatic players go on after a pause
    version: int  # of the table that this was decided on

    @property
    def empty(self) -> bool:
        return not self.draft.events and self.people is None


class TableWriter:
    def __init__(
        self, store: Store, tables: TableCache, timers: Timers, thinker: Thinker, clock: Clock, *, pause: float
    ) -> None:
        """`pause`: seconds between two rounds of automatic players."""
        self._store = store
        self._tables = tables
        self._timers = timers
        self._thinker = thinker
        self._clock = clock
        self._pause = pause

    async def write(self, live: LiveTable, request: Request, decision: Decision) -> Draft:
        """What happened, stored. Refused or IllegalMove if it may not, AlreadyHandled if it was done before."""
        async with live.lock:
            for attempt in range(MAX_ATTEMPTS):
                if attempt and await self._room_moved_on(live, request):
                    raise RoomMovedOn
                if (draft := await self._attempt(live, request, decision)) is not None:
                    return draft
        raise Refused(notices.TOO_BUSY)

    async def _attempt(self, live: LiveTable, request: Request, decision: Decision) -> Draft | None:
        """None: another process was quicker, and this one has caught up with it."""
        try:
            decided = await self._decide(live, decision)
        except (Refused, IllegalMove):
            if await self._tables.refresh(live):
                return None
            if await self._store.handled(request.id):
                raise AlreadyHandled from None
            raise
        try:
            if not decided.empty or isinstance(request.said, TimePassed):
                await self._store_decided(live, request, decided)
        except (Conflict, AlreadyHandled) as overtaken:
            await self._tables.reload(live)
            if isinstance(overtaken, AlreadyHandled):
                raise
            return None
        return decided.draft

    async def _decide(self, live: LiveTable, decision: Decision) -> _Decided:
        version = live.version
        draft = Draft(live.id, live.standing, live.seed, self._clock.now())
        people = decision(draft)
        return _Decided(draft, people, await play_automatic(draft, self._thinker), version)

    async def _store_decided(self, live: LiveTable, request: Request, decided: _Decided) -> None:
        draft, people = decided.draft, decided.people
        fired = request.said.timer if isinstance(request.said, TimePassed) else ""
        everybody = live.people if people is None else people
        timers = timers_after(live, draft, everybody, self._pause if decided.more else None, fired)
        rows = draft.written(request.id)
        if not rows and people is None and timers == live.timers:
            return
        changed = None if timers == live.timers else timers
        erased = await erased_by(draft, rows, live, self._store)
        change = Append(live.id, rows, people=people, timers=changed, erased=erased, version=decided.version)
        await self._store.append(change)
        live.version = decided.version + 1
        live.adopt(draft.finished(rows), draft.events)
        live.people = everybody
        if timers != live.timers:
            live.timers = timers
            self._timers.wake()
        self._tables.changed(live.id)

    async def _room_moved_on(self, live: LiveTable, request: Request) -> bool:
        if live.standing.table.phase != "over" or not isinstance(request.said, Typed | Called):
            return False
        return await self._tables.in_room(request.room) is not live
