"""Records of a room between its retrospectives: changes of actions, and notes for the next one."""

from collections.abc import Sequence
from types import MappingProxyType

from bot.features.meetings.records import KNOWN_SECONDS, ActionChange, MeetingStore, NotesUsed, RoomRequest, SavedNote
from bot.kernel.store import Job
from storage.part import Part
from storage.statements import PUT_JOB, Transaction, job_row

# Inserts nothing if the table has been removed meanwhile.
_PUT_ACTION_CHANGE = """
    INSERT INTO action_changes (table_id, number, status, due, owner, at)
    SELECT id, $2, $3, $4, $5, $6 FROM tables WHERE id = $1
    ON CONFLICT (table_id, number) DO UPDATE SET
        status = excluded.status, due = excluded.due, owner = excluded.owner, at = excluded.at
"""
_ACTION_CHANGES = """
    SELECT action_changes.table_id, number, status, due, owner, action_changes.at
    FROM visits JOIN action_changes ON action_changes.table_id = visits.table_id
    WHERE visits.room = $1 ORDER BY action_changes.at, action_changes.table_id, number
"""
_REMOVE_ACTION_CHANGES = "DELETE FROM action_changes WHERE table_id = $1"

_CHANGES_ALONE = """
    SELECT table_id, count(*) FROM action_changes WHERE table_id NOT IN (SELECT id FROM tables)
    GROUP BY table_id ORDER BY table_id LIMIT 100
"""

_SAVE_NOTE = "INSERT INTO saved_notes (id, room, text, day) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING"
# Writes the row again. All notes of a room are written by the latest transaction then, in the order of their random
# ids: where PostgreSQL keeps a row, and which transaction wrote it, doesn't lead from a note to a request.
_WRITE_NOTE_AGAIN = "UPDATE saved_notes SET day = day WHERE id = $1"
_SAVED_NOTES = "SELECT id, text FROM saved_notes WHERE room = $1 ORDER BY id"
_USE_NOTE = "DELETE FROM saved_notes WHERE id = $1"
_REMOVE_OLD_NOTES = "DELETE FROM saved_notes WHERE day < $1"

# No row if the request is known.
_ADD_REQUEST = "INSERT INTO room_requests (id, day) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id"
_KNOWN_REQUEST = "SELECT 1 FROM room_requests WHERE id = $1"
_REMOVE_OLD_REQUESTS = "DELETE FROM room_requests WHERE day < $1"
_DROP_JOB = "DELETE FROM jobs WHERE id = $1"


def _changes_alone(table: str, count: int) -> str:
    return f"Table {table} has {count} changes of actions, but the record of the table is missing."


class MeetingPart(Part, MeetingStore):
    implements = MeetingStore
    holds = ("action_changes", "saved_notes", "room_requests")
    effects = MappingProxyType({NotesUsed: _USE_NOTE})
    checks = MappingProxyType({_CHANGES_ALONE: _changes_alone})

    async def knows(self, request: RoomRequest) -> bool:
        return bool(await self._database.query(_KNOWN_REQUEST, request.id))

    async def put_action_change(self, request: RoomRequest, change: ActionChange, jobs: Sequence[Job] = ()) -> bool:
        row = (change.table, change.number, change.status, change.due, change.owner, change.at)
        async with self._database.batch() as transaction:
            if not await self._is_first(transaction, request):
                return False
            await transaction.execute_many(_PUT_ACTION_CHANGE, [row])
            await transaction.execute_many(PUT_JOB, [job_row(job) for job in jobs])
        return True

    async def plan(self, request: RoomRequest, job: str, planned: Job | None) -> bool:
        async with self._database.batch() as transaction:
            if not await self._is_first(transaction, request):
                return False
            await transaction.execute_many(_DROP_JOB, [(job,)])
            await transaction.execute_many(PUT_JOB, [job_row(planned)] if planned else [])
        return True

    async def _is_first(self, transaction: Transaction, request: RoomRequest) -> bool:
        """True if the request is new; known ones are removed after a few days."""
        await transaction.execute_many(_REMOVE_OLD_REQUESTS, [(request.day - KNOWN_SECONDS,)])
        return bool(await transaction.fetch(_ADD_REQUEST, request.id, request.day))

    async def action_changes(self, room: str) -> tuple[ActionChange, ...]:
        return tuple(ActionChange(*row) for row in await self._database.query(_ACTION_CHANGES, room))

    async def save_notes(self, request: RoomRequest, room: str, notes: Sequence[SavedNote]) -> bool:
        async with self._database.batch() as transaction:
            if not await self._is_first(transaction, request):
                return False
            await transaction.execute_many(_SAVE_NOTE, [(note.id, room, note.text, request.day) for note in notes])
            saved = await transaction.fetch(_SAVED_NOTES, room)
            await transaction.execute_many(_WRITE_NOTE_AGAIN, [(row[0],) for row in saved])
        return True

    async def saved_notes(self, room: str) -> tuple[SavedNote, ...]:
        return tuple(SavedNote(*row) for row in await self._database.query(_SAVED_NOTES, room))

    async def remove_with(self, transaction: Transaction, table_ids: Sequence[str]) -> None:
        await transaction.execute_many(_REMOVE_ACTION_CHANGES, [(table_id,) for table_id in table_ids])

    async def remove_old(self, before: float) -> None:
        await self._run(_REMOVE_OLD_NOTES, before)
