"""Things to be done at a time that belong to no table: stored until they are done, each by one process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.live.waiting import wait_until
from bot.ports import Clock, Store, StoreUnavailable
from bot.room_records import Job

log = logging.getLogger(__name__)

Do = Callable[[Job], Awaitable[None]]  # does it, and says so to the store

LEASE_SECONDS = 60.0  # while this process does a job, the others leave it alone
LONGEST_SLEEP = 60.0  # another process may have added one


class Jobs:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """One was added: check again when the next one is due."""
        self._changed.set()

    async def do_due(self, do: Do) -> int:
        """Everything that is due now; how many."""
        due = await self._store.lease_jobs(self._clock.now(), LEASE_SECONDS)
        await asyncio.gather(*(_done(job, do) for job in due))  # together, because their leases end together
        return len(due)

    async def run(self, do: Do) -> None:
        """Until it is cancelled."""
        while True:
            self._changed.clear()  # first, so that one added from here on is not missed
            try:
                while await self.do_due(do):
                    pass
                following = await self._store.next_job()
            except StoreUnavailable as fault:
                log.warning("jobs wait for the database: %s", fault)
                following = None
            await wait_until(following, self._changed, self._clock, LONGEST_SLEEP)


async def _done(job: Job, do: Do) -> None:
    try:
        await do(job)
    except StoreUnavailable as fault:  # its lease ends, and it is done again
        log.warning("a job of kind %s waits for the database: %s", job.kind, fault)
    except Exception:  # the other jobs go on
        log.exception("a job of kind %s failed", job.kind)
