"""Which table a room shows, and what the room has seen of it."""

import pytest

from bot.kernel.store import Append, RoomRecord, Store
from storage import open_store
from tests.storage.examples import NOW, events, opening


async def test_a_room_moves_to_a_new_table(store: Store) -> None:
    """The room shows the new table from its first event, and the old table has no room any more."""
    await store.append(opening("old", last=3, room="room"))
    await store.mark_shown("room", "old", 3)
    await store.append(opening("new", last=2, room="room"))
    assert await store.room("room") == RoomRecord("room", "new", 0)
    old = await store.table("old")
    assert old is not None
    assert old.rooms == ()


async def test_a_table_has_several_rooms(store: Store) -> None:
    """Each room has its own mark of what it has seen."""
    await store.append(opening("t", last=3, room="one"))
    await store.append(Append("t", events(4, 4), room="two"))
    await store.mark_shown("one", "t", 4)
    table = await store.table("t")
    assert table is not None
    assert table.rooms == (RoomRecord("one", "t", 4), RoomRecord("two", "t", 0))


async def test_shown_never_goes_back(store: Store) -> None:
    """An older mark that arrives late changes nothing."""
    await store.append(opening("t", last=5, room="room"))
    await store.mark_shown("room", "t", 4)
    await store.mark_shown("room", "t", 2)
    assert await store.room("room") == RoomRecord("room", "t", 4)


async def test_a_mark_for_another_table_is_ignored(store: Store, database_url: str) -> None:
    """A mark for a table that the room doesn't show is ignored and doesn't affect other marks."""
    await store.append(opening("t", last=5, room="room"))
    await store.append(opening("other", last=5))
    await store.mark_shown("room", "t", 3)
    await store.mark_shown("room", "other", 5)
    await store.mark_shown("nowhere", "t", 5)
    await store.close()
    later = await open_store(database_url)
    assert await later.room("room") == RoomRecord("room", "t", 3)
    assert await later.room("nowhere") is None
    await later.close()


async def test_a_mark_that_cannot_be_stored(store: Store) -> None:
    """An invalid room name raises for its caller, and for nobody else."""
    with pytest.raises(ValueError, match=r"surrogate|cannot store"):
        await store.mark_shown("\ud83c", "t", 1)
    await store.append(opening("t"))


async def test_rooms_behind(store: Store) -> None:
    """Returns exactly the rooms that haven't seen the last event of their table."""
    await store.append(opening("a", last=3, room="seen"))
    await store.append(opening("b", last=3, room="half"))
    await store.append(opening("c", last=3, room="nothing"))
    await store.append(opening("d", last=3))
    await store.mark_shown("seen", "a", 3)
    await store.mark_shown("half", "b", 2)
    assert await store.rooms_behind() == (RoomRecord("half", "b", 2), RoomRecord("nothing", "c", 0))
    await store.append(Append("a", events(4, 4)))
    assert RoomRecord("seen", "a", 3) in await store.rooms_behind()


async def test_marks_survive_closing(store: Store, database_url: str) -> None:
    """Every mark made before closing is stored."""
    for number in range(20):
        await store.append(opening(f"t{number}", last=2, room=f"room{number}"))
        await store.mark_shown(f"room{number}", f"t{number}", 2)
    await store.close()
    later = await open_store(database_url)
    assert await later.rooms_behind() == ()
    await later.close()


LATER = NOW + 1000


async def test_one_process_claims_the_news(store: Store, other_store: Store) -> None:
    """Only one process may announce news to a room, until the claim expires or the room has seen it."""

    async def claimed(by: Store, shown: int, now: float) -> bool:
        return await by.claim_news("room", "t", shown, now, until=now + 10, before=now)

    await store.append(opening("t", last=3, room="room"))
    assert await claimed(store, 0, LATER)
    assert not await claimed(other_store, 0, LATER + 9)
    assert await claimed(other_store, 0, LATER + 10)
    await other_store.mark_shown("room", "t", 3)
    await other_store.append(Append("t", events(4, 4)))  # stores the mark too
    assert not await claimed(store, 0, LATER + 11)  # already seen
    assert await claimed(store, 3, LATER + 11)
    assert not await claimed(store, 4, LATER + 30)  # no event after it


async def test_only_news_of_the_rooms_table_can_be_claimed(store: Store) -> None:
    """A room that now shows another table, or none, has no news to claim."""
    await store.append(opening("t", room="room"))
    await store.append(opening("next", room="room"))
    for room, table in (("room", "t"), ("nowhere", "t")):
        assert not await store.claim_news(room, table, 0, LATER, until=LATER + 10, before=LATER)


async def test_fresh_news_cannot_be_claimed(postgres_url: str) -> None:
    """With several processes, the process that stored an event gets time to announce it."""
    store = await open_store(postgres_url)
    await store.append(opening("t", room="room"))
    (event,) = await store.events("t")
    assert not await store.claim_news("room", "t", 0, LATER, until=LATER + 10, before=event.at - 0.1)
    assert await store.claim_news("room", "t", 0, LATER, until=LATER + 10, before=event.at)
    await store.close()
