"""Installations of an app in workspaces, and the tables of a person, on both databases."""

import asyncio
from dataclasses import replace

from bot.kernel.store import Append, Seating, Store
from storage.upkeep import MOST_WORDS, WholeStore
from tests.storage.examples import NOW, events, record


async def test_installations(store: Store) -> None:
    """An installation can be stored, found, replaced and dropped."""
    assert await store.installation("slack", "T1") is None
    await store.put_installation("slack", "T1", b"one")
    await store.put_installation("slack", "T1", b"two")
    await store.put_installation("slack", "T2", b"three")
    assert await store.installation("slack", "T1") == b"two"
    await store.drop_installation("slack", "T1")
    assert await store.installation("slack", "T1") is None
    assert await store.installation("slack", "T2") == b"three"


async def test_the_tables_of_a_person(store: Store) -> None:
    """Only tables where the person has a seat, newest first; a host without a seat isn't a player."""
    for number, seat in enumerate((0, 1, None)):
        table = f"table-{number}"
        opened = replace(record(table), opened=NOW + number)
        people = (Seating("slack:T1:U1", "anna", seat), Seating("slack:T2:U1", "anna", 2))
        await store.append(Append(table, events(1, 1), opens=opened, people=people))
    assert await store.tables_of("slack:T1:U1") == ("table-1", "table-0")
    assert await store.tables_of("slack:T2:U1") == ("table-2", "table-1", "table-0")
    assert await store.tables_of("slack:T1:U") == ()


async def test_words_that_work_once(store: Store) -> None:
    """However many use one at once, the first counts; it is forgotten when its time is over."""
    used = await asyncio.gather(*(store.use_once("state", NOW, NOW + 600) for _ in range(20)))
    assert sorted(used) == [False] * 19 + [True]
    assert await store.use_once("another", NOW + 1, NOW + 601)
    assert not await store.use_once("state", NOW + 599, NOW + 1200)
    assert await store.use_once("another", NOW + 601, NOW + 1200)
    assert await rows_in(store) == {"another"}


async def test_few_words_are_remembered(store: Store) -> None:
    """Somebody who uses up words all the time fills no database: the oldest make room."""
    for number in range(MOST_WORDS + 20):
        assert await store.use_once(f"word {number}", NOW, NOW + 600 + number)
    words = await rows_in(store)
    assert len(words) == MOST_WORDS
    assert "word 19" not in words
    assert not await store.use_once("word 20", NOW, NOW + 600)


async def rows_in(store: Store) -> set[str]:
    assert isinstance(store, WholeStore)
    return {word for (word,) in await store.query("SELECT word FROM used_words")}
