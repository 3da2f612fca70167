"""What the service needs from outside (a store, chat platforms, a clock) and what it offers to adapters."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from bot.kernel.messages import Guide, Page, Person, Reply, Request, Response, Suggestion
from games.graphics.drawing import Drawing
from games.parts import Form
from games.values import value

P = TypeVar("P")

CLOCK_TOLERANCE = 60.0  # seconds by which the clocks of two processes may differ
TIMER = "timer"  # the kind of every timer, beside the kinds of jobs
TIMER_LEASE, JOB_LEASE = 30.0, 60.0  # seconds for which other processes leave alone what this one does
FORGOTTEN = "Somebody"  # the name of a person who asked to be forgotten

Part = TypeVar("Part")


class StoreUnavailable(Exception):
    """The database can't be used right now, and nothing was stored. Holds a sentence for the operator."""

    brief = "The database isn't responding."  # for /readyz: no paths, no addresses


class InDoubt(StoreUnavailable):
    """The connection broke during a commit, and nobody knows yet whether the change was stored.

    Asking again with the same request id is safe, and settles it.
    """


class DiskFull(StoreUnavailable):
    brief = "The database can't store anything: its disk is full."


class DatabaseRemoved(InDoubt):
    brief = "The database can't store anything: its file was removed or replaced."


class Conflict(Exception):
    """Another process changed this table first: load it and decide again."""


class AlreadyHandled(Exception):
    """The request was already stored, at this table or (for `new`) at another one."""


class RoomUnreachable(Exception):
    """The platform did not accept the message; the room stays behind and catches up later."""


class RoomGone(RoomUnreachable):
    """The room was deleted: nobody will ever read there again."""


class Overtaken(Exception):
    """A picture was not made, because its table has moved on and a newer one is wanted."""


@value
class StoredEvent:
    """One event as it is stored. The hash covers the fields before it, and the move with its seat."""

    sequence: int  # 1, 2, 3 … at its table
    kind: str
    payload: str  # JSON
    at: float  # seconds since 1970
    drawn: int  # draws of chance made when this was stored
    hash: str
    request: str | None = None  # the request that caused it, on the first event of that request only
    seat: int | None = None  # whose move it was, on the first event of that move; None: nobody's
    move: str | None = None  # the move itself as JSON, on the same event; None: its game doesn't store moves


@value
class Seating:
    """Who a person is at a table. Events name only seats, so only this changes when a person is forgotten."""

    person: str
    name: str
    seat: int | None  # None: at the table without a seat
    host: bool = False
    text: bool = False  # wants text instead of pictures in private replies
    remind: float | None = None  # seconds until this person is reminded; 0: never, None: as the table does
    prepared: str = ""  # the command that this person wants to give as soon as it is their turn


@value
class Timer:
    """A clock of a table: set and taken away by the changes of that table."""

    table: str
    name: str
    due: float
    set_at: float = 0.0  # when it was set, if that is known

    kind = TIMER


@value
class Job:
    """Something to be done at a time, by whichever process gets it first; stored until it is done."""

    id: str
    room: str
    kind: str
    due: float
    payload: str = ""  # JSON


Due = Timer | Job


@value
class TableRecord:
    id: str
    game: str
    seed: bytes
    opened: float

    def __repr__(self) -> str:
        return f"TableRecord(id={self.id!r}, game={self.game!r})"  # never the seed


@value
class RoomRecord:
    """The table that a room shows, and the last event the room has seen."""

    room: str
    table: str
    shown: int
    message: str = ""  # the platform's reference to the last message there
    since: int = 0  # the last event before those that this message narrates


class Effect(Protocol):
    """What a change does to the records of a feature, which has a kind of its own for each such thing."""

    def rows(self) -> Iterable[tuple[object, ...]]:
        """For the statement that the feature's part of the store has for this kind."""


@value
class Append:
    """What one request changes: stored in one transaction, or not at all.

    `version` is the table's version that this was decided on: Conflict if the table has another one by now. None: it
    holds whatever else has changed. Every append increases the version by one, except the one that opens the table.
    """

    table: str
    events: tuple[StoredEvent, ...]  # in sequence, following the last one stored
    opens: TableRecord | None = None  # the table itself, with its first events
    room: str | None = None  # this room shows the table from now on, and has seen it up to event `shown`
    people: tuple[Seating, ...] | None = None  # everybody at the table from now on; None: no change
    timers: tuple[Timer, ...] | None = None  # every timer of the table from now on; None: no change
    erased: tuple[tuple[int, str], ...] = ()  # sequences, and what is left of their payloads
    shown: int = 0
    instead_of: str | None = None  # what the room showed until now ("": nothing); Conflict if it shows another table
    leaves: str | None = None  # this room stops showing the table; nothing happens if it shows another one
    jobs: tuple[Job, ...] = ()  # to be done later because of this
    effects: tuple[Effect, ...] = ()  # on the records of features
    version: int | None = None


