"""The next retrospective of a room in the calendar of its platform, where that has one and lets the bot use it.

What is planned is the room's job (`recurring`). A job of its own brings it into the calendar, so that it happens also
if a process dies or the platform is down; done twice, it changes nothing.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.features.meetings import recurrence as texts
from bot.features.meetings.past import feature
from bot.features.meetings.recurrence import RETRO, Recurrence
from bot.kernel.calls import Context
from bot.kernel.ports import PlannedMeeting, RoomUnreachable
from bot.kernel.store import Job
from bot.kernel.table.pace import HOUR
from games.values import replace

log = logging.getLogger(__name__)

_CALENDAR = "calendar"  # the kind of the job
_LENGTH = HOUR  # of a meeting
_IN_CASE = 60.0  # seconds after which the calendar is looked at if this process dies
_RETRY_SECONDS = (60.0, 600.0, HOUR)


@asynccontextmanager
async def shown_in_calendar(context: Context, room: str, due: float) -> AsyncIterator[None]:
    """Bring what is planned inside into the calendar of the room's platform, at `due`."""
    if not context.rooms.shows_plans(room):
        yield
        return
    job = Job(f"{_CALENDAR}:{room}", room, _CALENDAR, due)
    await context.store.put_job(replace(job, due=due + _IN_CASE))
    yield
    await context.store.put_job(job)
    context.schedule.wake()


@feature.job(_CALENDAR)
async def show(context: Context, job: Job) -> None:
    """Show what is planned now. A platform that is down is tried again a few times."""
    now = context.clock.now()
    plan = next((each for each in await context.store.jobs_in(job.room) if each.kind == RETRO), None)
    tried = int(job.payload or 0)
    again: Job | None = None
    try:
        if plan is None or plan.due > now:  # else it opens just now, and plans the next one
            await context.rooms.show_plan(job.room, _meeting(plan) if plan else None)
    except RoomUnreachable as fault:
        log.info("the calendar of room %s is behind: %s", job.room, fault)
        if tried < len(_RETRY_SECONDS):
            again = replace(job, due=now + _RETRY_SECONDS[tried], payload=str(tried + 1))
    await context.store.finish_job(job, again)


def _meeting(plan: Job) -> PlannedMeeting:
    about = texts.in_calendar(Recurrence.read(plan.payload))
    return PlannedMeeting(str(texts.IN_CALENDAR), about, plan.due, plan.due + _LENGTH)
