"""A service on a real SQLite file, for tests to which the kind of database does not matter."""

from collections.abc import AsyncIterator

import pytest

from bot.ports import Store
from tests.bot.parts import Bench


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store)
    yield bench
    await bench.service.close()


@pytest.fixture
def two_benches(store: Store, other_store: Store) -> tuple[Bench, Bench]:
    """Two services on one database, on both kinds of it, as two processes would be."""
    first = Bench(store)
    return first, first.beside(other_store)
