"""What operators look for in the database, and what it has about one person."""

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
