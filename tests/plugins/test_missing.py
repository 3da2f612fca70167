"""Tables of a plugin that is broken or gone are left alone, and are there again with the plugin."""

import logging
from collections.abc import AsyncIterator

import pytest

from bot.cli.databases import first_wrong
from bot.kernel.store import Store
from games import GAMES
from tests.bot.harness import ROOM, Bench, spelled
from tests.contract.toy import Toy


@pytest.fixture
async def bench(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bench]:
    """A running game of a plugin, in a room that has not seen all of it."""
    bench = Bench(sqlite_store)
    monkeypatch.setitem(GAMES, "toy", Toy())
    await bench.seat("anna", "ben", game="toy")
    await bench.say("anna", "start")
    bench.chat.away.add(ROOM)
    await bench.say("anna", f"lay {(await bench.standing()).state.hands[0][0]}")
    yield bench
    await bench.service.close()


async def test_a_table_of_a_missing_game(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The service starts, its clock runs out unnoticed, the room can play something else; one warning says why."""
    monkeypatch.delitem(GAMES, "toy")
    bench.chat.away.clear()
    with caplog.at_level(logging.WARNING):
        after = bench.another_process()
        await after.service.start()
        await after.wait(1000)
        assert "no table in this room" in spelled((await after.say("anna", "board"))[0])
        assert [record.message for record in caplog.records] == [
            f"table {(await bench.store.find_tables())[0].id} can't be shown: its game, toy, is not installed"
        ]
        await after.say("anna", "new sprint")
        assert "The Scrum Game" in after.chat.texts()[-1]
        await after.service.close()


async def test_it_comes_back_with_its_plugin(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was lost."""
    monkeypatch.delitem(GAMES, "toy")
    without = bench.another_process()
    await without.say("anna", "board")
    await without.service.close()
    monkeypatch.setitem(GAMES, "toy", Toy())
    bench.chat.away.clear()
    again = bench.another_process()
    await again.say("ben", f"lay {(await again.standing()).state.hands[1][0]}")
    assert "wins the round" in again.chat.texts()[-1]
    await again.service.close()


async def test_checking_the_database(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table whose game is missing cannot be checked, and is named."""
    (record,) = await bench.store.find_tables()
    stored = await bench.store.table(record.id)
    assert stored is not None
    assert first_wrong(stored) is None
    monkeypatch.delitem(GAMES, "toy")
    wrong = first_wrong(stored)
    assert wrong is not None
    assert "toy, is not installed" in wrong.fault
