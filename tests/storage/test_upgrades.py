"""An upgrade to a made-up next schema and back, with the commands that an operator uses, on both databases."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.cli.app import main
from bot.found import FoundDatabase
from bot.kernel.store import Append, StoreUnavailable, Unusable
from bot.settings import Settings
from storage import describe, open_store, open_to_read
from storage.schema import Migration, read_migrations
from tests.adapters.console.harness import scrum_table
from tests.storage.additive import faults
from tests.storage.examples import events, opening
from tests.storage.raw import everything
from tests.storage.test_migrations import dialect

THIS = 2  # the schema of release 1.0
NEXT = """
CREATE TABLE moods (table_id text NOT NULL, mood text NOT NULL);
ALTER TABLE tables ADD COLUMN weather text NOT NULL DEFAULT 'fine';
"""

# every command that opens a database, with what it asks of it
COMMANDS = (
    "run",
    "play --port 0 --no-browser",
    "console",
    "check",
    "export t",
    "tables",
    "remove t --yes",
    "forget Ann --yes",
    "doctor",
)


@pytest.fixture
def upgraded(database_url: str) -> Iterator[pytest.MonkeyPatch]:
    """From here on the program is the new version; `undo` brings the old one back."""
    assert not list(faults(NEXT))
    known = (*read_migrations(dialect(database_url)), Migration(THIS + 1, NEXT))
    with pytest.MonkeyPatch.context() as patch:
        for module in ("sqlite.file", "sqlite.reading", "postgres", "backup"):
            patch.setattr(f"storage.{module}.read_migrations", lambda _: known)
        yield patch


@pytest.fixture
def operator(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Any:
    """Gives a command; returns its exit code, what it printed and what it complained about."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setenv("WEB_SECRET", "the same everywhere")  # as the doctor asks for with PostgreSQL

    async def give(command: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(main, command.split())
        said = capsys.readouterr()
        return code, said.out, said.err

    return give


async def old_database(url: str) -> None:
    store = await open_store(url)
    await store.append(opening("t", last=2, room="room"))
    await store.close()


async def test_what_is_found(database_url: str, tmp_path: Path, upgraded: pytest.MonkeyPatch) -> None:
    """The kind, the place without a password, both schemas and the number of tables."""
    if dialect(database_url) == "postgres":
        assert "no tables of Scrum Table yet; the first start creates them" in str(await describe(database_url))
        with pytest.raises(StoreUnavailable, match="has no tables of Scrum Table yet"):
            await open_to_read(database_url)
    upgraded.undo()
    await old_database(database_url)
    found = await describe(database_url)
    if dialect(database_url) == "sqlite":
        assert found == FoundDatabase("sqlite", str(tmp_path / "tables.db"), schema=THIS, known=THIS, tables=1)
    else:
        assert found == FoundDatabase("postgresql", found.place, schema=THIS, known=THIS, tables=1)
        assert found.place.endswith("/postgres")
        assert "@" not in found.place


def test_sentences() -> None:
    """Which schema it has, what a start does about it, and the tables in the singular and the plural."""
    found = partial(FoundDatabase, "sqlite", "/a/b.db", known=14)
    has = "The database (sqlite, /a/b.db) has"
    assert str(found(schema=14, tables=12)) == f"{has} schema 14, which this version uses. 12 tables."
    assert (
        str(found(schema=13, tables=1)) == f"{has} schema 13; this version migrates it to 14 when it starts. 1 table."
    )
    assert str(found(schema=15, tables=1)) == f"{has} schema 15, of a newer Scrum Table; this version knows 14."
    assert str(found(schema=0, tables=0)).startswith(f"{has} no tables of Scrum Table yet; ")


async def test_the_whole_upgrade(database_url: str, upgraded: pytest.MonkeyPatch, operator: Any) -> None:
    """Beside the old process, doctor and backup work and change nothing; then the new version starts, and plays on."""
    with pytest.MonkeyPatch.context() as old:
        for module in ("sqlite.file", "postgres"):
            old.setattr(f"storage.{module}.read_migrations", read_migrations)
        running = await open_store(database_url)
    await running.append(opening("t", last=2))
    before = await everything(database_url)
    code, said, _ = await operator("doctor")
    assert code == 0
    assert (
        f"has schema {THIS}; this version migrates it to {THIS + 1} when it starts. 1 table. "
        "Make a backup first: see docs/upgrading.md." in said
    )
    for command in ("check", "export t", "tables"):
        code, said, complaint = await operator(command)
        assert (code, said) == (2, "")
        assert "Until then only `doctor` and `backup` can read it; nothing was changed." in complaint
    if dialect(database_url) == "sqlite":
        code, said, _ = await operator("backup before.db")
        assert code == 0, said
    await running.append(Append("t", events(3, 3)))  # the old process was not disturbed
    assert {**await everything(database_url), "events": "", "tables": ""} == {**before, "events": "", "tables": ""}
    if dialect(database_url) == "sqlite":
        await running.close()

    new = await open_store(database_url)
    await new.append(Append("t", events(4, 4)))
    if dialect(database_url) == "postgres":
        await running.append(Append("t", events(5, 5)))  # a replica of the old version finishes beside it
        await running.append(opening("u"))
        await running.close()
    await new.close()
    code, said, _ = await operator("doctor")
    assert (code, f"has schema {THIS + 1}, which this version uses." in said) == (0, True)


@pytest.mark.parametrize("command", COMMANDS)
async def test_the_version_before_refuses(
    database_url: str, tmp_path: Path, upgraded: pytest.MonkeyPatch, command: str
) -> None:
    """Every command exits with 2, so that no supervisor tries for ever, with a sentence; nothing is touched."""
    await old_database(database_url)
    upgraded.undo()
    before = await everything(database_url)
    done = await asyncio.to_thread(scrum_table, tmp_path, *command.split(), DATABASE_URL=database_url)
    said = done.stdout if command == "doctor" else done.stderr
    assert done.returncode == 2, said
    assert "newer Scrum Table" in said
    assert "Install that version again" in said
    assert await everything(database_url) == before


async def test_rolling_back(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """The backup from before the upgrade is restored by either version, and the old one opens it."""
    await old_database(sqlite_url)
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.chdir(tmp_path)
    assert await asyncio.to_thread(main, ["backup", "before.db"]) == 0
    with pytest.MonkeyPatch.context() as new:
        known = (*read_migrations("sqlite"), Migration(THIS + 1, NEXT))
        for module in ("sqlite.file", "sqlite.reading", "backup"):
            new.setattr(f"storage.{module}.read_migrations", lambda _: known)
        await (await open_store(sqlite_url)).close()
        capsys.readouterr()
        assert await asyncio.to_thread(main, ["restore", "--replace", "before.db"]) == 0
        said = capsys.readouterr().out
        assert f"migrates it to {THIS + 1} when it starts. 1 table. `scrum-table check` can look" in said
    assert (await describe(sqlite_url)).schema == THIS
    store = await open_store(sqlite_url)
    assert len(await store.events("t")) == 2
    await store.close()


async def test_reading_never_writes_to_postgres(postgres_url: str) -> None:
    """The server itself refuses, whatever a tool would try."""
    await old_database(postgres_url)
    reader = await open_to_read(postgres_url)
    with pytest.raises(StoreUnavailable, match="read-only"):
        await reader.query("DELETE FROM events RETURNING 1")
    await reader.close()
    connection = await asyncpg.connect(postgres_url)
    assert await connection.fetchval("SELECT count(*) FROM events") == 2
    await connection.close()


async def test_nothing_is_created_in_an_empty_database(postgres_url: str) -> None:
    """Tools look at it, and leave it empty."""
    await describe(postgres_url)
    assert await everything(postgres_url) == {}


async def test_a_postgres_without_our_tables(postgres_url: str) -> None:
    """A newer schema is known by its number alone; a number that we could have given belongs to another program."""
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("CREATE TABLE schema_version (version INTEGER); INSERT INTO schema_version VALUES (99)")
    assert (await describe(postgres_url)).is_newer
    with pytest.raises(Unusable, match="of a newer Scrum Table"):
        await open_to_read(postgres_url)
    await connection.execute("UPDATE schema_version SET version = 1")
    with pytest.raises(Unusable, match="belongs to another program"):
        await describe(postgres_url)
    await connection.close()
