"""A peer that complains, and a desk connected to it."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from tests.adapters.slack.parts import Desk, sitting, some_picture
from tests.peers.slack import Slack


@pytest.fixture
async def slack() -> AsyncIterator[Slack]:
    """Everything that reaches it is checked; a test in which something was wrong fails at its end."""
    async with Slack().running() as peer:
        yield peer
    assert peer.wrong == []


@pytest.fixture
async def desk(slack: Slack, sqlite_store: Store) -> AsyncIterator[Desk]:
    """Socket Mode, with pictures."""
    async with sitting(slack, sqlite_store, paint=some_picture) as desk:
        yield desk


@pytest.fixture
async def http_desk(slack: Slack, sqlite_store: Store) -> AsyncIterator[Desk]:
    async with sitting(slack, sqlite_store, http=True) as desk:
        yield desk
