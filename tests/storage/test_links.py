"""Rooms that come and go: what they have shown, codes that bring a table along, and leaving, on both databases."""

from dataclasses import replace

import pytest

from bot.ports import Append, Conflict, RoomRecord, Store
from tests.storage.examples import NOW, events, opening, record


async def test_the_tables_of_a_room(store: Store) -> None:
    """Every table that the room has shown, the newest first, whole; other rooms have their own."""
    for number in range(3):
        late = tuple(replace(one, at=NOW + 100 * number) for one in events(1, 2))
        await store.append(Append(f"t{number}", late, record(f"t{number}", NOW + 100 * number), room="room"))
    await store.append(Append("t0", events(3, 3), room="other"))
    assert await store.tables_in("room") == tuple(record(f"t{number}", NOW + 100 * number) for number in (2, 1, 0))
    assert await store.tables_in("other") == (record("t0", NOW),)
    assert await store.tables_in("nowhere") == ()


async def test_coming_back_counts_once(store: Store) -> None:
    """A room that shows a table again has it in its list once, and where it was."""
    await store.append(opening("old", room="room"))
    await store.append(replace(opening("new", last=2, room="room"), opens=record("new", NOW + 1)))
    await store.append(Append("old", events(2, 9), room="room"))
    assert [table.id for table in await store.tables_in("room")] == ["new", "old"]


async def test_a_refused_change_is_no_visit(store: Store) -> None:
    """A room that did not get the table has not shown it."""
    await store.append(opening("t"))
    for change in (Append("t", events(1, 1), room="room"), Append("none", (), room="room")):
        with pytest.raises(Conflict):
            await store.append(change)
    assert await store.tables_in("room") == ()


async def test_a_hundred_at_most(store: Store) -> None:
    """Of many tables the hundred newest are listed."""
    for number in range(103):
        first = tuple(replace(one, at=NOW + number) for one in events(1, 1))
        await store.append(Append(f"t{number}", first, record(f"t{number}", NOW + number), room="room"))
    assert [table.id for table in await store.tables_in("room")] == [f"t{number}" for number in range(102, 2, -1)]


async def test_a_room_begins_behind_an_event(store: Store) -> None:
    """A room that joins late can be taken to have seen what was before; one that says nothing has seen nothing."""
    await store.append(opening("t", last=5))
    await store.append(Append("t", (), room="late", shown=5))
    await store.append(Append("t", (), room="all"))
    assert await store.room("late") == RoomRecord("late", "t", 5)
    assert await store.rooms_behind() == (RoomRecord("all", "t", 0),)
    await store.append(Append("t", events(6, 6), room="late", shown=4))
    assert RoomRecord("late", "t", 4) in await store.rooms_behind()


async def test_a_code_until_it_expires(store: Store) -> None:
    """A code leads to its table until its time is over; an unknown one leads nowhere."""
    await store.append(opening("t"))
    await store.put_link("code", "t", NOW + 60)
    assert await store.linked("code", NOW) == "t"
    assert await store.linked("code", NOW + 59.9) == "t"
    assert await store.linked("code", NOW + 60) is None
    assert await store.linked("CODE", NOW) is None


async def test_a_code_put_again(store: Store) -> None:
    """The later time counts, and a table that is not there gets no code."""
    await store.append(opening("t"))
    await store.put_link("code", "t", NOW)
    await store.put_link("code", "t", NOW + 60)
    await store.put_link("lost", "nowhere", NOW + 60)
    assert await store.linked("code", NOW + 30) == "t"
    assert await store.linked("lost", NOW) is None


async def test_leaving(store: Store) -> None:
    """The room shows nothing any more, other rooms go on, and what it has shown stays known."""
    await store.append(opening("t", last=3, room="one"))
    await store.append(Append("t", (), room="two"))
    await store.mark_shown("one", "t", 3)
    await store.leave_room("one", "t")
    assert await store.room("one") is None
    table = await store.table("t")
    assert table is not None
    assert table.rooms == (RoomRecord("two", "t", 0),)
    assert [table.id for table in await store.tables_in("one")] == ["t"]
    await store.mark_shown("one", "t", 3)
    assert await store.room("one") is None


async def test_leaving_another_table(store: Store) -> None:
    """Whoever wants to leave a table that the room does not show changes nothing."""
    await store.append(opening("old", room="room"))
    await store.append(opening("new", room="room"))
    await store.leave_room("room", "old")
    await store.leave_room("nowhere", "new")
    assert await store.room("room") == RoomRecord("room", "new", 0)


async def test_coming_back_after_leaving(store: Store) -> None:
    """What the room saw before it left does not count as seen when it comes back."""
    await store.append(opening("t", last=3, room="room"))
    await store.mark_shown("room", "t", 3)
    await store.leave_room("room", "t")
    await store.append(Append("t", (), room="room"))
    assert await store.room("room") == RoomRecord("room", "t", 0)
