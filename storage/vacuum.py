"""Removes dead rows from PostgreSQL's files: what was forgotten or erased stays in them until a VACUUM."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from bot.kernel.store import StoreUnavailable

if TYPE_CHECKING:  # not generic at run time
    import asyncpg

    Connection = asyncpg.Connection[asyncpg.Record]

log = logging.getLogger(__name__)

_LONGEST_WAIT = 10.0  # seconds for which somebody waits; then it goes on in the background


class Vacuum:
    """One at a time; tables that are wanted meanwhile come next."""

    def __init__(self, connect: "Callable[[], AbstractAsyncContextManager[Connection]]") -> None:
        self._connect = connect
        self._wanted: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self, tables: Iterable[str]) -> "asyncio.Task[None]":
        self._wanted.update(tables)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="vacuum")
        return self._task

    async def finish(self, tables: Iterable[str]) -> None:
        await asyncio.wait({self.start(tables)}, timeout=_LONGEST_WAIT)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        try:
            async with self._connect() as connection:
                while self._wanted:
                    table = self._wanted.pop()
                    await connection.execute(f"VACUUM (INDEX_CLEANUP ON) {table}")
        except StoreUnavailable as error:
            log.warning("Forgotten data stays in dead rows until PostgreSQL's next autovacuum: %s", error)
