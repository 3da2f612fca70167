"""The store with observers around it: every call plainly passed on, those that somebody observes as an operation."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from bot.operations.instrumentation import Observe, Operation
from bot.ports import Append, RoomRecord, Store, StoredEvent, StoredTable, TableRecord, Timer
from bot.room_records import ActionChange, Job, SavedNote
from bot.workshop_records import Member, Workshop

Found = TypeVar("Found")


class ObservedStore:
    def __init__(self, store: Store, observe: Observe, calls: frozenset[str]) -> None:
        """`calls`: the names of those that somebody observes; the others cost nothing."""
        self._store = store
        self._observe = observe
        self._calls = calls

    async def _observed(self, name: str, call: Awaitable[Found]) -> Found:
        """Its arguments stay out of it: a code or a room can be all it takes to sit down."""
        if name not in self._calls:
            return await call
        operation = Operation(name, "store")
        with self._observe(operation):
            found = await call
            operation.count = len(found) if isinstance(found, tuple) else 0
        return found

    async def ready(self) -> None:
        await self._store.ready()

    async def append(self, change: Append) -> None:
        game = change.opens.game if change.opens else ""
        with self._observe(Operation("append", "store", table=change.table, game=game, count=len(change.events))):
            await self._store.append(change)

    async def table(self, table: str, after: int = 0) -> StoredTable | None:
        return await self._observed("table", self._store.table(table, after))

    async def version(self, table: str) -> int | None:
        return await self._observed("version", self._store.version(table))

    async def events(self, table: str, after: int = 0) -> tuple[StoredEvent, ...]:
        return await self._observed("events", self._store.events(table, after))

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        return await self._observed("find_tables", self._store.find_tables(prefix))

    async def tables_of(self, person: str) -> tuple[str, ...]:
        return await self._observed("tables_of", self._store.tables_of(person))

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        return await self._observed("tables_in", self._store.tables_in(room))

    async def endings(self, room: str) -> tuple[tuple[str, str], ...]:
        return await self._observed("endings", self._store.endings(room))

    async def put_link(self, code: str, table: str, expires: float) -> None:
        await self._observed("put_link", self._store.put_link(code, table, expires))

    async def linked(self, code: str, now: float) -> str | None:
        return await self._observed("linked", self._store.linked(code, now))

    async def forget(self, person: str) -> tuple[str, ...]:
        return await self._observed("forget", self._store.forget(person))

    async def activity(self) -> tuple[float, ...]:
        return await self._observed("activity", self._store.activity())

    async def remove_tables(self, before: float) -> int:
        return await self._observed("remove_tables", self._store.remove_tables(before))

    async def call(self, table: str) -> None:
        await self._observed("call", self._store.call(table))

    async def listen(self, changed: Callable[[str], None], called: Callable[[str], None] | None = None) -> None:
        await self._store.listen(changed, called)

    async def handled(self, request: str) -> str | None:
        return await self._observed("handled", self._store.handled(request))

    async def room(self, room: str) -> RoomRecord | None:
        return await self._observed("room", self._store.room(room))

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "", since: int = 0) -> None:
        await self._observed("mark_shown", self._store.mark_shown(room, table, sequence, message, since))

    async def claim_news(self, room: str, table: str, shown: int, now: float, *, until: float, before: float) -> bool:
        call = self._store.claim_news(room, table, shown, now, until=until, before=before)
        return await self._observed("claim_news", call)

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        return await self._observed("rooms_behind", self._store.rooms_behind())

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        return await self._observed("lease_timers", self._store.lease_timers(now, seconds))

    async def restart_timers(self, now: float) -> tuple[str, ...]:
        return await self._observed("restart_timers", self._store.restart_timers(now))

    async def next_timer(self) -> float | None:
        return await self._observed("next_timer", self._store.next_timer())

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._store.put_installation(platform, workspace, sealed)

    async def installation(self, platform: str, workspace: str) -> bytes | None:
        return await self._store.installation(platform, workspace)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._store.drop_installation(platform, workspace)

    async def put_action_change(self, change: ActionChange, jobs: Sequence[Job] = ()) -> None:
        await self._observed("put_action_change", self._store.put_action_change(change, jobs))

    async def action_changes(self, room: str) -> tuple[ActionChange, ...]:
        return await self._observed("action_changes", self._store.action_changes(room))

    async def save_note(self, room: str, note: SavedNote, day: float) -> None:
        await self._store.save_note(room, note, day)  # not observed: a trace would say when it was saved

    async def saved_notes(self, room: str) -> tuple[SavedNote, ...]:
        return await self._observed("saved_notes", self._store.saved_notes(room))

    async def put_job(self, job: Job) -> None:
        await self._observed("put_job", self._store.put_job(job))

    async def drop_job(self, job: str) -> None:
        await self._observed("drop_job", self._store.drop_job(job))

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        await self._observed("finish_job", self._store.finish_job(job, following))

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        return await self._observed("jobs_in", self._store.jobs_in(room))

    async def lease_jobs(self, now: float, seconds: float) -> tuple[Job, ...]:
        return await self._observed("lease_jobs", self._store.lease_jobs(now, seconds))

    async def next_job(self) -> float | None:
        return await self._observed("next_job", self._store.next_job())

    async def put_workshop(
        self, workshop: Workshop, joined: tuple[Member, ...] = (), left: tuple[str, ...] = ()
    ) -> None:
        await self._observed("put_workshop", self._store.put_workshop(workshop, joined, left))

    async def workshop(self, workshop: str) -> Workshop | None:
        return await self._observed("workshop", self._store.workshop(workshop))

    async def workshop_behind(self, link: str) -> Workshop | None:
        return await self._observed("workshop_behind", self._store.workshop_behind(link))

    async def members(self, workshop: str) -> tuple[Member, ...]:
        return await self._observed("members", self._store.members(workshop))

    async def close(self) -> None:
        await self._store.close()
