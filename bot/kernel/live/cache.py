"""Tables in memory: found, kept up to date, dropped when there are too many."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from weakref import WeakValueDictionary

from bot.kernel.live.counts import WINDOW_SECONDS, Counts, Now
from bot.kernel.live.owned import OwnKeys
from bot.kernel.live.table import LiveTable
from bot.kernel.store import Store, StoredTable
from bot.kernel.table.pace import OFF, Pace
from games import GAMES
from games.language import ENGLISH

# --- cache -----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_LIVE_TABLES = 20_000


class TableCache:
    def __init__(
        self,
        store: Store,
        now: Now,
        pace: Pace = OFF,
        put_away: float | None = None,
        unused: float | None = None,
        *,
        window: float = WINDOW_SECONDS,
    ) -> None:
        """Set up the cache. `pace`: for tables that chose none. `put_away`: seconds until an idle table sleeps;
        `unused`: until one does that nobody has come to. `window`: seconds between two changes of a count."""
        self._now = now
        self._window = window
        self.held_back: Callable[[LiveTable], None] = lambda _: None  # called while something isn't shown yet
        self._store = store
        self._pace = pace
        self._put_away = put_away
        self.unused = unused
        self.own = OwnKeys()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._in_room: dict[str, str] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by table
        self._without_game: set[str] = set()  # tables whose game is not installed
        self._followers: dict[str, list[Callable[[], None]]] = {}  # by table

    async def find(self, table: str) -> LiveTable | None:
        """A table by its id, from memory or replayed."""
        if table in self._live:
            self._live.move_to_end(table)
            return self._live[table]
        async with self._loading.setdefault(table, asyncio.Lock()):
            if table not in self._live:
                stored = await self._store.table(table)
                if stored is None or not self._is_installed(stored):
                    return None
                self.keep(stored)
            return self._live[table]

    def _is_installed(self, stored: StoredTable) -> bool:
        """True if the table's game is installed; a plugin may be broken or gone, and come back."""
        table, game = stored.record.id, stored.record.game
        if game not in GAMES and table not in self._without_game:
            self._without_game.add(table)
            log.warning("table %s can't be shown: its game, %s, is not installed", table, game)
        return game in GAMES

    def keep(self, stored: StoredTable) -> LiveTable:
        counts = Counts(stored.record.id, self._now, self._window)
        live = LiveTable(stored, counts, self._pace, self._put_away, self.unused)
        self._live[live.id] = live
        self._in_room.update(dict.fromkeys(live.rooms, live.id))
        self._evict()
        if counts.due is not None:
            self.held_back(live)
        return live

    async def in_room(self, room: str) -> LiveTable | None:
        """The table that a room shows. If it is over, ask the store again: there may be a newer one."""
        live = self._live.get(self._in_room.get(room, ""))
        if live is not None and live.standing.table.phase != "over":
            self._live.move_to_end(live.id)
            return live
        record = await self._store.room(room)
        if record is None:
            self._in_room.pop(room, None)
            return None
        self._in_room[room] = record.table
        return await self.find(record.table)

    async def language_of(self, room: str) -> str:
        """The language that people speak in a room: that of its table."""
        live = await self.in_room(room)
        return live.language if live is not None else ENGLISH

    async def without_game_in(self, room: str) -> str:
        """The table that a room would show if its game were installed; empty if there is none."""
        if not self._without_game:
            return ""
        record = await self._store.room(room)
        return record.table if record and record.table in self._without_game else ""

    async def refresh(self, live: LiveTable) -> bool:
        """Catch up with other processes; True if there was anything to catch up with."""
        if await self._store.version(live.id) == live.version:
            return False
        return await self.reload(live)

    async def reload(self, live: LiveTable) -> bool:
        """Load everything that has changed in the store; False if the table was removed. The caller holds its lock."""
        stored = await self._store.table(live.id, live.standing.sequence)
        if stored is None:
            self.drop(live.id)
        else:
            before = live.rooms
            live.reload(stored)
            for room in before.keys() - live.rooms.keys():  # it shows another table now, or none
                self._in_room.pop(room, None)
            self._in_room.update(dict.fromkeys(live.rooms, live.id))
        self.changed(live.id)
        return stored is not None

    async def refreshed(self, live: LiveTable) -> LiveTable:
        """The table, no older than the store.

        Waits for whoever changes it only if it is older: an automatic player may be thinking for seconds.
        """
        if await self._store.version(live.id) != live.version:
            async with live.lock:
                await self.refresh(live)
        return live

    async def find_current(self, table: str) -> LiveTable | None:
        """A table by its id, no older than the store."""
        live = await self.find(table)
        return await self.refreshed(live) if live else None

    async def current(self, live: LiveTable, room: str) -> LiveTable:
        """The table that the room shows, no older than the store: another process may have opened the next one."""
        await self.refreshed(live)
        if live.standing.table.phase != "over":
            return live
        newer = await self.in_room(room)
        return live if newer is None or newer is live else await self.refreshed(newer)

    async def current_in(self, room: str, *, empty: bool = False) -> LiveTable | None:
        """What the room shows, no older than the store. `empty`: nothing, unless this process has shown it since."""
        if empty and room not in self._in_room:
            return None
        live = await self.in_room(room)
        if live is None:
            return None
        if live.standing.table.phase != "over":
            return await self.current(live, room)
        return await self.refreshed(live)  # the store was just asked for it

    def known(self, table: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._live.get(table)

    def known_tables(self) -> tuple[LiveTable, ...]:
        return tuple(self._live.values())

    def show_in(self, room: str, table: str) -> None:
        self._in_room[room] = table

    def take_from(self, room: str) -> None:
        self._in_room.pop(room, None)

    def drop(self, table: str) -> None:
        """Forget a table here; it is replayed when somebody asks for it."""
        self.own.forget((table,))
        live = self._live.pop(table, None)
        for room in live.rooms if live else ():
            self._in_room.pop(room, None)

    def _evict(self) -> None:
        """Drop the tables that have been idle longest; they are replayed when somebody comes back."""
        while len(self._live) > _MAX_LIVE_TABLES:
            table, live = next(iter(self._live.items()))
            if live.lock.locked() or live.tail:
                self._live.move_to_end(table)
                break
            self.drop(table)

    # --- followers -------------------------------------------------------------------------------------------------

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever something changes at the table; call what is returned to stop."""
        followers = self._followers.setdefault(table, [])
        followers.append(changed)

        def unfollow() -> None:
            followers.remove(changed)
            if not followers and self._followers.get(table) is followers:
                del self._followers[table]

        return unfollow

    def known_or_followed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._live, *self._followers)))

    def followed(self, table: str) -> bool:
        return table in self._followers

    def changed(self, table: str) -> None:
        """Tell whoever follows the table, unless all that changed is held back."""
        if live := self._live.get(table):
            self.own.settle(live)
            if live.counts.due is not None:
                self.held_back(live)
                return
        self.tell(table)

    def tell(self, table: str) -> None:
        for notify in tuple(self._followers.get(table, ())):
            notify()


class RoomLocks:
    """Locks per room, so that only one table at a time is opened in it."""

    def __init__(self) -> None:
        self._by_room: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, room: str) -> asyncio.Lock:
        return self._by_room.setdefault(room, asyncio.Lock())


# --- ids -------------------------------------------------------------------------------------------------------------

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike


def new_id(length: int) -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(length))
