"""A service that knows the small meeting."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from bot.kernel.table.pace import LIVE
from tests.bot.harness import Bench
from tests.bot.kernel.meeting.huddle import installed


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    with installed():
        bench = Bench(sqlite_store, pace=LIVE)
        yield bench
        await bench.service.close()
