"""Every change of a table increases its version, and a change that was decided on an older version is refused."""

import asyncio

import pytest

from bot.kernel.store import AlreadyHandled, Append, Conflict, Seating, Store, StoredTable, Timer
from tests.storage.examples import NOW, events, opening, record

ANN, BO = Seating("p:1", "Ann", 0), Seating("p:2", "Bo", 1)


async def stored(store: Store, table: str = "t") -> StoredTable:
    found = await store.table(table)
    assert found is not None
    return found


CHANGES = {
    "events": Append("t", events(2, 2)),
    "people": Append("t", (), people=(BO,)),
    "timers": Append("t", (), timers=(Timer("t", "vote", NOW),)),
    "a room that comes": Append("t", (), room="two"),
    "a room that leaves": Append("t", (), leaves="one"),
}


async def open_table(store: Store) -> None:
    await store.append(Append("t", events(1, 1), record("t"), room="one", people=(ANN,)))


@pytest.mark.parametrize("name", CHANGES)
async def test_each_change_counts(store: Store, name: str) -> None:
    """The copy of another process is out of date after any change, with or without an event."""
    await open_table(store)
    assert (await store.version("t"), (await stored(store)).version) == (0, 0)
    await store.append(CHANGES[name])
    assert (await store.version("t"), (await stored(store)).version) == (1, 1)


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize("before", CHANGES)
async def test_nothing_is_decided_on_an_old_copy(store: Store, name: str, before: str) -> None:
    """Whatever another process has changed since, the change is refused and stores nothing."""
    await open_table(store)
    await store.append(CHANGES[before])
    found = await stored(store)
    change = CHANGES[name]
    late = Append("t", change.events, None, change.room, change.people, change.timers, leaves=change.leaves, version=0)
    with pytest.raises(Conflict):
        await store.append(late)
    assert await stored(store) == found


async def test_the_version_is_that_of_the_last_change_that_was_stored(store: Store) -> None:
    """Whatever becomes of the changes in between: stored together, refused, or decided on no version in particular."""
    await open_table(store)
    await store.append(Append("t", events(2, 2), version=0))
    assert await store.version("t") == 1
    with pytest.raises(Conflict):
        await store.append(Append("t", events(3, 3), version=0))
    assert await store.version("t") == 1
    await asyncio.gather(store.append(Append("t", (), people=(BO,), version=1)), store.append(opening("next")))
    assert await store.version("t") == 2
    await store.append(Append("t", (), leaves="one"))
    assert (await store.version("t"), (await stored(store)).version) == (3, 3)


async def test_forgetting_counts(store: Store) -> None:
    """Nobody who decided on the old people can write the forgotten person back."""
    await open_table(store)
    await store.append(Append("t", (), people=(ANN, BO), version=0))
    await store.append(opening("other", room="two"))
    await store.forget("p:1")
    assert (await store.version("t"), await store.version("other")) == (2, 0)
    with pytest.raises(Conflict):
        await store.append(Append("t", (), people=(ANN, BO), version=0))
    assert "Ann" not in {each.name for each in (await stored(store)).people}


async def test_a_table_that_a_room_stops_showing_changes_too(store: Store) -> None:
    """Its rooms are part of it, even if the room went to another table."""
    await open_table(store)
    await store.append(Append("next", events(1, 1), record("next"), room="one", instead_of="t"))
    assert (await store.version("t"), await store.version("next")) == (1, 0)


async def test_one_of_two_processes_wins(store: Store, other_store: Store) -> None:
    """Of two changes decided on one version, one is stored and the other one is refused, with and without events."""
    await open_table(store)
    for version in range(20):
        people = (ANN, Seating("p:2", f"Bo {version}", 1))
        timers = (Timer("t", f"vote {version}", NOW),)
        results = await asyncio.gather(
            store.append(Append("t", (), people=people, version=version)),
            other_store.append(Append("t", (), timers=timers, version=version)),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        table = await stored(store)
        assert (table.people == people, table.timers == timers) == (results[0] is None, results[1] is None)
        assert table.version == version + 1


async def test_forgetting_and_writing_at_once(store: Store, other_store: Store) -> None:
    """However they race, a forgotten person stays forgotten, and what others changed is kept."""
    for number in range(10):
        table, person = f"t{number}", f"q:{number}"
        await store.append(Append(table, events(1, 1), record(table), people=(Seating(person, "Ann", 0), BO)))
        change = Append(table, (), people=(Seating(person, "Ann", 0), Seating("p:2", "Bo", 1, text=True)), version=0)
        results = await asyncio.gather(store.append(change), other_store.forget(person), return_exceptions=True)
        people = (await stored(store, table)).people
        assert results[1] == (table,)
        assert person not in {each.person for each in people}
        assert people[1].text == (results[0] is None)


async def test_a_known_request_is_reported_as_such(store: Store) -> None:
    """The version has changed because the request is stored already."""
    await open_table(store)
    change = Append("t", events(2, 2, "request"), version=0)
    await store.append(change)
    with pytest.raises(AlreadyHandled):
        await store.append(change)


async def test_only_what_is_new_is_read(store: Store) -> None:
    """A process that has a copy reads the events after it, with everything else as of the same moment."""
    await open_table(store)
    await store.append(Append("t", events(2, 4), people=(BO,), version=0))
    found = await store.table("t", after=2)
    assert found is not None
    assert ([each.sequence for each in found.events], found.people, found.version) == ([3, 4], (BO,), 1)
    assert await store.version("nowhere") is None
