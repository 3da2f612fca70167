"""Public queries can be posted unasked: the forecast after each day."""

from bot.ports import Store
from tests.bot.harness import Bench, spelled


async def test_after_a_day_the_room_sees_the_forecast(sqlite_store: Store) -> None:
    """With the chart and without buttons; those of the move stay where they are."""
    bench = Bench(sqlite_store, unasked=True)
    try:
        await bench.begin("anna", "ben", options="days=3")
        while "day_ended" not in await bench.kinds():
            await bench.step()
        told: list[int] = []
        while not told:
            await bench.chat.until(len(bench.chat.posts) + (not _forecasts(bench)))
            told = _forecasts(bench)
        reply = bench.chat.posts[told[0]][1]
        assert reply.drawing is not None
        assert reply.choices == ()
        assert reply.pings == ()
    finally:
        await bench.service.close()


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


def _forecasts(bench: Bench) -> list[int]:
    return [at for at, (_, reply) in enumerate(bench.chat.posts) if "chance of making the sprint" in reply.text]
