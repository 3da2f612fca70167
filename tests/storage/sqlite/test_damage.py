"""A damaged file: whoever asks whether the store is ready learns of it, also if nobody has touched the damaged page."""

import asyncio
from pathlib import Path

import pytest

from bot.kernel.store import Damaged, StoreUnavailable, Unusable
from bot.operations.doctor import store_check
from storage.sqlite.store import SqliteStore
from tests.storage.examples import opening
from tests.storage.raw import garble


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    store = await SqliteStore.open(path)
    await store.append(opening("t"))
    await store.close()
    return path


async def test_a_page_that_nobody_reads(path: Path) -> None:
    """The whole file is looked through in the background; it isn't forgotten then."""
    await asyncio.to_thread(garble, path, "jobs")
    store = await SqliteStore.open(path)
    check = store_check(store)
    while not (said := await check()):  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.01)
    assert said == await check() == Damaged.brief
    await store.close()


async def test_a_page_that_somebody_reads(path: Path) -> None:
    """It is known from then on, whatever else can be read and written."""
    await asyncio.to_thread(garble, path, "events")
    store = await SqliteStore.open(path)
    with pytest.raises(Damaged, match="restore a backup"):
        await store.events("t")
    assert await store.version("t") == 0
    assert await store_check(store)() == Damaged.brief
    await store.close()


async def test_a_sound_file_is_looked_through(path: Path) -> None:
    store = await SqliteStore.open(path)
    for _ in range(20):
        await store.ready()
        await asyncio.sleep(0.01)
    await store.close()


async def test_closing_while_the_file_is_looked_through(path: Path) -> None:
    """It doesn't wait for the end."""
    store = await SqliteStore.open(path)
    await store.ready()
    await store.close()


async def test_what_no_retry_helps_against(path: Path) -> None:
    """A supervisor needn't try again; a file that is only locked is another matter."""
    await asyncio.to_thread(garble, path, "sqlite_schema")
    with pytest.raises(Unusable):
        await SqliteStore.open(path)
    with pytest.raises(StoreUnavailable) as raised:
        await SqliteStore.open(path.parent)
    assert not isinstance(raised.value, Unusable)
