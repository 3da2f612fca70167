"""Notifications between processes: of changed tables on PostgreSQL, none on SQLite."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from bot.kernel.store import Append, Conflict, Seating
from storage.postgres import PostgresStore
from storage.sqlite.store import SqliteStore
from tests.storage.examples import events, opening


class Notifications:
    """The notifications that a store receives, in order."""

    def __init__(self, store: PostgresStore) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self.task = asyncio.create_task(store.listen(self._queue.put_nowait))

    async def next(self) -> str:
        return await self._queue.get()

    async def up_to(self, what: str) -> list[str]:
        """All notifications before this one."""
        before = []
        while (table := await self.next()) != what:
            before.append(table)
        return before


@pytest.fixture
async def stores(postgres_url: str) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Two processes on the same server."""
    both = await PostgresStore.open(postgres_url), await PostgresStore.open(postgres_url)
    yield both
    for store in both:
        await store.close()


@pytest.fixture
async def notifications(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Notifications]:
    """The first process, already listening."""
    monkeypatch.setattr("storage.notifications.FIRST_PAUSE", 0.01)
    notifications = Notifications(stores[0])
    assert await notifications.next() == "", "anything may have happened earlier"
    yield notifications
    notifications.task.cancel()
    await asyncio.wait({notifications.task})
    assert notifications.task.cancelled()


async def listeners(admin: "asyncpg.Connection[asyncpg.Record]") -> list[int]:
    sql = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE 'LISTEN%'"
    return [pid for (pid,) in await admin.fetch(sql)]


async def test_other_processes_notify(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications
) -> None:
    """Each append of another process notifies with its table, whatever its name; our own don't."""
    ours, theirs = stores
    await theirs.append(opening("t"))
    assert await notifications.next() == "t"
    await ours.append(Append("t", events(2, 2)))
    await theirs.append(opening("a table: with 'words'"))
    assert await notifications.next() == "a table: with 'words'"


async def test_a_notified_change_can_be_read(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications
) -> None:
    """The events can be read as soon as the notification arrives."""
    for number in range(20):
        asyncio.get_running_loop().call_soon(asyncio.create_task, stores[1].append(opening(f"t{number}")))
        table = await notifications.next()
        assert len(await stores[0].events(table)) == 1


async def test_a_refused_append_does_not_notify(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications
) -> None:
    """Only stored changes notify."""
    await stores[1].append(opening("t"))
    with pytest.raises(Conflict):
        await stores[1].append(opening("t"))
    await stores[1].append(opening("end"))
    assert await notifications.up_to("end") == ["t"]


async def test_leaving_and_forgetting_notify(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications
) -> None:
    """Changes to a table without an event notify too."""
    await stores[0].append(opening("t", room="room"))
    await stores[0].append(Append("t", (), people=(Seating("p:1", "Ann", 0),)))
    await stores[1].append(Append("t", (), leaves="room"))
    assert await notifications.next() == "t"
    await stores[1].forget("p:1")
    assert await notifications.next() == "t"


async def test_a_dropped_connection_is_replaced(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications, postgres_url: str
) -> None:
    """After a reconnect, one "" says that notifications may have been missed."""
    admin = await asyncpg.connect(postgres_url)
    for number in range(2):
        (pid,) = await listeners(admin)
        await admin.execute("SELECT pg_terminate_backend($1, 60000)", pid)
        assert await notifications.next() == ""
        await stores[1].append(opening(f"t{number}"))
        assert await notifications.next() == f"t{number}"
    await admin.close()


async def test_a_cancelled_listener(
    stores: tuple[PostgresStore, PostgresStore], notifications: Notifications, postgres_url: str
) -> None:
    """A cancelled listener leaves no connection open, and the store keeps working."""
    notifications.task.cancel()
    await asyncio.wait({notifications.task})
    admin = await asyncpg.connect(postgres_url)
    while await listeners(admin):
        pass  # the server takes a moment to notice
    await admin.close()
    await stores[1].append(opening("t"))
    assert len(await stores[0].events("t")) == 1


async def test_sqlite_only_waits(sqlite_url: str) -> None:
    """SQLite never notifies; listening lasts until it is cancelled."""
    store = await SqliteStore.open(sqlite_url.removeprefix("sqlite:///"))
    notifications: list[str] = []
    listening = asyncio.create_task(store.listen(notifications.append))
    await store.append(opening("t"))
    assert not listening.done()
    listening.cancel()
    await asyncio.wait({listening})
    await store.close()
    assert notifications == []
