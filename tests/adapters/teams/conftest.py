"""A Teams peer that validates what it gets, and a harness connected to it."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.peers.teams import TeamsPeer


@pytest.fixture
async def teams() -> AsyncIterator[TeamsPeer]:
    """Everything it receives is checked; a test fails at its end if anything was wrong."""
    async with TeamsPeer().running() as peer:
        yield peer
    assert peer.violations == []


@pytest.fixture
async def harness(teams: TeamsPeer, sqlite_store: Store) -> AsyncIterator[TeamsHarness]:
    async with teams_harness(teams, sqlite_store) as harness:
        yield harness
