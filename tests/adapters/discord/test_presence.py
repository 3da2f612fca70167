"""What people read below the bot's name."""

import pytest

from adapters.discord import presence
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer


async def test_presence(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how to begin, and after news at a table, that the bot is playing."""
    monkeypatch.setattr(presence, "_UPDATE_SECONDS", 0.02)
    async with DiscordHarness(peer, store).open() as harness:
        assert peer.gateway.identified[0]["presence"]["game"]["state"] == "/scrum new"
        await harness.begin()
        async with peer.gateway.changed:
            await peer.gateway.changed.wait_for(lambda: bool(peer.gateway.presences))
        assert peer.gateway.presences[-1]["activities"][0]["name"] == "at one table"


def test_tables_without_news_do_not_count() -> None:
    """After an hour a table is forgotten."""
    clock = [0.0]
    tables = presence.Tables(lambda: clock[0])
    tables.news("discord:1")
    tables.news("discord:2")
    clock[0] = presence.RECENT_SECONDS - 1
    tables.news("discord:1")
    assert tables.recent() == 2
    clock[0] += 2
    assert tables.recent() == 1
