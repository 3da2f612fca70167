"""Scheduled work: the timers of tables and jobs, shared by both databases."""

from collections.abc import Collection
from operator import attrgetter

from bot.kernel.store import CLOCK_TOLERANCE, JOB_LEASE, TIMER_LEASE, Due, Job, Timer
from storage.statements import PUT_JOB, TIMERS_FROM_THE_FUTURE, Flavour, job_row, to_restart
from storage.upkeep import WholeStore

_DROP_JOB = "DELETE FROM jobs WHERE id = $1"
_FINISH_JOB = "DELETE FROM jobs WHERE id = $1 AND due = $2 AND payload = $3"
_FOLLOW_JOB = """
    UPDATE jobs SET due = $4, payload = $5, leased_until = NULL WHERE id = $1 AND due = $2 AND payload = $3
"""
_JOBS_IN = "SELECT id, room, kind, due, payload FROM jobs WHERE room = $1 ORDER BY due, id"

# A lease that ends later than one taken now by any clock that is right ($3) was taken before the clock was set back.
_LEASE_TIMERS = """
    WITH picked AS MATERIALIZED (
        SELECT table_id, name FROM timers
        WHERE 'timer' {among} AND due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $3)
        ORDER BY due, table_id, name LIMIT $5 {skip_locked}
    )
    UPDATE timers SET leased_until = $4 WHERE (table_id, name) IN (SELECT table_id, name FROM picked)
    RETURNING table_id, name, due, set_at
"""
_LEASE_JOBS = """
    WITH picked AS MATERIALIZED (
        SELECT id FROM jobs
        WHERE kind {among} AND due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $3)
        ORDER BY due, id LIMIT $5 {skip_locked}
    )
    UPDATE jobs SET leased_until = $4 WHERE id IN (SELECT id FROM picked)
    RETURNING id, room, kind, due, payload
"""
# The earliest jobs are enough: those that are leased are among them.
_NEXT_DUE = """
    SELECT min(CASE WHEN leased_until > due AND leased_until <= $1 THEN leased_until ELSE due END) FROM (
        SELECT due, leased_until FROM timers WHERE 'timer' {among}
        UNION ALL
        SELECT due, leased_until FROM (
            SELECT due, leased_until FROM jobs WHERE kind {among} ORDER BY due LIMIT 100
        ) AS earliest
    ) AS either
"""


class ScheduleStore(WholeStore):
    """The methods of a Store for timers and jobs."""

    flavour: Flavour

    async def lease(self, now: float, kinds: Collection[str], most: int) -> tuple[Due, ...]:
        wanted = self.flavour.as_parameter(sorted(kinds))
        async with self.batch() as transaction:
            rows = await transaction.fetch(
                self.flavour.write(_LEASE_TIMERS), now, wanted, *_lease(now, TIMER_LEASE), most
            )
            timers = [Timer(*row) for row in rows]
            rows = await transaction.fetch(
                self.flavour.write(_LEASE_JOBS), now, wanted, *_lease(now, JOB_LEASE), most - len(timers)
            )
        jobs = sorted((Job(*row) for row in rows), key=attrgetter("id"))
        return tuple(sorted((*timers, *jobs), key=attrgetter("due")))

    async def next_due(self, now: float, kinds: Collection[str]) -> float | None:
        longest, _ = _lease(now, JOB_LEASE)
        wanted = self.flavour.as_parameter(sorted(kinds))
        ((due,),) = await self.query(self.flavour.write(_NEXT_DUE), longest, wanted)
        return None if due is None else float(due)

    async def restart_timers(self, now: float) -> tuple[str, ...]:
        found = await self.query(TIMERS_FROM_THE_FUTURE, now + CLOCK_TOLERANCE)
        tables = tuple(table for (table,) in found)
        if tables:
            async with self.batch() as transaction:
                for sql, rows in to_restart(tables, now):
                    await transaction.execute_many(sql, rows)
                await transaction.changed(tables)
        return tables

    async def put_job(self, job: Job) -> None:
        await self._run(PUT_JOB, *job_row(job))

    async def drop_job(self, job_id: str) -> None:
        await self._run(_DROP_JOB, job_id)

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        if following is None:
            await self._run(_FINISH_JOB, job.id, job.due, job.payload)
        else:
            await self._run(_FOLLOW_JOB, job.id, job.due, job.payload, following.due, following.payload)

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        return tuple(Job(*row) for row in await self.query(_JOBS_IN, room))

    async def _run(self, sql: str, *values: object) -> None:
        async with self.batch() as transaction:
            await transaction.execute_many(sql, [values])


def _lease(now: float, seconds: float) -> tuple[float, float]:
    """The latest end of any lease that was taken by now, and the end of this one."""
    return now + seconds + CLOCK_TOLERANCE, now + seconds
