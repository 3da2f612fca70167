"""Installations of an app in workspaces, and the tables of a person, on both databases."""

from dataclasses import replace

from bot.kernel.ports import Append, Seating, Store
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
