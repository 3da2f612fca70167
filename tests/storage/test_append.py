"""Appends are stored completely and once, on both databases."""

from dataclasses import replace

import pytest

from bot.kernel.store import (
    TIMER,
    AlreadyHandled,
    Append,
    Conflict,
    RoomRecord,
    Seating,
    Store,
    StoredEvent,
    StoredTable,
    Timer,
)
from tests.storage.examples import NOW, event, events, opening, record

PEOPLE = (
    Seating("discord:2", "Bo", 1, host=True),
    Seating("discord:1", "Ann", 0),
    Seating("discord:3", "Cy", None),
)
TIMERS = (Timer("t", "discussion", NOW + 300.5), Timer("t", "reminder", NOW + 9000))


async def full_table(store: Store) -> StoredTable:
    """Create table `t` with people, timers, a room and events."""
    change = Append("t", events(1, 3, "request-1"), record("t"), room="room", people=PEOPLE, timers=TIMERS)
    await store.append(change)
    return await stored(store, "t")


async def stored(store: Store, table: str) -> StoredTable:
    found = await store.table(table)
    assert found is not None
    return found


async def test_every_field_is_read_back(store: Store) -> None:
    """Each field of a change is read back unchanged, people in their order."""
    assert await full_table(store) == StoredTable(
        record=record("t"),
        people=PEOPLE,
        timers=TIMERS,
        rooms=(RoomRecord("room", "t", 0),),
        events=events(1, 3, "request-1"),
    )


async def test_types_are_read_back(store: Store) -> None:
    """Values have the types that the contract names: 1 equals True, and 3 equals 3.0."""
    table = await full_table(store)
    assert [type(person.host) for person in table.people] == [bool, bool, bool]
    assert type(table.events[0].at) is float
    assert type(table.timers[0].due) is float
    assert type(table.record.seed) is bytes


async def test_unknown_things_are_none(store: Store) -> None:
    """Looking up something that was never stored gives None or an empty tuple, not an error."""
    assert await store.table("nowhere") is None
    assert await store.room("nowhere") is None
    assert await store.handled("never") is None
    assert await store.events("nowhere") == ()


async def test_events_after(store: Store) -> None:
    """`after` skips the events up to that sequence number."""
    await store.append(opening("t", last=5))
    assert await store.events("t", after=3) == events(4, 5)
    assert await store.events("t", after=5) == ()


async def test_handled_names_the_table(store: Store) -> None:
    """A stored request is found, with its table."""
    await store.append(opening("t", request="request-1"))
    assert await store.handled("request-1") == "t"


REFUSED = {
    "taken number": (Append("t", events(3, 4)), Conflict),
    "table opened twice": (opening("t"), Conflict),
    "gap": (Append("t", events(5, 6)), Conflict),
    "number zero": (Append("t", events(0, 0)), Conflict),
    "known request": (Append("t", events(4, 5, "request-1")), AlreadyHandled),
    "known request and taken number": (Append("t", events(1, 3, "request-1")), AlreadyHandled),
    "known request at a new table": (opening("new", request="request-1"), AlreadyHandled),
    "unknown table": (Append("new", events(1, 1)), Conflict),
    "change without events to an unknown table": (Append("new", ()), Conflict),
    "events not in sequence": (Append("t", (event(4), event(6))), ValueError),
    "another table opened": (Append("t", events(4, 4), opens=record("new")), ValueError),
}


@pytest.mark.parametrize("reason", REFUSED)
async def test_a_refused_change_stores_nothing(store: Store, reason: str) -> None:
    """A refused change leaves people, timers, rooms and events unchanged."""
    before = await full_table(store)
    change, refusal = REFUSED[reason]
    table = change.table
    changed = replace(change, room="room", people=(Seating("discord:9", "New", 0),), timers=(Timer(table, "new", NOW),))
    with pytest.raises(refusal):
        await store.append(changed)
    assert await stored(store, "t") == before
    assert await store.table("new") is None
    assert await store.events("new") == ()
    assert await store.next_due(NOW, [TIMER]) == TIMERS[0].due


async def test_a_late_failure_rolls_back_the_events(store: Store) -> None:
    """A value that no database can store rolls back the events written before it."""
    before = await full_table(store)
    half_a_character = "\ud83c"
    with pytest.raises(ValueError, match=r"surrogate|cannot store"):
        await store.append(Append("t", events(4, 5, "r"), room="x", people=(Seating("p", half_a_character, 0),)))
    with pytest.raises(ValueError, match="timers of another table"):
        await store.append(Append("t", events(4, 5, "r"), timers=(Timer("other", "x", NOW),)))
    assert await stored(store, "t") == before
    assert await store.handled("r") is None
    await store.append(Append("t", events(4, 5, "r")))


