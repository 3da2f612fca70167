"""Looks for damage in a SQLite file while it is in use: requests may not touch a damaged page for months."""

import asyncio
import sqlite3
import time
from contextlib import closing, suppress

from storage import inspection
from storage.sqlite.file import SqliteFile

_SECONDS_BETWEEN = 24 * 3600.0


class DamageWatch:
    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._looked: float | None = None
        self._looking: asyncio.Task[None] | None = None
        self._connection: sqlite3.Connection | None = None
        self._certain = False

    def look(self) -> None:
        """Begin to read the whole file on a thread of its own, unless that was done within a day."""
        now = time.monotonic()
        if self._looked is None or now > self._looked + _SECONDS_BETWEEN:
            self._begin(now)

    def look_again(self) -> None:
        """The same because a request has met damage: a single read that failed looks the same, and passes."""
        if not self._certain:
            self._begin(time.monotonic())

    def _begin(self, now: float) -> None:
        if self._looking is None:
            self._looked = now
            self._looking = asyncio.create_task(self._look(), name="looking for damage")

    async def close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.interrupt()
        if self._looking is not None:
            await asyncio.wait({self._looking})

    async def _look(self) -> None:
        with suppress(Exception):  # whatever else is wrong with the file, requests will notice
            with self._file.translated_errors():
                found = await asyncio.to_thread(self._quick_check)
            self._file.damage.clear()
            if sentence := inspection.damage(found):
                self._file.damage.append(sentence)
                self._certain = True
        self._looking = None

    def _quick_check(self) -> str:
        with closing(self._file.connect_here()) as self._connection:
            (found,) = self._connection.execute("PRAGMA quick_check(1)").fetchone()
        self._connection = None
        return str(found)
