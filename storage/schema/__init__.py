"""Numbered SQL files, one set per database: 0001 and 0002 are release 1.0's, 0003_….sql comes after it.

The statements of a released file never change; add a new file instead. Each file runs in its own transaction when a
service opens a database, and the database records the number of the last one. Within 1.x a file only adds: tables,
columns with defaults, indexes. So processes of the version before go on while the first one of the new version starts.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

from bot.found import GO_BACK, FoundDatabase
from bot.kernel.store import Unusable

log = logging.getLogger(__name__)

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


@contextmanager
def announced(found: int, known: tuple[Migration, ...]) -> Iterator[None]:
    """Log a migration when it begins and when it is done: it may take a while, and there is no way back from it.

    A new database, and one that needs no change, are not worth a line.
    """
    changes = 0 < found < len(known)
    if changes:
        log.info("Migrating the database from schema %d to %d …", found, len(known))
    yield
    if changes:
        log.info("The database has schema %d now.", len(known))


def refuse_newer(found: int, known: tuple[Migration, ...]) -> None:
    """Refuse a database of a newer Scrum Table: its rows may mean something else, and writing could corrupt games."""
    if found > len(known):
        raise Unusable(
            f"The database was created by a newer Scrum Table (its schema version is {found}, this program supports "
            f"{len(known)}). {GO_BACK}"
        )


def require_current(found: FoundDatabase) -> None:
    """Refuse to read another version's tables: this version's queries may not fit them."""
    if found.is_newer:
        raise Unusable(f"{found} {GO_BACK}")
    if found.is_older:
        raise Unusable(f"{found} Until then only `doctor` and `backup` can read it; nothing was changed.")
    if not found.schema:
        raise Unusable(str(found))
