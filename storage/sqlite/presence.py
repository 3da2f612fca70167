"""Whether a database's files are still those that were opened.

A file that was removed or replaced can still be written through an open connection, but what is stored there is gone
after a restart. So this is checked before a change is acknowledged.
"""

import os
from pathlib import Path

from bot.ports import DatabaseRemoved

_Identity = tuple[int, int]


class Presence:
    """The identities of a database and its write-ahead log while this process has connections to them."""

    def __init__(self, database: Path) -> None:
        self._database = str(database)
        self._log = f"{database}-wal"
        self._opened: dict[str, _Identity | None] = {}
        self._connections = 0

    def connected(self) -> None:
        self._connections += 1

    def disconnected(self) -> None:
        self._connections -= 1
        if not self._connections:
            self._opened.pop(self._log, None)  # SQLite removes the log with the last connection

    def remember(self) -> None:
        """Call in a transaction: both files exist then."""
        for path in (self._database, self._log):
            if path not in self._opened:
                self._opened[path] = _identity(path)

    def require(self) -> None:
        for path, opened in self._opened.items():
            if _identity(path) != opened:
                raise DatabaseRemoved(
                    f"{path} was removed or replaced while Scrum Table was running, so nothing more is stored. Put the "
                    "file back, or stop Scrum Table, restore a backup if you need one, and start it again."
                )


def _identity(path: str) -> _Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116  for each commit, and twice as fast as Path.stat
    except OSError:
        return None
    return found.st_dev, found.st_ino