@value
class StoredTable:
    record: TableRecord
    people: tuple[Seating, ...]
    timers: tuple[Timer, ...]
    rooms: tuple[RoomRecord, ...]
    events: tuple[StoredEvent, ...]
    version: int = 0  # counts every change: events, people, timers, rooms, forgotten people


class Installations(Protocol):
    """Where a platform keeps records of its own: the keys to its workspaces, encrypted, and people's settings."""

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None: ...

    async def installation(self, platform: str, workspace: str) -> bytes | None: ...

    async def drop_installation(self, platform: str, workspace: str) -> None: ...


class StoreReader(Protocol):
    """What tools read, also while a service uses the database. Every method may raise StoreUnavailable."""

    async def table(self, table_id: str) -> StoredTable | None: ...

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        """Tables whose id starts with the prefix, newest first, at most 100."""

    async def table_ids(self, after: str = "") -> tuple[str, ...]:
        """The next ids in alphabetical order, at most 100."""

    async def problems(self) -> tuple[str, ...]:
        """Rows that contradict each other and damage to the files, a sentence each."""

    async def close(self) -> None: ...


class Store(Installations, Protocol):
    """What the kernel keeps, and the parts of features. Every method may raise StoreUnavailable."""

    def part(self, kind: type[Part]) -> Part:
        """The records of a feature, by the protocol that it declares for them."""

    async def ready(self) -> None:
        """Raise StoreUnavailable if a change couldn't be stored now."""

    async def append(self, change: Append) -> None:
        """Durable when this returns. AlreadyHandled if the request id is known, Conflict if the table has moved on."""

    async def table(self, table_id: str, after: int = 0) -> StoredTable | None:
        """The table with its events after this one, all as of one moment."""

    async def version(self, table_id: str) -> int | None:
        """The table's version, or None if there is no such table; a copy of that version is up to date."""

    async def events(self, table_id: str, after: int = 0) -> tuple[StoredEvent, ...]: ...

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        """Tables whose id starts with the prefix, newest first, at most 100."""

    async def tables_of(self, person: str) -> tuple[str, ...]:
        """The ids of the tables at which a person has a seat, newest first, at most 20."""

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        """Every table that the room has shown, newest first, at most 100."""

    async def endings(self, room: str) -> tuple[tuple[str, str], ...]:
        """Of the same tables, those whose game was started and is over: which game it was, and its last event."""

    async def put_link(self, code: str, table_id: str, expires: float) -> None:
        """Until it expires, anybody who knows the code may bring the table into another room."""

    async def linked(self, code: str, now: float) -> str | None:
        """The table behind a code that has not expired."""

    async def forget(self, person: str) -> tuple[str, ...]:
        """Remove a person's id and name from every table and part; returns what has changed, by what others follow.

        The seat stays, with a random id and the name FORGOTTEN. Request ids that are kept name nobody.
        """

    async def activity(self) -> tuple[float, ...]:
        """When each table last changed by an event, oldest first."""

    async def remove_tables(self, before: float) -> int:
        """Remove every table that has not changed since then, with its events; how many. Parts remove what is old."""

    async def notify(self, table_id: str) -> None:
        """Ask the other processes to bring this table's news to rooms on platforms that this process does not have."""

    async def listen(self, changed: Callable[[str], None], notified: Callable[[str], None] | None = None) -> None:
        """Runs until cancelled: report tables that other processes appended to, and those they `notify` of.

        A store that only one process can use just waits. After an outage it reports "": any table may have changed.
        """

    async def handled(self, request: str) -> str | None:
        """The table at which a request was stored, if it was."""

    async def room(self, room: str) -> RoomRecord | None: ...

    async def mark_shown(self, room: str, table_id: str, sequence: int, message: str = "", since: int = 0) -> None:
        """The room has seen everything up to this event: what came after event `since` in this message.

        Never moves back. Nothing happens if the room shows another table by now.
        """

    async def claim_news(
        self, room: str, table_id: str, shown: int, now: float, *, until: float, before: float
    ) -> bool:
        """Whether this process may announce to the room what another one stored after event `shown`.

        Not if that was stored later than `before`: the process that stored it is about to announce it. Nobody else
        may before `until`, or before the room has seen it.
        """

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        """Rooms that have not seen their table's last events."""

    async def restart_timers(self, now: float) -> tuple[str, ...]:
        """Start the timers again that were set in the future: the clock was set back since. Returns their tables.

        Clocks of several processes may differ by CLOCK_TOLERANCE.
        """

    async def put_job(self, job: Job) -> None:
        """Replaces the job with this id, if there is one."""

    async def drop_job(self, job_id: str) -> None: ...

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        """It is done, and `following` takes its place. Nothing happens if it was changed in the meantime."""

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        """The room's jobs, the next one first."""

    async def lease(self, now: float, kinds: Collection[str], most: int) -> tuple[Due, ...]:
        """What is due of these kinds, for this process to do, the earliest first; nobody else gets it meanwhile.

        A lease ends after TIMER_LEASE or JOB_LEASE seconds: the process may have died.
        """

    async def next_due(self, now: float, kinds: Collection[str]) -> float | None:
        """When the next one of these kinds is due, or its lease ends."""

    async def close(self) -> None: ...


