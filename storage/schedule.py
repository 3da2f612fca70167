"""What is to be done at a time: jobs, shared by both databases."""

from bot.kernel.ports import CLOCK_TOLERANCE, Job
from storage.statements import PUT_JOB, job_row
from storage.upkeep import WholeStore

DROP_JOB = "DELETE FROM jobs WHERE id = $1"
FINISH_JOB = "DELETE FROM jobs WHERE id = $1 AND due = $2 AND payload = $3"
FOLLOW_JOB = """
    UPDATE jobs SET due = $4, payload = $5, leased_until = NULL WHERE id = $1 AND due = $2 AND payload = $3
"""
JOBS_IN = "SELECT id, room, kind, due, payload FROM jobs WHERE room = $1 ORDER BY due, id"
# A lease that ends later than one taken now by any clock that is right ($2) was taken before the clock was set back.
ANY_JOB_DUE = """
    SELECT 1 FROM jobs WHERE due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $2) LIMIT 1
"""
LEASE_JOBS = """
    WITH picked AS MATERIALIZED (
        SELECT id FROM jobs WHERE due <= $1 AND (coalesce(leased_until, due) <= $1 OR leased_until > $2)
        ORDER BY due, id LIMIT 20
    )
    UPDATE jobs SET leased_until = $3 WHERE id IN (SELECT id FROM picked)
    RETURNING id, room, kind, due, payload
"""
NEXT_JOB = "SELECT min(CASE WHEN coalesce(leased_until, due) > due THEN leased_until ELSE due END) FROM jobs"


class ScheduleStore(WholeStore):
    """The methods of a Store that are about timers and jobs."""

    _lease_jobs: str = LEASE_JOBS

    async def put_job(self, job: Job) -> None:
        await self._run(PUT_JOB, *job_row(job))

    async def drop_job(self, job_id: str) -> None:
        await self._run(DROP_JOB, job_id)

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        if following is None:
            await self._run(FINISH_JOB, job.id, job.due, job.payload)
        else:
            await self._run(FOLLOW_JOB, job.id, job.due, job.payload, following.due, following.payload)

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        return tuple(Job(*row) for row in await self.query(JOBS_IN, room))

    async def lease_jobs(self, now: float, seconds: float) -> tuple[Job, ...]:
        until = now + seconds
        if not await self.query(ANY_JOB_DUE, now, until + CLOCK_TOLERANCE):
            return ()  # the usual case, without a write
        async with self.batch() as transaction:
            rows = await transaction.fetch(self._lease_jobs, now, until + CLOCK_TOLERANCE, until)
        return tuple(sorted((Job(*row) for row in rows), key=lambda job: (job.due, job.id)))

    async def next_job(self) -> float | None:
        rows = await self.query(NEXT_JOB)
        due: float | None = rows[0][0]
        return due

    async def _run(self, sql: str, *values: object) -> None:
        async with self.batch() as transaction:
            await transaction.execute_many(sql, [values])
