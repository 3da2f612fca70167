"""Services for tests: one on a SQLite file, or two on one database of either kind."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.bot.harness import Bench


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store)
    yield bench
    await bench.service.close()


@pytest.fixture
def two_benches(store: Store, other_store: Store) -> tuple[Bench, Bench]:
    """Two services on one database, like two processes; each test runs on SQLite and PostgreSQL."""
    first = Bench(store)
    return first, first.another_process(other_store)
