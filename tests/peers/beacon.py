"""A public beacon on loopback, in the form of a drand server's latest round."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256

from aiohttp import web


@dataclass
class BeaconPeer:
    round: int = 5_928_395
    answer: str | None = None  # instead of a round
    status: int = 200
    asked: int = 0
    url: str = ""

    @property
    def latest(self) -> str:
        return f"{self.round}:{sha256(str(self.round).encode()).hexdigest()}"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["BeaconPeer"]:
        app = web.Application()
        app.router.add_get("/public/latest", self._latest)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/public/latest"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _latest(self, request: web.Request) -> web.Response:
        del request
        self.asked += 1
        _, _, randomness = self.latest.partition(":")
        usual = f'{{"round":{self.round},"randomness":"{randomness}","signature":"aa","previous_signature":"bb"}}'
        return web.Response(text=usual if self.answer is None else self.answer, status=self.status)
