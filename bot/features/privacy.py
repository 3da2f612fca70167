"""What somebody may ask of whoever stores something about them: to see it, and to be forgotten. And retention."""

import json
import logging
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import pairwise

from bot.kernel.calls import Call, Context
from bot.kernel.feature import Feature, data_about
from bot.kernel.messages import Reply, Response, answered
from bot.kernel.ports import Clock
from bot.kernel.store import Attendance, Job, Store, StoreUnavailable, personal_record
from bot.kernel.table import texts
from bot.kernel.table.pace import DAY
from games.contract import Parameter
from games.language import lazy
from games.values import value

feature = Feature("privacy")

# --- privacy ---------------------------------------------------------------------------------------------------------


@feature.action(
    "forget",
    lazy("Delete your name and ID from everything I have stored"),
    Parameter("sure", lazy("me, to confirm"), required=False),
    group="me",
)
async def forget(context: Context, call: Call) -> Response:
    """Forget a person in the store and in memory."""
    if call.argument("sure").lower() != "me":
        return answered(Reply(str(texts.SURE_TO_FORGET), private=True))
    forgotten = await context.store.forget(call.person.id)
    await _reload(context, forgotten)
    return Response("done", (Reply(texts.forgotten(kinds_of(forgotten)), private=True),))


def kinds_of(forgotten: Iterable[str]) -> Counter[str]:
    """How many tables, and how many of every other kind, somebody was removed from."""
    return Counter(each.partition(":")[0] if ":" in each else "table" for each in forgotten)


async def _reload(context: Context, changed: Sequence[str]) -> None:
    # whoever is changing one of these tables now finds its version changed, and decides again
    for live in [live for live in context.tables.known_tables() if live.id in changed]:
        async with live.lock:
            await context.tables.reload(live)
    for table in changed:
        context.tables.changed(table)  # somebody may keep pictures of it, even if it isn't in memory


# --- everything stored about somebody --------------------------------------------------------------------------------

_NOTE = lazy(
    "What happened in a game is stored by seat: `/scrum export` in its room gives you that. "
    "docs/privacy.md lists everything."
)


@feature.query("data", lazy("Get a file with everything stored about you"), group="me")
async def data(context: Context, call: Call) -> Reply:
    context.spend(call)
    found = {
        "id": call.person.id,
        "made": _date(context.clock.now()),
        **await data_about(context, call.person.id),
        "note": str(_NOTE),
    }
    file = ("my-data.json", json.dumps(found, ensure_ascii=False, indent=2) + "\n")
    return Reply(str(texts.YOUR_DATA), private=True, files=(file,))


@feature.adds_to_data
async def kept_by_the_table(context: Context, person: str, tables: tuple[Attendance, ...]) -> Mapping[str, object]:
    requests = await context.store.requests_of(person)
    chosen = await context.store.installation(*personal_record(person))
    return {
        "tables": [{**asdict(each), "opened": _date(each.opened)} for each in tables],
        "requests": [{"table": table, "event": event, "request": request} for table, event, request in requests],
        "chosen on the platform": json.loads(chosen) if chosen else {},
    }


# --- what an operator asks for ---------------------------------------------------------------------------------------

FORGET, REMOVE = "forget person", "remove table"  # not prose: kinds of jobs


def for_the_service(kind: str, what: str) -> Job:
    """An operator's wish, for the process that has the database; it is due by any clock."""
    return Job(f"operator:{secrets.token_hex(8)}", "", kind, 0.0, json.dumps({"what": what}))


@feature.job(FORGET)
async def forget_for_operator(context: Context, job: Job) -> None:
    await _reload(context, await context.store.forget(json.loads(job.payload)["what"]))
    await context.store.finish_job(job)


@feature.job(REMOVE)
async def remove_for_operator(context: Context, job: Job) -> None:
    table = json.loads(job.payload)["what"]
    await context.store.remove_table(table)
    await _reload(context, [table])
    await context.store.finish_job(job)


# --- retention -------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

ROUND_SECONDS = 6 * 3600.0  # between two rounds
NOTICE_SECONDS = 3600.0  # between the warning and the removal


@value
class KeepTables:
    """The operator's limit for tables that nobody uses."""

    seconds: float
    # a longer time in which no table at all was used, and this process wasn't running, is taken for a wrong clock
    max_gap: float = 30 * DAY


@feature.background("old tables")
async def remove_old_tables(context: Context) -> None:
    if (wanted := context.setting(KeepTables)) is not None:
        await Retention(context.store, context.clock, wanted).run()


class Retention:
    def __init__(self, store: Store, clock: Clock, wanted: KeepTables) -> None:
        self._store = store
        self._clock = clock
        self._wanted = wanted
        self._witnessed = 0.0  # seconds that have passed for certain: this process slept through them

    async def run(self) -> None:
        """Runs until cancelled."""
        while True:
            try:
                await self._round()
            except StoreUnavailable as fault:
                log.warning("old tables could not be removed: %s", fault)
            await self._sleep(ROUND_SECONDS)

    async def _round(self) -> None:
        now = self._clock.now()
        before = now - self._wanted.seconds
        activity = await self._store.activity()
        old = sum(at < before for at in activity)
        if old and (gap := unwitnessed_gap(activity, before, now - self._witnessed)) > self._wanted.max_gap:
            self._ask(old, gap, now)
            return
        if old:
            await self._give_notice(old, before)
        await self._store.remove_tables(before)  # also links that have expired

    def _ask(self, old: int, gap: float, now: float) -> None:
        log.warning(
            "%d tables are old enough to be removed, but nobody used any table for %d days, and it is %s by this "
            "machine's clock. Nothing is removed. If the clock is right, set RETENTION_GAP_DAYS to %d or more and "
            "restart; if it is wrong, correct it and restart.",
            old,
            gap // DAY,
            _date(now),
            gap // DAY + 1,
        )

    async def _give_notice(self, old: int, before: float) -> None:
        log.warning(
            "%d tables that nobody has used since %s will be removed in %d minutes. To keep them, stop the program or "
            "change RETENTION_DAYS and restart.",
            old,
            _date(before),
            NOTICE_SECONDS // 60,
        )
        await self._sleep(NOTICE_SECONDS)

    async def _sleep(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._witnessed += seconds


def unwitnessed_gap(activity: Sequence[float], before: float, until: float) -> float:
    """The longest time without activity from the last use of what is removed, at most until this process started."""
    last = max(at for at in activity if at < before)
    later = [at for at in activity if before <= at < until]
    return max(after - earlier for earlier, after in pairwise([last, *later, until]))


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")  # not prose
