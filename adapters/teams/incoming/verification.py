"""The check of every incoming activity: who signed it, for whom, from where, and for which tenant."""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import aiohttp
import jwt

from adapters.teams.identifiers import part
from games.values import value

log = logging.getLogger(__name__)

METADATA = "https://login.botframework.com/v1/.well-known/openidconfiguration"
ISSUER = "https://api.botframework.com"
CHANNEL = "msteams"
_ALGORITHM = "RS256"
_LEEWAY = 300  # seconds that clocks may differ
_FRESH = 24 * 3600.0  # seconds until keys are fetched again
_PAUSE = 300.0  # seconds between two fetches because of an unknown key
_TIMEOUT = aiohttp.ClientTimeout(total=5.0)
_MAX_KEYS = 100


class Unverified(Exception):
    """An activity that isn't accepted; the reason is for the log only."""


class KeysUnavailable(Exception):
    """Microsoft's keys can't be had right now, so nothing can be verified."""


@value
class _Key:
    public: Any
    endorsements: frozenset[str]


class SigningKeys:
    """Microsoft's keys by their id, fetched once a day. Only the very first request waits for them: a key that was
    known yesterday is used while newer ones are fetched."""

    def __init__(
        self,
        session: Callable[[], aiohttp.ClientSession],
        metadata: str = METADATA,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._metadata = metadata
        self._now = now
        self._keys: dict[str, _Key] = {}
        self._fetched = float("-inf")
        self._tried = float("-inf")
        self._fetching: asyncio.Task[None] | None = None

    async def key(self, kid: str) -> _Key:
        """The key with this id; Unverified if there is none, KeysUnavailable if none were ever fetched."""
        if kid in self._keys:
            if self._now() - self._fetched > _FRESH:
                self._fetch()  # nobody waits for it
            return self._keys[kid]
        if self._fetch() is not None:
            await asyncio.shield(self._fetch_running())
        if not self._keys:
            raise KeysUnavailable("no keys could be fetched")
        if kid not in self._keys:
            raise Unverified("the key is unknown")
        return self._keys[kid]

    def _fetch(self) -> asyncio.Task[None] | None:
        """Start fetching, or join those who wait; None if that was tried a moment ago."""
        if self._fetching is None or self._fetching.done():
            pause = _PAUSE if self._keys else 1.0
            if self._now() - self._tried < pause:
                return None
            self._tried = self._now()
            self._fetching = asyncio.create_task(self._fetched_now(), name="teams keys")
        return self._fetching

    async def _fetch_running(self) -> None:
        assert self._fetching is not None
        await self._fetching

    async def _fetched_now(self) -> None:
        try:
            metadata = await self._read(self._metadata)
            found = await self._read(str(metadata["jwks_uri"]))
            keys = {str(each["kid"]): _key(each) for each in found["keys"][:_MAX_KEYS] if each.get("kty") == "RSA"}
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError, KeyError, TypeError, jwt.PyJWTError) as fault:
            log.warning("could not fetch the keys of the Bot Framework: %s", type(fault).__name__)
            return
        if keys:
            self._keys, self._fetched = keys, self._now()

    async def _read(self, url: str) -> dict[str, Any]:
        async with self._session().get(url, timeout=_TIMEOUT, allow_redirects=False) as answer:
            answer.raise_for_status()
            found = await answer.json(content_type=None)
        if not isinstance(found, dict):
            raise TypeError("not an object")
        return found


def _key(described: Mapping[str, Any]) -> _Key:
    return _Key(jwt.PyJWK.from_dict(dict(described), _ALGORITHM).key, frozenset(described.get("endorsements") or ()))


class Verifier:
    """Accepts what Microsoft signed for this bot, and nothing else."""

    def __init__(self, keys: SigningKeys, app: str, tenants: frozenset[str]) -> None:
        """Set up the check. `tenants`: whose people may use this bot, in lower case."""
        self._keys = keys
        self._app = app
        self._tenants = tenants

    async def check(self, authorization: str, body: Mapping[str, Any]) -> None:
        """Raise Unverified unless the header's token belongs to this activity; KeysUnavailable: try again later."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unverified("there is no token")
        try:
            header = jwt.get_unverified_header(token)
        except jwt.PyJWTError as fault:
            raise Unverified("the token can't be read") from fault
        if header.get("alg") != _ALGORITHM:
            raise Unverified("the token isn't signed with RS256")
        key = await self._keys.key(str(header.get("kid") or ""))
        claims = self._claims(token, key)
        self._compare(claims, key, body)

    def _claims(self, token: str, key: _Key) -> dict[str, Any]:
        try:
            return jwt.decode(
                token,
                key.public,
                algorithms=[_ALGORITHM],
                audience=self._app,
                issuer=ISSUER,
                leeway=_LEEWAY,
                options={"require": ["exp", "iss", "aud"], "strict_aud": True},
            )
        except jwt.PyJWTError as fault:
            raise Unverified(f"the token is invalid: {type(fault).__name__}") from fault

    def _compare(self, claims: Mapping[str, Any], key: _Key, body: Mapping[str, Any]) -> None:
        """Compare what was signed, and by whom, with what was sent."""
        if body.get("channelId") != CHANNEL:
            raise Unverified("it comes from another channel")
        if CHANNEL not in key.endorsements:
            raise Unverified("the key isn't endorsed for Teams")
        claimed = claims.get("serviceurl") or claims.get("serviceUrl")
        if not isinstance(claimed, str) or not claimed or claimed != body.get("serviceUrl"):
            raise Unverified("the token names another service")
        if not self._tenants_of(body) or not self._tenants_of(body) <= self._tenants:
            raise Unverified("its tenant isn't allowed")

    @staticmethod
    def _tenants_of(body: Mapping[str, Any]) -> set[str]:
        """Every tenant that an activity names; a guest belongs to the tenant where they are."""
        named = [
            part(body, "conversation").get("tenantId"),
            part(body, "channelData", "tenant").get("id"),
        ]
        return {str(each).lower() for each in named if each}
