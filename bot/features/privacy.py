"""Being forgotten: a person's name and id leave every table and workshop."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from bot.features.workshop.model import FOLLOWED_AS
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Reply, Response, answered
from bot.kernel.ports import Clock, Store, StoreUnavailable
from bot.kernel.table import texts as personal
from bot.kernel.table.pace import DAY

# --- privacy ---------------------------------------------------------------------------------------------------------


async def forget(context: Context, call: Call) -> Response:
    """In the store and in memory."""
    if call.argument("sure").lower() != "me":
        return answered(Reply(personal.SURE_TO_FORGET, private=True))
    forgotten = await context.store.forget(call.person.id)
    # whoever is changing one of these tables now finds its version changed, and decides again without the person
    for live in [live for live in context.tables.known_tables() if live.id in forgotten]:
        async with live.lock:
            await context.tables.reload(live)
    for table in forgotten:
        context.tables.changed(table)  # somebody may keep pictures of it, even if it isn't in memory
    workshops = sum(table.startswith(FOLLOWED_AS) for table in forgotten)
    text = personal.forgotten(len(forgotten) - workshops, workshops)
    return Response("done", (Reply(text, private=True),))


# --- retention -------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

ROUND_SECONDS = 6 * 3600.0  # between two rounds
NOTICE_SECONDS = 3600.0  # between the warning and the removal


class Retention:
    def __init__(self, store: Store, clock: Clock, keep: float, max_gap: float) -> None:
        """`keep`: seconds after which an unused table is removed. `max_gap`: a longer time in which no table at all was
        used, and this process wasn't running, is taken for a mistake of the clock."""
        self._store = store
        self._clock = clock
        self._keep = keep
        self._max_gap = max_gap
        self._witnessed = 0.0  # seconds that have passed for certain: this process slept through them

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self._round()
            except StoreUnavailable as fault:
                log.warning("old tables could not be removed: %s", fault)
            await self._sleep(ROUND_SECONDS)

    async def _round(self) -> None:
        now = self._clock.now()
        before = now - self._keep
        activity = await self._store.activity()
        old = sum(at < before for at in activity)
        if old and (gap := unwitnessed_gap(activity, before, now - self._witnessed)) > self._max_gap:
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
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
