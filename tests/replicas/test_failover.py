"""PostgreSQL fails, and the server that followed it takes over while people play."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import open_store
from tests.replicas.harness import Crowd, Ledger, replicas
from tests.replicas.servers import Servers
from tests.replicas.test_two_processes import TABLES, check_same_pages, check_stored


@pytest.fixture
async def servers() -> AsyncIterator[Servers]:
    pair = Servers()
    await pair.start()
    yield pair
    pair.close()


async def test_a_replica_takes_over(tmp_path: Path, servers: Servers) -> None:
    """What was acknowledged is stored once on the new server; both processes reconnect, play on and agree."""
    ledger = Ledger()
    async with replicas(tmp_path, servers.url) as both:
        async with Crowd(ledger) as crowd:
            await crowd.join(both, TABLES)
            await ledger.more(30)
            await servers.fail_over()
            await ledger.more(30)
            await crowd.finish()
        await check_same_pages(both, crowd.addresses)
    store = await open_store(servers.url)
    await check_stored(store, ledger)
    await store.close()
