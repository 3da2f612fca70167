"""What the service needs from outside: a store, a chat platform, a clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.messages import Page, Person, Reply, Request, Response, Suggestion

FORGOTTEN = "Somebody"  # the name of a person who asked to be forgotten


class StoreUnavailable(Exception):
    """The database cannot be used right now. Holds a sentence for the operator.

    If it broke off in the middle of a commit nobody knows whether that was stored: asking again with the same request
    id is safe, and tells.
    """


class Conflict(Exception):
    """Somebody else appended to this table first: load again and decide again."""


class AlreadyHandled(Exception):
    """The request was stored before, by this table or (for `new`) another one."""


class RoomUnreachable(Exception):
    """The platform did not take the message; the room stays behind and is caught up later."""


class RoomGone(RoomUnreachable):
    """It was deleted: nobody will ever read there again."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event as the database has it. Its first fields are what `hash` is made of."""

    sequence: int  # 1, 2, 3 … at its table
    kind: str
    payload: str  # JSON
    at: float  # seconds since 1970
    drawn: int  # draws of chance made when this was stored
    hash: str
    request: str | None = None  # the request that caused it, on the first event of that request only
    seat: int | None = None  # whose move it was, on the same event; None: nobody's


@dataclass(frozen=True, slots=True)
class Seating:
    """Who a person is at a table. Events name only seats, so forgetting a person touches nothing but this."""

    person: str
    name: str
    seat: int | None  # None: at the table without a seat
    host: bool = False
    text: bool = False  # wants text instead of pictures in what they alone see
    remind: float | None = None  # wants to be reminded after so many seconds, 0: never; None: as the table has it


@dataclass(frozen=True, slots=True)
class Timer:
    table: str
    name: str
    due: float


@dataclass(frozen=True, slots=True)
class TableRecord:
    id: str
    game: str
    seed: bytes
    opened: float

    def __repr__(self) -> str:
        return f"TableRecord(id={self.id!r}, game={self.game!r})"  # never the seed


@dataclass(frozen=True, slots=True)
class RoomRecord:
    """The table that a room shows, and the last event that the room has seen."""

    room: str
    table: str
    shown: int
    message: str = ""  # the platform's reference of the last message there


@dataclass(frozen=True, slots=True)
class Append:
    """What one request changes, stored in one transaction or not at all."""

    table: str
    events: tuple[StoredEvent, ...]  # in sequence, following the last one stored
    opens: TableRecord | None = None  # the table itself, with its first events
    room: str | None = None  # from now on this room shows the table, from behind event `shown` on
    people: tuple[Seating, ...] | None = None  # everybody at the table from now on; None: as before
    timers: tuple[Timer, ...] | None = None  # every timer of the table from now on; None: as before
    shown: int = 0
    instead_of: str | None = None  # what the room showed until now, "": nothing; Conflict if that is not so any more


@dataclass(frozen=True, slots=True)
class StoredTable:
    record: TableRecord
    people: tuple[Seating, ...]
    timers: tuple[Timer, ...]
    rooms: tuple[RoomRecord, ...]
    events: tuple[StoredEvent, ...]


class Installations(Protocol):
    """Where a platform that is installed into many workspaces keeps the keys to them. Only sealed bytes get here."""

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None: ...

    async def installation(self, platform: str, workspace: str) -> bytes | None: ...

    async def drop_installation(self, platform: str, workspace: str) -> None: ...


class Store(Installations, Protocol):
    """Every method may raise StoreUnavailable."""

    async def append(self, change: Append) -> None:
        """Durable when this returns. AlreadyHandled if the request id is known, Conflict if the sequence is taken."""

    async def table(self, table: str) -> StoredTable | None: ...

    async def events(self, table: str, after: int = 0) -> tuple[StoredEvent, ...]: ...

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        """Tables whose id begins so, the newest first, at most 100."""

    async def tables_of(self, person: str) -> tuple[str, ...]:
        """The ids of the tables at which a person has a seat, the newest first, at most 20."""

    async def tables_in(self, room: str) -> tuple[TableRecord, ...]:
        """Every table that the room has shown so far, the newest first, at most 100."""

    async def put_link(self, code: str, table: str, expires: float) -> None:
        """Whoever knows the code may bring the table into another room until then."""

    async def linked(self, code: str, now: float) -> str | None:
        """The table behind a code that has not expired."""

    async def leave_room(self, room: str, table: str) -> None:
        """The room shows the table no longer; nothing happens if it shows another one."""

    async def forget(self, person: str) -> tuple[str, ...]:
        """Take a person's id and name out of every table; which tables those were.

        The seat stays, with a random id and the name FORGOTTEN. What is left of request ids names nobody.
        """

    async def remove_tables(self, before: float) -> int:
        """Remove every table to which nothing has happened since, with its events; how many."""

    async def call(self, table: str) -> None:
        """Ask the other processes to tell their rooms of this table: some are on a platform that we do not have."""

    async def listen(self, told: Callable[[str], None], called: Callable[[str], None] | None = None) -> None:
        """Until it is cancelled: tell which tables other processes appended to, and for which they `call`.

        Where no other process can be told of, it only waits. What is missed while the database is away is made up
        for by telling "" afterwards: any table may have gone on.
        """

    async def handled(self, request: str) -> str | None:
        """The table at which a request was stored."""

    async def room(self, room: str) -> RoomRecord | None: ...

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "") -> None:
        """The room has seen everything up to here, the last of it in this message.

        Never moves back, and nothing happens if the room shows another table by now.
        """

    async def claim_news(self, room: str, table: str, shown: int, now: float, *, until: float, before: float) -> bool:
        """Whether this process may tell the room what another one stored behind event `shown`.

        Not if that happened after `before`: whoever stored it is about to tell. And nobody else may until `until` or
        until the room has seen it.
        """

    async def rooms_behind(self) -> tuple[RoomRecord, ...]:
        """Rooms whose table went on while they did not see it."""

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        """Timers that are due, at most 100, for this process to fire; nobody else gets them before `now + seconds`."""

    async def next_timer(self) -> float | None:
        """When the next timer is due or its lease ends."""

    async def close(self) -> None: ...


class Chat(Protocol):
    """One platform, as the service sees it."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        """Show the room what happened; the platform's reference of the message, empty if it has none.

        `request` is what caused it, if it came from this room. `before` is the reference of the last message there,
        which loses its buttons now. RoomUnreachable if the platform did not take it, RoomGone if there is no such room.
        """


class Adapter(Chat, Protocol):
    """A platform that is connected: it brings requests in and takes replies out."""

    platform: str  # the part of its rooms' names before the first colon

    async def run(self, service: "Service") -> None:
        """Until it is cancelled."""


class Requests(Protocol):
    """Whatever handles requests: the service itself, or admission and observers around it."""

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

    async def page_of(self, table: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""

    def follow(self, table: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever something changes at the table; call what is returned to stop."""

    async def record(self, table: str) -> str | None:
        """The game as a file (bot.table.export): whole when it is over, without secrets while it runs."""


class Service(Requests, Tables, Protocol):
    """What an adapter asks of the service."""


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...
