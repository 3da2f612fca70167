"""Who has a page of a table open, by process."""

from bot.features.presence import FOLLOWED_AS, Here, PresenceStore
from storage.part import Part

_COME = """
    INSERT INTO presence (process, table_id, person, until) VALUES ($1, $2, $3, $4)
    ON CONFLICT (process, table_id, person) DO UPDATE SET until = excluded.until
"""
_LEAVE = "DELETE FROM presence WHERE process = $1 AND table_id = $2 AND person = $3"
_STAY = "UPDATE presence SET until = $2 WHERE process = $1"
_ELSEWHERE = "SELECT table_id, person FROM presence WHERE process <> $1 AND until > $2"
_REMOVE_KILLED = "DELETE FROM presence WHERE until < $1"
_FORGET = "DELETE FROM presence WHERE person = $1 RETURNING process"
_DAY = 86_400.0


class PresencePart(Part, PresenceStore):
    implements = PresenceStore

    @property
    def shared(self) -> bool:  # type: ignore[override]
        return bool(self._database.lock_row)  # a file belongs to one process, which has no rows to lock

    async def put_presence(self, process: str, came: Here, left: Here, until: float) -> None:
        async with self._database.batch() as transaction:
            await transaction.execute_many(_STAY, [(process, until)])
            await transaction.execute_many(_COME, [(process, *each, until) for each in sorted(came)])
            await transaction.execute_many(_LEAVE, [(process, *each) for each in sorted(left)])
            await transaction.execute_many(_REMOVE_KILLED, [(until - _DAY,)])
            if came or left:
                await transaction.changed([FOLLOWED_AS])

    async def presence_elsewhere(self, process: str, now: float) -> Here:
        return frozenset((table, person) for table, person in await self._database.query(_ELSEWHERE, process, now))

    async def forget(self, person: str) -> tuple[str, ...]:
        async with self._database.batch() as transaction:
            was_here = await transaction.fetch(_FORGET, person)
        return (FOLLOWED_AS,) if was_here else ()
