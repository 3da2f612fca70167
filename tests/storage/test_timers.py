"""Timers fire once, in one process, and again if that process dies."""

import asyncio

from bot.ports import Append, Store, Timer
from tests.storage.examples import NOW, events, opening, record


async def set_timers(store: Store, table: str, *timers: Timer) -> None:
    await store.append(Append(table, events(1, 1), record(table), timers=timers))


async def test_only_due_timers_are_leased(store: Store) -> None:
    """A timer can be leased from the moment it is due, the earliest first."""
    late, soon, now = Timer("t", "late", NOW + 10), Timer("t", "soon", NOW - 5), Timer("t", "now", NOW)
    await set_timers(store, "t", late, soon, now)
    assert await store.lease_timers(NOW - 6, 60) == ()
    assert await store.lease_timers(NOW, 60) == (soon, now)


async def test_a_lease_holds_and_ends(store: Store, other_store: Store) -> None:
    """Nobody gets a leased timer until the lease ends; then anyone may, because the first process may be dead."""
    timer = Timer("t", "vote", NOW)
    await set_timers(store, "t", timer)
    assert await store.lease_timers(NOW, 30) == (timer,)
    assert await store.lease_timers(NOW + 29.9, 30) == ()
    assert await other_store.lease_timers(NOW + 29.9, 30) == ()
    assert await other_store.lease_timers(NOW + 30, 30) == (timer,)


async def test_a_lease_outlives_a_move(store: Store) -> None:
    """A move that doesn't change a timer keeps its lease; a new time removes it."""
    timer = Timer("t", "vote", NOW)
    await set_timers(store, "t", timer)
    await store.lease_timers(NOW, 30)
    await store.append(Append("t", events(2, 2), timers=(timer,)))
    assert await store.lease_timers(NOW + 1, 30) == ()
    later = Timer("t", "vote", NOW + 2)
    await store.append(Append("t", events(3, 3), timers=(later,)))
    assert await store.lease_timers(NOW + 2, 30) == (later,)


async def test_a_fired_timer_is_gone(store: Store) -> None:
    """The move that a timer caused removes the timer and its lease."""
    await set_timers(store, "t", Timer("t", "vote", NOW))
    await store.lease_timers(NOW, 30)
    await store.append(Append("t", events(2, 2), timers=()))
    assert await store.lease_timers(NOW + 100, 30) == ()
    assert await store.next_timer() is None


async def test_next_timer(store: Store) -> None:
    """The next moment at which lease_timers can return something: a timer's due time or the end of its lease."""
    assert await store.next_timer() is None
    await store.append(opening("t"))
    await store.append(Append("t", events(2, 2), timers=(Timer("t", "a", NOW), Timer("t", "b", NOW + 50))))
    assert await store.next_timer() == NOW
    await store.lease_timers(NOW, 30)
    assert await store.next_timer() == NOW + 30
    await store.lease_timers(NOW + 30, 30)
    assert await store.next_timer() == NOW + 50


async def test_two_processes_never_lease_the_same_timer(store: Store, other_store: Store) -> None:
    """Two processes that keep asking at the same time get each timer once between them."""
    timers = {Timer(f"t{number}", "vote", NOW + number) for number in range(250)}
    for timer in timers:
        await set_timers(store, timer.table, timer)
    asked = await asyncio.gather(*(one.lease_timers(NOW + 1000, 60) for one in [store, other_store] * 6))
    rest = [await one.lease_timers(NOW + 1000, 60) for one in (store, other_store) * 2]
    got = [timer for some in [*asked, *rest] for timer in some]
    assert len(got) == len(timers)
    assert set(got) == timers


async def test_at_most_a_hundred(store: Store) -> None:
    """The hundred earliest timers come first; the rest wait for the next call."""
    for number in range(105):
        await set_timers(store, f"t{number}", Timer(f"t{number}", "vote", NOW + number))
    first = await store.lease_timers(NOW + 1000, 60)
    assert [timer.due for timer in first] == [NOW + number for number in range(100)]
    assert len(await store.lease_timers(NOW + 1000, 60)) == 5
