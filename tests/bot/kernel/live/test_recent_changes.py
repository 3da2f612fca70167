"""The last changes of a table in memory, from which pages are told what is new."""

import asyncio
from typing import Any

import pytest

from bot.kernel.store import Store
from games.chance import Chance
from games.contract import AnyGame
from tests.bot.harness import ROOM, Bench, FlakyStore, person
from tests.bot.retro_harness import FIVE, done, everyone, gather_round, write_notes


async def test_news_needs_no_query(sqlite_store: Store) -> None:
    """A page that saw the last move gets the story since from memory, the same as from the store."""
    store = FlakyStore(sqlite_store)
    bench = Bench(store)
    await bench.begin()
    before = (await bench.standing()).sequence
    for _ in range(3):
        await bench.step()
    stored = await bench.service.page(ROOM, None)
    store.cut = frozenset({"events"})
    live = await bench.service.page(ROOM, None, before)
    assert stored is not None
    assert live is not None
    assert live.feed == tuple(line for line in stored.feed if line[0] > before)
    assert live.feed


async def test_what_was_erased_is_not_remembered(bench: Bench) -> None:
    """Once anonymous notes are shown, memory no longer has who could have written them; the story is the same."""
    await gather_round(bench)
    before = (await bench.standing()).sequence
    await write_notes(bench)
    changes = (await bench.live()).changes
    assert changes.rows_since(before)
    await everyone(bench, FIVE, "done")
    last = (await bench.standing()).sequence
    await done(bench, "anna", "next")
    assert changes.since(last)
    assert not changes.rows_since(last)
    assert not changes.since(before)
    page, again = [await bench.service.page(ROOM, None, after) for after in (before, 0)]
    assert page is not None
    assert again is not None
    assert page.feed == tuple(line for line in again.feed if line[0] > before)
    shown = (await bench.standing()).sequence
    await done(bench, "anna", "next sure")
    assert changes.rows_since(shown)


async def test_a_move_is_shown_while_the_automatic_player_thinks(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page doesn't wait for the answer."""
    thinking, answers = asyncio.Event(), asyncio.Event()

    async def suggest(game: AnyGame, state: Any, seat: int, chance: Chance, *, level: str) -> Any:
        thinking.set()
        await answers.wait()
        return game.moves(state, seat)[0]

    monkeypatch.setattr(bench.service._thinker, "suggest", suggest)
    await bench.seat("anna", game="rugby")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    before = (await bench.standing()).sequence
    moving = asyncio.create_task(bench.say("anna", "move c4-c5"))
    await thinking.wait()
    asking = asyncio.create_task(bench.service.page(ROOM, person("anna"), before))
    for _ in range(1000):
        await asyncio.sleep(0)
    answers.set()
    page = await asking
    assert page is not None
    assert not page.awaited
    assert [step.kind for step in page.steps if step.motions] == ["stepped"]
    await moving
    after = await bench.service.page(ROOM, person("anna"), page.sequence)
    assert after is not None
    assert [chair.awaited for chair in after.chairs] == [True, False]
