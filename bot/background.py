"""What the service does without being asked: following what other processes store."""

import logging
import secrets

from bot.live.cache import TableCache
from bot.live.rooms import Rooms
from bot.live.table import LiveTable
from bot.live.tasks import Tasks
from bot.ports import Clock, Store, StoreUnavailable

log = logging.getLogger(__name__)


class Background:
    def __init__(self, store: Store, tables: TableCache, rooms: Rooms, tasks: Tasks, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._rooms = rooms
        self._tasks = tasks
        self._clock = clock

    async def listen(self) -> None:
        """Until it is cancelled: keep up with what other processes store."""
        await self._store.listen(self._changed_elsewhere, self._called)

    def _changed_elsewhere(self, table: str) -> None:
        """Another process changed this table or workshop, or any of them (""): the copy in memory is out of date."""
        for changed in [table] if table else self._tables.known_or_followed():
            live = self._tables.known(changed)
            if live is None:
                self._tables.changed(changed)  # whoever follows it reads it from the store
            else:
                self._tasks.start(self._catch_up(live), "catching up with another process")

    def _called(self, table: str) -> None:
        """Another process has news for rooms that it can't reach; they may be ours."""
        self._tasks.start(self._announce_here(table), "news from another process")

    async def _announce_here(self, table: str) -> None:
        with self._rooms.called(table):
            # several processes may be connected to the platform: the first one posts, the others see that it has
            await self._clock.sleep(secrets.randbelow(1000) / 1000)
            try:
                live = await self._tables.find(table)
                if live is None:
                    return
                async with live.lock:
                    await self._tables.reload(live)
                await self._rooms.announce(live, None, answering=True)
            except StoreUnavailable as fault:
                log.warning("rooms of table %s are behind: %s", table, fault)

    async def _catch_up(self, live: LiveTable) -> None:
        if not self._tables.followed(live.id) and not live.lock.locked() and not live.tail:
            self._tables.drop(live.id)  # the next one to ask for it reads it from the store
            return
        try:
            async with live.lock:
                await self._tables.reload(live)
        except StoreUnavailable as fault:
            log.warning("a page is behind: %s", fault)
