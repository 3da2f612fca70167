"""The gateway in an outage: few connections, few sessions, a line when it begins and one when it is over."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from adapters.discord.client import DiscordClient
from adapters.discord.gateway import Pace
from adapters.discord.texts import NOWHERE
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import GUILD
from tests.peers.discord_user import COMMAND, COMPLETION

AGAIN = "Discord is connected again"


async def reached(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110  the log and the peer have no event for it
        await asyncio.sleep(0.01)


async def opens_a_table(harness: DiscordHarness) -> None:
    await harness.user("anna").command("new", game="sprint")
    assert "is open" in harness.channel.last.content


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    ours = [record for record in caplog.records if record.name.startswith("adapters.discord")]
    return [record.getMessage() for record in ours if record.levelno >= logging.WARNING]


# --- connections ---------------------------------------------------------------------------------------------------


async def test_a_gateway_that_hangs_up_is_tried_now_and_then(
    harness: DiscordHarness, caplog: pytest.LogCaptureFixture
) -> None:
    """A handful of connections instead of hundreds, one warning, not ready meanwhile, and back when it recovers."""
    gateway = harness.peer.gateway
    gateway.hangs_up = True
    gateway.drop()
    await asyncio.sleep(1.5)
    assert 2 <= gateway.connections <= 6
    assert await harness.adapter.trouble() == "Discord is not connected."
    (warning,) = warnings(caplog)
    assert "ends connections soon after they are made" in warning
    gateway.hangs_up = False
    await reached(lambda: AGAIN in caplog.text)
    assert not await harness.adapter.trouble()
    await opens_a_table(harness)
    assert warnings(caplog) == [warning, AGAIN]


def test_pauses_grow_vary_and_are_forgiven() -> None:
    """1, 2, 4 … seconds and half of that at least; a minute later the first attempt is forgotten."""
    now = 0.0
    paces = [Pace(60.0, 10.0, lambda: now) for _ in range(20)]
    pauses = [[pace.pause(free=2) for pace in paces] for _ in range(8)]
    assert pauses[:2] == [[0.0] * 20] * 2
    for same, longest in zip(pauses[2:], (1, 2, 4, 8, 10, 10), strict=True):
        assert all(longest / 2 <= each <= longest for each in same)
        assert len(set(same)) > 1
    now = 60.0
    assert paces[0].pause(free=2) == 0.0


async def test_the_gateway_that_is_set_is_used(peer: DiscordPeer, store: Store) -> None:
    """At the login too, whatever address Discord names."""
    peer.other_gateway = "ws://127.0.0.1:9/nobody/"
    async with DiscordHarness(peer, store).open() as harness:
        await opens_a_table(harness)


# --- sessions ------------------------------------------------------------------------------------------------------


async def test_an_event_that_cannot_be_read_is_left_out(
    harness: DiscordHarness, caplog: pytest.LogCaptureFixture
) -> None:
    """The session goes on with the next event, and the log doesn't quote this one."""
    await harness.peer.gateway.dispatch("INTERACTION_CREATE", {"id": "what somebody typed"})
    await opens_a_table(harness)
    assert len(harness.peer.gateway.identified) == 1
    assert "an event of kind INTERACTION_CREATE was left out" in caplog.text
    assert "what somebody typed" not in caplog.text


async def test_short_sessions_are_not_forgiven(
    peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A client that breaks soon after each login waits longer every time, although it was ready."""
    monkeypatch.setattr("adapters.discord.client.RETRY_SECONDS", (0.01, 3600.0))
    monkeypatch.setattr("adapters.discord.client.SESSION_SECONDS", (0.01, 0.01, 3600.0), raising=False)
    connect = DiscordClient.connect

    async def breaks(client: DiscordClient, *, reconnect: bool = True) -> None:
        connecting = asyncio.create_task(connect(client, reconnect=reconnect))
        await client.wait_until_ready()
        while not client.was_ready:  # noqa: ASYNC110  the library has no event for it
            await asyncio.sleep(0.01)
        connecting.cancel()
        raise RuntimeError("a bug")

    monkeypatch.setattr(DiscordClient, "connect", breaks)
    async with DiscordHarness(peer, store).open():
        await reached(lambda: caplog.text.count("the connection to Discord broke") >= 3)
        await asyncio.sleep(1)
        assert len(peer.gateway.identified) == 3


async def test_sessions_are_saved_when_few_are_left(
    peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """No session is started until Discord allows more of them; the log says why."""
    monkeypatch.setattr("adapters.discord.client.RETRY_SECONDS", (0.01,))
    monkeypatch.setattr("adapters.discord.gateway.CHECK_SECONDS", 0.01, raising=False)
    peer.limits = {**peer.limits, "remaining": 40, "reset_after": 7_200_000}
    harness = DiscordHarness(peer, store)
    asked = ("GET", "/gateway/bot")
    running = asyncio.create_task(harness.adapter.run(harness.service))
    await peer.until(lambda: peer.requests.count(asked) >= 3)
    assert not peer.gateway.connections
    assert "only 40 more sessions in the next 120 minutes" in caplog.text
    peer.limits = {**peer.limits, "remaining": 1000}
    await peer.gateway.until_ready()
    await reached(lambda: AGAIN in caplog.text)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await harness.service.close()


# --- odd answers ---------------------------------------------------------------------------------------------------


async def test_an_interaction_without_a_channel_is_refused(harness: DiscordHarness) -> None:
    """No table is opened in a room that all of them would share; a completion gets no answer."""
    anna = harness.user("anna")
    data = anna.invocation("new", {"game": "sprint"})
    await anna.send_from_nowhere(COMPLETION, anna.invocation("rules", {}))
    sent = await anna.send_from_nowhere(COMMAND, data)
    await harness.peer.until(lambda: sent.settled)
    assert sent.private_text == str(NOWHERE)
    assert await harness.store.find_tables() == ()
    assert await harness.store.room("discord:None") is None


async def test_commands_that_are_listed_without_ids(peer: DiscordPeer, store: Store) -> None:
    """They can be used; messages just don't link to them."""
    peer.lists_ids = False
    async with DiscordHarness(peer, store, guilds=(GUILD,)).open() as harness:
        await opens_a_table(harness)
