"""A database with a finished game, a running one and a lobby, for the commands that read it."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.settings import Settings
from storage import open_store
from tests.bot.harness import Bench, in_discussion


async def fill(url: str) -> dict[str, str]:
    """A finished table, one in the middle of a discussion, and one waiting for players."""
    store = await open_store(url)
    bench = Bench(store)
    await bench.say("zoe", "new sprint", room="test:hall")
    waiting = (await bench.live("test:hall")).id
    await bench.begin()
    await bench.step()
    await bench.say("anna", "end sure")
    over = (await bench.live()).id
    await bench.begin()
    await bench.play_until(in_discussion)
    running = (await bench.live()).id
    await store.close()
    return {"over": over, "running": running, "waiting": waiting}


@pytest.fixture
def nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings except the database."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///tables.db")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Played once; every test gets a copy."""
    file = tmp_path_factory.mktemp("played") / "tables.db"
    return file, asyncio.run(fill(f"sqlite:///{file}"))


@pytest.fixture
def filled(tmp_path: Path, nothing_set: None, played: tuple[Path, dict[str, str]]) -> dict[str, str]:
    file, tables = played
    shutil.copy(file, tmp_path / "tables.db")
    return tables
