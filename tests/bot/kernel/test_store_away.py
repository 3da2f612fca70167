"""While the database is unreachable: a sentence, nothing half done, and everything works again afterwards."""

import sqlite3
from pathlib import Path

import pytest

from bot.kernel.store import Store
from bot.kernel.table import texts as notices
from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.bot.harness import Bench, FlakyStore, in_discussion

EVERYTHING = frozenset(
    {"append", "table", "version", "events", "find_tables", "handled", "room", "mark_shown", "rooms_behind"}
    | {"lease", "next_due"}
)


@pytest.fixture
def gate(sqlite_store: Store) -> FlakyStore:
    return FlakyStore(sqlite_store)


@pytest.mark.parametrize("line", ["roll", "leave", "end", "board", "status", "log", "verify", "new sprint"])
async def test_a_request_while_the_database_is_away(gate: FlakyStore, line: str) -> None:
    """One private sentence; the same request works once the database is back."""
    bench = Bench(gate)
    await bench.begin()
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    gate.cut = EVERYTHING
    replies = await bench.say("anna", line, delivery="d1")
    assert [(reply.private, reply.text) for reply in replies] == [(True, str(notices.DATABASE_UNREACHABLE))]
    gate.cut = frozenset()
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    replies = await bench.say("anna", line, delivery="d1")
    assert str(notices.DATABASE_UNREACHABLE) not in "".join(reply.text for reply in replies)
    assert (await bench.standing()).sequence == len(await bench.events())


async def test_after_a_restart_with_the_database_away(gate: FlakyStore) -> None:
    """A table that isn't in memory can't be replayed yet; a moment later it can."""
    bench = Bench(gate)
    await bench.begin()
    after = bench.another_process()
    gate.cut = EVERYTHING
    [reply] = await after.say("anna", "roll")
    assert reply.text == str(notices.DATABASE_UNREACHABLE)
    gate.cut = frozenset()
    assert await after.say("anna", "roll") == []


async def test_a_failed_mark_of_what_was_shown_costs_nothing(gate: FlakyStore) -> None:
    """The room has seen it; at worst it sees it again after a restart."""
    bench = Bench(gate)
    await bench.begin()
    gate.cut = frozenset({"mark_shown"})
    assert await bench.say("anna", "roll") == []
    assert "anna rolls" in bench.chat.texts()[-1]


async def test_a_stored_move_is_not_reported_as_failed(gate: FlakyStore) -> None:
    """The database went away after the move was stored: the room gets the news later."""
    bench = Bench(gate)
    await bench.begin()
    after = bench.another_process()
    await after.live()
    await bench.say("anna", "roll")
    bench.chat.away = {"test:lounge"}
    await bench.say("ben", "roll")
    bench.chat.away = set()
    third = bench.another_process()
    await third.live()  # it has to read what the room missed
    posts = len(bench.chat.posts)
    gate.cut = frozenset({"events"})
    assert await third.say("cleo", "roll") == []
    assert len(bench.chat.posts) == posts
    gate.cut = frozenset()
    await third.service.rooms.catch_up(third.service.tables.find)
    [text] = bench.chat.texts()[posts:]
    assert text.index("ben rolls") < text.index("cleo rolls")


async def test_timers_wait_for_the_database(gate: FlakyStore) -> None:
    """A deadline that couldn't be stored fires again when its lease ends."""
    bench = Bench(gate)
    await bench.begin()
    await bench.play_until(in_discussion)
    bench.clock.advance(300)
    gate.cut = frozenset({"append"})
    assert await bench.service.fire_due_timers() == 1
    gate.cut = frozenset()
    assert "discussion_closed" not in await bench.kinds()
    bench.clock.advance(30)
    assert await bench.service.fire_due_timers() == 1
    assert (await bench.kinds()).count("discussion_closed") == 1


async def test_a_file_that_another_program_has_locked(tmp_path: Path) -> None:
    """A real lock on a real file: refused while it is held, stored when it is gone."""
    file = tmp_path / "tables.db"
    store = await SqliteStore.open(file, busy_timeout=0.05)
    bench = Bench(store)
    await bench.begin()
    before = await bench.snapshot()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    [reply] = await bench.say("anna", "roll")
    assert (reply.private, reply.text) == (True, str(notices.DATABASE_UNREACHABLE))
    assert await bench.snapshot() == before
    other.execute("ROLLBACK")
    other.close()
    assert await bench.say("anna", "roll") == []
    await store.close()


async def test_a_closed_store(sqlite_url: str) -> None:
    """A request that arrives during shutdown gets a sentence, too."""
    store = await open_store(sqlite_url)
    bench = Bench(store)
    await bench.begin()
    await store.close()
    [reply] = await bench.say("anna", "roll")
    assert reply.text == str(notices.DATABASE_UNREACHABLE)
