"""What a room keeps between its tables: what became of actions, notes for the next retrospective, and jobs."""

from collections.abc import Sequence
from typing import Protocol

from games.values import value


@value
class ActionChange:
    """What has changed about an action since the retrospective that agreed on it was over."""

    table: str  # where it was agreed on, and which one of that table's actions it is
    number: int
    status: str  # "open", "done" or "drop"
    due: str  # a date, `2026-12-01`; empty: none
    owner: str  # a table and one of its seats, `table:seat`, so that it names nobody; empty: as agreed
    at: float


@value
class SavedNote:
    """A note for the room's next retrospective. Nothing says who wrote it, or when."""

    id: str  # random, so that their order means nothing
    text: str


@value
class Job:
    """Something to be done at a time, by whichever process gets it first; stored until it is done."""

    id: str
    room: str
    kind: str
    due: float
    payload: str = ""  # JSON


class RoomRecords(Protocol):
    """Every method may raise StoreUnavailable."""

    async def put_action_change(self, change: ActionChange, jobs: Sequence[Job] = ()) -> None:
        """Replaces what was stored for this action before, with the jobs that follow from it: all of it or nothing.

        An action whose table was removed is not changed.
        """

    async def action_changes(self, room: str) -> tuple[ActionChange, ...]:
        """Those of all tables that the room has shown."""

    async def save_note(self, room: str, note: SavedNote, day: float) -> None:
        """`day`: when it was saved, no more exactly than the day. A note with a known id is not saved twice."""

    async def saved_notes(self, room: str) -> tuple[SavedNote, ...]: ...

    async def put_job(self, job: Job) -> None:
        """Replaces the job with this id, if there is one."""

    async def drop_job(self, job: str) -> None: ...

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        """It is done, and `following` takes its place. Nothing happens if it was changed in the meantime."""

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        """The room's jobs, the next one first."""

    async def lease_jobs(self, now: float, seconds: float) -> tuple[Job, ...]:
        """Jobs that are due, at most 20, for this process to do; no other gets them before `now + seconds`."""

    async def next_job(self) -> float | None:
        """When the next job is due, or its lease ends."""
