"""Timers fire once, in one process, and again if that process dies."""

import asyncio

from bot.kernel.store import TIMER, Append, Store, Timer
from tests.storage.examples import NOW, events, opening, record


async def set_timers(store: Store, table: str, *timers: Timer) -> None:
    await store.append(Append(table, events(1, 1), record(table), timers=timers))


async def test_only_due_timers_are_leased(store: Store) -> None:
    """A timer can be leased from the moment it is due, the earliest first."""
    late, soon, now = Timer("t", "late", NOW + 10), Timer("t", "soon", NOW - 5), Timer("t", "now", NOW)
    await set_timers(store, "t", late, soon, now)
    assert await store.lease(NOW - 6, [TIMER], 100) == ()
    assert await store.lease(NOW, [TIMER], 100) == (soon, now)


async def test_a_lease_holds_and_ends(store: Store, other_store: Store) -> None:
    """Nobody gets a leased timer until the lease ends; then anyone may, because the first process may be dead."""
    timer = Timer("t", "vote", NOW)
    await set_timers(store, "t", timer)
    assert await store.lease(NOW, [TIMER], 100) == (timer,)
    assert await store.lease(NOW + 29.9, [TIMER], 100) == ()
    assert await other_store.lease(NOW + 29.9, [TIMER], 100) == ()
    assert await other_store.lease(NOW + 30, [TIMER], 100) == (timer,)


async def test_a_lease_outlives_a_move(store: Store) -> None:
    """A move that doesn't change a timer keeps its lease; a new time removes it."""
    timer = Timer("t", "vote", NOW)
    await set_timers(store, "t", timer)
    await store.lease(NOW, [TIMER], 100)
    await store.append(Append("t", events(2, 2), timers=(timer,)))
    assert await store.lease(NOW + 1, [TIMER], 100) == ()
    later = Timer("t", "vote", NOW + 2)
    await store.append(Append("t", events(3, 3), timers=(later,)))
    assert await store.lease(NOW + 2, [TIMER], 100) == (later,)


async def test_a_fired_timer_is_gone(store: Store) -> None:
    """The move that a timer caused removes the timer and its lease."""
    await set_timers(store, "t", Timer("t", "vote", NOW))
    await store.lease(NOW, [TIMER], 100)
    await store.append(Append("t", events(2, 2), timers=()))
    assert await store.lease(NOW + 100, [TIMER], 100) == ()
    assert await store.next_due(NOW, [TIMER]) is None


async def test_next_due(store: Store) -> None:
    """The next moment at which a timer can be leased: its due time or the end of its lease."""
    assert await store.next_due(NOW, [TIMER]) is None
    await store.append(opening("t"))
    await store.append(Append("t", events(2, 2), timers=(Timer("t", "a", NOW), Timer("t", "b", NOW + 50))))
    assert await store.next_due(NOW, [TIMER]) == NOW
    await store.lease(NOW, [TIMER], 100)
    assert await store.next_due(NOW, [TIMER]) == NOW + 30
    await store.lease(NOW + 30, [TIMER], 100)
    assert await store.next_due(NOW, [TIMER]) == NOW + 50


async def test_two_processes_never_lease_the_same_timer(store: Store, other_store: Store) -> None:
    """Two processes that keep asking at the same time get each timer once between them."""
    timers = {Timer(f"t{number}", "vote", NOW + number) for number in range(250)}
    for timer in timers:
        await set_timers(store, timer.table, timer)
    asked = await asyncio.gather(*(one.lease(NOW + 1000, [TIMER], 100) for one in [store, other_store] * 6))
    rest = [await one.lease(NOW + 1000, [TIMER], 100) for one in (store, other_store) * 2]
    got = [timer for some in [*asked, *rest] for timer in some]
    assert len(got) == len(timers)
    assert set(got) == timers


async def test_at_most_a_hundred(store: Store) -> None:
    """The hundred earliest timers come first; the rest wait for the next call."""
    for number in range(105):
        await set_timers(store, f"t{number}", Timer(f"t{number}", "vote", NOW + number))
    first = await store.lease(NOW + 1000, [TIMER], 100)
    assert [timer.due for timer in first] == [NOW + number for number in range(100)]
    assert len(await store.lease(NOW + 1000, [TIMER], 100)) == 5


async def test_timers_from_the_future_start_again(store: Store) -> None:
    """The clock was set back by a day: a timer runs once more, for as long as it was set for, and can be leased."""
    day = 86_400.0
    await set_timers(store, "t", Timer("t", "vote", NOW + day + 300, NOW + day), Timer("t", "old", NOW + 9, NOW - 20))
    await set_timers(store, "other", Timer("other", "vote", NOW + 300, NOW + 59))
    assert await store.restart_timers(NOW) == ("t",)
    found = await store.table("t")
    assert found is not None
    assert found.timers == (Timer("t", "old", NOW + 9, NOW - 20), Timer("t", "vote", NOW + 300, NOW))
    assert (found.version, await store.version("other")) == (1, 0)  # the copies of other processes are out of date
    assert await store.restart_timers(NOW) == ()
    assert Timer("t", "vote", NOW + 300, NOW) in await store.lease(NOW + 300, [TIMER], 100)


async def test_a_lease_from_the_future(store: Store) -> None:
    """A process took it before the clock was set back; it doesn't hold for a day."""
    timer = Timer("t", "vote", NOW - 5, NOW - 10)
    await set_timers(store, "t", timer)
    assert await store.lease(NOW + 86_400, [TIMER], 100) == (timer,)
    assert await store.lease(NOW, [TIMER], 100) == (timer,)


async def test_a_claim_from_the_future(store: Store) -> None:
    """The same for a process that was going to announce news to a room."""
    await store.append(opening("t", last=2, room="room"))
    claims = [(NOW + 86_400, True), (NOW, True), (NOW + 1, False)]
    for now, granted in claims:
        found = await store.claim_news("room", "t", 0, now, until=now + 10, before=now + 10)
        assert found is granted
