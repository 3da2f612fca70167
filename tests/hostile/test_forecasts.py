"""Forecasts for many tabs: one result for a table and moment, and no automatic player waits for them."""

import asyncio
import time
from pathlib import Path

import pytest

from bot.kernel.live.work import MAX_WAITING, PER_TABLE, Thinker
from bot.kernel.table import texts as notices
from bot.kernel.table.model import Refused
from games import GAMES
from games.chance import Chance
from tests.hostile.harness import Neighbourhood

ROOM = "test:loud"
TABS = 18
PATIENCE = 120.0  # seconds after which a blocked process gives up


def until_there(file: str) -> None:
    """Keep a process busy; runs in another process."""
    end = time.monotonic() + PATIENCE
    while not Path(file).exists() and time.monotonic() < end:
        time.sleep(0.01)


async def test_one_result_per_table_and_moment(town: Neighbourhood, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighteen tabs ask at once: it is worked out once, and again only after the next move."""
    await town.open(ROOM, "mallory", "trudy")
    worked_out = []
    elsewhere = town.service._thinker.elsewhere

    async def counted(*work: object) -> object:
        worked_out.append(work)
        return await elsewhere(*work)  # type: ignore[arg-type]

    monkeypatch.setattr(town.service._thinker, "elsewhere", counted)
    asked = [town.say(f"tab {number}", "forecast", ROOM) for number in range(TABS)]
    responses = await asyncio.gather(*asked)
    assert {response.outcome for response in responses} == {"answered"}
    assert len(worked_out) == 1
    assert len({response.replies[0].text for response in responses}) == 1
    await town.say("mallory", "forecast", ROOM)
    assert len(worked_out) == 1
    assert (await town.say("mallory", "roll", ROOM)).outcome == "done"
    await town.say("mallory", "forecast", ROOM)
    assert len(worked_out) == 2


async def test_automatic_players_wait_for_no_query(tmp_path: Path) -> None:
    """With every process for queries busy and more waiting, a rugby player thinks at once."""
    thinker, rugby, go_on = Thinker(), GAMES["rugby"], tmp_path / "go on"
    try:
        asked = [asyncio.create_task(thinker.elsewhere(until_there, str(go_on))) for _ in range(MAX_WAITING)]
        state = None
        for event in rugby.start(2, {}, Chance(bytes(32))):
            state = rugby.evolve(state, event)
        assert await thinker.suggest(rugby, state, 0, Chance(bytes(32)), level="beginner") is not None
        assert not any(task.done() for task in asked)
        with pytest.raises(Refused, match="still thinking"):
            await thinker.elsewhere(until_there, str(go_on))
    finally:
        go_on.touch()
        await asyncio.gather(*asked)
        thinker.close()


async def test_everything_slow_has_a_budget(town: Neighbourhood) -> None:
    """A table that asks for too much is told so; its neighbours aren't."""
    burst = PER_TABLE[0]
    outcomes = [(await town.say(f"tab {number}", "history", ROOM)).outcome for number in range(burst + 1)]
    assert outcomes == ["answered"] * burst + ["refused"]
    response = await town.say("mallory", "history", ROOM)
    assert [reply.text for reply in response.replies] == [str(notices.TOO_MANY_SLOW)]
    assert (await town.say("anna", "history", "test:quiet")).outcome == "answered"
