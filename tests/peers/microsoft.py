"""Microsoft's sign-in on loopback: publishes keys, and issues the tokens that a tab gets."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import jwt
from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

TENANT, OTHER_TENANT = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
APP = "33333333-3333-4333-8333-333333333333"
ANNA = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class SignIn:
    def __init__(self) -> None:
        self.keys = {"key-1": new_key()}
        self.more: list[dict[str, Any]] = []  # published beside them
        self.asked = 0  # for keys
        self.down = False
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SignIn"]:
        app = web.Application()
        metadata = "/{tenant}/v2.0/.well-known/openid-configuration"
        app.add_routes([web.get(metadata, self._metadata), web.get("/{tenant}/keys", self._keys)])
        async with TestServer(app, host="127.0.0.1") as server:
            self.url = f"http://127.0.0.1:{server.port}"
            yield self

    async def _metadata(self, request: web.Request) -> web.Response:
        if self.down:
            raise web.HTTPServiceUnavailable
        return web.json_response({"jwks_uri": f"{self.url}/{request.match_info['tenant']}/keys", "issuer": "…"})

    async def _keys(self, _: web.Request) -> web.Response:
        self.asked += 1
        found = [{**self.published(name), "kid": name, "use": "sig"} for name in self.keys]
        return web.json_response({"keys": [*found, *self.more]})

    def published(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(RSAAlgorithm.to_jwk(self.keys[name].public_key()))
        return found

    def token(self, name: str = "key-1", *, key: Any = None, algorithm: str = "RS256", **claims: Any) -> str:
        """A token for Anna at the page of our app, apart from these claims; None: without that claim."""
        now = int(time.time())
        usual = {
            "aud": APP,
            "iss": f"https://login.microsoftonline.com/{claims.get('tid', TENANT)}/v2.0",
            "tid": TENANT,
            "oid": ANNA,
            "scp": "access_as_user",
            "name": "Anna",
            "iat": now,
            "nbf": now,
            "exp": now + 3600,
        }
        said = {claim: value for claim, value in {**usual, **claims}.items() if value is not None}
        signer: Any = key if key is not None else self.keys[name]
        return jwt.encode(said, signer, algorithm=algorithm, headers={"kid": name})
