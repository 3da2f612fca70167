"""Linked rooms: what a room has shown, the codes that link a room, and leaving, on both databases."""

from dataclasses import replace

import pytest

from bot.kernel.store import Append, Conflict, RoomRecord, Store
from tests.storage.examples import NOW, events, opening, record


async def test_the_tables_of_a_room(store: Store) -> None:
    """Every table that the room has shown, newest first; other rooms have their own list."""
    for number in range(3):
        late = tuple(replace(one, at=NOW + 100 * number) for one in events(1, 2))
        await store.append(Append(f"t{number}", late, record(f"t{number}", NOW + 100 * number), room="room"))
    await store.append(Append("t0", events(3, 3), room="other"))
    assert await store.tables_in("room") == tuple(record(f"t{number}", NOW + 100 * number) for number in (2, 1, 0))
    assert await store.tables_in("other") == (record("t0", NOW),)
    assert await store.tables_in("nowhere") == ()


async def test_a_second_visit_is_not_listed_twice(store: Store) -> None:
    """A room that shows a table again lists it once, at its first position."""
    await store.append(opening("old", room="room"))
    await store.append(replace(opening("new", last=2, room="room"), opens=record("new", NOW + 1)))
    await store.append(Append("old", events(2, 9), room="room"))
    assert [table.id for table in await store.tables_in("room")] == ["new", "old"]


async def test_a_refused_change_is_not_a_visit(store: Store) -> None:
    """If the change is refused, the table isn't listed for the room."""
    await store.append(opening("t"))
    for change in (Append("t", events(1, 1), room="room"), Append("none", (), room="room")):
        with pytest.raises(Conflict):
            await store.append(change)
    assert await store.tables_in("room") == ()


async def test_a_hundred_at_most(store: Store) -> None:
    """Of many tables, the hundred newest are listed."""
    for number in range(103):
        first = tuple(replace(one, at=NOW + number) for one in events(1, 1))
        await store.append(Append(f"t{number}", first, record(f"t{number}", NOW + number), room="room"))
    assert [table.id for table in await store.tables_in("room")] == [f"t{number}" for number in range(102, 2, -1)]


async def test_a_room_may_start_after_an_event(store: Store) -> None:
    """A room that joins late can start after event `shown`; by default it has seen nothing."""
    await store.append(opening("t", last=5))
    await store.append(Append("t", (), room="late", shown=5))
    await store.append(Append("t", (), room="all"))
    assert await store.room("late") == RoomRecord("late", "t", 5, since=5)
    assert await store.rooms_behind() == (RoomRecord("all", "t", 0),)
    await store.append(Append("t", events(6, 6), room="late", shown=4))
    assert RoomRecord("late", "t", 4, since=4) in await store.rooms_behind()


async def test_a_code_works_until_it_expires(store: Store) -> None:
    """A code leads to its table until it expires; an unknown code leads nowhere."""
    await store.append(opening("t"))
    await store.put_link("code", "t", NOW + 60)
    assert await store.linked("code", NOW) == "t"
    assert await store.linked("code", NOW + 59.9) == "t"
    assert await store.linked("code", NOW + 60) is None
    assert await store.linked("CODE", NOW) is None


async def test_storing_a_code_again(store: Store) -> None:
    """The later expiry counts, and an unknown table gets no code."""
    await store.append(opening("t"))
    await store.put_link("code", "t", NOW)
    await store.put_link("code", "t", NOW + 60)
    await store.put_link("lost", "nowhere", NOW + 60)
    assert await store.linked("code", NOW + 30) == "t"
    assert await store.linked("lost", NOW) is None


async def test_leaving(store: Store) -> None:
    """The room shows nothing any more, other rooms are unaffected, and its list of tables stays."""
    await store.append(opening("t", last=3, room="one"))
    await store.append(Append("t", (), room="two"))
    await store.mark_shown("one", "t", 3)
    await store.append(Append("t", (), leaves="one"))
    assert await store.room("one") is None
    table = await store.table("t")
    assert table is not None
    assert table.rooms == (RoomRecord("two", "t", 0),)
    assert [table.id for table in await store.tables_in("one")] == ["t"]
    await store.mark_shown("one", "t", 3)
    assert await store.room("one") is None


async def test_leaving_another_table(store: Store) -> None:
    """Leaving a table that the room doesn't show changes nothing."""
    await store.append(opening("old", room="room"))
    await store.append(opening("new", room="room"))
    await store.append(Append("old", (), leaves="room"))
    await store.append(Append("new", (), leaves="nowhere"))
    assert await store.room("room") == RoomRecord("room", "new", 0)


async def test_coming_back_after_leaving(store: Store) -> None:
    """What the room saw before it left doesn't count as seen when it returns."""
    await store.append(opening("t", last=3, room="room"))
    await store.mark_shown("room", "t", 3)
    await store.append(Append("t", (), leaves="room"))
    await store.append(Append("t", (), room="room"))
    assert await store.room("room") == RoomRecord("room", "t", 0)


async def test_the_endings_of_a_room(store: Store) -> None:
    """Only of games that were started and are over, whether they had a result or somebody ended them."""

    async def play(table: str, *kinds: str) -> None:
        rows = tuple(
            replace(one, kind=kind, payload=f'"{kind}"') for one, kind in zip(events(1, 9), kinds, strict=False)
        )
        await store.append(Append(table, rows, record(table), room="room"))

    await play("over", "table.opened", "table.game_started", "rolled", "table.closed")
    await play("running", "table.opened", "table.game_started", "rolled")
    await play("lobby", "table.opened", "table.closed")
    assert await store.endings("room") == (("sprint", '"table.closed"'),)
    assert await store.endings("elsewhere") == ()
