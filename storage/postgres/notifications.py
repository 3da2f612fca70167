"""How processes on one PostgreSQL notify each other of changed tables, with LISTEN and NOTIFY.

Notifications only save time. A process that misses one gets a key conflict as soon as it appends, so a broken
connection costs no more than a check of every table afterwards.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from bot.ports import StoreUnavailable

if TYPE_CHECKING:  # these classes are not generic at run time
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    AnyConnection = Connection | PoolConnectionProxy[asyncpg.Record]

log = logging.getLogger(__name__)

CHANNEL = "scrum_table"
CALL = "call "  # prefix of a table's id: announce the news to your rooms. Older processes ignore the unknown table name
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between attempts to reconnect
KEEPALIVE = 30.0  # seconds of silence before the connection is tested: a broken network does not report itself


class TableNotifications:
    """Sends and receives the notifications of one process. It ignores its own."""

    def __init__(self, connect: "Callable[[], AbstractAsyncContextManager[Connection]]") -> None:
        """`connect` opens a dedicated connection and raises StoreUnavailable when it fails or breaks."""
        self._connect = connect
        self._origin = secrets.token_hex(8)

    async def notify(self, connection: "AnyConnection", *tables: str) -> None:
        """Notify the other processes of changed tables once the transaction is committed."""
        if tables:
            payloads = [f"{table} {self._origin}" for table in tables]
            await connection.execute(
                "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", CHANNEL, payloads
            )

    async def call(self, connection: "AnyConnection", table: str) -> None:
        await self.notify(connection, f"{CALL}{table}")

    async def listen(self, changed: Callable[[str], None], called: Callable[[str], None]) -> None:
        """Call `changed("")` on every (re)connection: nothing is missed from then on, but anything may have been."""
        pause = FIRST_PAUSE

        def on_connected() -> None:
            nonlocal pause
            pause = FIRST_PAUSE
            changed("")

        while True:
            try:
                await self._receive(on_connected, changed, called)
            except StoreUnavailable as error:
                log.warning("No notifications from other processes; retrying in %g s: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _receive(
        self, on_connected: Callable[[], None], changed: Callable[[str], None], called: Callable[[str], None]
    ) -> None:
        """Receive notifications until the connection breaks."""

        def on_notification(_connection: object, _process: int, _channel: str, payload: object) -> None:
            table, _, origin = str(payload).rpartition(" ")
            if origin == self._origin:
                return
            if table.startswith(CALL):
                called(table.removeprefix(CALL))
            else:
                changed(table)

        broken = asyncio.Event()
        async with self._connect() as connection:
            connection.add_termination_listener(lambda _: broken.set())
            await connection.add_listener(CHANNEL, on_notification)
            on_connected()
            while not broken.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), KEEPALIVE)
                await connection.execute("SELECT 1")
