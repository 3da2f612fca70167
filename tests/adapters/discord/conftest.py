"""A Discord peer on loopback that validates everything sent to it against Discord's specification."""

import logging
import os
from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers import discord_spec
from tests.peers.discord import DiscordPeer

log = logging.getLogger(__name__)


@pytest.fixture(scope="session", autouse=True)
def _warn_without_specification() -> None:
    if not discord_spec.available():
        os.write(2, f"\nDiscord’s specification is not at {discord_spec.SPEC}; checking only the limits.\n".encode())


@pytest.fixture(autouse=True)
def _cards_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next edit of a card, nor for the end of that pause when a test is over."""
    monkeypatch.setattr("adapters.discord.outgoing.threads.CARD_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _never_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, an answer comes in time; `deferred` is for those that don't."""
    monkeypatch.setattr("adapters.discord.outgoing.responses.DEFER_SECONDS", 3600.0)


@pytest.fixture
def deferred(monkeypatch: pytest.MonkeyPatch, _never_deferred: None) -> None:
    monkeypatch.setattr("adapters.discord.outgoing.responses.DEFER_SECONDS", 0.05)


@pytest.fixture
async def peer() -> AsyncIterator[DiscordPeer]:
    peer = DiscordPeer()
    await peer.start()
    yield peer
    await peer.stop()
    assert not peer.violations, peer.violations[0]


@pytest.fixture
def store(sqlite_store: Store) -> Store:
    return sqlite_store


@pytest.fixture
async def harness(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness(peer, store).open() as harness:
        yield harness
