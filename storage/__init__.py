"""Scrum Table's storage: one Store contract (bot.kernel.ports), two databases, parts for features."""

from pathlib import Path
from typing import TYPE_CHECKING

from bot import extras
from bot.found import FoundDatabase
from bot.kernel.store import Job, Store
from storage.parts import PARTS, Parts
from storage.schema import require_current
from storage.sqlite import store
from storage.sqlite.reading import SqliteReader
from storage.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from storage.postgres import PostgresStore

URL_HELP = (
    "DATABASE_URL must be sqlite:///FILE (four slashes for an absolute path: sqlite:////var/lib/scrum-table.db; "
    "on Windows sqlite:///C:/Users/anna/scrum-table.db) or postgresql://USER:PASSWORD@HOST/DATABASE."
)


async def open_store(url: str, pooler: str = "", parts: Parts = PARTS) -> Store:
    """Open the store that DATABASE_URL names and migrate it to the newest schema. `pooler`: see PostgresStore."""
    scheme, _, rest = url.partition("://")
    match scheme.lower():
        case "sqlite":
            return await SqliteStore.open(sqlite_path(rest), parts)
        case "postgresql" | "postgres":
            return await _postgres().open(url, parts, pooler)
        case _:
            raise ValueError(URL_HELP)  # without the URL: it may contain a password


async def describe(url: str) -> FoundDatabase:
    """Look at the database that DATABASE_URL names, of whichever version. NoDatabase if there is no such file."""
    reader = await _reader(url, ())
    try:
        return await reader.found()
    finally:
        await reader.close()


async def open_to_read(url: str, parts: Parts = PARTS) -> "SqliteReader | PostgresStore":
    """Open the store for a tool that only reads, also while a service uses it. Only this version's schema is read."""
    reader = await _reader(url, parts)
    try:
        require_current(await reader.found())
    except BaseException:
        await reader.close()
        raise
    return reader


async def _reader(url: str, parts: Parts) -> "SqliteReader | PostgresStore":
    scheme, _, rest = url.partition("://")
    match scheme.lower():
        case "sqlite":
            return SqliteReader.at(sqlite_path(rest), parts)
        case "postgresql" | "postgres":
            return await _postgres().open_to_read(url, parts)
        case _:
            raise ValueError(URL_HELP)


async def check_pooler(address: str) -> None:
    """Refuse a pooler that doesn't answer, or behind which commits aren't kept."""
    from storage.postgres import require_pooler  # noqa: PLC0415 - the same extra

    await require_pooler(address)


async def hand_over(url: str, job: Job) -> bool:
    """Give a job to the process that owns an SQLite file; False if it isn't done after a while, but will be."""
    return await store.hand_over(sqlite_path(url.partition("://")[2]), job)


def sqlite_path(rest: str) -> Path:
    """Return the file in `sqlite:///FILE`."""
    name = rest.removeprefix("/")
    if name == rest or not name or name == ":memory:":
        raise ValueError(f"{URL_HELP} SQLite needs a file name; a database in memory would lose every game.")
    return Path(name)


def _postgres() -> "type[PostgresStore]":
    if fault := extras.fault("postgres", "DATABASE_URL names a PostgreSQL database"):
        raise ValueError(fault)
    from storage.postgres import PostgresStore  # noqa: PLC0415 - asyncpg is an extra that most installations lack

    return PostgresStore
