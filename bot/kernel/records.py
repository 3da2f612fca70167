"""What operators look for in the database, and what it has about one person."""

from typing import Protocol

from games.values import value


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
    return platform, f"person {rest}"


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
