"""Who has a page of a table open at which process, so that all of them can show it."""

from collections.abc import Callable
from typing import Protocol

from bot.kernel.calls import Context
from bot.kernel.feature import Feature

FOLLOWED_AS = "presence"  # the name under which changes are reported
LEASE_SECONDS = 60.0  # for which somebody counts as here if their process says nothing more: it may have been killed

feature = Feature("presence")

Here = frozenset[tuple[str, str]]  # tables and people


class PresenceStore(Protocol):
    """Every method may raise StoreUnavailable."""

    shared: bool  # whether other processes can use this database

    async def put_presence(self, process: str, came: Here, left: Here, until: float) -> None:
        """Change who is at a process, and report it if anybody came or left. Those who stay are here until then."""

    async def presence_elsewhere(self, process: str, now: float) -> Here:
        """Who is at other processes."""


class Presences(Protocol):
    """What an adapter may ask. Each raises StoreUnavailable."""

    @property
    def shared(self) -> bool:
        """Whether there can be other processes."""

    async def exchange(self, process: str, came: Here, left: Here) -> Here:
        """Tell the others who came and left here since the last time, and get who is there."""

    def follow(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` when somebody came or left elsewhere; call what is returned to stop."""


class _PresencesOf:
    def __init__(self, context: Context) -> None:
        self._store = context.store.part(PresenceStore)
        self._clock = context.clock
        self._tables = context.tables

    @property
    def shared(self) -> bool:
        return self._store.shared

    async def exchange(self, process: str, came: Here, left: Here) -> Here:
        now = self._clock.now()
        await self._store.put_presence(process, came, left, now + LEASE_SECONDS)
        return await self._store.presence_elsewhere(process, now)

    def follow(self, changed: Callable[[], None]) -> Callable[[], None]:
        return self._tables.follow(FOLLOWED_AS, changed)


feature.facades[Presences] = _PresencesOf
