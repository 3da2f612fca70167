"""Long work holds nobody up: people play on while tables are removed or checked, or a person is forgotten."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from storage import upkeep
from storage.sqlite.store import SqliteStore
from tests.benchmarks.many_tables import OLD, Player, fill, games_of

TABLES, EVENTS, TRIES = 240, 60, 4
AT_ONCE = 100  # rows in one transaction

# the work, and how many moves of another table are stored meanwhile at least; one if it kept the database to itself
WORK: dict[str, tuple[Callable[[SqliteStore, int], Awaitable[object]], int]] = {
    "remove": (
        lambda store, number: store.remove_tables(OLD + TABLES // TRIES * (number + 1)),
        TABLES // TRIES * EVENTS // AT_ONCE,
    ),
    "forget": (lambda store, number: store.forget(f"web:history-{number}"), 5),
    "check": (lambda store, _: store.problems(), 5),
}


@pytest.mark.parametrize("what", WORK)
async def test_another_table_moves_between_the_parts_of_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A move waits for one transaction at most, not for all: counted, because a busy machine has another time."""
    monkeypatch.setattr(upkeep, "PAUSE", 0.0)  # the turns alone are to be enough
    file = tmp_path / "tables.db"
    await fill(file, TABLES, games_of(EVENTS))
    store = await SqliteStore.open(file)
    player = Player(store, "player")
    await player.sit_down()
    work, least = WORK[what]
    moves = [len(await player.moves_during(partial(work, store, number))) for number in range(TRIES)]
    await store.close()
    assert max(moves) >= least, moves
