"""Observing what is done for a request, one operation at a time, around the ports: the service stays free of it.

Metrics (bot.operations.metrics) and traces (bot.operations.tracing) observe the same operations.
"""

from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar, get_args

from bot.kernel.messages import Outcome, Reply, Request, Response
from bot.kernel.ports import (
    Append,
    Chat,
    Due,
    Job,
    OpensThreads,
    Overtaken,
    Painter,
    Part,
    Requests,
    RoomRecord,
    Store,
    StoredEvent,
    StoredTable,
    TableRecord,
)
from games.graphics.drawing import Drawing

# --- instrumentation -------------------------------------------------------------------------------------------------

CLOCK = "clock"  # the platform of requests that nobody sent
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(slots=True)
class Operation:
    """What is known about it when it begins, or by the time it ends. Never a name, a text or a card."""

    name: str  # handle, wait, post, picture; a call of the store by its own name
    port: Literal["service", "admission", "store", "chat", "painter"]
    platform: str = ""
    room: str = ""
    request: str = ""
    table: str = ""
    game: str = ""
    outcome: str = ""
    cause: str = ""  # of a failure
    count: int = 0  # of what was stored or found


Observe = Callable[[Operation], AbstractContextManager[object]]


def unobserved(_: Operation) -> AbstractContextManager[None]:
    return nullcontext()


class Observer(Protocol):
    calls: frozenset[str]  # the calls of the store that it wants to observe

    def observe(self, operation: Operation) -> AbstractContextManager[object]:
        """Entered when the operation begins, left when it has ended or failed."""


# --- observed store --------------------------------------------------------------------------------------------------

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

    def part(self, kind: type[Part]) -> Part:
        return self._store.part(kind)

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

    async def notify(self, table_id: str) -> None:
        await self._observed("notify", self._store.notify(table_id))

    async def listen(self, changed: Callable[[str], None], notified: Callable[[str], None] | None = None) -> None:
        await self._store.listen(changed, notified)

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

    async def lease(self, now: float, kinds: Collection[str], most: int) -> tuple[Due, ...]:
        return await self._observed("lease", self._store.lease(now, kinds, most))

    async def next_due(self, now: float, kinds: Collection[str]) -> float | None:
        return await self._observed("next_due", self._store.next_due(now, kinds))

    async def restart_timers(self, now: float) -> tuple[str, ...]:
        return await self._observed("restart_timers", self._store.restart_timers(now))

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._store.put_installation(platform, workspace, sealed)

    async def installation(self, platform: str, workspace: str) -> bytes | None:
        return await self._store.installation(platform, workspace)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._store.drop_installation(platform, workspace)

    async def put_job(self, job: Job) -> None:
        await self._observed("put_job", self._store.put_job(job))

    async def drop_job(self, job: str) -> None:
        await self._observed("drop_job", self._store.drop_job(job))

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        await self._observed("finish_job", self._store.finish_job(job, following))

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        return await self._observed("jobs_in", self._store.jobs_in(room))

    async def close(self) -> None:
        await self._store.close()


# --- observed --------------------------------------------------------------------------------------------------------


class Observed:
    """Puts observers around the ports."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        self._calls = frozenset[str]().union(*(observer.calls for observer in observers))
        self.observe: Observe = observers[0].observe if len(observers) == 1 else self._by_all

    @contextmanager
    def _by_all(self, operation: Operation) -> Iterator[None]:
        with ExitStack() as stack:
            for observer in self._observers:
                if operation.port != "store" or operation.name in observer.calls:
                    stack.enter_context(observer.observe(operation))
            yield

    def store(self, store: Store) -> Store:
        return ObservedStore(store, self.observe, self._calls)

    def chat(self, platform: str, chat: Chat) -> Chat:
        if isinstance(chat, OpensThreads):
            return _ObservedThreads(platform, chat, self.observe, chat)
        return _ObservedChat(platform, chat, self.observe)

    def requests(self, requests: Requests) -> Requests:
        return _ObservedRequests(requests, self.observe)

    def painter(self, paint: Painter) -> Painter:
        async def observed(drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0) -> bytes | None:
            operation = Operation("picture", "painter", table=table)
            with self.observe(operation):
                try:
                    picture = await paint(drawing, dark=dark, table=table, sequence=sequence)
                except Overtaken:
                    operation.outcome = "overtaken"
                else:
                    operation.outcome = "failed" if picture is None else "made"
                    return picture
            raise Overtaken

        return observed


class _ObservedChat:
    def __init__(self, platform: str, chat: Chat, observe: Observe) -> None:
        self._platform = platform
        self._chat = chat
        self._observe = observe

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        with self._observe(Operation("post", "chat", self._platform, room, table=reply.table)):
            return await self._chat.post(room, reply, request, before)


class _ObservedThreads(_ObservedChat):
    """The same for a platform that has threads."""

    def __init__(self, platform: str, chat: Chat, observe: Observe, threads: OpensThreads) -> None:
        super().__init__(platform, chat, observe)
        self._threads = threads

    def has_threads(self, room: str) -> bool:
        return self._threads.has_threads(room)

    async def open_thread(self, room: str, name: str) -> str | None:
        with self._observe(Operation("open_thread", "chat", self._platform, room)):
            return await self._threads.open_thread(room, name)


class _ObservedRequests:
    def __init__(self, requests: Requests, observe: Observe) -> None:
        self._requests = requests
        self._observe = observe

    async def handle(self, request: Request) -> Response:
        platform = request.room.partition(":")[0] or CLOCK
        operation = Operation("handle", "service", platform, request.room, request.id)
        with self._observe(operation):
            response = await self._requests.handle(request)
            operation.outcome, operation.cause = response.outcome, response.cause
            operation.table = response.table
        return response
