"""A thread for each table, where that is wished for."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from tests.adapters.discord.house import House
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Refusal


@pytest.fixture
async def threaded(peer: DiscordPeer, store: Store) -> AsyncIterator[House]:
    async with House(peer, store, threads=True).open() as house:
        yield house


async def test_a_new_table_stands_in_a_thread(threaded: House) -> None:
    """The channel sees where it is; the game is in the thread, and another table can be opened beside it."""
    anna = threaded.visitor("anna")
    for _ in range(2):
        await anna.command("new", game="sprint")
        await threaded.peer.until(lambda: threaded.channel.last.id in threaded.peer.channels)
        thread = threaded.peer.channels[threaded.channel.last.id]
        assert thread.type == 11
        await threaded.peer.until(lambda thread=thread: bool(thread.messages))  # type: ignore[misc]
        assert "is open" in thread.last.content
        await anna.at(thread).command("board")
        assert "**anna** (host)" in thread.last.content.replace("\\", "")


async def test_a_table_that_is_not_opened_leaves_no_thread(threaded: House) -> None:
    """Options that make no sense are refused in private, and nothing stays behind."""
    asked = await threaded.visitor("anna").command("new", game="sprint", options="hours=never")
    await threaded.peer.until(lambda: bool(asked.private))
    assert "I haven’t opened a table" in asked.told
    await threaded.peer.until(lambda: not threaded.channel.messages)
    assert list(threaded.peer.channels) == [threaded.channel.id]


async def test_without_the_permission(threaded: House) -> None:
    """Then the table stands in the channel itself."""
    threaded.peer.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if request.path.endswith("/threads") else None
    )
    await threaded.visitor("anna").command("new", game="sprint")
    await threaded.peer.until(lambda: len(threaded.channel.shown) == 2)
    assert "is open" in threaded.channel.last.content
