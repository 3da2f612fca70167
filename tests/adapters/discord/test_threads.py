"""A thread for each table, if enabled."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Refusal


@pytest.fixture
async def threaded(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        yield harness


async def test_a_new_table_gets_a_thread(threaded: DiscordHarness) -> None:
    """The game is in the thread, and a second table gets another thread."""
    anna = threaded.user("anna")
    for _ in range(2):
        await anna.command("new", game="sprint")
        await threaded.peer.until(lambda: threaded.channel.last.id in threaded.peer.channels)
        thread = threaded.peer.channels[threaded.channel.last.id]
        assert thread.type == 11
        await threaded.peer.until(lambda thread=thread: bool(thread.messages))  # type: ignore[misc]
        assert "is open" in thread.last.content
        await anna.at(thread).command("board")
        assert "**anna** (host)" in thread.last.content.replace("\\", "")


async def test_a_refused_table_leaves_no_thread(threaded: DiscordHarness) -> None:
    """Invalid options are refused privately, and the thread is deleted."""
    interaction = await threaded.user("anna").command("new", game="sprint", options="hours=never")
    await threaded.peer.until(lambda: bool(interaction.private))
    assert "I haven’t opened a table" in interaction.private_text
    await threaded.peer.until(lambda: not threaded.channel.messages)
    assert list(threaded.peer.channels) == [threaded.channel.id]


async def test_without_permission_for_threads(threaded: DiscordHarness) -> None:
    """The table opens in the channel itself."""
    threaded.peer.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if request.path.endswith("/threads") else None
    )
    await threaded.user("anna").command("new", game="sprint")
    await threaded.peer.until(lambda: len(threaded.channel.shown) == 2)
    assert "is open" in threaded.channel.last.content
