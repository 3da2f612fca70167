"""The web harness on a SQLite file."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.web.harness import WebHarness, web_harness


@pytest.fixture
async def harness(sqlite_store: Store) -> AsyncIterator[WebHarness]:
    async with web_harness(sqlite_store) as harness:
        yield harness
