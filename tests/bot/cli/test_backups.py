"""`scrum-table backup`, `restore` and `check`, as an operator uses them."""

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.cli.app import main
from bot.cli.backups import Wrong, first_wrong, look_through
from bot.ports import Store, StoredTable, TableRecord
from bot.settings import Settings
from bot.table.export import WRONG_HASH
from bot.table.journal import chain, first_hash
from bot.table.simulation import play
from games import GAMES
from games.api import defaults
from storage import open_store
from tests.bot.harness import Bench, in_discussion
from tests.storage.examples import opening


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings except the database."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///tables.db")


async def _filled(url: str) -> dict[str, str]:
    """A finished table, one in the middle of a discussion, and one waiting for players."""
    store = await open_store(url)
    bench = Bench(store)
    await bench.begin()
    await bench.step()
    await bench.say("anna", "end")
    over = (await bench.live()).id
    await bench.begin()
    await bench.play_until(in_discussion)
    running = (await bench.live()).id
    await bench.say("anna", "end")
    await bench.say("anna", "new sprint")
    waiting = (await bench.live()).id
    await store.close()
    return {"over": over, "running": running, "waiting": waiting}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Played once; every test gets a copy."""
    file = tmp_path_factory.mktemp("played") / "tables.db"
    return file, asyncio.run(_filled(f"sqlite:///{file}"))


@pytest.fixture
def filled(tmp_path: Path, played: tuple[Path, dict[str, str]]) -> dict[str, str]:
    file, tables = played
    shutil.copy(file, tmp_path / "tables.db")
    return tables


def change(file: Path, sql: str, *values: Any) -> None:
    connection = sqlite3.connect(file)
    with connection:
        assert connection.execute(sql, values).rowcount == 1
    connection.close()


# --- backup and restore --------------------------------------------------------------------------------------------


def test_backup_and_restore(tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A backup is restored after the database was lost, and every table in it is checked."""
    assert main(["backup", "copy.db"]) == 0
    assert "copy.db" in capsys.readouterr().out
    (tmp_path / "tables.db").unlink()
    assert main(["restore", "copy.db"]) == 0
    assert "3 tables" in capsys.readouterr().out
    assert main(["export", filled["over"]]) == 0


def test_restore_overwrites_only_if_told_to(tmp_path: Path, filled: dict[str, str], capsys: Any) -> None:
    """Without `--replace`, everything stays as it was."""
    assert main(["backup", "copy.db"]) == 0
    before = (tmp_path / "tables.db").read_bytes()
    assert main(["restore", "copy.db"]) == 2
    assert "already" in capsys.readouterr().err
    assert (tmp_path / "tables.db").read_bytes() == before
    assert main(["restore", "--replace", "copy.db"]) == 0
    assert main(["backup", "copy.db"]) == 2
    assert "Choose another name" in capsys.readouterr().err


def test_choosing_another_file(tmp_path: Path, filled: dict[str, str], capsys: Any) -> None:
    """`--db` names it, as for other commands."""
    assert main(["backup", "copy.db"]) == 0
    assert main(["restore", "copy.db", "--db", "elsewhere.db"]) == 0
    assert main(["check", "--db", "elsewhere.db"]) == 0
    assert main(["check", "--db", "nowhere.db"]) == 2
    assert "There is no database nowhere.db." in capsys.readouterr().err
    assert not (tmp_path / "nowhere.db").exists()


# --- check ---------------------------------------------------------------------------------------------------------


def test_check_passes_unchanged_tables(filled: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Finished, running or waiting."""
    assert main(["check"]) == 0
    assert ": all unchanged." in capsys.readouterr().out


CHANGES = {
    "payload": ("UPDATE events SET payload = payload || ' ' WHERE table_id = ? AND sequence = 3", 3),
    "time": ("UPDATE events SET at = at + 1 WHERE table_id = ? AND sequence = 4", 4),
    "kind": ("UPDATE events SET kind = 'table.closed' WHERE table_id = ? AND sequence = 2", 2),
    "hash": ("UPDATE events SET hash = 'other' WHERE table_id = ? AND sequence = 5", 5),
    "gone": ("DELETE FROM events WHERE table_id = ? AND sequence = 4", 4),
    "seed": ("UPDATE tables SET seed = zeroblob(32) WHERE id = ?", None),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("which", ["over", "running"])
def test_check_finds_any_change(
    tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str], what: str, which: str
) -> None:
    """The table and the event are named, and the exit code says that something is wrong."""
    sql, event = CHANGES[what]
    change(tmp_path / "tables.db", sql, filled[which])
    assert main(["check"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 2
    assert said[0].startswith(f"Table {filled[which]}, event {'' if event is None else f'{event}: '}")
    assert said[1].endswith("1 changed since they were stored.")


def test_a_forger_who_knows_the_hashes(
    tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A die is changed and every hash recomputed: the roll doesn't follow from the seed."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    table = filled["running"]
    with connection:
        rows = connection.execute(
            "SELECT sequence, payload, at, drawn, kind FROM events WHERE table_id = ? ORDER BY sequence", (table,)
        ).fetchall()
        before, changed = first_hash(table), 0
        for sequence, payload, at, drawn, kind in rows:
            new = payload
            if "roll" in kind and not changed:
                roll = json.loads(payload)
                name = next(name for name, value in roll.items() if isinstance(value, list))
                roll[name] = [die % 6 + 1 for die in roll[name]]
                new, changed = json.dumps(roll, ensure_ascii=False, separators=(",", ":")), sequence
            before = chain(before, sequence, new, at, drawn)
            connection.execute(
                "UPDATE events SET payload = ?, hash = ? WHERE table_id = ? AND sequence = ?",
                (new, before, table, sequence),
            )
    connection.close()
    assert changed
    assert main(["check"]) == 1
    assert f"Table {table}, event {changed}: " in capsys.readouterr().out


@pytest.mark.parametrize("key", GAMES)
def test_check_on_every_game(key: str) -> None:
    """Unchanged games pass, sealed events included, and also without their last event; a missing event is found."""
    game, seed = GAMES[key], bytes(range(32))
    draft = play(game, game.seats.start, defaults(game), seed)
    record, rows = TableRecord(draft.table, key, seed, 0.0), draft.written(None)
    assert first_wrong(StoredTable(record, (), (), (), rows)) is None
    assert first_wrong(StoredTable(record, (), (), (), rows[:-1])) is None
    found = first_wrong(StoredTable(record, (), (), (), (*rows[:4], *rows[5:])))
    assert found is not None
    assert found.event == 5


async def test_on_postgres(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same check, without SQLite's tools."""
    tables = await _filled(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("UPDATE events SET payload = '{}' WHERE table_id = $1 AND sequence = 2", tables["over"])
    await connection.close()
    store = await open_store(postgres_url)
    report = await look_through(store)
    await store.close()
    assert report.wrong == (Wrong(tables["over"], 2, WRONG_HASH),)
    assert report.tables == 3


async def test_check_with_more_tables_than_the_store_lists_at_once(store: Store) -> None:
    """None is left out; each one fails here, because these events are made up."""
    names = {f"{first}{second}{number}" for first in "2z" for second in "3y" for number in range(60)} | {"Ä"}
    for name in sorted(names):
        await store.append(opening(name))
    report = await look_through(store)
    assert {wrong.table for wrong in report.wrong} == names
    assert (report.tables, report.events) == (len(names), len(names))
