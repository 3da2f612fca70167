"""kill -9 while people play: every answered request is stored once, and every table can continue."""

from collections import Counter

from bot.kernel.table.journal import fold
from storage import open_store
from tests.bot.kernel.player_process import TABLES
from tests.kill import output_before_kill

ENOUGH = 25 * TABLES  # answered requests, so that every table is in the middle of a game


async def test_no_answered_request_is_lost(database_url: str) -> None:
    """Each answered request is stored exactly once, and each table's events fold into a valid state."""
    answered = await output_before_kill("tests.bot.kernel.player_process", database_url, ENOUGH)
    assert len(answered) >= ENOUGH
    store = await open_store(database_url)
    stored: Counter[str] = Counter()
    for record in await store.find_tables():
        table = await store.table(record.id)
        assert table is not None
        standing = fold(table.events)
        assert standing is not None
        assert standing.sequence == len(table.events)
        assert standing.hash == table.events[-1].hash
        stored.update(event.request for event in table.events if event.request)
    assert {request: stored[request] for request in answered} == dict.fromkeys(answered, 1)
    await store.close()
