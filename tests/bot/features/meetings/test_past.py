"""What a room's tables left behind is read once, and again after a change."""

from bot.features.meetings.past import Meetings, inherited
from games import GAMES
from tests.bot.harness import ROOM, Bench, person


async def test_a_table_is_read_once(bench: Bench) -> None:
    """Its actions and what it passes on come from one reading, until something about the table changes."""
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "start")
    await bench.say("anna", "agree We start on time")
    await bench.say("anna", "end sure")
    context = bench.service._context
    meetings, (record,) = context.part(Meetings), await bench.store.tables_in(ROOM)
    first = await meetings.past(record.id)
    assert first is not None
    assert first.meeting is not None
    assert first.meeting.closed
    assert [owner.name for owner in first.meeting.owners] == ["anna", "ben"]
    found = (await inherited(context, ROOM, GAMES["retro"])).files
    assert "We start on time" in found["agreement"]
    assert await meetings.held_in(ROOM) == [first.meeting]
    assert await meetings.past(record.id) is first
    await bench.store.forget(person("ben").id)
    again = await meetings.past(record.id)
    assert again is not None
    assert again.meeting is not None
    assert [owner.name for owner in again.meeting.owners] != ["anna", "ben"]


async def test_a_running_table_passes_nothing_on(bench: Bench) -> None:
    """Only a closed one does; its actions can be seen before."""
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "start")
    (record,) = await bench.store.tables_in(ROOM)
    past = await bench.service._context.part(Meetings).past(record.id)
    assert past is not None
    assert past.passed_on is None
    assert past.meeting is not None
    assert not past.meeting.closed
