"""Signed tokens of Microsoft's: who issued one, for whom, and what it says.

Keys are fetched from where the issuer publishes them, kept for a day, and fetched again for a key that isn't known, but
not more often than every few minutes: whoever sends tokens with made-up keys costs one request, not one each. Only who
needs a key that isn't known waits: one that was known yesterday is used while newer ones are fetched.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

import aiohttp
import jwt
from pydantic import BaseModel, ConfigDict, Field

from games.values import value

log = logging.getLogger(__name__)

KEYS_SECONDS = 24 * 3600.0  # how long keys are used without asking again
UNKNOWN_SECONDS = 300.0  # between two questions about keys that aren't known
_RETRY_SECONDS = 1.0  # the same while there are no keys at all
LEEWAY = 300  # seconds by which two clocks may differ
_TIMEOUT = aiohttp.ClientTimeout(total=5.0)
_MAX_KEYS = 100
_MAX_BYTES = 1_000_000  # of an answer
_MAX_LENGTH = 16_384  # of a token
_ALGORITHM = "RS256"


class BadToken(Exception):
    """Forged, expired, or meant for somebody else. The reason is for the log."""


class KeysUnavailable(Exception):
    """The issuer's keys can't be had right now, so nothing can be said about a token."""


@value
class Key:
    public: jwt.PyJWK
    endorsements: frozenset[str] = frozenset()  # the channels that it may speak for, where the issuer says so


@value
class Token:
    """What a token says, once all of it was checked, and the key that it was signed with."""

    claims: Mapping[str, Any]
    key: Key


class _Metadata(BaseModel):
    model_config = ConfigDict(extra="ignore")
    jwks_uri: str = Field(pattern="^https?://")


class _Published(BaseModel):
    model_config = ConfigDict(extra="ignore")
    keys: list[dict[str, Any]]


class Keys:
    """The keys of an issuer. `metadata`: the address of its OpenID configuration."""

    def __init__(self, metadata: str, now: Callable[[], float] = monotonic) -> None:
        self._metadata = metadata
        self._now = now
        self._known: dict[str, Key] = {}
        self._fetched = self._asked = float("-inf")
        self._fetching: asyncio.Task[None] | None = None

    async def get(self, name: str) -> Key:
        """The key of this name. BadToken if there is none; KeysUnavailable if there are none at all."""
        if name in self._known:
            if self._now() - self._fetched > KEYS_SECONDS:
                self._fetch()  # nobody waits for it
            return self._known[name]
        if (fetching := self._fetch()) is not None:
            await asyncio.shield(fetching)  # others wait for the same
        if not self._known:
            raise KeysUnavailable("no keys could be fetched")
        if name not in self._known:
            raise BadToken("signed with an unknown key")
        return self._known[name]

    def _fetch(self) -> asyncio.Task[None] | None:
        """Fetch the keys, or join those who wait for them; None if that was tried a moment ago."""
        if self._fetching is None or self._fetching.done():
            if self._now() - self._asked < (UNKNOWN_SECONDS if self._known else _RETRY_SECONDS):
                return None
            self._asked = self._now()
            self._fetching = asyncio.create_task(self._fetch_now(), name="keys of tokens")
        return self._fetching

    async def _fetch_now(self) -> None:
        try:
            async with aiohttp.ClientSession(timeout=_TIMEOUT, trust_env=True) as session:
                metadata = _Metadata.model_validate_json(await _content(session, self._metadata))
                found = _Published.model_validate_json(await _content(session, metadata.jwks_uri))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as fault:
            log.warning("the keys of an issuer of tokens can't be fetched: %s", type(fault).__name__)
            return  # those from before do for a while
        if keys := dict(_usable(found.keys[:_MAX_KEYS])):
            self._known, self._fetched = keys, self._now()


async def _content(session: aiohttp.ClientSession, address: str) -> bytes:
    async with session.get(address, allow_redirects=False) as answer:
        answer.raise_for_status()
        found = bytearray()
        async for part in answer.content.iter_any():
            found += part
            if len(found) > _MAX_BYTES:
                raise ValueError("the answer is too long")
        return bytes(found)


def _usable(published: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Key]]:
    """The keys that we can read, by their names; those of another kind may be there for others."""
    for each in published:
        try:
            yield str(each["kid"]), Key(jwt.PyJWK(each, _ALGORITHM), frozenset(each.get("endorsements") or ()))
        except (KeyError, TypeError, ValueError, jwt.PyJWTError):
            continue


async def read_token(
    token: str, keys: Keys, *, audience: Collection[str], issuers: Sequence[str], needs: Sequence[str] = ()
) -> Token:
    """What a token says, once all of it was checked; BadToken with the reason if anything is wrong.

    `needs`: the claims that must be there, besides those that every token has.
    """
    if len(token) > _MAX_LENGTH:
        raise BadToken("too long")
    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") != _ALGORITHM:
            raise BadToken("signed in another way")
        key = await keys.get(str(header.get("kid") or ""))
        claims = jwt.decode(
            token,
            key.public,
            algorithms=[_ALGORITHM],
            audience=list(audience),
            issuer=list(issuers),
            leeway=LEEWAY,
            options={"require": ["exp", "iss", "aud", *needs]},
        )
    except jwt.PyJWTError as fault:
        raise BadToken(type(fault).__name__) from fault
    if not isinstance(claims["aud"], str):
        raise BadToken("for several at once")  # Microsoft makes none like that
    return Token(claims, key)
