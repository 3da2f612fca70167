"""A house on a real SQLite file."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from tests.adapters.web.parts import House, opened


@pytest.fixture
async def house(sqlite_store: Store) -> AsyncIterator[House]:
    async with opened(sqlite_store) as house:
        yield house
