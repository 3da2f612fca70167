"""The clock of a meeting, set by whoever leads it."""

import pytest

from tests.bot.harness import THREE, Bench, spelled
from tests.bot.kernel.meeting.test_course import huddle


async def until(bench: Bench) -> float | None:
    live = await bench.live()
    due = live.reply().until
    return None if due is None else due - bench.clock.now()


async def test_a_minute_more_or_less(bench: Bench) -> None:
    """Never below ten seconds from now; delivered twice, it counts once."""
    await huddle(bench)
    await bench.say("anna", "clock +1", delivery="twice")
    await bench.say("anna", "clock +1", delivery="twice")
    assert await until(bench) == 360
    await bench.wait(290)
    await bench.say("anna", "clock -1")
    assert await until(bench) == 10
    await bench.say("anna", "clock -1")
    assert await until(bench) == 10
    await bench.wait(9)
    assert (await bench.standing()).state.phase == "write"
    await bench.wait(1)
    assert (await bench.standing()).state.phase == "talk"


async def test_it_stands_still_until_it_is_resumed(bench: Bench) -> None:
    """After a restart, in another process, and for ever if nobody goes on; a minute can be added meanwhile."""
    await huddle(bench)
    bench.clock.advance(100)
    await bench.say("anna", "clock pause")
    assert (bench.chat.last.until, bench.chat.last.left) == (None, 200)
    assert "The clock stands still, with 3 min left." in spelled(bench.chat.last)
    await bench.wait(4000)
    later = bench.another_process()
    assert (await later.live()).left == 200
    assert "stands still already" in await later.refusal("anna", "clock pause")
    await later.say("anna", "clock +1")
    await later.say("ben", "note")
    assert (await later.live()).left == 260
    offered = [act.command for act in (await later.live()).reply(seat=0, private=True).acts]
    assert [line for line in offered if line.startswith("clock")] == ["clock +1", "clock -1", "clock resume"]
    await later.say("anna", "clock resume")
    assert "is running" in await later.refusal("anna", "clock resume")
    assert ((await later.live()).left, await until(later)) == (None, 260)
    await later.wait(260)
    assert (await later.standing()).state.phase == "talk"
    assert await until(later) == 600
    await later.service.close()


async def test_the_next_phase_has_a_running_clock(bench: Bench) -> None:
    """A clock that stood still is of no account any more."""
    await huddle(bench)
    await bench.say("anna", "clock pause")
    await bench.say("anna", "onward sure")
    assert (await until(bench), (await bench.live()).left) == (600, None)


async def test_the_alarm_of_a_clock_that_was_set_meanwhile_is_of_no_account(bench: Bench) -> None:
    """Another process got it just before."""
    await huddle(bench)
    bench.clock.advance(300)
    (timer,) = [each for each in (await bench.live()).timers if each.name == "write"]
    late = bench.another_process()
    await late.live()  # as it was before
    await bench.say("anna", "clock +1")
    await late.service._fire(timer)
    assert (await bench.standing()).state.phase == "write"
    await late.wait(60)
    assert (await late.standing()).state.phase == "talk"
    await late.service.close()


@pytest.mark.parametrize(
    ("who", "said"), [("ben", "anna facilitates and sets the clock."), ("zoe", "anna facilitates")]
)
async def test_only_whoever_leads_sets_it(bench: Bench, who: str, said: str) -> None:
    await huddle(bench)
    assert said in await bench.refusal(who, "clock +1")


async def test_without_a_clock_there_is_nothing_to_set(bench: Bench) -> None:
    await bench.seat(*THREE, game="huddle")
    assert "hasn’t started" in await bench.refusal("anna", "clock +1")
