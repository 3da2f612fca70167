"""The clock sends requests like anyone else: timers fire once, in time, and survive a restart."""

import asyncio

from bot.kernel.store import TIMER
from tests.bot.harness import Bench, in_discussion, spelled

MINUTES = 60.0


async def test_a_discussion_is_closed_when_its_time_is_up(bench: Bench) -> None:
    """Not a second before; the room reads the result."""
    await bench.begin()
    await bench.play_until(in_discussion)
    assert bench.chat.last.until == bench.clock.now() + 5 * MINUTES
    bench.clock.advance(5 * MINUTES - 1)
    assert await bench.service.fire_due_timers() == 0
    assert "discussion_closed" not in await bench.kinds()
    bench.clock.advance(1)
    assert await bench.service.fire_due_timers() == 1
    assert (await bench.payloads("discussion_closed")) == [
        {**(await bench.payloads("discussion_closed"))[0], "yes": 0, "no": 0, "missing": 3}
    ]
    assert "3 not cast" in bench.chat.texts()[-1]
    assert bench.chat.last.until is None


async def test_votes_do_not_reset_the_clock(bench: Bench) -> None:
    """The announced time stands."""
    await bench.begin()
    await bench.play_until(in_discussion)
    ends = bench.chat.last.until
    bench.clock.advance(2 * MINUTES)
    await bench.say("anna", "vote yes")
    assert bench.chat.last.until == ends
    bench.clock.advance(3 * MINUTES)
    assert await bench.service.fire_due_timers() == 1


async def test_the_minutes_are_an_option(bench: Bench) -> None:
    """A team in a hurry talks for one minute."""
    await bench.begin(options="minutes=1")
    await bench.play_until(in_discussion)
    assert bench.chat.last.until == bench.clock.now() + MINUTES


async def test_closing_early_removes_the_timer(bench: Bench) -> None:
    """When everyone has voted somebody says done, and the timer is gone."""
    await bench.begin()
    await bench.play_until(in_discussion)
    for name in ("anna", "ben", "cleo"):
        await bench.say(name, "vote yes")
    assert await bench.say("ben", "done") == []
    assert (await bench.live()).timers == ()
    before = await bench.snapshot()
    bench.clock.advance(60 * MINUTES)
    assert await bench.service.fire_due_timers() == 0
    assert await bench.snapshot() == before
    assert await bench.store.next_due(bench.clock.now(), [TIMER]) is None


async def test_ending_the_table_removes_the_timer(bench: Bench) -> None:
    """Nothing happens at a table that is over."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("anna", "end sure")
    assert await bench.store.next_due(bench.clock.now(), [TIMER]) is None


async def test_the_timer_survives_a_restart(bench: Bench) -> None:
    """It is in the database; the next process fires it, late if it was down meanwhile."""
    await bench.begin()
    await bench.play_until(in_discussion)
    bench.clock.advance(30 * MINUTES)
    after = bench.another_process()
    assert await after.service.fire_due_timers() == 1
    assert (await bench.kinds()).count("discussion_closed") == 1


async def test_a_running_service_fires_by_itself(bench: Bench) -> None:
    """The task of a started service sleeps until the timer is due, and wakes when one is set."""
    await bench.begin()
    await bench.service.start()
    await bench.play_until(in_discussion)
    posts = len(bench.chat.posts)
    while "discussion_closed" not in await bench.kinds():
        bench.clock.advance(30)  # the longest it sleeps at a time
        await asyncio.sleep(0)
    await bench.chat.until(posts + 1)
    await bench.service.close()
    assert "3 not cast" in bench.chat.texts()[posts]


async def test_two_processes_fire_a_timer_once(two_benches: tuple[Bench, Bench]) -> None:
    """Both check at the same moment; one closes the discussion."""
    one, other = two_benches
    await one.begin()
    await one.play_until(in_discussion)
    await other.live()
    one.clock.advance(5 * MINUTES)
    fired = await asyncio.gather(one.service.fire_due_timers(), other.service.fire_due_timers())
    assert sum(fired) == 1
    assert (await one.kinds()).count("discussion_closed") == 1


async def test_a_process_that_dies_while_it_fires(two_benches: tuple[Bench, Bench]) -> None:
    """Its lease runs out, and the other process fires the timer."""
    one, other = two_benches
    await one.begin()
    await one.play_until(in_discussion)
    one.clock.advance(5 * MINUTES)
    assert len(await one.store.lease(one.clock.now(), [TIMER], 9)) == 1  # then the process dies
    assert await other.service.fire_due_timers() == 0
    one.clock.advance(30)
    assert await other.service.fire_due_timers() == 1
    assert (await one.kinds()).count("discussion_closed") == 1


async def test_a_vote_that_arrives_as_time_runs_out(bench: Bench) -> None:
    """Whichever is first counts; the later one is refused or has no effect, never both."""
    await bench.begin()
    await bench.play_until(in_discussion)
    for name in ("anna", "ben"):
        await bench.say(name, "vote yes")
    bench.clock.advance(5 * MINUTES)
    replies, fired = await asyncio.gather(bench.say("cleo", "vote yes"), bench.service.fire_due_timers())
    assert fired == 1
    [closed] = await bench.payloads("discussion_closed")
    assert closed["missing"] == len(replies)
    if replies:
        assert "nothing to vote on" in spelled(replies[0])
