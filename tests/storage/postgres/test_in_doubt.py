"""The connection breaks during a commit: the store finds out what came of it, or says that it doesn't know."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from bot.kernel.store import AlreadyHandled, Append, Conflict, InDoubt, Seating, Store
from bot.kernel.table import texts as notices
from storage import open_store
from storage.postgres import PostgresStore
from tests.bot.harness import ROOM, Bench, spelled
from tests.storage.examples import event, events, opening
from tests.storage.postgres.proxy import Proxy

WHEN = ["before", "after"]


@pytest.fixture
async def proxy(tmp_path: Path, postgres_url: str) -> AsyncIterator[Proxy]:
    async with Proxy(tmp_path, postgres_url).running() as proxy:
        yield proxy


@pytest.fixture
async def far_store(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr("storage.postgres.SETTLE_PAUSES", (0.0, 0.01))
    store = await open_store(proxy.url)
    yield store
    await store.close()


@pytest.mark.parametrize("when", WHEN)
async def test_a_broken_commit_is_settled(proxy: Proxy, far_store: Store, when: str) -> None:
    """Whether the server got the commit or not, the change is stored once and append returns as usual."""
    await far_store.append(opening("t", room="room"))
    for version in range(3):
        proxy.cut(when)
        await far_store.append(Append("t", events(version + 2, version + 2, f"r{version}"), version=version))
    assert proxy.cuts == 3
    assert [each.request for each in await far_store.events("t")] == [None, "r0", "r1", "r2"]
    assert await far_store.version("t") == 3


@pytest.mark.parametrize("when", WHEN)
async def test_a_broken_commit_of_a_new_table(proxy: Proxy, far_store: Store, when: str) -> None:
    """The table is there once, and the room shows it."""
    proxy.cut(when)
    await far_store.append(opening("t", request="new", room="room"))
    found = await far_store.table("t")
    assert found is not None
    assert [(room.room, room.table) for room in found.rooms] == [("room", "t")]


@pytest.mark.parametrize("when", WHEN)
async def test_a_broken_commit_without_events(proxy: Proxy, far_store: Store, when: str) -> None:
    """There is no request id to find: if it was stored, the caller decides again on what is stored now."""
    await far_store.append(opening("t"))
    people = (Seating("p:1", "Ann", 0),)
    proxy.cut(when)
    with pytest.raises(Conflict) if when == "after" else nullcontext():
        await far_store.append(Append("t", (), people=people, version=0))
    found = await far_store.table("t")
    assert found is not None
    assert (found.people, found.version) == (people, 1)


async def test_the_same_request_stored_by_another_process(proxy: Proxy, far_store: Store, postgres_url: str) -> None:
    """Its events are not mistaken for those of the broken commit."""
    near_store = await open_store(postgres_url)
    await far_store.append(opening("t"))
    theirs = Append("t", (event(2, "r", '{"die":6}'),), version=0)
    proxy.cut("before", then=lambda: near_store.append(theirs))
    with pytest.raises(AlreadyHandled):
        await far_store.append(Append("t", (event(2, "r"),), version=0))
    assert await near_store.events("t", after=1) == theirs.events
    await near_store.close()


@pytest.mark.parametrize("when", WHEN)
async def test_a_store_that_cannot_find_out_says_so(proxy: Proxy, far_store: Store, when: str) -> None:
    """The server can't be reached after the commit broke; asking again later settles it."""
    await far_store.append(opening("t"))
    change = Append("t", events(2, 2, "r"), version=0)
    proxy.cut(when, then_close=True)
    with pytest.raises(InDoubt):
        await far_store.append(change)
    proxy.closed = False
    if when == "after":
        with pytest.raises(AlreadyHandled):
            await far_store.append(change)
    else:
        await far_store.append(change)
    assert await far_store.events("t", after=1) == change.events


@pytest.mark.parametrize("when", WHEN)
async def test_forgetting_in_doubt(proxy: Proxy, far_store: Store, when: str) -> None:
    """Nobody is told that nothing has changed."""
    await far_store.append(Append("t", events(1, 1), opening("t").opens, people=(Seating("p:1", "Ann", 0),)))
    proxy.cut(when)
    with pytest.raises(InDoubt):
        await far_store.forget("p:1")


async def begin(bench: Bench) -> None:
    """Begin a game, and wait until it is stored what the room has seen: the next commit is then a move's."""
    await bench.begin()
    assert isinstance(bench.store, PostgresStore)
    while bench.store.pending_marks():  # noqa: ASYNC110  nothing announces it
        await asyncio.sleep(0.001)


@pytest.mark.parametrize("when", WHEN)
async def test_a_player_whose_move_is_settled(proxy: Proxy, far_store: Store, when: str) -> None:
    """They notice nothing: the move counts once and the room sees it once."""
    bench = Bench(far_store)
    await begin(bench)
    proxy.cut(when)
    assert await bench.say("anna", "roll") == []
    assert proxy.cuts == 1
    assert (await bench.kinds()).count("rolled") == 1
    assert "".join(bench.chat.texts()).count("anna rolls") == 1


@pytest.mark.parametrize("when", WHEN)
async def test_a_player_whose_move_is_in_doubt(proxy: Proxy, far_store: Store, when: str) -> None:
    """They are told that it isn't known, and the room sees the move once the database is back, if it was stored."""
    bench = Bench(far_store)
    await begin(bench)
    await bench.service.start()
    posts = len(bench.chat.posts)
    proxy.cut(when, then_close=True)
    [reply] = await bench.say("anna", "roll")
    assert (reply.private, reply.text) == (True, str(notices.IN_DOUBT))
    proxy.closed = False
    stored = (await bench.kinds()).count("rolled")
    assert stored == (when == "after")
    if stored:
        for _ in range(20):
            bench.clock.advance(30.0)
            if await far_store.rooms_behind() == ():
                break
        await bench.chat.until(posts + 1)
        assert "anna rolls" in bench.chat.texts(ROOM)[posts]
    else:
        assert await bench.say("anna", "roll") == []
        assert "anna rolls" in spelled(bench.chat.last)
    await bench.service.close()
