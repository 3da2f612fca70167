"""Follow-ups of an action: a reminder before it is due, and a message to the team's tracker."""

import hashlib
import json
import logging
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from bot.features.meetings.past import Meetings, feature
from bot.features.meetings.records import STATUS, RoomAction, RoomActions
from bot.kernel.calls import Context
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Reply
from bot.kernel.ports import Webhook
from bot.kernel.store import Job, Seating
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import TableClosed
from bot.kernel.table.pace import DAY, HOUR, MINUTE, day_in, zone_named
from games.dates import shown
from games.language import t
from games.memories import SettledAction
from games.text import one_stop, who
from games.values import replace

REMIND, WEBHOOK = "remind", "webhook"
_MORNING = 9  # reminders come then


def reminder_for(room: str, action: RoomAction, now: float, zone: str) -> Job | None:
    """A reminder on the last working day before it is due; if that has passed, in the morning of the day itself."""
    if action.day is None:
        return None
    for day in (_working_day_before(action.day), action.day):
        due = datetime.combine(day, time(_MORNING), zone_named(zone)).timestamp()
        if due > now:
            payload = {"table": action.table, "number": action.number, "due": action.due, "zone": zone}
            return Job(f"{REMIND}:{action.key}", room, REMIND, due, json.dumps(payload))
    return None


def _working_day_before(day: date) -> date:
    before = day - timedelta(days=1)
    return before - timedelta(days=max(0, before.weekday() - 4))


@feature.after(TableClosed)
def after_closing(context: Context, live: LiveTable, draft: Draft, people: Iterable[Seating]) -> tuple[Job, ...]:
    """The follow-ups of a finished meeting: stored with its last event, so none is lost if the process stops then."""
    if draft.standing.state is None:
        return ()
    webhook = context.setting(Webhook) is not None
    agreements = draft.standing.game.meeting.agreements(draft.standing.state)
    zone = live.pace_of(draft.standing.table).zone
    platforms = {each.seat: each.person.partition(":")[0] for each in people}
    jobs: list[Job | None] = []
    for number, agreed in enumerate(agreements.actions, start=1):
        action = RoomAction(live.id, number, agreed.what, f"{live.id}:{agreed.owner}", agreed.due)
        room = _room_for(live, platforms.get(agreed.owner, ""))
        jobs += [reminder_for(room, action, draft.at, zone), told(room, None, action, draft.at) if webhook else None]
    for before, after in (_settled(each) for each in agreements.settled if each.origin):
        room = _room_for(live, "")
        jobs += [reminder_for(room, after, draft.at, zone) if after.status == "open" else None]
        jobs += [told(room, before, after, draft.at)] if webhook else []
    return tuple(job for job in jobs if job is not None and job.room)


def _settled(settled: SettledAction) -> tuple[RoomAction, RoomAction]:
    """An earlier action, before and after it was settled."""
    table, _, number = settled.origin.rpartition(":")
    before = RoomAction(table, int(number) if number.isdecimal() else 0, settled.what, "", settled.due)
    return before, replace(before, status=STATUS[settled.mark])


def _room_for(live: LiveTable, platform: str) -> str:
    """The room where the owner reads a reminder: one of their platform."""
    return next((room for room in live.rooms if room.startswith(f"{platform}:")), next(iter(live.rooms), ""))


def told(room: str, before: RoomAction | None, after: RoomAction, now: float) -> Job:
    """A message to the tracker. It names nobody, and a room only by a fingerprint: who knows a room may get in."""
    what = "agreed" if before is None else after.status if after.status != before.status else "changed"
    body = {
        "event": f"action.{'dropped' if what == 'drop' else what}",
        "at": datetime.fromtimestamp(now, zone_named("UTC")).isoformat(timespec="seconds"),
        "room": hashlib.sha256(room.encode()).hexdigest()[:16],
        "action": {"id": after.key, "what": after.what, "due": after.due or None, "status": after.status},
    }
    fingerprint = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:32]
    message = {"id": fingerprint, **body}
    payload = json.dumps({"message": message, "failed": 0}, ensure_ascii=False)
    return Job(f"{WEBHOOK}:{fingerprint}", room, WEBHOOK, now, payload)


# --- jobs ------------------------------------------------------------------------------------------------------------


log = logging.getLogger(__name__)

RETRY_SECONDS = (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY, DAY)
_UNREACHABLE_SECONDS = 10 * MINUTE


def reminder(owner: str, what: str, due: date, today: date) -> str:
    if due == today:
        return t("{owner}, an action of yours is due today: {what} `/scrum actions` shows all.", owner=owner, what=what)
    if due == today + timedelta(days=1):
        return t(
            "{owner}, an action of yours is due tomorrow: {what} `/scrum actions` shows all.", owner=owner, what=what
        )
    return t(
        "{owner}, an action of yours is due on {day}: {what} `/scrum actions` shows all.",
        owner=owner,
        day=shown(due.isoformat()),
        what=what,
    )


@feature.job(REMIND)
async def _remind(context: Context, job: Job) -> None:
    """Call only the owner, once; nobody if the action was settled, moved or forgotten meanwhile."""
    wanted = json.loads(job.payload)
    reply = _reminder(await context.part(Meetings).actions_in(job.room), wanted, context.clock.now())
    sent = await context.rooms.send(job.room, reply) if reply is not None else "sent"
    later = replace(job, due=context.clock.now() + _UNREACHABLE_SECONDS) if sent == "late" else None
    await context.store.finish_job(job, later)


def _reminder(known: RoomActions, wanted: dict[str, object], now: float) -> Reply | None:
    key = f"{wanted['table']}:{wanted['number']}"
    action = next((each for each in known.open if each.key == key and each.due == wanted["due"]), None)
    owner = known.owner_of(action) if action else None
    if action is None or owner is None or not owner.person or not owner.remind:
        return None
    day = day_in(str(wanted["zone"]), now)
    if action.day is None or action.day < day:
        return None
    text = reminder(who(0), one_stop(f"{action.what}."), action.day, day)
    return Reply(situation=text, names=(owner.said,), pings=(Person(owner.person, owner.said),))


@feature.job(WEBHOOK, lane="outside")
async def _tell_tracker(context: Context, job: Job) -> None:
    """Try for some days, each time with the same id; then give up with one line in the log."""
    webhook = context.setting(Webhook)
    if webhook is None:
        await context.store.finish_job(job)  # turned off since
        return
    wanted = json.loads(job.payload)
    if await webhook(wanted["message"], context.clock.now()):
        await context.store.finish_job(job)
        return
    failed = wanted["failed"] + 1
    if failed > len(RETRY_SECONDS):
        log.warning("the actions webhook has not accepted a message %d times: it is given up", failed)
        await context.store.finish_job(job)
        return
    later = replace(
        job,
        due=context.clock.now() + RETRY_SECONDS[failed - 1],
        payload=json.dumps({**wanted, "failed": failed}, ensure_ascii=False),
    )
    await context.store.finish_job(job, later)
