"""Who has a table's page open, and since when the others haven't. Kept in memory only, by table and person."""

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable

GRACE = 5.0  # seconds: a page that is reloaded, or loses its connection for a moment, was never away
MAX_REMEMBERED = 10_000  # people who left


class Presence:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._pages: defaultdict[str, Counter[str]] = defaultdict(Counter)  # open pages, by table and person
        self._left: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._followers: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        self._leaving: dict[tuple[str, str], asyncio.TimerHandle] = {}

    def arrive(self, table: str, person: str) -> None:
        self._pages[table][person] += 1
        if handle := self._leaving.pop((table, person), None):
            handle.cancel()
        elif self._pages[table][person] == 1:
            self._left.pop((table, person), None)
            self._changed(table)

    def leave(self, table: str, person: str) -> None:
        """One of the person's pages is closed; with the last one, they are away after a moment."""
        pages = self._pages[table]
        pages[person] -= 1
        if not pages[person]:
            loop, left = asyncio.get_running_loop(), self._now()
            self._leaving[table, person] = loop.call_later(GRACE, self._gone, table, person, left)

    def is_here(self, table: str, person: str) -> bool:
        return person in self._pages.get(table, ())

    def away_since(self, table: str, person: str) -> float | None:
        """When they left; None if they are here, or if that isn't known."""
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
        self._left[table, person] = left
        while len(self._left) > MAX_REMEMBERED:
            self._left.popitem(last=False)
        self._changed(table)

    def _changed(self, table: str) -> None:
        for changed in tuple(self._followers.get(table, ())):
            changed()
