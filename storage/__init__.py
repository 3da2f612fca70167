"""Where tables are kept: one Store contract (bot.ports), two databases."""

import importlib.util
from pathlib import Path

from bot.ports import Store
from storage.sqlite.store import SqliteStore

FORMS = (
    "DATABASE_URL must be sqlite:///FILE (a fourth slash begins an absolute path: sqlite:////var/lib/scrum-table.db) "
    "or postgresql://USER:PASSWORD@HOST/DATABASE."
)


async def open_store(url: str) -> Store:
    """The store that DATABASE_URL names, brought to the newest schema."""
    scheme, _, rest = url.partition("://")
    match scheme.lower():
        case "sqlite":
            return await SqliteStore.open(sqlite_path(rest))
        case "postgresql" | "postgres":
            return await _open_postgres(url)
        case _:
            raise ValueError(FORMS)  # without the url: there may be a password in it


def sqlite_path(rest: str) -> Path:
    """The file in `sqlite:///FILE`."""
    name = rest.removeprefix("/")
    if name == rest or not name or name == ":memory:":
        raise ValueError(f"{FORMS} SQLite needs the name of a file, so that no game is lost.")
    return Path(name)


async def _open_postgres(url: str) -> Store:
    if importlib.util.find_spec("asyncpg") is None:
        raise ValueError(
            "DATABASE_URL names a PostgreSQL database, but its driver is not installed: "
            "run `pip install '.[postgres]'`, or use sqlite:///FILE."
        )
    from storage.postgres.store import PostgresStore  # noqa: PLC0415 - asyncpg is an extra that most installations lack

    return await PostgresStore.open(url)
