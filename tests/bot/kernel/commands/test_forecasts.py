"""Public queries can be posted unasked: the forecast after each day, and the turning point after the game."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from bot.kernel.queries import DUE
from bot.kernel.store import Store
from tests.bot.harness import ROOM, Bench, spelled


@pytest.fixture
async def unasked(sqlite_store: Store) -> AsyncIterator[Bench]:
    """A table at which the forecast shows itself."""
    bench = Bench(sqlite_store, answers_due_queries=True)
    await bench.begin("anna", "ben", options="days=3 hours=50")
    yield bench
    await bench.service.close()


async def test_after_a_day_the_room_sees_the_forecast(unasked: Bench) -> None:
    """With the chart and without buttons; those of the move stay where they are."""
    await _end_a_day(unasked)
    await _settled()
    (told,) = _forecasts(unasked)
    reply = unasked.chat.posts[told][1]
    assert reply.drawing is not None
    assert reply.acts == ()
    assert reply.pings == ()


async def test_a_forecast_that_is_late_is_not_shown(unasked: Bench) -> None:
    """The table moved on while it was worked out, so it would be about the past."""
    await _end_a_day(unasked)
    await unasked.step()
    await _settled()
    assert _forecasts(unasked) == []


async def test_a_forecast_that_has_to_wait_for_the_room_is_not_shown_late(unasked: Bench) -> None:
    """It was ready in time, but a message was being posted; then the next move came first."""
    await _end_a_day(unasked)
    shown = (await unasked.live()).rooms[ROOM]
    async with shown.lock:
        await _until(lambda: bool(shown.lock._waiters))  # the forecast is ready and waits its turn
        move = asyncio.create_task(unasked.step())
        live, sequence = await unasked.live(), (await unasked.live()).standing.sequence
        await _until(lambda: live.standing.sequence > sequence)
    await move
    await _settled()
    assert _forecasts(unasked) == []


async def test_after_the_game_the_room_learns_the_turning_point(unasked: Bench) -> None:
    """Unasked, and once more at the press of a button."""
    await unasked.play_to_the_end()
    again, back, _ = unasked.chat.last.acts  # and talking about it
    assert (again.label, back.label) == ("Go again", "Turning point")
    await _settled()
    assert "Looking back: your chance of making the sprint was" in spelled(unasked.chat.last)
    assert unasked.chat.last.drawing is not None
    posts = len(unasked.chat.posts)
    assert await unasked.press("ben", back) == []
    assert len(unasked.chat.posts) == posts + 1
    assert "Looking back" in spelled(unasked.chat.last)


async def test_the_room_sees_a_forecast_somebody_asks_for(bench: Bench) -> None:
    """Anyone may ask, also a watcher; before the game there is nothing to forecast."""
    await bench.seat("anna", "ben", options="days=3")
    assert "hasn’t started" in await bench.refusal("dora", "forecast")
    await bench.say("anna", "start")
    try:
        assert await bench.say("dora", "forecast") == []
        assert "chance of making the sprint" in spelled(bench.chat.last)
    finally:
        await bench.service.close()


async def _end_a_day(bench: Bench) -> None:
    while "day_ended" not in await bench.kinds():
        await bench.step()


async def _until(reached: Callable[[], bool]) -> None:
    while not reached():  # noqa: ASYNC110  nothing tells when
        await asyncio.sleep(0.01)


async def _settled() -> None:
    """Until nothing is worked out unasked any more."""
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == DUE))


def _forecasts(bench: Bench) -> list[int]:
    return [at for at, (_, reply) in enumerate(bench.chat.posts) if "Your chance of making the sprint:" in reply.text]
