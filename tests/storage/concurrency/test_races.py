"""Concurrent changes: each is stored once and in order, and a refused one doesn't affect the others."""

import asyncio

import pytest

from bot.kernel.store import AlreadyHandled, Append, Conflict, Seating, Store, StoreUnavailable, Timer
from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.storage.examples import NOW, event, events, opening


async def test_many_tables_at_once(store: Store) -> None:
    """Forty tables that play at the same time are all stored completely."""

    async def play(table: str) -> None:
        await store.append(opening(table, last=2, room=f"room-{table}"))
        for first in range(3, 21, 3):
            await store.append(Append(table, events(first, first + 2, f"{table}:{first}")))
            await store.mark_shown(f"room-{table}", table, first + 2)

    tables = [f"t{number}" for number in range(40)]
    await asyncio.gather(*(play(table) for table in tables))
    for table in tables:
        assert [one.sequence for one in await store.events(table)] == list(range(1, 21))
    assert await store.rooms_behind() == ()


async def test_changes_to_one_table_in_one_batch(store: Store) -> None:
    """Of changes queued together, the last one's people and timers count."""
    ann, bo = Seating("p:1", "Ann", 0), Seating("p:2", "Bo", 1)
    await store.append(opening("t"))
    both = (
        Append("t", events(2, 2), people=(ann, bo), timers=(Timer("t", "a", NOW),)),
        Append("t", events(3, 3), people=(bo,), timers=(Timer("t", "b", NOW),)),
    )
    first, second = await asyncio.gather(*(store.append(change) for change in both), return_exceptions=True)
    assert first is None
    if not isinstance(store, SqliteStore) and isinstance(second, Conflict):
        await store.append(both[1])  # with several connections it may have come first
    else:
        assert second is None
    table = await store.table("t")
    assert table is not None
    assert table.people == (bo,)
    assert table.timers == (Timer("t", "b", NOW),)


async def test_refusals_do_not_affect_other_changes(store: Store) -> None:
    """In a mixed batch, each bad change gets its own reason and the good ones are stored."""
    await store.append(opening("taken", last=3, request="known"))
    good = [opening(f"t{number}", last=3) for number in range(20)]
    bad = [
        Append("taken", events(2, 4)),
        Append("taken", events(7, 7)),
        opening("again", request="known"),
        Append("taken", events(4, 4), people=(Seating("p", "\udc00", 0),)),
    ]
    mixed = [*good[:5], bad[0], *good[5:9], bad[1], bad[2], *good[9:15], bad[3], *good[15:]]
    results = await asyncio.gather(*(store.append(change) for change in mixed), return_exceptions=True)
    result_of = {id(change): result for change, result in zip(mixed, results, strict=True)}
    assert [result_of[id(change)] for change in good] == [None] * 20
    assert [type(result_of[id(change)]) for change in bad[:3]] == [Conflict, Conflict, AlreadyHandled]
    assert isinstance(result_of[id(bad[3])], ValueError)
    for change in good:
        assert await store.events(change.table) == change.events
    assert len(await store.events("taken")) == 3


async def test_two_processes_race_for_a_number(store: Store, other_store: Store) -> None:
    """For each sequence number exactly one of two processes wins; the other gets Conflict."""
    await store.append(opening("t"))
    for number in range(2, 30):
        results = await asyncio.gather(
            store.append(Append("t", (event(number, f"first:{number}"),))),
            other_store.append(Append("t", (event(number, f"second:{number}"),))),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        winner = "first" if results[0] is None else "second"
        assert (await other_store.events("t", after=number - 1))[0].request == f"{winner}:{number}"


async def test_two_processes_get_the_same_request(store: Store, other_store: Store) -> None:
    """A request delivered to two processes at once is stored once; the other process gets AlreadyHandled."""
    for number in range(20):
        results = await asyncio.gather(
            store.append(opening(f"a{number}", request=f"new:{number}")),
            other_store.append(opening(f"b{number}", request=f"new:{number}")),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["AlreadyHandled", "NoneType"]
        loser = f"b{number}" if results[0] is None else f"a{number}"
        assert await store.table(loser) is None


async def test_other_processes_see_a_change_at_once(store: Store, other_store: Store) -> None:
    """As soon as append returns, every process sees the events."""
    await store.append(opening("t"))
    for number in range(2, 12):
        await (store, other_store)[number % 2].append(Append("t", events(number, number)))
        assert (await (other_store, store)[number % 2].events("t"))[-1].sequence == number


async def test_cancelled_appends_do_not_affect_others(store: Store) -> None:
    """Cancelled appends are stored completely or not at all; the others are stored."""
    tasks = [asyncio.create_task(store.append(opening(f"t{number}", last=3))) for number in range(20)]
    await asyncio.sleep(0)  # let them ask
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for number in range(20):
        stored = len(await store.events(f"t{number}"))
        assert stored in ({0, 3} if number % 2 == 0 else {3})
    await store.append(opening("later"))


async def test_append_returns_only_when_stored(store: Store, other_store: Store) -> None:
    """Under load, events are visible to another connection as soon as append has returned."""

    async def check(number: int) -> None:
        await store.append(opening(f"t{number}", last=2))
        assert len(await other_store.events(f"t{number}")) == 2

    await asyncio.gather(*(check(number) for number in range(50)))


async def test_closing_answers_waiting_appends(store: Store, database_url: str) -> None:
    """Appends queued before closing learn whether they were stored; later ones are refused with a reason."""
    tasks = [asyncio.create_task(store.append(opening(f"t{number}"))) for number in range(10)]
    await asyncio.sleep(0)  # let them ask
    await store.close()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(opening("later"))
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.table("t1")
    later = await open_store(database_url)
    for number, result in enumerate(results):
        assert result is None or isinstance(result, StoreUnavailable)
        assert (await later.table(f"t{number}") is not None) == (result is None)
    await later.close()
