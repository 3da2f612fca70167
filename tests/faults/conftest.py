"""The library between a process and its disk, compiled once, and two stores on one PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kernel.store import Store
from storage import open_store
from tests.faults.disk import compiled


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("library"))


@pytest.fixture
async def postgres_stores(postgres_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores on one PostgreSQL, as two processes have."""
    first, second = await open_store(postgres_url), await open_store(postgres_url)
    yield first, second
    await first.close()
    await second.close()
