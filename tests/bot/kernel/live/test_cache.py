"""Tables unused for long leave the cache and are replayed when somebody comes back."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.kernel.live import cache
from storage.sqlite.store import SqliteStore
from tests.bot.harness import ROOM, Bench


async def test_an_evicted_table_comes_back_as_it_was(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody notices: the game continues in the same room."""
    monkeypatch.setattr(cache, "_MAX_LIVE_TABLES", 2)
    await bench.begin()
    live = await bench.live()
    for number in range(5):
        await bench.say("dora", "new sprint", room=f"test:{number}")
    assert len(bench.service.tables._live) == 2
    assert live.id not in bench.service.tables._live
    again = await bench.live()
    assert again is not live
    assert again.standing == live.standing
    assert await bench.say("anna", "roll") == []
    assert "anna rolls" in bench.chat.texts()[-1]


async def test_a_table_in_use_stays(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used table is evicted."""
    monkeypatch.setattr(cache, "_MAX_LIVE_TABLES", 2)
    await bench.begin()
    kept = await bench.live()
    for number in range(5):
        await bench.say("dora", "new sprint", room=f"test:{number}")
        await bench.say("anna", "status")
    assert bench.service.tables._live[kept.id] is kept  # not replayed
    assert len(bench.service.tables._live) == 2


async def test_a_table_with_unshown_events_stays(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the room missed is still in memory and is posted when the platform is back."""
    monkeypatch.setattr(cache, "_MAX_LIVE_TABLES", 1)
    await bench.begin()
    table = (await bench.live()).id
    bench.chat.away = {ROOM}
    await bench.say("anna", "roll")
    await bench.say("dora", "new sprint", room="test:other")
    assert table in bench.service.tables._live
    bench.chat.away = set()
    await bench.service.rooms.catch_up(bench.service.tables.find)
    assert "anna rolls" in bench.chat.texts()[-1]


async def test_garbage_leaves_nothing_behind(bench: Bench) -> None:
    """Buttons of unknown tables, and rooms without one, are not remembered."""
    for number in range(50):
        await bench.press("anna", f"nowhere{number}:1:0")
        await bench.say("anna", "roll", room=f"test:{number}")
    remembered = (
        bench.service.tables._live,
        bench.service.tables._loading,
        bench.service._context.room_locks._by_room,
        bench.service.tables._in_room,
    )
    assert [len(kept) for kept in remembered] == [0, 0, 0, 0]


class CountingStore(SqliteStore):
    reads = 0

    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        self.reads += 1
        return await super().query(sql, *values)

    async def queries(self, *asked: tuple[str, tuple[object, ...]]) -> Sequence[Sequence[Sequence[Any]]]:
        self.reads += 1
        return await super().queries(*asked)


async def test_opening_a_table_reads_little(tmp_path: Path) -> None:
    """Each read is a hop to another thread: what the person chose, what the room shows (once more, because the app says
    no language), and what its earlier tables left."""
    store = await CountingStore.open(tmp_path / "tables.db")
    bench = Bench(store)
    before = store.reads
    assert await bench.say("anna", "new sprint") == []
    assert store.reads == before + 4
    await store.close()


async def test_two_who_open_a_table_at_once(bench: Bench) -> None:
    """Neither is asked again what the room shows; the second one is refused all the same."""
    replies = await asyncio.gather(*(bench.say(name, "new sprint") for name in ("anna", "ben")))
    assert [bool(each) for each in replies].count(True) == 1
    assert len(await bench.store.find_tables()) == 1
