"""Two processes on one PostgreSQL, and a store to look at what they did."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kernel.store import Store
from storage import open_store
from tests.replicas.harness import Replica, replicas


@pytest.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    store = await open_store(postgres_url)
    yield store
    await store.close()


@pytest.fixture
async def both(tmp_path: Path, postgres_url: str, store: Store) -> AsyncIterator[list[Replica]]:
    async with replicas(tmp_path, postgres_url) as found:
        yield found
