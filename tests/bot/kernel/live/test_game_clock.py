"""A clock that counts a game's time: it runs for the side to move, and neither side can win time at the table."""

import pytest

from bot.features.fairness.export import export
from bot.features.fairness.verify import verify
from bot.kernel.live.schedule import game_timers
from tests.bot.harness import Bench, spelled


async def kick_off(bench: Bench, *names: str) -> None:
    await bench.say("anna", "new rugby clock=5")
    for name in names:
        await bench.say(name, "join")
    await bench.say("anna", "start")


async def left(bench: Bench) -> tuple[float, ...]:
    found: tuple[float, ...] = (await bench.standing()).state.left
    return found


async def test_the_time_of_each_side_is_counted(bench: Bench) -> None:
    """Thinking costs the mover alone, an offer or a look at the board nothing, and all of it can be verified."""
    await kick_off(bench, "ben")
    assert bench.chat.last.until == bench.clock.now() + 300
    bench.clock.advance(20)
    await bench.say("anna", "move c4-c5")
    assert await left(bench) == (280, 300)
    bench.clock.advance(30)
    await bench.say("ben", "move b9-b8")
    assert await left(bench) == (280, 270)
    await bench.say("ben", "draw offer")
    await bench.say("ben", "board")
    bench.clock.advance(5)
    await bench.say("ben", "move c10-b9")
    assert await left(bench) == (280, 265)
    assert "Time left: Blue 4:40, Red 4:25." in bench.chat.texts()[-1]
    await bench.wait(279)
    assert (await bench.standing()).playing
    await bench.wait(1)
    assert "anna is out of time: ben (Red) wins." in bench.chat.texts()[-1]
    live = await bench.live()
    verdict = verify(export(live.id, live.seed, await bench.standing(), await bench.events()))
    assert (verdict.wrong, verdict.level) == (None, 2)


async def test_a_step_that_comes_too_late_loses(bench: Bench) -> None:
    """Even if the timer has not been handled yet."""
    await kick_off(bench, "ben")
    bench.clock.advance(301)
    await bench.say("anna", "move c4-c5")
    assert "anna is out of time" in bench.chat.texts()[-1]


async def test_no_way_to_more_time(bench: Bench) -> None:
    """Neither `more` nor a new pace, and no button offers it."""
    await kick_off(bench, "ben")
    bench.clock.advance(100)
    [refusal] = await bench.say("anna", "more 5")
    assert "nobody can add time" in spelled(refusal)
    assert "Add time" not in str([choice.label for choice in bench.chat.last.acts])
    await bench.say("anna", "pace live 5")
    (clock,) = game_timers((await bench.live()).timers)
    assert clock.due == bench.clock.now() + 200


async def test_at_an_async_table_the_pace_is_the_clock(bench: Bench) -> None:
    """Nothing is counted for days; going live again, the game's own time goes on."""
    await kick_off(bench, "ben")
    bench.clock.advance(100)
    await bench.say("anna", "pace async")
    await bench.wait(3600)
    await bench.say("anna", "move c4-c5")
    assert await left(bench) == (300, 300)
    await bench.say("anna", "pace live")
    (clock,) = game_timers((await bench.live()).timers)
    assert clock.due == bench.clock.now() + 300


async def test_an_automatic_player_uses_no_time(bench: Bench) -> None:
    """How busy the machine is must not decide a game."""
    await bench.say("anna", "new rugby clock=5")
    await bench.say("anna", "bot beginner")
    await bench.say("anna", "start")
    bench.clock.advance(10)
    await bench.say("anna", "move c4-c5")
    assert await left(bench) == (290, 300)


@pytest.mark.parametrize("restarted", [False, True])
async def test_the_clock_survives_a_restart(bench: Bench, *, restarted: bool) -> None:
    """It is stored; time goes on while nobody serves the table."""
    await kick_off(bench, "ben")
    bench.clock.advance(60)
    here = bench.another_process() if restarted else bench
    await here.say("anna", "move c4-c5")
    assert await left(here) == (240, 300)
