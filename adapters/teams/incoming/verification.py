"""The check of every incoming activity: who signed it, for whom, from where, and for which tenant."""

from collections.abc import Mapping
from typing import Any

from adapters.teams.identifiers import part
from adapters.tokens import BadToken, Key, Keys, read_token

METADATA = "https://login.botframework.com/v1/.well-known/openidconfiguration"
ISSUER = "https://api.botframework.com"
CHANNEL = "msteams"


class Verifier:
    """Accepts what Microsoft signed for this bot, and nothing else."""

    def __init__(self, keys: Keys, app: str, tenants: frozenset[str]) -> None:
        """Set up the check. `tenants`: whose people may use this bot, in lower case."""
        self._keys = keys
        self._app = app
        self._tenants = tenants

    async def check(self, authorization: str, body: Mapping[str, Any]) -> None:
        """Raise BadToken unless the header's token belongs to this activity; KeysUnavailable: try again later."""
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise BadToken("there is none")
        found = await read_token(token, self._keys, audience=(self._app,), issuers=(ISSUER,))
        self._compare(found.claims, found.key, body)

    def _compare(self, claims: Mapping[str, Any], key: Key, body: Mapping[str, Any]) -> None:
        """Compare what was signed, and by whom, with what was sent."""
        if body.get("channelId") != CHANNEL:
            raise BadToken("it comes from another channel")
        if CHANNEL not in key.endorsements:
            raise BadToken("the key isn't endorsed for Teams")
        claimed = claims.get("serviceurl") or claims.get("serviceUrl")
        if not isinstance(claimed, str) or not claimed or claimed != body.get("serviceUrl"):
            raise BadToken("the token names another service")
        if not self._tenants_of(body) or not self._tenants_of(body) <= self._tenants:
            raise BadToken("its tenant isn't allowed")

    @staticmethod
    def _tenants_of(body: Mapping[str, Any]) -> set[str]:
        """Every tenant that an activity names; a guest belongs to the tenant where they are."""
        named = [
            part(body, "conversation").get("tenantId"),
            part(body, "channelData", "tenant").get("id"),
        ]
        return {str(each).lower() for each in named if each}