class Chat(Protocol):
    """A platform, as the service sees it."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        """Post to the room; returns the platform's reference to the message, empty if it has none.

        `request` is what caused it, if it came from this room. `before` refers to the last message there: a reply that
        `amends` replaces it, any other one shrinks it to the story it told (`reply.past`). RoomUnreachable if the
        platform did not accept it, RoomGone if the room was deleted.
        """


@runtime_checkable
class OpensThreads(Protocol):
    """A platform whose channels can have threads, each of them a room."""

    def has_threads(self, room: str) -> bool:
        """Whether there can be threads below this room, as far as is known."""

    async def open_thread(self, room: str, name: str) -> str | None:
        """A new room below this one; None if there can't be one. RoomUnreachable: perhaps later."""


class WebAddresses(Protocol):
    """The addresses of pages, as people open them."""

    def watch_link(self, table_id: str) -> str:
        """Where a table can be watched, by its id."""

    def table_link(self, room: str) -> str:
        """Where a room of the web table is."""

    def entrance_link(self, entrance: str) -> str:
        """Where people come in who look for a team."""

    def desk_link(self, key: str) -> str:
        """From where teams are led."""

    def new_room(self) -> str:
        """A room of the web table that nobody knows yet."""


class Beacon(Protocol):
    """Public randomness that nobody could know before."""

    async def __call__(self) -> str | None:
        """The number of the latest round and its randomness, `5928395:ab12…`; None if there is no answer in time."""


class Webhook(Protocol):
    """Where a team's tracker learns what becomes of actions."""

    async def __call__(self, message: Mapping[str, Any], now: float) -> bool:
        """Whether it was accepted; the same message may come again, with the same id."""


class Painter(Protocol):
    """Makes pictures for chat."""

    async def __call__(
        self, drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0
    ) -> bytes | None:
        """A PNG; None if there is no picture, so that the text board has to do.

        With a table: Overtaken if a picture of a later moment of that table is wanted before this one was begun.
        """


class Adapter(Chat, Protocol):
    """A connected platform: it brings requests in and takes replies out."""

    platform: str  # the part of its rooms' names before the first colon

    async def run(self, service: "Service") -> None:
        """Runs until cancelled."""


class Requests(Protocol):
    """Whatever handles requests."""

    async def handle(self, request: Request) -> Response:
        """Do what was asked. What a room gets to see goes through Chat.post; the response is for the person alone."""


class Tables(Protocol):
    """What an adapter may read of tables without a request."""

    async def complete(self, room: str, person: Person, line: str) -> list[Suggestion]:
        """What could be typed next: the last word of the line, completed."""

    async def complete_argument(
        self, room: str, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
    ) -> list[Suggestion]:
        """The same for one argument, where the platform has already parsed the command."""

    async def tables_of(self, person: Person) -> list[Page]:
        """The running tables at which this person sits, without their boards."""

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        """The table of a room as this person sees it, with what happened after event `after`; None: no table."""

    async def form(self, person: Person, table: str, command: str) -> Form | None:
        """The form of a game's command as this person gets it, with names; None if they can't use it now."""

    async def page_of(self, table_id: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""

    async def guide(self, table_id: str) -> Guide | None:
        """What helps people to understand a table: its goal, rules and cards."""

    def follow(self, table_id: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever something changes at the table; call what is returned to stop."""


class Service(Requests, Tables, Protocol):
    """What an adapter asks of the service."""

    def feature(self, kind: type[P]) -> P:
        """What a feature offers to adapters."""


# --- observation -----------------------------------------------------------------------------------------------------

CLOCK = "clock"  # the platform of requests that nobody sent


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


_bound: ContextVar[Mapping[str, str]] = ContextVar("bound", default=MappingProxyType({}))


class bound:  # noqa: N801  used like a function
    """Adds fields to every line logged inside: `with bound(request=…, table=…, room=…):`."""

    __slots__ = ("_names", "_token")

    def __init__(self, **names: str) -> None:
        self._names = names

    def __enter__(self) -> None:
        self._token = _bound.set({**_bound.get(), **self._names})

    def __exit__(self, *_: object) -> None:
        _bound.reset(self._token)


def about(*names: str) -> dict[str, str]:
    """The values bound right now; "" where nothing is."""
    found = _bound.get()
    return {name: found.get(name, "") for name in names}


def everything_bound() -> Mapping[str, str]:
    return _bound.get()


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...
