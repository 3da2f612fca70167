"""A public source of randomness, such as drand: everybody can look up its rounds, and nobody could know them before."""

import asyncio
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
from aiohttp.connector import AddrInfoType
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
        return [Finding(ok=False, what="The public beacon gives no round.", advice="Check BEACON_URL.")]  # not prose
    return [Finding(ok=True, what="The public beacon answers.")]  # not prose


# --- webhook ---------------------------------------------------------------------------------------------------------

PATIENCE = 10.0  # to wait for an answer
SIGNATURE, TIMESTAMP, IDENTIFIER = "X-Scrum-Table-Signature", "X-Scrum-Table-Timestamp", "X-Scrum-Table-Id"


class _ForbiddenAddress(OSError):
    """An address inside a private network, or of this machine itself."""


# Of special use, but global for some versions of Python.
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "64:ff9b:1::/48",
        "2001::/23",
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("::/96")  # IPv4 is the last 32 bits


def is_public(address: str) -> bool:
    """Not this machine, a private network, a link, a cloud's metadata service, or anything else of special use."""
    found = _carried(ipaddress.ip_address(address.partition("%")[0]))
    return found.is_global and not found.is_multicast and not any(found in network for network in _SPECIAL)


def _carried(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """The IPv4 address that a gateway makes of an IPv6 address; else the same."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if any(address in network for network in _TRANSLATED):
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or address


def public_socket(info: AddrInfoType) -> socket.socket:
    """A socket for the very address that is about to be connected to, however its name was written or resolved."""
    family, kind, protocol, _, address = info
    if not is_public(str(address[0])):
        raise _ForbiddenAddress("not a public address")  # not prose
    return socket.socket(family, kind, protocol)


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
        connector = None if self._internal else aiohttp.TCPConnector(socket_factory=public_socket)
        return aiohttp.ClientSession(timeout=self._timeout, connector=connector)


async def check_webhook(settings: Settings) -> list[Finding]:
    """Check for `doctor` that messages may be sent to the webhook's address; none is sent."""
    try:
        address = urlsplit(settings.actions_webhook_url)
        found = await asyncio.get_running_loop().getaddrinfo(address.hostname, address.port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):
        what = "The host in ACTIONS_WEBHOOK_URL can't be found."  # not prose
        return [Finding(ok=False, what=what, advice="Check ACTIONS_WEBHOOK_URL.")]  # not prose
    if settings.actions_webhook_internal or any(is_public(str(info[4][0])) for info in found):
        return [Finding(ok=True, what="The actions webhook has an address that messages may go to.")]  # not prose
    what = "ACTIONS_WEBHOOK_URL leads to this machine or into a private network, so nothing is sent there."  # not prose
    return [Finding(ok=False, what=what, advice="If it should, set ACTIONS_WEBHOOK_INTERNAL=on.")]  # not prose


def _signature(secret: bytes, timestamp: str, body: bytes) -> str:
    """The signature of time and body together, so that an old message can't be sent again as a new one."""
    return "v1=" + hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
