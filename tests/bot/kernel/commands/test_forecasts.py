"""Public queries answer whoever asks, who can share it; the forecast after a day is a line in the day's message."""

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
    """A line below the buttons of the day's message, which stay as they are; nobody is called for it."""
    await _end_a_day(unasked)
    before = unasked.chat.last
    await _settled()
    (told,) = _forecasts(unasked)
    reply = unasked.chat.posts[told][1]
    assert (reply.amends, reply.drawing, reply.pings) == (True, None, ())
    assert (reply.acts, reply.story, reply.situation) == (before.acts, before.story, before.situation)
    assert "\n" not in reply.note
    await unasked.step()
    assert unasked.chat.last.amends or not unasked.chat.last.note


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
    """In a line, and whole for whoever presses the button; they can share it."""
    await unasked.play_to_the_end()
    again, _, _, back = unasked.chat.last.acts  # and talking about it, and a film
    assert (again.label, back.label) == ("Play again", "Turning point")
    await _settled()
    assert unasked.chat.last.note
    assert "Looking back" not in unasked.chat.last.note
    posts = len(unasked.chat.posts)
    [answer] = await unasked.press("ben", back)
    assert (answer.private, len(unasked.chat.posts)) == (True, posts)
    assert "Looking back: your chance of making the sprint was" in spelled(answer)
    assert answer.drawing is not None
    assert await unasked.press("ben", answer.acts[0]) == []
    assert "Looking back" in spelled(unasked.chat.last)


async def test_a_forecast_is_for_whoever_asks_until_they_share_it(bench: Bench) -> None:
    """Anyone may ask, also a watcher; before the game there is nothing to forecast."""
    await bench.seat("anna", "ben", options="days=3")
    assert "hasn’t started" in await bench.refusal("dora", "forecast")
    await bench.say("anna", "start")
    try:
        posts = len(bench.chat.posts)
        [answer] = await bench.say("dora", "forecast")
        assert answer.private
        assert "chance of making the sprint" in spelled(answer)
        assert len(bench.chat.posts) == posts
        assert await bench.press("dora", answer.acts[0]) == []
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
    return [at for at, (_, reply) in enumerate(bench.chat.posts) if "Your chance of making the sprint:" in reply.note]
