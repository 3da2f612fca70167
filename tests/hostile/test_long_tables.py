"""A table with thousands of events costs its neighbours nothing."""

from bot.kernel.changes import MAX_EVENTS
from bot.kernel.live.work import LONG_TABLE, PER_PERSON
from bot.kernel.table import refusals
from bot.kernel.table import texts as notices
from tests.hostile.harness import GENEROUS, Neighbourhood, slowdown

LOUD, QUIET = "test:loud", "test:quiet"


async def test_stale_buttons(town: Neighbourhood) -> None:
    """Pressing old buttons all the time reads nothing of the long table, and delays nobody."""
    table = await town.open(LOUD, "mallory", "trudy")
    await town.open(QUIET, "anna", "ben")
    await town.lengthen(table, 3000)

    async def press() -> None:
        response = await town.press("mallory", f"{table}:5:0", LOUD)
        assert str(notices.STALE_BUTTON) in response.replies[0].text

    assert await slowdown(lambda: town.say("anna", "status", QUIET), press) < GENEROUS


async def test_recent_buttons(town: Neighbourhood) -> None:
    """A button that could still be valid is looked up in memory, however long the table is."""
    table = await town.open(LOUD, "mallory", "trudy")
    await town.open(QUIET, "anna", "ben")
    await town.lengthen(table, 3000)

    async def press() -> None:
        await town.press("mallory", f"{table}:2990:9", LOUD)

    assert await slowdown(lambda: town.say("anna", "status", QUIET), press) < GENEROUS


async def test_a_table_can_only_be_so_long(town: Neighbourhood) -> None:
    """Then it says so, and can be closed."""
    table = await town.open(LOUD, "mallory", "trudy")
    await town.lengthen(table, MAX_EVENTS)
    response = await town.say("mallory", "roll", LOUD)
    assert (response.outcome, response.replies[0].text) == ("refused", refusals.too_long(MAX_EVENTS))
    assert "limit of 5,000" in response.replies[0].text
    assert (await town.say("mallory", "end sure", LOUD)).outcome == "done"
    assert len(await town.store.events(table)) == MAX_EVENTS + 1


async def test_reading_a_long_table_has_a_budget(town: Neighbourhood) -> None:
    """Per person; a short table may be read as often as people like."""
    table = await town.open(LOUD, "mallory", "trudy")
    burst = PER_PERSON[0]
    assert [(await town.say("mallory", "log", LOUD)).outcome for _ in range(burst + 1)] == ["answered"] * (burst + 1)
    await town.lengthen(table, LONG_TABLE + 1)
    outcomes = [await town.say("mallory", "log", LOUD) for _ in range(burst + 1)]
    assert [each.outcome for each in outcomes] == ["answered"] * burst + ["refused"]
    assert outcomes[-1].replies[0].text == str(notices.TOO_MANY_SLOW)
    town.clock.advance(60)
    assert (await town.say("mallory", "log", LOUD)).outcome == "answered"
