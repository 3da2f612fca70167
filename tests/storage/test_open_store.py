"""Valid values of DATABASE_URL, and the errors for invalid ones."""

from pathlib import Path

import pytest

from storage import open_store
from storage.sqlite.store import SqliteStore
from tests.storage.examples import opening


async def test_relative_and_absolute_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three slashes start a relative path, four an absolute one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
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
async def test_an_invalid_url_is_refused(url: str) -> None:
    """The error names the setting and its format, but never contains a password."""
    with pytest.raises(ValueError, match=r"DATABASE_URL .*postgresql://USER:PASSWORD@HOST/DATABASE") as raised:
        await open_store(url)
    assert "hunter2" not in str(raised.value)
    assert raised.value.__cause__ is None


async def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """If asyncpg isn't installed, the error says what to install."""
    monkeypatch.setattr("bot.extras.find_spec", lambda name: None if name == "asyncpg" else name)
    with pytest.raises(ValueError, match=r"but asyncpg isn't installed: .* the extra `postgres`"):
        await open_store("postgresql://ann:hunter2@127.0.0.1/db")