async def test_people_and_timers_are_replaced_as_a_set(store: Store) -> None:
    """Rows missing from the new set are deleted; the others have the new values and the new order."""
    await full_table(store)
    people = (Seating("discord:3", "Cy", 2, host=True), Seating("discord:2", "Bob", None))
    timers = (Timer("t", "discussion", NOW + 1), Timer("t", "vote", NOW + 2))
    await store.append(Append("t", events(4, 4), people=people, timers=timers))
    after = await stored(store, "t")
    assert after.people == people
    assert after.timers == timers


async def test_empty_sets_clear(store: Store) -> None:
    """An empty tuple deletes all people or timers."""
    await full_table(store)
    await store.append(Append("t", events(4, 4), people=(), timers=()))
    after = await stored(store, "t")
    assert (after.people, after.timers) == ((), ())


async def test_none_keeps_people_and_timers(store: Store) -> None:
    """None leaves people and timers unchanged."""
    before = await full_table(store)
    await store.append(Append("t", events(4, 4)))
    after = await stored(store, "t")
    assert (after.people, after.timers, after.rooms) == (before.people, before.timers, before.rooms)


async def test_people_can_be_replaced_without_an_event(store: Store) -> None:
    """A change without events can replace the people; the game itself is unchanged."""
    before = await full_table(store)
    await store.append(Append("t", (), people=PEOPLE[1:]))
    assert await stored(store, "t") == replace(before, people=PEOPLE[1:], version=before.version + 1)


UNUSUAL_TEXTS = [
    'O\'Brien "the" `host`; DROP TABLE events; --',
    "100 % _sure_ \\ $1 ?1 :name",
    "👩‍👩‍👧‍👦 Zoë Z͑ͫa͒l̐g̈o שלום \u202e\u2066 \ufeff \uffff \U0010ffff",
    "\x01\x1b[31m\x7f\r\n\t",
    "",
]


@pytest.mark.parametrize("text", UNUSUAL_TEXTS)
async def test_any_text_is_stored_as_data(store: Store, text: str) -> None:
    """Names, payloads and ids are read back exactly, whatever they contain."""
    table, person, odd_event = f"t{text}", Seating(text, text, 0), replace(event(1), payload=text, request=f"r{text}")
    timer = Timer(table, text, NOW)
    await store.append(Append(table, (odd_event,), record(table), room=text, people=(person,), timers=(timer,)))
    found = await stored(store, table)
    assert found == StoredTable(record(table), (person,), (timer,), (RoomRecord(text, table, 0),), (odd_event,))
    assert await store.handled(f"r{text}") == table
    await store.append(Append(table, events(2, 2), people=(), timers=()))
    assert (await stored(store, table)).people == ()


async def test_a_long_payload(store: Store) -> None:
    """An event of 100 kB is stored like any other."""
    long = StoredEvent(1, "told", "ж🎲" * 20_000, NOW, 0, "hash")
    await store.append(Append("t", (long,), record("t")))
    assert await store.events("t") == (long,)


async def test_find_tables(store: Store) -> None:
    """Tables are found by the prefix of their id, newest first; % and _ are not wildcards."""
    for place, table in enumerate(["ab", "a%c", "a_d", "axd", "b", "A"]):
        await store.append(Append(table, events(1, 1), record(table, NOW + place)))

    async def found(prefix: str) -> list[str]:
        return [table.id for table in await store.find_tables(prefix)]

    assert await found("a") == ["axd", "a_d", "a%c", "ab"]
    assert await found("a_") == ["a_d"]
    assert await found("a%") == ["a%c"]
    assert await found("axd") == ["axd"]
    assert await found("axde") == []
    assert await found("") == ["A", "b", "axd", "a_d", "a%c", "ab"]
    assert (await store.find_tables("b"))[0] == record("b", NOW + 4)


async def test_find_tables_returns_at_most_a_hundred(store: Store) -> None:
    """Of many tables, the hundred newest are found."""
    for number in range(103):
        await store.append(Append(f"t{number}", events(1, 1), record(f"t{number}", NOW + number)))
    found = await store.find_tables()
    assert [table.id for table in found] == [f"t{number}" for number in range(102, 2, -1)]


async def test_a_move_is_stored_with_its_event(store: Store) -> None:
    """Exactly as it was written, because its hash covers it."""
    move = '{"reason":"naïve, “quoted”","kind":"play_tool"}'
    rows = (event(1), replace(event(2), seat=3, move=move))
    await store.append(Append("t", rows, opens=record("t")))
    assert await store.events("t") == rows
