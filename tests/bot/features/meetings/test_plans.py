"""The next retrospective in the calendar of a platform."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.kernel.ports import PlannedMeeting, RoomUnreachable
from bot.kernel.store import Job, Store
from bot.kernel.table.pace import DAY, HOUR
from tests.bot.features.meetings.test_recurring import EVERY, FRIDAY, until
from tests.bot.harness import ROOM, Bench, RecordingChat


class WithCalendar(RecordingChat):
    """A platform whose calendar has one entry for each room."""

    def __init__(self) -> None:
        super().__init__()
        self.calendar: dict[str, PlannedMeeting | None] = {}
        self.shown = 0
        self.calendar_is_down = False

    async def show_plan(self, room: str, meeting: PlannedMeeting | None) -> None:
        self.shown += 1
        if self.calendar_is_down:
            raise RoomUnreachable("the calendar is down")
        self.calendar[room] = meeting

    @property
    def starts(self) -> float | None:
        found = self.calendar[ROOM]
        return found.starts if found else None


class Planned(Bench):
    chat: WithCalendar


@pytest.fixture
async def planned(sqlite_store: Store) -> AsyncIterator[Planned]:
    bench = Planned(sqlite_store, chat=WithCalendar())
    yield bench
    await bench.service.close()


async def test_from_the_first_to_the_last(planned: Planned) -> None:
    """It is there once it is planned, moves with the plan, and is gone with it."""
    await planned.say("anna", EVERY)
    await planned.wait(0)
    entry = planned.chat.calendar[ROOM]
    assert entry == PlannedMeeting(
        "Retrospective",
        "It opens in its channel every 2 weeks on Friday at 15:00. Press “I’m here” when it does.",
        FRIDAY,
        FRIDAY + HOUR,
    )
    await planned.say("anna", "skip")
    await planned.wait(0)
    assert planned.chat.starts == FRIDAY + 14 * DAY
    await until(planned, FRIDAY + 14 * DAY)
    await planned.wait(0)
    assert planned.chat.starts == FRIDAY + 28 * DAY  # this one is open, and that is the next
    await planned.say("anna", "retro every week on Monday 9:00 Europe/Berlin")
    await planned.wait(0)
    assert planned.chat.starts == FRIDAY + 17 * DAY - 6 * HOUR
    await planned.say("anna", "retro every off")
    await planned.wait(0)
    assert planned.chat.calendar[ROOM] is None
    assert not await planned.store.jobs_in(ROOM)


async def test_a_request_that_is_delivered_twice(planned: Planned) -> None:
    """The calendar isn't touched again."""
    for _ in range(2):
        await planned.say("anna", EVERY, delivery="same")
        await planned.wait(0)
    assert planned.chat.shown == 1


class _Dying:
    """A store whose process dies before it stores a second job."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._put = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def put_job(self, job: Job) -> None:
        self._put += 1
        if self._put == 1:
            await self._store.put_job(job)


async def test_a_process_that_dies_before_the_calendar_knows(planned: Planned) -> None:
    """A minute later, another one sees to it."""
    await planned.another_process(_Dying(planned.store)).say("anna", EVERY)
    await planned.wait(0)
    assert not planned.chat.calendar
    await planned.wait(60)
    assert planned.chat.starts == FRIDAY


async def test_a_calendar_that_is_down(planned: Planned) -> None:
    """It is tried again a few times; the meeting itself doesn't depend on it."""
    planned.chat.calendar_is_down = True
    await planned.say("anna", EVERY)
    for pause in (0, 60, 600, HOUR, DAY):
        await planned.wait(pause)
    assert planned.chat.shown == 4
    await until(planned, FRIDAY)
    assert "time for your retrospective" in planned.chat.texts()[-1]
    planned.chat.calendar_is_down = False
    await planned.wait(60)
    assert planned.chat.starts == FRIDAY + 14 * DAY


async def test_a_platform_without_a_calendar(bench: Bench) -> None:
    """Nothing is stored for it."""
    await bench.say("anna", EVERY)
    assert [job.kind for job in await bench.store.jobs_in(ROOM)] == ["retro"]
