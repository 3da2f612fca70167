"""What the service does without being asked: looks that are due, news of other processes, old tables removed."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine

from bot.commands import changes, tutorial
from bot.live.cache import TableCache
from bot.live.rooms import Rooms
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.ports import Clock, Store, StoreUnavailable
from bot.table.catalogue import Invocation
from bot.table.journal import Draft
from bot.table.model import Refused
from games.api import Command

log = logging.getLogger(__name__)

TIDY_SECONDS = 6 * 3600.0
MAX_LOOKS = 4  # that nobody asked for, at once: when more are due, some are left out rather than waited for


class Background:
    def __init__(
        self, store: Store, cache: TableCache, rooms: Rooms, thinker: Thinker, clock: Clock, *, unasked: bool
    ) -> None:
        """`unasked`: looks that are due after an event are shown."""
        self._store = store
        self._tables = cache
        self._rooms = rooms
        self._thinker = thinker
        self._clock = clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._looks = 0
        self._unasked = unasked

    def start(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def show_unasked(self, live: LiveTable, draft: Draft) -> None:
        """A look that is due after what happened, such as the forecast after a day; nobody waits for it."""
        if not self._unasked:
            return
        kinds = {event.kind for event in draft.events}
        due = [command for command in live.standing.game.commands if command.after & kinds]
        if due and self._looks < MAX_LOOKS and live.standing.playing and not tutorial.is_lesson(live):
            self.start(self._post_looks(live, due), "looks that nobody asked for")

    async def _post_looks(self, live: LiveTable, commands: list[Command]) -> None:
        self._looks += 1
        try:
            for command in commands:
                reply = await changes.public_look(live, self._thinker, Invocation(command, {}))
                for room in tuple(live.rooms):
                    await self._rooms.post(live, room, reply, None)
        except Refused:
            pass  # the game ended meanwhile
        except Exception:
            log.exception("a look that nobody asked for failed")
        finally:
            self._looks -= 1

    def _heard(self, table: str) -> None:
        """Another process changed a table, or any of them: what is remembered of it here is out of date."""
        known = self._tables.known(table)
        for live in self._tables.known_tables() if not table else [known] if known else []:
            self.start(self._catch_up(live), "another process went on")

    def _called(self, table: str) -> None:
        """Another process has news for rooms that it cannot reach; perhaps they are ours."""
        self.start(self._tell_our_rooms(table), "news of another process")

    async def _tell_our_rooms(self, table: str) -> None:
        # several processes may be connected to the platform: whoever is first tells, the others see that it is told
        await self._clock.sleep(secrets.randbelow(1000) / 1000)
        try:
            live = await self._tables.find(table)
            if live is None:
                return
            async with live.lock:
                await self._tables.reload(live)
            await self._rooms.bring_news(live, None, answering=True)
        except StoreUnavailable as fault:
            log.warning("rooms of table %s are behind: %s", table, fault)

    async def _catch_up(self, live: LiveTable) -> None:
        if not self._tables.followed(live.id) and not live.lock.locked() and not live.tail:
            self._tables.drop(live.id)  # whoever asks for it next reads it anew
            return
        try:
            async with live.lock:
                await self._tables.reload(live)
        except StoreUnavailable as fault:
            log.warning("a page is behind: %s", fault)

    async def listen(self) -> None:
        await self._store.listen(self._heard, self._called)

    async def tidy_up(self, retention: float) -> None:
        """Tables that nobody touched for longer than the operator keeps them are removed."""
        while True:
            try:
                removed = await self._store.remove_tables(self._clock.now() - retention)
                if removed:
                    log.info("removed %d tables that nobody touched for long", removed)
            except StoreUnavailable as fault:
                log.warning("old tables could not be removed: %s", fault)
            await self._clock.sleep(TIDY_SECONDS)
