"""A neighbourhood on a SQLite file."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.hostile.harness import Neighbourhood


@pytest.fixture
async def town(sqlite_store: Store) -> AsyncIterator[Neighbourhood]:
    town = Neighbourhood(sqlite_store)
    yield town
    town.chat.go_on.set()
    await town.service.close()
