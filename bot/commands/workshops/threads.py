"""A thread for each team of a workshop that was opened in a channel: its table is shown there and on its page.

They are opened one after the other, because platforms slow down whoever posts too much at once. A job that starts again
after a crash does what is missing.
"""

import json
import logging

from bot.commands.calls import Context
from bot.commands.linked_rooms import show_here
from bot.commands.workshops.team_tables import from_desk, playing_at
from bot.live.table import LiveTable
from bot.live.workshops import Changed
from bot.messages import Reply
from bot.ports import RoomUnreachable
from bot.room_records import Job
from bot.table.model import Refused
from bot.texts import workshops as texts
from bot.workshop_records import Member, Team, Workshop
from games.values import replace

log = logging.getLogger(__name__)

OPEN_THREADS = "workshop_threads"
PAUSE = 1.0  # seconds between two threads; Slack takes one message a second
RETRY_SECONDS = (5.0, 30.0)  # after an outage; then people are told that there will be none


def hall(workshop: Workshop) -> set[str]:
    """The channel and its threads: whoever is in one of them finds the others."""
    return {workshop.channel, *(team.thread for team in workshop.teams)} - {""}


def thread_of(team: Team, live: LiveTable | None) -> str:
    """Where a team meets in the workshop's channel; empty if it has no thread (any more)."""
    return team.thread if live is not None and team.thread in live.rooms else ""


async def want(context: Context, workshop: str, channel: str) -> None:
    """Open threads for the teams that have none, in a moment: below whatever is about to be said there."""
    payload, due = json.dumps({"workshop": workshop, "failed": 0}), context.clock.now() + PAUSE
    await context.store.put_job(Job(f"{OPEN_THREADS}:{workshop}", channel, OPEN_THREADS, due, payload))
    context.jobs.wake()


async def open_next(context: Context, job: Job) -> None:
    """One of them; the next one follows a moment later."""
    wanted = json.loads(job.payload)
    workshop = await context.store.workshop(wanted["workshop"])
    missing = await _without_thread(context, workshop) if workshop is not None else None
    if workshop is None or missing is None:
        await context.store.finish_job(job)
        return
    try:
        thread = await context.rooms.open_thread(job.room, workshop.teams[missing[0]].name)
    except RoomUnreachable as fault:
        log.warning("no thread in room %s yet: %s", job.room, fault)
        await _try_later(context, job, wanted)
        return
    if thread is None:
        await _give_up(context, job, workshop.id)
        return
    await _show(context, workshop, *missing, thread)
    later = {**wanted, "failed": 0}
    await context.store.finish_job(job, replace(job, due=context.clock.now() + PAUSE, payload=json.dumps(later)))
    context.jobs.wake()


async def _without_thread(context: Context, workshop: Workshop) -> tuple[int, LiveTable] | None:
    if workshop.phase == "ended":
        return None
    for number, team in enumerate(workshop.teams):
        live = await context.tables.find_current(playing_at(team))
        if live is not None and live.standing.table.phase != "over" and not thread_of(team, live):
            return number, live
    return None


async def _show(context: Context, workshop: Workshop, number: int, live: LiveTable, thread: str) -> None:
    request = replace(from_desk(workshop, workshop.teams[number], f"{OPEN_THREADS}:{thread}"), room=thread)
    try:
        await show_here(context, live, request)
    except Refused as refused:
        log.warning("the table of a team can't be shown in room %s: %s", thread, refused.sentence)
    else:
        await context.workshops.change_team(workshop.id, number, thread=thread)
        await context.rooms.announce(live, None)


async def _try_later(context: Context, job: Job, wanted: dict[str, object]) -> None:
    failed = int(str(wanted["failed"]))
    if failed >= len(RETRY_SECONDS):
        await _give_up(context, job, str(wanted["workshop"]))
        return
    payload = json.dumps({**wanted, "failed": failed + 1})
    later = replace(job, due=context.clock.now() + RETRY_SECONDS[failed], payload=payload)
    await context.store.finish_job(job, later)


async def _give_up(context: Context, job: Job, workshop: str) -> None:
    """From now on, nobody is told to wait for a thread."""

    async def no_channel(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(replace(stored, channel=""))

    await context.workshops.change(workshop, no_channel)
    await context.rooms.send(job.room, Reply(texts.NO_THREADS))
    await context.store.finish_job(job)
