"""A retrospective that opens by itself: every few weeks, at an hour in the room's time zone."""

import logging
from contextlib import nullcontext
from datetime import timedelta

from bot.features.meetings import recurrence as texts
from bot.features.meetings.past import ACTIONS, Meetings, feature
from bot.features.meetings.plans import shown_in_calendar
from bot.features.meetings.records import DONE_BEFORE, MeetingStore, RoomRequest
from bot.features.meetings.recurrence import RETRO, Recurrence, read_recurrence
from bot.kernel.calls import Call, Context, aloud
from bot.kernel.live.news import inviting
from bot.kernel.live.table import Invitation, LiveTable
from bot.kernel.messages import Person, Reply, Request, Response, TimePassed, answered
from bot.kernel.opening import Opening, open_table
from bot.kernel.store import FORGOTTEN, Job
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import HOUR, day_in
from bot.kernel.table.rules import read_options
from games import GAMES
from games.contract import AnyGame, Parameter
from games.language import lazy
from games.parts import Form
from games.values import replace

log = logging.getLogger(__name__)

_LATE = 2 * HOUR  # the process was down: a meeting that nobody expects any more is left out


def meeting() -> AnyGame:
    return next(game for game in GAMES.values() if ACTIONS in game.memories.inherits)


def _job_id(room: str) -> str:
    return f"{RETRO}:{room}"


async def _job(context: Context, room: str) -> Job | None:
    return next((job for job in await context.store.jobs_in(room) if job.id == _job_id(room)), None)


async def _asked(context: Context, call: Call) -> Form:
    """The form with the present plan; without one, every two weeks at the time when the last meeting began."""
    job = await _job(context, call.request.room)
    if job is not None:
        return texts.form(Recurrence.read(job.payload))
    zone, now = call.zone or "UTC", context.clock.now()
    records = await context.store.tables_in(call.request.room)
    began = next((each.opened for each in records if each.game == meeting().key), now)
    return texts.form(Recurrence.like(began, zone))


@feature.action(
    "every",
    lazy("Let a retrospective open by itself: 2 weeks on Friday 15:00; off ends it"),
    Parameter("when", lazy("2 weeks on Friday 15:00, or off"), required=False, rest=True),
    group="room",
    form=texts.FORM,
    asks=_asked,
)
async def every(context: Context, call: Call) -> Response:
    """Set the schedule; without arguments, show it. `off` ends it."""
    room = call.request.room
    words = call.argument("when") or await _chosen(context, call)
    store, request = context.store.part(MeetingStore), await RoomRequest.of(call, context.clock.now())
    if words and await store.knows(request):
        return answered(Reply(str(DONE_BEFORE), private=True))
    if words.lower() == "off":
        async with shown_in_calendar(context, room, context.clock.now()):
            await store.plan(request, _job_id(room), None)
        with aloud(call):
            return await context.show(call, Reply(str(texts.OFF)))
    if words:
        recurrence = read_recurrence(words, call.zone)
        read_options(meeting(), recurrence.options)  # refuses what the meeting would refuse
        due = recurrence.first(context.clock.now())
        job = Job(_job_id(room), room, RETRO, due, recurrence.write())
        async with shown_in_calendar(context, room, context.clock.now()):
            await store.plan(request, job.id, job)
        context.schedule.wake()
    with aloud(call) if words else nullcontext():
        return await context.show(call, Reply(str(await planned_in(context, room) or texts.NONE), private=not words))


async def _chosen(context: Context, call: Call) -> str:
    """What was chosen in the form, as it would be typed; the zone and the options of the present plan stay."""
    weeks, day, hour = (call.argument(name) for name in (texts.WEEKS, texts.DAY, texts.HOUR))
    if not (weeks and day and hour):
        return ""
    job = await _job(context, call.request.room)
    before = Recurrence.read(job.payload) if job else None
    kept = (before.zone, before.options) if before else ("", "")
    return " ".join(filter(None, (f"{weeks} weeks on {day} {hour}", *kept)))  # not prose


