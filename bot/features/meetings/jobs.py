"""Jobs that follow from actions: reminding an owner, and telling the tracker."""

import json
import logging
from datetime import date, timedelta

from bot.features.meetings import actions as texts
from bot.features.meetings.feature import feature
from bot.features.meetings.follow_up import REMIND, WEBHOOK
from bot.features.meetings.past import Meetings
from bot.features.meetings.records import RoomActions
from bot.kernel.calls import Context
from bot.kernel.messages import Person, Reply
from bot.kernel.ports import Job, Webhook
from bot.kernel.table.pace import DAY, HOUR, MINUTE, day_in
from games.dates import shown
from games.text import who
from games.values import replace

log = logging.getLogger(__name__)

RETRY_SECONDS = (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY, DAY)
UNREACHABLE_SECONDS = 10 * MINUTE


@feature.job(REMIND)
async def _remind(context: Context, job: Job) -> None:
    """Only the owner is called, once; nobody if it was settled, moved or forgotten meanwhile."""
    wanted = json.loads(job.payload)
    reply = _reminder(await context.part(Meetings).actions_in(job.room), wanted, context.clock.now())
    sent = await context.rooms.send(job.room, reply) if reply is not None else "sent"
    later = replace(job, due=context.clock.now() + UNREACHABLE_SECONDS) if sent == "late" else None
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
    text = texts.reminder(who(0), _sentence(action.what), _when(action.day, day))
    return Reply(situation=text, names=(owner.name,), pings=(Person(owner.person, owner.name),))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _when(due: date, today: date) -> str:
    if due == today:
        return "today"
    return "tomorrow" if due == today + timedelta(days=1) else f"on {shown(due.isoformat())}"


@feature.job(WEBHOOK, lane="outside")
async def _tell_tracker(context: Context, job: Job) -> None:
    """Again and again for some days, each time with the same id; then it is given up with one line in the log."""
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
