"""kill -9 in the middle of the game: what was acknowledged is there, and nothing is there by half."""

from bot.ports import Append
from storage import open_store
from tests.killing import lines_before_the_kill
from tests.storage.appender import TABLES
from tests.storage.examples import NOW, events

ENOUGH = 20 * TABLES  # acknowledgements, so that every table is in the middle of something


async def killed_under_load(url: str) -> dict[str, int]:
    """What a process acknowledged before it was killed: the last number of each table."""
    acknowledged: dict[str, int] = {}
    for line in await lines_before_the_kill("tests.storage.appender", url, ENOUGH):
        table, sequence = line.split()
        acknowledged[table] = max(int(sequence), acknowledged.get(table, 0))
    return acknowledged


async def test_nothing_acknowledged_is_lost(database_url: str) -> None:
    """Every acknowledged event is stored, numbers have no gap, and people and timers are those of the last event."""
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