@feature.action("skip", lazy("Leave out the next retrospective that opens by itself"), group="room")
async def skip(context: Context, call: Call) -> Response:
    """Leave the next one out, for a holiday."""
    store, request = context.store.part(MeetingStore), await RoomRequest.of(call, context.clock.now())
    if await store.knows(request):
        return answered(Reply(str(DONE_BEFORE), private=True))
    job = await _job(context, call.request.room)
    if job is None:
        raise Refused(texts.NONE)
    recurrence = Recurrence.read(job.payload)
    following = replace(job, due=recurrence.following(job.due, context.clock.now()))
    async with shown_in_calendar(context, job.room, context.clock.now()):
        await store.plan(request, job.id, following)
    with aloud(call):
        return await context.show(call, Reply(texts.skipped(recurrence.shown(following.due))))


@feature.adds_to_status
async def planned_in(context: Context, room: str) -> str:
    """The time when the room's retrospective opens; empty if it doesn't."""
    job = await _job(context, room)
    if job is None:
        return ""
    recurrence = Recurrence.read(job.payload)
    return texts.planned(recurrence, job.due)


async def following(context: Context, room: str) -> str:
    """The day and hour when the room's next retrospective opens, in brief; empty if none is planned."""
    job = await _job(context, room)
    return Recurrence.read(job.payload).in_brief(job.due) if job else ""


@feature.suggests_day
async def before_the_next_one(context: Context, room: str, zone: str) -> str:
    """The day before the room's next retrospective, else in a week: by then, what is agreed on now could be done."""
    now, job = context.clock.now(), await _job(context, room)
    today = day_in(zone, now)
    if job is not None:
        before = day_in(Recurrence.read(job.payload).zone, job.due) - timedelta(days=1)
        if before > today:
            return before.isoformat()
    return (today + timedelta(days=7)).isoformat()


# --- when it is time -----------------------------------------------------------------------------------------------


@feature.job(RETRO)
async def open_next(context: Context, job: Job) -> None:
    """Open it, call the people of last time once, and plan the next one. The request's id makes it happen once."""
    now, recurrence = context.clock.now(), Recurrence.read(job.payload)
    following: Job | None = replace(job, due=recurrence.following(job.due, now))
    if now <= job.due + _LATE and not await _opened(context, job, recurrence):
        following = None
        log.info("the recurring retrospective in room %s ends: the room is gone", job.room)
    async with shown_in_calendar(context, job.room, job.due):
        await context.store.finish_job(job, following)


async def _opened(context: Context, job: Job, recurrence: Recurrence) -> bool:
    """Open the table; False if the room is gone."""
    game = meeting()
    request = Request(f"{job.id}:{job.due:.0f}", job.room, None, TimePassed("", RETRO))
    opening = Opening(game, read_options(game, recurrence.options), (), ())
    try:
        found = await open_table(context, request, lambda _: opening, context.new_seed())
    except Refused:
        return await _busy(context, job.room)
    if isinstance(found, LiveTable):
        found.invitation = await _last_time(context, job.room)
        await context.rooms.announce(found, None)
        return job.room in found.rooms
    return True


async def _busy(context: Context, room: str) -> bool:
    """Use a retrospective that already runs; if nobody came to it last time, they are called again.

    Another game is asked to make room, in one sentence.
    """
    live = await context.tables.in_room(room)
    if live is None:
        return True
    if live.standing.game is meeting():
        if live.standing.table.phase == "lobby" and not live.standing.table.seats:
            live.invitation = await _last_time(context, room)
            await context.rooms.post(
                live, room, inviting(live.invitation, live, live.reply(situation=live.situation())), None
            )
        return room in live.rooms
    return await context.rooms.send(room, Reply(texts.room_is_busy(str(live.standing.game.about.title)))) != "gone"


@feature.invites
async def people_of_last_time(context: Context, live: LiveTable, room: str) -> Invitation | None:
    """The invitation to a meeting that somebody opens by hand."""
    return await _last_time(context, room) if live.standing.game is meeting() else None


async def _last_time(context: Context, room: str) -> Invitation:
    held = await context.part(Meetings).held_in(room)
    owners = held[-1].owners if held else ()
    known = (owner for owner in owners if owner.person and owner.name != FORGOTTEN)
    return Invitation(tuple(Person(owner.person, owner.said) for owner in known), texts.time_for_it)
