"""Workshops in the store: found by their links, and changed one after the other."""

import hashlib
from collections.abc import Awaitable, Callable

from bot.live.cache import RoomLocks, TableCache
from bot.live.table import LiveTable
from bot.live.writer import MAX_ATTEMPTS
from bot.ports import Clock, Conflict, Store
from bot.table.model import Refused, Table
from bot.texts import notices, workshops
from bot.workshop_records import Member, Workshop, followed_as
from games.values import replace, value


@value
class Changed:
    """What becomes of a workshop."""

    workshop: Workshop
    joined: tuple[Member, ...] = ()
    left: tuple[str, ...] = ()


# gets the workshop as it is stored, with its members; None: nothing changes
Change = Callable[[Workshop, tuple[Member, ...]], Awaitable[Changed | None]]


def digest(key: str) -> str:
    """What is stored of the key of a desk."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def dice_of(workshop: Workshop) -> str:
    """What tables of its current round call their dice."""
    return f"{workshop.id}:{workshop.round}"


class WorkshopBook:
    def __init__(self, store: Store, tables: TableCache, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._locks = RoomLocks()

    async def at_entrance(self, link: str) -> Workshop | None:
        """None once it is over, too: then nobody comes in any more."""
        workshop = await self._store.workshop_behind(link) if link else None
        return workshop if workshop is not None and workshop.entrance == link and workshop.phase != "ended" else None

    async def at_desk(self, key: str) -> Workshop | None:
        workshop = await self._store.workshop_behind(digest(key)) if key else None
        return workshop if workshop is not None and workshop.desk == digest(key) else None

    async def runs(self, live: LiveTable) -> bool:
        """Whether a table belongs to a workshop that isn't over."""
        joined = live.standing.table.workshop
        workshop = await self._store.workshop(joined.workshop) if joined else None
        return workshop is not None and workshop.phase != "ended"

    async def round_over(self, table: Table) -> bool:
        """Whether no table draws any more from the seed that this one has."""
        if table.workshop is None or not table.workshop.dice:
            return table.phase == "over"
        workshop = await self._store.workshop(table.workshop.workshop)
        if workshop is None:
            return False  # nobody knows what other tables do
        return dice_of(workshop) != table.workshop.dice or await self.round_is_over(workshop)

    async def round_is_over(self, workshop: Workshop) -> bool:
        """Whether every table of its round is closed; one that nobody uses could still be started."""
        if workshop.phase == "open":
            return False
        lives = [await self._tables.find_current(team.table) for team in workshop.teams]
        return all(live is None or live.standing.table.phase == "over" for live in lives)

    async def add(self, workshop: Workshop) -> None:
        await self._store.put_workshop(workshop)

    async def change(self, workshop: str, alter: Change) -> Workshop:
        """The workshop afterwards. What another process stores in between is read again."""
        async with self._locks.of(followed_as(workshop)):
            for _ in range(MAX_ATTEMPTS):
                stored = await self._store.workshop(workshop)
                if stored is None:
                    raise Refused(workshops.GONE)
                changed = await alter(stored, await self._store.members(workshop))
                if changed is None:
                    return stored
                try:
                    now = replace(changed.workshop, changed=self._clock.now())
                    await self._store.put_workshop(now, changed.joined, changed.left)
                except Conflict:
                    continue
                self._tables.changed(followed_as(workshop))
                return replace(changed.workshop, version=stored.version + 1)
        raise Refused(notices.TOO_BUSY)
