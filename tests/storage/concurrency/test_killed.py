"""kill -9 under load: every acknowledged change is stored, and no change is stored partially."""

from bot.kernel.store import Append
from storage import open_store
from tests.kill import output_before_kill
from tests.storage.concurrency.appender import TABLES
from tests.storage.examples import NOW, events

ENOUGH = 20 * TABLES  # acknowledgements, so that every table is mid-game


async def killed_under_load(url: str) -> dict[str, int]:
    """Kill a process under load; return the last sequence number it acknowledged for each table."""
    acknowledged: dict[str, int] = {}
    for line in await output_before_kill("tests.storage.concurrency.appender", url, ENOUGH):
        table, sequence = line.split()
        acknowledged[table] = max(int(sequence), acknowledged.get(table, 0))
    return acknowledged


async def test_nothing_acknowledged_is_lost(database_url: str) -> None:
    """Every acknowledged event is stored, there are no gaps, and people and timers match the last event."""
    acknowledged = await killed_under_load(database_url)
    assert len(acknowledged) == TABLES
    store = await open_store(database_url)
    for name, sequence in acknowledged.items():
        table = await store.table(name)
        assert table is not None
        last = len(table.events)
        assert last >= sequence
        assert [event.sequence for event in table.events] == list(range(1, last + 1))
        assert last % 3 == 2, "the three events of a change are stored together"
        if last > 2:
            assert [person.name for person in table.people] == [str(last)]
            assert [timer.due for timer in table.timers] == [NOW + last]
        assert table.rooms[0].shown <= last
        await store.append(Append(name, events(last + 1, last + 1)))
    await store.close()
