"""Discord on loopback, with everything that was sent held against its specification when a test is over."""

import logging
import os
from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from storage import open_store
from tests.adapters.discord.house import House
from tests.peers import discord_spec
from tests.peers.discord import DiscordPeer

log = logging.getLogger(__name__)


@pytest.fixture(scope="session", autouse=True)
def _say_what_is_skipped() -> None:
    if not discord_spec.available():
        os.write(2, f"\nDiscord’s specification is not at {discord_spec.SPEC}: only the limits are checked.\n".encode())


@pytest.fixture
async def peer() -> AsyncIterator[DiscordPeer]:
    peer = DiscordPeer()
    await peer.start()
    yield peer
    await peer.stop()
    assert not peer.wrong, peer.wrong[0]


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    store = await open_store(sqlite_url)
    yield store
    await store.close()


@pytest.fixture
async def house(peer: DiscordPeer, store: Store) -> AsyncIterator[House]:
    async with House(peer, store).open() as house:
        yield house
