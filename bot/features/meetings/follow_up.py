"""What follows from an action: a reminder before it is due, and a message to the team's tracker."""

import hashlib
import json
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from bot.features.meetings.feature import feature
from bot.features.meetings.records import STATUS, RoomAction
from bot.kernel.calls import Context
from bot.kernel.live.table import LiveTable
from bot.kernel.ports import Job, Seating, Webhook
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import TableClosed
from bot.kernel.table.pace import zone_named
from games.memories import SettledAction
from games.values import replace

REMIND, WEBHOOK = "remind", "webhook"
HOUR = 9  # reminders come in the morning


def reminder_for(room: str, action: RoomAction, now: float, zone: str) -> Job | None:
    """On the last working day before it is due; if that has passed, in the morning of the day itself."""
    if action.day is None:
        return None
    for day in (_working_day_before(action.day), action.day):
        due = datetime.combine(day, time(HOUR), zone_named(zone)).timestamp()
        if due > now:
            payload = {"table": action.table, "number": action.number, "due": action.due, "zone": zone}
            return Job(f"{REMIND}:{action.key}", room, REMIND, due, json.dumps(payload))
    return None


def _working_day_before(day: date) -> date:
    before = day - timedelta(days=1)
    return before - timedelta(days=max(0, before.weekday() - 4))


@feature.after(TableClosed)
def after_closing(context: Context, live: LiveTable, draft: Draft, people: Iterable[Seating]) -> tuple[Job, ...]:
    """What follows once a meeting is over: stored with its last event, so nothing is lost if the process stops then."""
    if draft.standing.state is None:
        return ()
    webhook = context.setting(Webhook) is not None
    agreements = draft.standing.game.agreements(draft.standing.state)
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
    """An earlier action, before and after."""
    table, _, number = settled.origin.rpartition(":")
    before = RoomAction(table, int(number) if number.isdecimal() else 0, settled.what, "", settled.due)
    return before, replace(before, status=STATUS[settled.mark])


def _room_for(live: LiveTable, platform: str) -> str:
    """Where the owner reads it: a room of their platform."""
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
