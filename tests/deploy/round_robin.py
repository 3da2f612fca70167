"""The least that a proxy can do: each request goes to the next replica, whoever sends it."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from tests.replicas.harness import Replica

_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length"}


class RoundRobin:
    def __init__(self, replicas: Sequence[Replica]) -> None:
        self._turns = itertools.cycle(replicas)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Run it on loopback and yield its address."""
        # as they come: browsers decompress themselves
        async with aiohttp.ClientSession(auto_decompress=False, cookie_jar=aiohttp.DummyCookieJar()) as self._client:
            application = web.Application()
            application.router.add_route("*", "/{anything:.*}", self._forward)
            runner = web.AppRunner(application, shutdown_timeout=0.1)
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            try:
                yield f"http://127.0.0.1:{runner.addresses[0][1]}"
            finally:
                await runner.cleanup()

    async def _forward(self, request: web.Request) -> web.StreamResponse:
        address = f"{next(self._turns).url}{request.path_qs}"
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _CONNECTION}
        if "Upgrade" in request.headers:
            return await self._bridge(request, address, headers)
        body = await request.read()
        async with self._client.request(
            request.method, address, headers=headers, data=body, allow_redirects=False
        ) as answer:
            response = web.Response(status=answer.status, body=await answer.read())
            for name, value in answer.headers.items():
                if name.lower() not in _CONNECTION:
                    response.headers.add(name, value)
            return response

    async def _bridge(self, request: web.Request, address: str, headers: dict[str, str]) -> web.StreamResponse:
        own = {name: value for name, value in headers.items() if not name.lower().startswith("sec-websocket-")}
        inside = web.WebSocketResponse(max_msg_size=0)
        await inside.prepare(request)
        async with self._client.ws_connect(address, headers=own, max_msg_size=0) as outside:

            async def copy(one: web.WebSocketResponse | aiohttp.ClientWebSocketResponse, other: object) -> None:
                assert isinstance(other, web.WebSocketResponse | aiohttp.ClientWebSocketResponse)
                async for message in one:
                    await other.send_str(message.data)

            both = [asyncio.create_task(copy(inside, outside)), asyncio.create_task(copy(outside, inside))]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        await inside.close()
        return inside
