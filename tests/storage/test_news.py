"""What processes hear of each other: on PostgreSQL which table changed, on SQLite nothing."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from bot.ports import Append, Conflict, Seating
from storage.postgres.store import PostgresStore
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening


class Ear:
    """Hears what a store tells, in order, and can be waited for."""

    def __init__(self, store: PostgresStore) -> None:
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self.task = asyncio.create_task(store.listen(self._heard.put_nowait))

    async def next(self) -> str:
        return await self._heard.get()

    async def until(self, what: str) -> list[str]:
        """All that comes up to this, without it."""
        heard = []
        while (one := await self.next()) != what:
            heard.append(one)
        return heard


@pytest.fixture
async def stores(postgres_url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Two processes on the same server."""
    both = await PostgresStore.open(postgres_url), await PostgresStore.open(postgres_url)
    yield both
    for store in both:
        await store.close()


@pytest.fixture
async def ear(stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ear]:
    """The first process listens already."""
    monkeypatch.setattr("storage.postgres.news.FIRST_PAUSE", 0.01)
    ear = Ear(stores[0])
    assert await ear.next() == "", "anything may have happened before"
    yield ear
    ear.task.cancel()
    await asyncio.wait({ear.task})
    assert ear.task.cancelled()


async def listeners(admin: "asyncpg.Connection[asyncpg.Record]") -> list[int]:
    sql = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE 'LISTEN%'"
    return [pid for (pid,) in await admin.fetch(sql)]


async def test_others_are_heard(stores: tuple[PostgresStore, PostgresStore], ear: Ear) -> None:
    """Each append of another process is told with its table, whatever its name; our own are not."""
    ours, theirs = stores
    await theirs.append(opening("t"))
    assert await ear.next() == "t"
    await ours.append(Append("t", events(2, 2)))
    await theirs.append(opening("a table: with 'words'"))
    assert await ear.next() == "a table: with 'words'"


async def test_what_is_heard_can_be_read(stores: tuple[PostgresStore, PostgresStore], ear: Ear) -> None:
    """Whoever reads as soon as they hear finds the events."""
    for number in range(20):
        asyncio.get_running_loop().call_soon(asyncio.create_task, stores[1].append(opening(f"t{number}")))
        table = await ear.next()
        assert len(await stores[0].events(table)) == 1


async def test_a_refused_append_is_not_told(stores: tuple[PostgresStore, PostgresStore], ear: Ear) -> None:
    """Only what was stored is news."""
    await stores[1].append(opening("t"))
    with pytest.raises(Conflict):
        await stores[1].append(opening("t"))
    await stores[1].append(opening("end"))
    assert await ear.until("end") == ["t"]


async def test_leaving_and_forgetting_are_told(stores: tuple[PostgresStore, PostgresStore], ear: Ear) -> None:
    """What changes a table without an event is news as well."""
    await stores[0].append(opening("t", room="room"))
    await stores[0].append(Append("t", (), people=(Seating("p:1", "Ann", 0),)))
    await stores[1].leave_room("room", "t")
    assert await ear.next() == "t"
    await stores[1].forget("p:1")
    assert await ear.next() == "t"


async def test_a_connection_that_drops(
    stores: tuple[PostgresStore, PostgresStore], ear: Ear, postgres_url: str
) -> None:
    """When the line breaks a new one is made; then "" says once that anything may have been missed."""
    admin = await asyncpg.connect(postgres_url)
    for number in range(2):
        (line,) = await listeners(admin)
        await admin.execute("SELECT pg_terminate_backend($1, 60000)", line)
        assert await ear.next() == ""
        await stores[1].append(opening(f"t{number}"))
        assert await ear.next() == f"t{number}"
    await admin.close()


async def test_nobody_listens_any_more(
    stores: tuple[PostgresStore, PostgresStore], ear: Ear, postgres_url: str
) -> None:
    """A listener that is cancelled leaves no connection behind, and the store goes on."""
    ear.task.cancel()
    await asyncio.wait({ear.task})
    admin = await asyncpg.connect(postgres_url)
    while await listeners(admin):
        pass  # the server takes a moment to notice
    await admin.close()
    await stores[1].append(opening("t"))
    assert len(await stores[0].events("t")) == 1


async def test_sqlite_only_waits(sqlite_url: str) -> None:
    """There is nobody to hear; listening ends when it is cancelled."""
    store = await SqliteStore.open(sqlite_url.removeprefix("sqlite:///"))
    heard: list[str] = []
    listening = asyncio.create_task(store.listen(heard.append))
    await store.append(opening("t"))
    assert not listening.done()
    listening.cancel()
    await asyncio.wait({listening})
    await store.close()
    assert heard == []
