"""What DATABASE_URL may be, and what is said when it is something else."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.storage.examples import opening


async def test_relative_and_absolute_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slashes name a file from here, four an absolute one."""
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///data/tables.db", f"sqlite:///{tmp_path}/data/tables.db"):
        store = await open_store(url)
        assert isinstance(store, SqliteStore)
        if not await store.find_tables():
            await store.append(opening("t"))
        assert [table.id for table in await store.find_tables()] == ["t"]
        await store.close()
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["tables.db"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.db",
        "mysql://ann:hunter2@127.0.0.1/db",
        "postgre://ann:hunter2@127.0.0.1/db",
        "sqlite://tables-hunter2.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "ann:hunter2@127.0.0.1/db",
        "postgresql://ann:hunter2@127.0.0.1:hunter2/db",
        "postgresql://ann:hunter2@127.0.0.1:99999999/db",
        "postgresql://ann:hunter2@[127/db",
        "postgresql://ann:hunter2@127.0.0.1/db?sslmode=hunter2",
    ],
)
async def test_a_url_that_is_none(url: str) -> None:
    """The sentence names the setting and shows how it should look; a password is not in it."""
    with pytest.raises(ValueError, match=r"DATABASE_URL .*postgresql://USER:PASSWORD@HOST/DATABASE") as told:
        await open_store(url)
    assert "hunter2" not in str(told.value)
    assert told.value.__cause__ is None


async def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where asyncpg is not installed, the sentence says what to install."""
    find = importlib.util.find_spec

    def find_all_but_asyncpg(name: str, *more: Any) -> Any:
        return None if name == "asyncpg" else find(name, *more)

    monkeypatch.setattr(importlib.util, "find_spec", find_all_but_asyncpg)
    with pytest.raises(ValueError, match=r"\.\[postgres\]"):
        await open_store("postgresql://ann:hunter2@127.0.0.1/db")
