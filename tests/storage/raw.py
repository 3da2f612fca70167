"""Reads the database directly, without the store."""

import asyncio
import sqlite3
from pathlib import Path

import asyncpg


async def rows(url: str, sql: str) -> list[tuple[object, ...]]:
    if url.startswith("sqlite"):
        return await asyncio.to_thread(_sqlite_rows, url.removeprefix("sqlite:///"), sql)
    connection = await asyncpg.connect(url)
    found = await connection.fetch(sql)
    await connection.close()
    return [tuple(row) for row in found]


def _sqlite_rows(file: str, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(file)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


async def table_names(url: str) -> list[str]:
    if url.startswith("sqlite"):
        found = await rows(url, "SELECT name FROM sqlite_schema WHERE type = 'table'")
    else:
        found = await rows(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return sorted(str(name) for (name,) in found)


async def everything(url: str) -> dict[str, str]:
    """The whole database: the rows of each SQL table as one string."""
    return {name: repr(await rows(url, f"SELECT * FROM {name}")) for name in await table_names(url)}


def garble(file: Path, name: str) -> None:
    """Overwrite the first page of a table or index in a SQLite file that nobody uses."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
    connection.close()
    page = found[0] if found else 1
    begin, end = max(4096 * (page - 1), 100), 4096 * page  # the file's header stays
    contents = bytearray(file.read_bytes())
    contents[begin:end] = b"\x07" * (end - begin)
    file.write_bytes(contents)
