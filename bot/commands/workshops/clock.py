"""The clock that all teams of a workshop share: when it runs out, every table is told."""

import json

from bot.commands.calls import Context
from bot.commands.workshops.team_tables import at_table, end_clock, from_desk, playing_at
from bot.room_records import Job
from bot.table.model import Refused
from bot.workshop_records import Workshop

CLOCK = "workshop_clock"


def alarm(workshop: Workshop, until: float) -> Job:
    payload = json.dumps({"workshop": workshop.id, "until": until})
    return Job(f"{CLOCK}:{workshop.id}", workshop.teams[0].room, CLOCK, until, payload)


async def time_is_up(context: Context, job: Job) -> None:
    """Nothing happens if the clock was set again or removed since."""
    wanted = json.loads(job.payload)
    workshop = await context.store.workshop(wanted["workshop"])
    if workshop is not None and workshop.until == wanted["until"] and workshop.phase != "ended":
        for number, team in enumerate(workshop.teams):
            request = from_desk(workshop, team, f"{job.id}:{wanted['until']}:{number}")
            try:
                await at_table(context, playing_at(team), request, end_clock)
            except Refused:
                continue  # the table is gone
    await context.store.finish_job(job)
