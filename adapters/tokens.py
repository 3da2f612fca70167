"""Signed tokens of Microsoft's: who issued one, for whom, and what it says.

Keys are fetched from where the issuer publishes them, kept for a day, and fetched again for a key that isn't known, but
not more often than every few minutes: whoever sends tokens with made-up keys costs one request, not one each.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from time import monotonic
from typing import Any

import aiohttp
import jwt
from pydantic import BaseModel, ConfigDict, Field, ValidationError

log = logging.getLogger(__name__)

KEYS_SECONDS = 24 * 3600.0  # how long keys are used without asking again
UNKNOWN_SECONDS = 300.0  # between two questions about keys that aren't known
_RETRY_SECONDS = 5.0  # until the next question if there was no answer, and there are no keys yet
LEEWAY = 300  # seconds by which two clocks may differ
_SECONDS = 8.0  # for an answer
_MAX_LENGTH = 16_384  # of a token
_ALGORITHM = "RS256"


class BadToken(Exception):
    """Forged, expired, or meant for somebody else. The reason is for the log."""


class KeysUnavailable(Exception):
    """The issuer's keys can't be had right now."""


class _Metadata(BaseModel):
    model_config = ConfigDict(extra="ignore")
    jwks_uri: str = Field(pattern="^https?://")


class _Keys(BaseModel):
    model_config = ConfigDict(extra="ignore")
    keys: list[dict[str, Any]]


class Keys:
    """The keys of an issuer. `metadata`: the address of its OpenID configuration."""

    def __init__(self, metadata: str, now: Callable[[], float] = monotonic) -> None:
        self._metadata = metadata
        self._now = now
        self._known: dict[str, dict[str, Any]] = {}
        self._fetched = self._asked = float("-inf")
        self._lock = asyncio.Lock()

    async def get(self, name: str) -> Mapping[str, Any]:
        """The key of this name, as published. BadToken if there is none; KeysUnavailable if there are none at all."""
        if self._wants(name):
            async with self._lock:
                if self._wants(name):  # others asked at the same time
                    await self._fetch()
        if not self._known:
            raise KeysUnavailable
        found = self._known.get(name)
        if found is None:
            raise BadToken("signed with an unknown key")  # not prose
        return found

    def _wants(self, name: str) -> bool:
        now = self._now()
        old = now - self._fetched > KEYS_SECONDS
        return (old or name not in self._known) and now - self._asked > UNKNOWN_SECONDS

    async def _fetch(self) -> None:
        try:
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as session:
                metadata = _Metadata.model_validate_json(await _content(session, self._metadata))
                found = _Keys.model_validate_json(await _content(session, metadata.jwks_uri))
        except (aiohttp.ClientError, TimeoutError, OSError, ValidationError) as fault:
            log.warning("the keys of an issuer of tokens can't be fetched: %s", type(fault).__name__)
            # those from before do for a while
            self._asked = self._now() - (0.0 if self._known else UNKNOWN_SECONDS - _RETRY_SECONDS)
            return
        self._known = {str(key["kid"]): key for key in found.keys if "kid" in key}
        self._asked = self._fetched = self._now()


async def _content(session: aiohttp.ClientSession, address: str) -> bytes:
    async with session.get(address) as answer:
        answer.raise_for_status()
        return await answer.read()


async def claims_of(
    token: str, keys: Keys, *, audience: Collection[str], issuers: Sequence[str], needs: Sequence[str] = ()
) -> Mapping[str, Any]:
    """What a token says, once all of it was checked; BadToken with the reason if anything is wrong.

    `needs`: the claims that must be there, besides those that every token has.
    """
    if len(token) > _MAX_LENGTH:
        raise BadToken("too long")  # not prose
    try:
        header = jwt.get_unverified_header(token)
        key = jwt.PyJWK.from_dict(dict(await keys.get(str(header.get("kid", "")))), _ALGORITHM)
        found = jwt.decode(
            token,
            key,
            algorithms=[_ALGORITHM],
            audience=list(audience),
            issuer=list(issuers),
            leeway=LEEWAY,
            options={"require": ["exp", "iss", "aud", *needs]},
        )
    except jwt.PyJWTError as fault:
        raise BadToken(type(fault).__name__) from fault
    return dict(found)
