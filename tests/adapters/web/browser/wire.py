"""What a page loads, counted by the browser itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

from playwright.async_api import CDPSession, Page


class Wire:
    """Bytes as they came over the network: compressed, with headers."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session
        self.bytes = 0
        self.requests = 0  # that reached the server, the WebSocket included
        self.frames: list[int] = []  # sizes of the WebSocket's messages
        self._cached: set[str] = set()

    @classmethod
    @asynccontextmanager
    async def of(cls, page: Page) -> AsyncIterator[Self]:
        session = await page.context.new_cdp_session(page)
        wire = cls(session)
        session.on("Network.requestServedFromCache", lambda event: wire._cached.add(event["requestId"]))
        session.on("Network.loadingFinished", wire._loaded)
        session.on("Network.webSocketCreated", wire._connected)
        session.on("Network.webSocketFrameReceived", wire._received)
        await session.send("Network.enable")
        yield wire
        await session.detach()

    async def slow_down(self, bits: int, latency: int) -> None:
        """Emulate a network: bits per second, and milliseconds."""
        conditions = {
            "offline": False,
            "latency": latency,
            "downloadThroughput": bits / 8,
            "uploadThroughput": bits / 8,
        }
        await self.session.send("Network.emulateNetworkConditions", conditions)

    def _loaded(self, event: dict[str, Any]) -> None:
        if event["requestId"] not in self._cached and event["encodedDataLength"] > 0:
            self.bytes += int(event["encodedDataLength"])
            self.requests += 1

    def _connected(self, _: dict[str, Any]) -> None:
        self.requests += 1

    def _received(self, event: dict[str, Any]) -> None:
        data: str = event["response"]["payloadData"]
        size = len(data) * 3 // 4 if event["response"]["opcode"] == 2 else len(data.encode())  # binary is in base64
        self.bytes += size
        self.frames.append(size)
