"""A Slack peer that validates what it gets, and harnesses connected to it."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, slack_harness, some_picture
from tests.peers.slack import SlackPeer


@pytest.fixture(autouse=True)
def _published_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits a second for the next publication of an App Home."""
    monkeypatch.setattr("adapters.slack.home.page.PAUSE", 0.0)


@pytest.fixture
async def slack() -> AsyncIterator[SlackPeer]:
    """Everything it receives is checked; a test fails at its end if anything was wrong."""
    async with SlackPeer().running() as peer:
        yield peer
    assert peer.violations == []


@pytest.fixture
async def harness(slack: SlackPeer, sqlite_store: Store) -> AsyncIterator[SlackHarness]:
    """Socket Mode, with pictures."""
    async with slack_harness(slack, sqlite_store, paint=some_picture) as harness:
        yield harness


@pytest.fixture
async def http_harness(slack: SlackPeer, sqlite_store: Store) -> AsyncIterator[SlackHarness]:
    async with slack_harness(slack, sqlite_store, http=True) as harness:
        yield harness
