"""A public source of randomness, such as drand: everybody can look up its rounds, and nobody could know them before."""

import logging

import aiohttp
from pydantic import BaseModel, Field, ValidationError

from bot.operations.doctor import Finding
from bot.settings import Settings

log = logging.getLogger(__name__)

SECONDS = 3.0  # to wait for an answer: people are waiting for their game


class _Round(BaseModel):
    """What a drand server answers; it sends more, which isn't needed here."""

    round: int = Field(ge=1)
    randomness: str = Field(pattern="^[0-9a-f]{64}$")


class HttpBeacon:
    """The latest round from the address of a drand server, `https://api.drand.sh/public/latest`."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        self._url = url
        self._timeout = aiohttp.ClientTimeout(total=seconds)

    async def __call__(self) -> str | None:
        try:
            async with aiohttp.ClientSession(timeout=self._timeout) as session, session.get(self._url) as response:
                response.raise_for_status()
                found = _Round.model_validate_json(await response.read())
        except (aiohttp.ClientError, TimeoutError, OSError, ValidationError) as fault:
            log.warning("the beacon gave no round: %s", type(fault).__name__)
            return None
        return f"{found.round}:{found.randomness}"


async def check(settings: Settings) -> list[Finding]:
    """For `doctor`: whether the beacon answers."""
    if await HttpBeacon(settings.beacon_url)() is None:
        return [Finding(ok=False, what="The public beacon gives no round.", advice="Check BEACON_URL.")]
    return [Finding(ok=True, what="The public beacon answers.")]
