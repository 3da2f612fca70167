"""Numbered SQL files, one set per database: 0001_first.sql, 0002_….sql.

The statements of a released file never change; add a new file instead. Each file runs in its own transaction when a
database is opened, and the database records the number of the last one.
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from bot.kernel.store import Unusable

Dialect = Literal["sqlite", "postgres"]


@dataclass(frozen=True, slots=True)
class Migration:
    version: int
    sql: str


def read_migrations(dialect: Dialect) -> tuple[Migration, ...]:
    folder = files(__name__).joinpath(dialect)  # the files may be in a zipped wheel
    found = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    migrations = tuple(Migration(int(file.name[:4]), file.read_text("utf-8")) for file in found)
    assert [m.version for m in migrations] == list(range(1, len(migrations) + 1)), "migrations are numbered 1, 2, 3 …"
    return migrations


def refuse_newer(found: int, known: tuple[Migration, ...]) -> None:
    """Refuse a database of a newer Scrum Table: its rows may mean something else, and writing could corrupt games."""
    if found > len(known):
        raise Unusable(
            f"The database was created by a newer Scrum Table (its schema version is {found}, this program supports "
            f"{len(known)}). Install that version again, or set DATABASE_URL to another database."
        )
