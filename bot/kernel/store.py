"""The store: what is kept of tables, and what a database promises."""

from collections.abc import Callable, Collection, Iterable
from typing import Protocol, TypeVar

from games.values import value

CLOCK_TOLERANCE = 60.0  # seconds by which the clocks of two processes may differ


TIMER = "timer"  # the kind of every timer, beside the kinds of jobs


TIMER_LEASE, JOB_LEASE = 30.0, 60.0  # seconds for which other processes leave alone what this one does


FORGOTTEN = "Somebody"  # not prose: stored as the name of a person who asked to be forgotten


Part = TypeVar("Part")


class StoreUnavailable(Exception):
    """The database can't be used right now, and nothing was stored. Holds a sentence for the operator."""

    brief = "The database isn't responding."  # not prose: for /readyz, no paths, no addresses


class InDoubt(StoreUnavailable):
    """The connection broke during a commit, and nobody knows yet whether the change was stored.

    Asking again with the same request id is safe, and settles it.
    """


class DiskFull(StoreUnavailable):
    brief = "The database can't store anything: its disk is full."  # not prose


class DatabaseRemoved(InDoubt):
    brief = "The database can't store anything: its file was removed or replaced."  # not prose


class Unusable(StoreUnavailable):
    """Trying again won't help: somebody has to change a setting, install another version or restore a backup."""


class Damaged(Unusable):
    brief = "The database is damaged. Run `scrum-table check`, and restore a backup."  # not prose


class Conflict(Exception):
    """Another process changed this table first: load it and decide again."""


class AlreadyHandled(Exception):
    """The request was already stored, at this table or (for `new`) at another one."""


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
    """A person's place at a table. Events name only seats, so only this changes when a person is forgotten."""

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
        return f"TableRecord(id={self.id!r}, game={self.game!r})"  # not prose; never the seed


@value
class RoomRecord:
    """The table that a room shows, and the last event the room has seen."""

    room: str
    table: str
    shown: int
    message: str = ""  # the platform's reference to the last message there
    since: int = 0  # the last event before those that this message narrates


class Effect(Protocol):
    """A change to the records of a feature, which has one kind per such change."""

    def rows(self) -> Iterable[tuple[object, ...]]:
        """Parameters for the statement that the feature's part of the store has for this kind."""


@value
class Append:
    """The changes of one request: stored in one transaction, or not at all.

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


@value
class ListedTable:
    id: str
    game: str
    opened: float
    changed: float  # when its last event was
    people: int
    rooms: tuple[str, ...]  # that have shown it


@value
class Attendance:
    """A person at one table."""

    table: str
    game: str
    opened: float
    rooms: tuple[str, ...]  # that have shown it
    name: str
    seat: int | None
    host: bool
    text: bool  # wants text instead of pictures
    remind: float | None  # seconds until a reminder; 0: never, None: as the table does
    prepared: str  # the command that is given as soon as it is their turn


def personal_record(person: str) -> tuple[str, str]:
    """The platform, and the name under which it keeps what a person has chosen there, beside its installations."""
    platform, _, rest = person.partition(":")
    return platform, f"person {rest}"  # not prose


class Lookup(Protocol):
    """What operators look for, also while a service uses the database. Every method may raise StoreUnavailable."""

    async def listed(self, after: str = "") -> tuple[ListedTable, ...]:
        """The next tables in alphabetical order of their ids, at most 1,000."""

    async def find_people(self, wanted: str) -> tuple[tuple[str, str], ...]:
        """Whoever has this id or exactly this name, wherever a name is stored: ids and names, at most 100."""

    async def attendances(self, person: str) -> tuple[Attendance, ...]:
        """Every table at which a person is known, with or without a seat, newest first."""


class PersonRecords(Lookup, Protocol):
    """What somebody may ask for, or ask to be removed. Every method may raise StoreUnavailable."""

    async def requests_of(self, person: str) -> tuple[tuple[str, int, str], ...]:
        """The stored request ids that contain a person's id, each with its table and event."""

    async def remove_table(self, table_id: str) -> bool:
        """Remove a table with everything in it, however new; whether there was one. Other processes drop it too."""


class Installations(Protocol):
    """A platform's own records: the keys to its workspaces, encrypted, and people's settings."""

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None: ...

    async def installation(self, platform: str, workspace: str) -> bytes | None: ...

    async def drop_installation(self, platform: str, workspace: str) -> None: ...

    async def use_once(self, word: str, now: float, until: float) -> bool:
        """Whether it is used for the first time; forgotten then, or once `MOST_WORDS` later ones were used."""


class StoreReader(Lookup, Protocol):
    """Read access for tools, also while a service uses the database. Every method may raise StoreUnavailable."""

    async def table(self, table_id: str) -> StoredTable | None: ...

    async def find_tables(self, prefix: str = "") -> tuple[TableRecord, ...]:
        """Tables whose id starts with the prefix, newest first, at most 100."""

    async def table_ids(self, after: str = "") -> tuple[str, ...]:
        """The next ids in alphabetical order, at most 100."""

    async def problems(self) -> tuple[str, ...]:
        """Rows that contradict each other and damage to the files, a sentence each."""

    async def close(self) -> None: ...


class Store(Installations, PersonRecords, Protocol):
    """The kernel's records, and the parts of features. Every method may raise StoreUnavailable."""

    def part(self, kind: type[Part]) -> Part:
        """The records of a feature, by the protocol that it declares for them."""

    async def ready(self) -> None:
        """Raise StoreUnavailable if a change couldn't be stored now."""

    async def append(self, change: Append) -> None:
        """Store the changes durably. AlreadyHandled if the request id is known, Conflict if the table has moved on."""

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
        """The room's tables whose game was started and is over: which game it was, and its last event."""

    async def put_link(self, code: str, table_id: str, expires: float) -> None:
        """Let anybody who knows the code bring the table into another room until it expires."""

    async def linked(self, code: str, now: float) -> str | None:
        """The table behind a code that has not expired."""

    async def forget(self, person: str) -> tuple[str, ...]:
        """Remove a person's id and name from every table and part; returns what has changed, by what others follow.

        The seat stays, with a random id and the name FORGOTTEN. Request ids that are kept name nobody.
        """

    async def activity(self) -> tuple[float, ...]:
        """The time when each table last changed by an event, oldest first."""

    async def remove_tables(self, before: float) -> int:
        """Remove all tables unchanged since then, with their events; returns how many. Parts remove what is old."""

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
        """Note that the room has seen everything up to this event: what came after event `since` in this message.

        Never moves back. Nothing happens if the room shows another table by now.
        """

    async def claim_news(
        self, room: str, table_id: str, shown: int, now: float, *, until: float, before: float
    ) -> bool:
        """True if this process may announce to the room what another one stored after event `shown`.

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
        """Store a job; it replaces the one with this id, if any."""

    async def drop_job(self, job_id: str) -> None: ...

    async def finish_job(self, job: Job, following: Job | None = None) -> None:
        """Finish a job; `following` takes its place. Nothing happens if it was changed in the meantime."""

    async def jobs_in(self, room: str) -> tuple[Job, ...]:
        """The room's jobs, the next one first."""

    async def lease(self, now: float, kinds: Collection[str], most: int) -> tuple[Due, ...]:
        """The due work of these kinds, for this process to do, the earliest first; nobody else gets it meanwhile.

        A lease ends after TIMER_LEASE or JOB_LEASE seconds: the process may have died.
        """

    async def next_due(self, now: float, kinds: Collection[str]) -> float | None:
        """The time when the next one of these kinds is due, or its lease ends."""

    async def close(self) -> None: ...
