"""What the doctor says about the database; nothing is created or changed by asking."""

import os
import shutil
from pathlib import Path

import pytest

from bot.kernel.store import Store
from bot.operations.doctor import Finding, database_check
from bot.settings import Settings
from storage import describe
from tests.adapters.console.harness import scrum_table
from tests.storage.raw import garble


async def finding(url: str) -> Finding:
    (found,) = await database_check(describe)(Settings(database_url=url))
    return found


async def test_a_new_installation(tmp_path: Path) -> None:
    """No file yet, but a folder for it: the sentence names what the first start creates."""
    found = await finding(f"sqlite:///{tmp_path / 'tables.db'}")
    assert (found.ok, found.what) == (
        True,
        f"There is no database {tmp_path / 'tables.db'} yet; the first start creates it.",
    )


async def test_the_default_folder_need_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has typed it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    (found,) = await database_check(describe)(Settings())
    assert found.ok
    assert "scrum-table.sqlite3 yet; the first start creates it." in found.what


async def test_a_place_where_nothing_can_be_written(
    tmp_path: Path, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program would not start as this user, so the doctor doesn't call it fine. Root may write everywhere."""
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
    found = await finding(f"sqlite:///{tmp_path / 'other.db'}")
    assert not found.ok
    assert f"you can't create it: {tmp_path} is read-only for you" in found.what
    known, locked = await database_check(describe)(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}"))
    assert (known.ok, locked.ok) == (True, False)
    assert locked.what == f"You can't write to {tmp_path / 'tables.db'} and {tmp_path}."


async def test_a_mistyped_folder(tmp_path: Path) -> None:
    """The program would start there with no tables, and nobody would know why."""
    found = await finding(f"sqlite:///{tmp_path / 'tabels' / 'tables.db'}")
    assert not found.ok
    assert found.what == f"There is no database {tmp_path / 'tabels' / 'tables.db'}, and not even its folder."


async def test_nothing_is_created(tmp_path: Path) -> None:
    """Neither by the whole command, with its settings and logs."""
    done = scrum_table(tmp_path, "doctor")
    assert "yet; the first start creates it." in done.stdout
    assert not (tmp_path / "data").exists()


def test_a_file_instead_of_the_setting(tmp_path: Path, empty_sqlite: Path) -> None:
    """As for the other commands: the file is looked at, and nothing is said about the setting that it replaces."""
    shutil.copyfile(empty_sqlite, tmp_path / "tables.db")
    done = scrum_table(
        tmp_path,
        "doctor",
        "--db",
        "tables.db",
        DATABASE_POOLER="postgresql://pooler/x",
        DATABASE_URL="postgresql://h/x",
    )
    assert f"ok  The database (sqlite, {tmp_path / 'tables.db'}) has schema" in done.stdout
    assert "isn't the address of a PostgreSQL" not in done.stdout
    assert "The pooler" not in done.stdout
    done = scrum_table(tmp_path, "doctor", "--db", "tables.db")
    assert (done.returncode, "ok  Nothing is set: everything has its default." in done.stdout) == (0, True), done.stdout


async def test_an_empty_server(postgres_url: str) -> None:
    """A database that was only just created is fine."""
    found = await finding(postgres_url)
    assert found.ok
    assert found.what.endswith("/postgres) has no tables of Scrum Table yet; the first start creates them.")


async def test_no_password_is_shown(postgres_url: str) -> None:
    """Not even where the address names a user."""
    found = await finding(postgres_url.replace("postgresql://postgres:@", "postgresql://postgres:hunter2@"))
    assert "hunter2" not in found.what
    assert "postgres:" not in found.what


async def test_a_damaged_file(tmp_path: Path, empty_sqlite: Path) -> None:
    """Its tables can't be counted, so something else looks closer."""
    shutil.copyfile(empty_sqlite, tmp_path / "tables.db")
    garble(tmp_path / "tables.db", "tables")
    found = await finding(f"sqlite:///{tmp_path / 'tables.db'}")
    assert (found.ok, found.advice) == (False, "Run `scrum-table check`.")
    assert found.what.endswith("which this version uses. Its tables can't be read.")
