"""At an async table no clock runs out before everybody had a chance: one test for all games and all their clocks."""

from datetime import UTC, datetime

import pytest

from bot.kernel.live.schedule import game_timers
from bot.kernel.store import Store, Timer
from bot.kernel.table.pace import DAY, HOUR, Pace
from games import GAMES
from games.parts import Clock
from tests.bot.harness import Bench

PACE = Pace(DAY, 9, 17)
WITH_CLOCKS = ("sprint", "scrumkin", "retro", "rugby")
OPTIONS = {"rugby": "clock=5"}  # it has none by default


async def until_a_clock_runs(bench: Bench, game: str) -> Timer:
    """People press what is offered until the game starts a clock."""
    await bench.seat(*("anna", "ben", "cleo")[: GAMES[game].seats.stop - 1], game=game)
    if game in OPTIONS:
        await bench.say("anna", f"options {OPTIONS[game]}")
    await bench.say("anna", "pace async 24h 9-17")
    await bench.say("anna", "start")
    for _ in range(200):
        if clocks := game_timers((await bench.live()).timers):
            return clocks[0]
        await bench.step()
    raise AssertionError("no clock was started")


@pytest.mark.parametrize("game", WITH_CLOCKS)
async def test_every_clock_follows_the_pace(store: Store, game: str) -> None:
    """It ends in working hours, a day after the first reminder, and the message says when; then the game goes on."""
    bench = Bench(store)
    clock = await until_a_clock_runs(bench, game)
    start = bench.clock.now()
    assert clock.due >= start + 2 * DAY
    local = datetime.fromtimestamp(clock.due, UTC)
    assert (local.weekday() < 5, 9 <= local.hour < 17) == (True, True)
    assert bench.chat.last.until == clock.due
    before = [kind for kind in await bench.kinds() if kind != "table.reminded"]
    while bench.clock.now() < clock.due - HOUR:
        await bench.wait(min(HOUR, clock.due - HOUR - bench.clock.now()))
    kinds = await bench.kinds()
    assert "table.reminded" in kinds, "people are reminded before it is too late"
    assert [kind for kind in kinds if kind != "table.reminded"] == before, "nothing else has happened"
    await bench.wait(HOUR)
    assert len(await bench.kinds()) > len(kinds), "time was up"


async def test_a_clock_starts_again_at_the_new_pace(store: Store) -> None:
    """Going live in the middle of a discussion gives it its five minutes, and going async its days."""
    bench = Bench(store)
    await until_a_clock_runs(bench, "sprint")
    await bench.say("anna", "pace live")
    (live,) = game_timers((await bench.live()).timers)
    assert live.due == bench.clock.now() + 300
    await bench.say("anna", "pace async")
    (slow,) = game_timers((await bench.live()).timers)
    assert slow.due >= bench.clock.now() + 2 * DAY


def test_every_game_with_clocks_is_tried() -> None:
    """And a new game is noticed."""
    assert set(WITH_CLOCKS) == {key for key, game in GAMES.items() if game.clock.deadline is not Clock().deadline}


@pytest.mark.parametrize(
    ("pace", "is_async"),
    [(Pace(600), False), (Pace(), False), (Pace(DAY), True), (Pace(600, 9, 17), True), (Pace(HOUR), True)],
)
def test_which_paces_are_async(pace: Pace, *, is_async: bool) -> None:
    """Those with working hours, and those in hours or days."""
    assert pace.is_async == is_async
    assert (pace.clock(300, 1000.0) == 1300.0) != is_async
