"""Changing a table: decide, store, adopt. In order for each table; when another process was quicker, decide again."""

import logging
from collections.abc import Callable

from bot.live.automatic import play_on, timers_after, waits_for_a_thinker
from bot.live.cache import TableCache
from bot.live.erasing import erased_by
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.live.timers import Timers
from bot.messages import Called, Request, TimePassed, Typed
from bot.ports import AlreadyHandled, Append, Clock, Conflict, Seating, Store
from bot.room_records import Job
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.texts import notices
from games.api import IllegalMove
from games.values import value

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 8  # at one request, when other processes keep getting in first
THINKING_SECONDS = 20.0  # after a crash while an automatic player was thinking, it starts again then

People = tuple[Seating, ...] | None  # everybody at the table from now on; None: no change
Decision = Callable[[Draft], People]  # records events in the draft; raises Refused or IllegalMove


FollowUp = Callable[[LiveTable, Draft, tuple[Seating, ...]], tuple[Job, ...]]


class RoomMovedOn(Exception):
    """The table is over and the room shows the next one: what was typed is meant for that one."""


@value
class _Decided:
    draft: Draft
    people: People
    pause: float | None  # seconds until automatic players go on, if they do
    version: int  # of the table that this was decided on
    thinks: bool = False  # an automatic player that takes long answers it

    @property
    def empty(self) -> bool:
        return not self.draft.events and self.people is None


class TableWriter:
    def __init__(
        self,
        store: Store,
        tables: TableCache,
        timers: Timers,
        thinker: Thinker,
        clock: Clock,
        *,
        pause: float,
        follow_up: FollowUp,
    ) -> None:
        """`pause`: seconds between two rounds of automatic players. `follow_up`: the jobs that a change leads to."""
        self._follow_up = follow_up
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
                if (decided := await self._attempt(live, request, decision)) is not None:
                    if decided.thinks:
                        await self._think(live, decided.draft)
                    return decided.draft
        raise Refused(notices.TOO_BUSY)

    async def _attempt(self, live: LiveTable, request: Request, decision: Decision) -> _Decided | None:
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
        return decided

    async def _decide(self, live: LiveTable, decision: Decision) -> _Decided:
        version = live.version
        now = self._clock.now()
        draft = Draft(live.id, live.standing, live.seed, now, live.clock(now))
        people = decision(draft)
        if waits_for_a_thinker(draft):
            return _Decided(draft, people, THINKING_SECONDS, version, thinks=True)
        everybody = live.people if people is None else people
        after = await play_on(draft, everybody, self._thinker)
        if after.people is not everybody:
            people = after.people
        return _Decided(draft, people, self._pause if after.more else None, version)

    async def _think(self, live: LiveTable, draft: Draft) -> None:
        """Let automatic players that take long answer what was just stored, and add that to the draft.

        If it can't be stored, the timer that was set for them tries again.
        """
        try:
            answer = await self._decide(live, lambda _: None)
            await self._store_decided(live, None, answer)
        except Conflict:
            await self._tables.reload(live)
        except Exception:
            log.exception("the automatic players of table %s didn't answer", live.id)
        else:
            draft.add(answer.draft)

    async def _store_decided(self, live: LiveTable, request: Request | None, decided: _Decided) -> None:
        draft, people = decided.draft, decided.people
        fired = request.said.timer if request is not None and isinstance(request.said, TimePassed) else ""
        everybody = live.people if people is None else people
        timers = timers_after(live, draft, everybody, decided.pause, fired)
        rows = draft.written(request.id if request is not None else None)
        if not rows and people is None and timers == live.timers:
            return
        changed = None if timers == live.timers else timers
        erased = await erased_by(draft, rows, live, self._store)
        change = Append(
            live.id,
            rows,
            people=people,
            timers=changed,
            erased=erased,
            jobs=self._follow_up(live, draft, everybody),
            uses=draft.uses,
            version=decided.version,
        )
        await self._store.append(change)
        live.version = decided.version + 1
        live.adopt(draft.finished(rows), rows, draft.events)
        if erased:
            live.changes.forget_erased()
        live.people = everybody
        if timers != live.timers:
            live.timers = timers
            self._timers.wake()
        self._tables.changed(live.id)

    async def _room_moved_on(self, live: LiveTable, request: Request) -> bool:
        if live.standing.table.phase != "over" or not isinstance(request.said, Typed | Called):
            return False
        return await self._tables.in_room(request.room) is not live
