"""What processes on one PostgreSQL tell each other: which table has changed, by LISTEN and NOTIFY.

Hearing is a matter of speed only. Whoever misses something is told so by the keys of the database as soon as it
appends, so a connection that breaks costs nothing but a look at every table afterwards.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from bot.ports import StoreUnavailable

if TYPE_CHECKING:  # at run time these classes are not generic
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    AnyConnection = Connection | PoolConnectionProxy[asyncpg.Record]

log = logging.getLogger(__name__)

CHANNEL = "scrum_table"
CALL = "call "  # before a table's id: tell your rooms of it. An older process knows no table of such a name
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between attempts to reconnect
STILL_THERE = 30.0  # seconds after which a silent connection is asked: a broken network does not tell by itself


class News:
    """One process's end of the line. It does not hear itself."""

    def __init__(self, line: "Callable[[], AbstractAsyncContextManager[Connection]]") -> None:
        """`line` makes a connection of our own, and says StoreUnavailable when there is none or it breaks."""
        self._line = line
        self._origin = secrets.token_hex(8)

    async def tell(self, connection: "AnyConnection", *tables: str) -> None:
        """The others hear it when the transaction is committed, and only then."""
        if tables:
            told = [f"{table} {self._origin}" for table in tables]
            await connection.execute("SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told", CHANNEL, told)

    async def call(self, connection: "AnyConnection", table: str) -> None:
        await self.tell(connection, f"{CALL}{table}")

    async def listen(self, told: Callable[[str], None], called: Callable[[str], None]) -> None:
        """`told("")` comes first: from then on nothing is missed, but before anything may have been."""
        pause = FIRST_PAUSE

        def begun() -> None:
            nonlocal pause
            pause = FIRST_PAUSE
            told("")

        while True:
            try:
                await self._hear(begun, told, called)
            except StoreUnavailable as error:
                log.warning("Other processes are not heard, %g s until the next try: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _hear(
        self, begun: Callable[[], None], told: Callable[[str], None], called: Callable[[str], None]
    ) -> None:
        """Until the connection breaks."""

        def heard(_connection: object, _process: int, _channel: str, payload: object) -> None:
            table, _, origin = str(payload).rpartition(" ")
            if origin == self._origin:
                return
            if table.startswith(CALL):
                called(table.removeprefix(CALL))
            else:
                told(table)

        broken = asyncio.Event()
        async with self._line() as connection:
            connection.add_termination_listener(lambda _: broken.set())
            await connection.add_listener(CHANNEL, heard)
            begun()
            while not broken.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), STILL_THERE)
                await connection.execute("SELECT 1")
