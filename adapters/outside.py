"""A public source of randomness, such as drand: everybody can look up its rounds, and nobody could know them before."""

import hashlib
import hmac
import ipaddress
import json
import logging
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from pydantic import BaseModel, Field, ValidationError

from bot.operations.doctor import Finding
from bot.settings import Settings

# --- beacon ----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_SECONDS = 3.0  # to wait for an answer: people are waiting for their game


class _Round(BaseModel):
    """The answer of a drand server; it sends more, which isn't needed here."""

    round: int = Field(ge=1)
    randomness: str = Field(pattern="^[0-9a-f]{64}$")


class HttpBeacon:
    """The latest round from the address of a drand server, `https://api.drand.sh/public/latest`."""

    def __init__(self, url: str, seconds: float = _SECONDS) -> None:
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
    """Check for `doctor` that the beacon answers."""
    if await HttpBeacon(settings.beacon_url)() is None:
        return [Finding(ok=False, what="The public beacon gives no round.", advice="Check BEACON_URL.")]
    return [Finding(ok=True, what="The public beacon answers.")]


# --- webhook ---------------------------------------------------------------------------------------------------------

PATIENCE = 10.0  # to wait for an answer
SIGNATURE, TIMESTAMP, IDENTIFIER = "X-Scrum-Table-Signature", "X-Scrum-Table-Timestamp", "X-Scrum-Table-Id"


class _ForbiddenAddress(OSError):
    """An address inside a private network, or of this machine itself."""


def is_public(address: str) -> bool:
    """False for this machine, a private network, a link, a cloud's metadata service or anything of special use."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found.sixtofour or found
    return found.is_global and not found.is_multicast


class PublicResolver(AbstractResolver):
    """A resolver for the connection itself, so a name that changes its address in between gains nothing."""

    def __init__(self) -> None:
        self._resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        if not all(is_public(each["host"]) for each in found):
            raise _ForbiddenAddress(f"{host} is not a public address")
        return found

    async def close(self) -> None:
        await self._resolver.close()


class HttpWebhook:
    def __init__(self, url: str, secret: str, *, internal: bool = False, seconds: float = PATIENCE) -> None:
        """Set up the webhook. `internal`: addresses inside a private network are allowed."""
        self._url = url
        self._secret = secret.encode()
        self._internal = internal
        self._timeout = aiohttp.ClientTimeout(total=seconds)

    async def __call__(self, message: Mapping[str, Any], now: float) -> bool:
        """Send a message; True if the receiver has accepted it."""
        body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        timestamp = str(int(now))
        headers = {
            "Content-Type": "application/json",
            IDENTIFIER: str(message["id"]),
            TIMESTAMP: timestamp,
            SIGNATURE: _signature(self._secret, timestamp, body),
        }
        try:
            # a redirect is an answer like any other that isn't 2xx: following it could lead inside
            async with (
                self._session() as session,
                session.post(self._url, data=body, headers=headers, allow_redirects=False) as response,
            ):
                accepted = 200 <= response.status < 300
                if not accepted:
                    log.warning("the actions webhook answered %d", response.status)
                return accepted
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            log.warning("the actions webhook could not be reached: %s", type(fault).__name__)
            return False

    def _session(self) -> aiohttp.ClientSession:
        if not self._internal and not _may_be_public(self._url):
            raise _ForbiddenAddress("not a public address")
        connector = None if self._internal else aiohttp.TCPConnector(resolver=PublicResolver(), use_dns_cache=False)
        return aiohttp.ClientSession(timeout=self._timeout, connector=connector)


def _signature(secret: bytes, timestamp: str, body: bytes) -> str:
    """The signature of time and body together, so that an old message can't be sent again as a new one."""
    return "v1=" + hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def _may_be_public(url: str) -> bool:
    """False for numbers that aren't a public address: those are never resolved, so they are checked here."""
    host = urlsplit(url).hostname or ""
    try:
        return is_public(host)
    except ValueError:
        return bool(host)
