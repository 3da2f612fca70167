"""Where the facilitator of a meeting looks, for the big screens that scroll along. It is never stored."""

from collections import defaultdict
from collections.abc import Callable


class Glances:
    """The latest glance at each table that has pages open at this process."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}
        self._followers: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)

    def at(self, table: str) -> str:
        """The latest one as a message; empty if there is none."""
        return self._latest.get(table, "")

    def cast(self, table: str, message: str) -> None:
        if table in self._followers and message != self.at(table):
            self._latest[table] = message
            for changed in tuple(self._followers[table]):
                changed()

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` with each new one; call what is returned to stop."""
        self._followers[table].add(changed)

        def stop() -> None:
            self._followers[table].discard(changed)
            if not self._followers[table]:
                del self._followers[table]
                self._latest.pop(table, None)

        return stop
