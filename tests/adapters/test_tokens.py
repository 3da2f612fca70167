"""Tokens of Microsoft's: what is accepted, and what keys cost."""

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

pytest.importorskip("jwt", reason="PyJWT is not installed; `pip install '.[teams]'`.")

from cryptography.hazmat.primitives import serialization

from adapters.tokens import KEYS_SECONDS, LEEWAY, UNKNOWN_SECONDS, BadToken, Keys, KeysUnavailable, read_token
from tests.peers.microsoft import ANNA, APP, TENANT, SignIn, new_key

ISSUER = f"https://login.microsoftonline.com/{TENANT}/v2.0"
NOW = int(time.time())


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
async def sign_in() -> AsyncIterator[SignIn]:
    async with SignIn().running() as found:
        yield found


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def keys(sign_in: SignIn, clock: Clock) -> Keys:
    return Keys(f"{sign_in.url}/{TENANT}/v2.0/.well-known/openid-configuration", clock)


async def read(token: str, keys: Keys) -> object:
    return (await read_token(token, keys, audience=(APP,), issuers=(ISSUER,), needs=("oid",))).claims["oid"]


async def test_a_valid_token(sign_in: SignIn, keys: Keys) -> None:
    """Keys are fetched once for all."""
    found = await asyncio.gather(*(read(sign_in.token(), keys) for _ in range(5)))
    assert (len(set(found)), sign_in.asked) == (1, 1)


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another app"},
        {"aud": None},
        {"aud": [APP, "another app"]},
        {"iss": "https://login.microsoftonline.com/another/v2.0"},
        {"iss": None},
        {"exp": NOW - LEEWAY - 60},
        {"exp": None},
        {"nbf": NOW + LEEWAY + 86_400},  # however long the tests before it took
        {"oid": None},
    ],
)
async def test_claims_that_do_not_fit(sign_in: SignIn, keys: Keys, claims: dict[str, Any]) -> None:
    with pytest.raises(BadToken):
        await read(sign_in.token(**claims), keys)


async def test_forged_signatures(sign_in: SignIn, keys: Keys) -> None:
    """By another key, by none, and by our key's public half as if it were a password."""
    public = sign_in.keys["key-1"].public_key()
    form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    secret = base64.b64encode(public.public_bytes(*form))
    valid = sign_in.token()
    head, body, signature = valid.split(".")
    other = json.loads(base64.urlsafe_b64decode(f"{body}=="))
    changed = base64.urlsafe_b64encode(json.dumps({**other, "oid": "somebody else"}).encode()).rstrip(b"=").decode()
    for token in (
        sign_in.token(key=new_key()),
        sign_in.token(key="", algorithm="none"),
        sign_in.token(key=secret, algorithm="HS256"),
        f"{head}.{changed}.{signature}",
        f"{head}.{body}.",
        "no token",
        "",
        valid + "x" * 20_000,
    ):
        with pytest.raises(BadToken):
            await read(token, keys)
    assert await read(valid, keys)


async def test_unknown_keys_cost_one_question(sign_in: SignIn, keys: Keys, clock: Clock) -> None:
    """However many are made up; a key that is new at the issuer is known after a few minutes at the latest."""
    await read(sign_in.token(), keys)
    clock.time += UNKNOWN_SECONDS + 1
    for number in range(50):
        with pytest.raises(BadToken):
            await read(sign_in.token(f"made-up-{number}", key=new_key() if not number else sign_in.keys["key-1"]), keys)
    assert sign_in.asked == 2
    sign_in.keys["key-2"] = new_key()
    clock.time += UNKNOWN_SECONDS + 1
    assert await read(sign_in.token("key-2"), keys)
    assert sign_in.asked == 3


async def test_keys_are_asked_for_again_after_a_day(sign_in: SignIn, keys: Keys, clock: Clock) -> None:
    """In the background: nobody waits. If nobody answers, the old ones do for a while; what was withdrawn is refused
    once the new ones are there."""
    await read(sign_in.token(), keys)
    old = sign_in.token()
    clock.time += KEYS_SECONDS + 1
    sign_in.down = True
    for _ in range(3):
        assert await read(old, keys)
        await fetched(keys)
    sign_in.down = False
    sign_in.keys = {"key-2": new_key()}
    assert (await read(old, keys), sign_in.asked) == (ANNA, 1)  # not again before some minutes are over
    clock.time += UNKNOWN_SECONDS + 1
    assert await read(old, keys)
    await fetched(keys)
    assert sign_in.asked == 2
    with pytest.raises(BadToken):
        await read(old, keys)


async def fetched(keys: Keys) -> None:
    """Wait for what is being fetched in the background."""
    assert keys._fetching is not None
    await keys._fetching


async def test_keys_of_other_kinds(sign_in: SignIn, keys: Keys) -> None:
    """They are left out, and so are broken ones."""
    sign_in.more = [{"kty": "EC", "kid": "key-2"}, {"kty": "RSA"}, {"kty": "RSA", "kid": "key-3", "n": "?", "e": 1}]
    assert await read(sign_in.token(), keys)
    with pytest.raises(BadToken):
        await read(sign_in.token("key-2", key=sign_in.keys["key-1"]), keys)


async def test_an_answer_that_is_much_too_long(sign_in: SignIn, keys: Keys) -> None:
    sign_in.more = [{"kid": "x" * 1_000_001}]
    with pytest.raises(KeysUnavailable):
        await read(sign_in.token(), keys)


async def test_no_keys_at_all(sign_in: SignIn, keys: Keys, clock: Clock) -> None:
    """Nobody is told that their token is forged; and it works soon after the issuer does."""
    sign_in.down = True
    for _ in range(3):
        with pytest.raises(KeysUnavailable):
            await read(sign_in.token(), keys)
    sign_in.down = False
    clock.time += 10
    assert await read(sign_in.token(), keys)
