"""Records of a room between its retrospectives: changes of actions, and notes for the next one."""

from collections.abc import Sequence
from types import MappingProxyType

from bot.features.meetings.records import ActionChange, MeetingStore, NotesUsed, SavedNote
from bot.kernel.ports import Job
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
_SAVED_NOTES = "SELECT id, text FROM saved_notes WHERE room = $1 ORDER BY id"
_USE_NOTE = "DELETE FROM saved_notes WHERE id = $1"
_REMOVE_OLD_NOTES = "DELETE FROM saved_notes WHERE day < $1"


def _changes_alone(table: str, count: int) -> str:
    return f"Table {table} has {count} changes of actions, but the record of the table is missing."


class MeetingPart(Part, MeetingStore):
    implements = MeetingStore
    holds = ("action_changes", "saved_notes")
    effects = MappingProxyType({NotesUsed: _USE_NOTE})
    checks = MappingProxyType({_CHANGES_ALONE: _changes_alone})

    async def put_action_change(self, change: ActionChange, jobs: Sequence[Job] = ()) -> None:
        row = (change.table, change.number, change.status, change.due, change.owner, change.at)
        async with self._database.batch() as transaction:
            await transaction.execute_many(_PUT_ACTION_CHANGE, [row])
            await transaction.execute_many(PUT_JOB, [job_row(job) for job in jobs])

    async def action_changes(self, room: str) -> tuple[ActionChange, ...]:
        return tuple(ActionChange(*row) for row in await self._database.query(_ACTION_CHANGES, room))

    async def save_note(self, room: str, note: SavedNote, day: float) -> None:
        await self._run(_SAVE_NOTE, note.id, room, note.text, day)

    async def saved_notes(self, room: str) -> tuple[SavedNote, ...]:
        return tuple(SavedNote(*row) for row in await self._database.query(_SAVED_NOTES, room))

    async def remove_with(self, transaction: Transaction, table_ids: Sequence[str]) -> None:
        await transaction.execute_many(_REMOVE_ACTION_CHANGES, [(table_id,) for table_id in table_ids])

    async def remove_old(self, before: float) -> None:
        await self._run(_REMOVE_OLD_NOTES, before)
