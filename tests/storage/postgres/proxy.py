"""A proxy in front of a real PostgreSQL that cuts the connection in the middle of a commit."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit

SOCKET = ".s.PGSQL.5432"


class Proxy:
    """Passes everything on, until it is told to cut."""

    def __init__(self, folder: Path, url: str) -> None:
        parts = urlsplit(url)
        self._server = str(Path(parse_qs(parts.query)["host"][0]) / SOCKET)
        self._here = folder / SOCKET
        self.url = parts._replace(query=f"host={quote(str(folder))}").geturl()
        self._cut: str | None = None
        self.closed = False  # no connection works
        self.cuts = 0

    def cut(self, when: str, *, then_close: bool = False, then: Callable[[], Awaitable[None]] | None = None) -> None:
        """At the next commit: `before` it reaches the server, or `after` the server has it, unacknowledged.

        `then` happens before the client notices; `then_close`: it can't connect again.
        """
        self._cut, self._then_close, self._then = when, then_close, then

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        listening = await asyncio.start_unix_server(self._connected, self._here)
        async with listening:
            yield self

    async def _connected(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        if self.closed:
            to_client.close()
            return
        server, to_server = await asyncio.open_unix_connection(self._server)
        answers = asyncio.create_task(self._pass_on(server, to_client))
        with suppress(OSError):
            while (data := await client.read(65536)) and not self._is_closed():
                if self._cut and b"COMMIT;" in data:
                    await self._cut_now(data, to_server, server, answers)
                    break
                to_server.write(data)
                await to_server.drain()
        answers.cancel()
        for writer in (to_client, to_server):
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _is_closed(self) -> bool:
        return self.closed

    async def _cut_now(
        self, data: bytes, to_server: asyncio.StreamWriter, server: asyncio.StreamReader, answers: "asyncio.Task[None]"
    ) -> None:
        when, self._cut, self.closed = self._cut, None, self._then_close
        self.cuts += 1
        answers.cancel()  # the acknowledgement goes nowhere
        await asyncio.wait({answers})
        if when == "after":
            to_server.write(data)
            await server.read(1)  # it is committed
        to_server.close()
        if self._then is not None:
            await self._then()

    async def _pass_on(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await server.read(65536):
                to_client.write(data)
                await to_client.drain()
        to_client.close()
