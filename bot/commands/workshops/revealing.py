"""Showing the seed of dice that several teams share: once no table can draw from it any more, and never before."""

import json

from bot.commands.calls import Context
from bot.commands.workshops.team_tables import at_table, close, from_desk
from bot.live.table import LiveTable
from bot.live.workshops import dice_of
from bot.messages import Reply
from bot.room_records import Job
from bot.table.journal import Draft
from bot.table.model import Refused, Table, TableClosed
from bot.texts import workshops as texts
from bot.workshop_records import Workshop

REVEAL = "workshop_reveal"


def after_closing(live: LiveTable, draft: Draft) -> tuple[Job, ...]:
    """A team is done: stored with its last event, so that nothing is lost if the process stops then."""
    joined = draft.standing.table.workshop
    if joined is None or not joined.dice or not any(isinstance(event, TableClosed) for event in draft.events):
        return ()
    payload = json.dumps({"workshop": joined.workshop, "dice": joined.dice})
    room = next(iter(live.rooms), "")
    # one job a round: the last team's replaces the others'
    return (Job(f"{REVEAL}:{joined.dice}", room, REVEAL, draft.at, payload),) if room else ()


async def reveal(context: Context, job: Job) -> None:
    """Tell all teams of the round, if this was the last one that played. Tables that nobody has used are closed."""
    wanted = json.loads(job.payload)
    workshop = await context.store.workshop(wanted["workshop"])
    if workshop is not None and wanted["dice"] == dice_of(workshop):
        await _close_unused(context, workshop, job)
        if await context.workshops.round_is_over(workshop):
            for room in (room for team in workshop.teams for room in (team.room, team.thread) if room):
                await context.rooms.send(room, Reply(texts.seed_shown(workshop.seed.hex())))
    await context.store.finish_job(job)


async def _close_unused(context: Context, workshop: Workshop, job: Job) -> None:
    lives = [await context.tables.find_current(team.table) for team in workshop.teams]
    if any(live is not None and not _is_done_or_unused(live.standing.table) for live in lives):
        return
    for number, (team, live) in enumerate(zip(workshop.teams, lives, strict=True)):
        if live is not None and live.standing.table.phase == "lobby":
            request = from_desk(workshop, team, f"{job.id}:{job.due}:{number}")
            try:
                await at_table(context, team.table, request, close)
            except Refused:
                continue


def _is_done_or_unused(table: Table) -> bool:
    return table.phase == "over" or (table.phase == "lobby" and not table.people)
