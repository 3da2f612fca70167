"""Notifications between the processes that share a PostgreSQL database: which tables have changed."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import TYPE_CHECKING

from bot.kernel.store import StoreUnavailable

if TYPE_CHECKING:  # these classes are not generic at run time
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

    AnyConnection = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]

log = logging.getLogger(__name__)

_CHANNEL = "scrum_table"
_NEWS = "news "  # prefix of a table's id: announce its news to your rooms
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds between attempts to reconnect
_KEEPALIVE = 30.0  # seconds of silence before the connection is tested: a broken network does not report itself


class Notifications:
    """Sends and receives the notifications of one process. It ignores its own."""

    def __init__(self, connect: "Callable[[], AbstractAsyncContextManager[AnyConnection]]") -> None:
        """`connect` opens a dedicated connection and raises StoreUnavailable when it fails or breaks."""
        self._connect = connect
        self._origin = secrets.token_hex(8)

    async def report(self, connection: "AnyConnection", *table_ids: str) -> None:
        """Tell the other processes of changed tables once the transaction is committed."""
        if table_ids:
            payloads = [f"{table_id} {self._origin}" for table_id in table_ids]
            await connection.execute(
                "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", _CHANNEL, payloads
            )

    async def notify(self, connection: "AnyConnection", table_id: str) -> None:
        """Tell them that rooms of theirs may not have seen the news of a table."""
        await self.report(connection, f"{_NEWS}{table_id}")

    async def listen(self, changed: Callable[[str], None], notified: Callable[[str], None]) -> None:
        """Call `changed("")` on every (re)connection: nothing is missed from then on, but anything may have been."""
        pause = FIRST_PAUSE

        def on_connected() -> None:
            nonlocal pause
            pause = FIRST_PAUSE
            changed("")

        while True:
            try:
                await self._receive(on_connected, changed, notified)
            except StoreUnavailable as error:
                log.warning("No notifications from other processes; retrying in %g s: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _receive(
        self, on_connected: Callable[[], None], changed: Callable[[str], None], notified: Callable[[str], None]
    ) -> None:
        """Receive notifications until the connection breaks."""

        def on_notification(_connection: object, _process: int, _channel: str, payload: object) -> None:
            table, _, origin = str(payload).rpartition(" ")
            if origin == self._origin:
                return
            if table.startswith(_NEWS):
                notified(table.removeprefix(_NEWS))
            else:
                changed(table)

        broken = asyncio.Event()
        async with self._connect() as connection:
            connection.add_termination_listener(lambda _: broken.set())
            await connection.add_listener(_CHANNEL, on_notification)
            on_connected()
            while not broken.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(broken.wait(), _KEEPALIVE)
                await connection.execute("SELECT 1", timeout=_KEEPALIVE)
