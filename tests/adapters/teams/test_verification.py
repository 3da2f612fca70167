"""Every delivery is verified: who signed it, for whom, from where, for which tenant.

How tokens and keys are read is tested in tests/adapters/test_tokens.py.
"""

import asyncio
import time
from typing import Any

import aiohttp
import pytest

from tests.adapters.teams.harness import TeamsHarness
from tests.peers.teams import APP, TENANT, signing_key

OTHER_TENANT = "22222222-2222-4222-8222-222222222222"


async def status_of(harness: TeamsHarness, token: str | None, **changed: Any) -> int:
    """How a delivery with this token is answered, and that nothing came of one that is refused."""
    activity = {**harness.person("anna").activity("message", text="new sprint"), **changed}
    status, _ = await harness.teams.deliver(activity, token)
    await harness.settle()
    assert bool(await harness.kinds()) == (status == 202)
    return status


async def test_a_delivery_of_teams(harness: TeamsHarness) -> None:
    assert await status_of(harness, None) == 202


async def test_no_token(harness: TeamsHarness) -> None:
    assert await status_of(harness, "") == 401


@pytest.mark.parametrize("token", ["nonsense", "a.b.c", "e30.e30.e30", "e30.e30.", "." * 3000])
async def test_not_a_token(harness: TeamsHarness, token: str) -> None:
    assert await status_of(harness, token) == 401


async def test_signed_by_somebody_else(harness: TeamsHarness) -> None:
    assert await status_of(harness, harness.teams.signed(key=signing_key(1))) == 401


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": -400, "nbf": -4000, "iat": -4000},
        {"nbf": 4000},
        {"exp": None},
        {"aud": "another-app"},
        {"aud": None},
        {"aud": [APP, "another-app"]},
        {"iss": "https://sts.windows.net/"},
        {"iss": None},
        {"serviceurl": "https://evil.example/"},
        {"serviceurl": None},
        {"serviceurl": ""},
    ],
    ids=str,
)
async def test_wrong_claims(harness: TeamsHarness, claims: dict[str, Any]) -> None:
    """Expired, too early, for another app, of another issuer, from another service, or without saying so."""
    now = int(time.time())  # to which times are relative
    wrong: dict[str, Any] = {name: value + now if isinstance(value, int) else value for name, value in claims.items()}
    assert await status_of(harness, harness.teams.signed(**wrong)) == 401


async def test_a_clock_that_differs_a_little(harness: TeamsHarness) -> None:
    now = int(time.time())
    token = harness.teams.signed(exp=now - 60, nbf=now - 3600, iat=now - 3600)
    assert await status_of(harness, token) == 202


async def test_another_service_in_the_body(harness: TeamsHarness) -> None:
    """The bot's token would go there: a signature for one service says nothing about another."""
    for url in ("https://evil.example/", "", None):
        assert await status_of(harness, harness.teams.signed(), serviceUrl=url) == 401
    assert harness.teams.calls == []


async def test_another_channel(harness: TeamsHarness) -> None:
    for channel in ("webchat", "", None):
        assert await status_of(harness, harness.teams.signed(), channelId=channel) == 401


async def test_a_key_that_is_not_for_teams(harness: TeamsHarness) -> None:
    harness.teams.endorsements = ("webchat",)
    assert await status_of(harness, harness.teams.signed()) == 401


@pytest.mark.parametrize("place", ["conversation", "channelData"])
async def test_another_tenant(harness: TeamsHarness, place: str) -> None:
    """Whichever of the two places names it."""
    own = harness.person("anna").activity("message")
    other = {**own["conversation"], "tenantId": OTHER_TENANT}
    changed = {"conversation": other} if place == "conversation" else {"channelData": {"tenant": {"id": OTHER_TENANT}}}
    assert await status_of(harness, None, **changed) == 401


async def test_no_tenant(harness: TeamsHarness) -> None:
    own = harness.person("anna").activity("message")["conversation"]
    nowhere = {name: value for name, value in own.items() if name != "tenantId"}
    assert await status_of(harness, None, conversation=nowhere, channelData={}) == 401


async def test_an_unknown_key(harness: TeamsHarness) -> None:
    """Fifty of them are one more fetch, and those with a known key are let in meanwhile."""
    assert await status_of(harness, None) == 202
    fetched = harness.teams.key_fetches
    tokens = [harness.teams.signed(kid=f"forged-{number}") for number in range(50)]
    activity = harness.person("ben").activity("message", text="join")
    statuses = await asyncio.gather(*(harness.teams.deliver(activity, token) for token in tokens))
    assert {status for status, _ in statuses} == {401}
    assert harness.teams.key_fetches <= fetched + 1
    assert (await harness.teams.deliver(harness.person("ben").activity("message", text="help")))[0] == 202


async def test_what_is_not_an_activity(harness: TeamsHarness) -> None:
    """Bad JSON, a list, and an activity without a conversation."""
    async with aiohttp.ClientSession() as session:
        for body in ("{", "[]", "1", "", "[" * 100_000, "\xff"):
            async with session.post(harness.teams.endpoint, data=body) as answer:
                assert answer.status == 400
    token = harness.teams.signed()
    activity = {**harness.person("anna").activity("message"), "conversation": {"tenantId": TENANT}}
    assert (await harness.teams.deliver(activity, token))[0] == 400


async def test_no_keys(harness: TeamsHarness) -> None:
    """Then it isn't the sender's fault: Teams is asked to come again."""
    harness.teams.keys_away = True
    assert await status_of(harness, None) == 503
