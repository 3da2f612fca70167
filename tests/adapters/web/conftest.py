"""A house on a real SQLite file."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from storage import open_store
from tests.adapters.web.parts import House, opened


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    store = await open_store(sqlite_url)
    yield store
    await store.close()


@pytest.fixture
async def house(sqlite_store: Store) -> AsyncIterator[House]:
    async with opened(sqlite_store) as house:
        yield house
