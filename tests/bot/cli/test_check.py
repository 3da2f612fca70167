"""`scrum-table check`, as an operator uses it: every kind of damage gets a sentence and exit code 1."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.cli.app import main
from bot.cli.databases import first_wrong, look_through, seat_problems
from bot.cli.simulated.simulation import play
from bot.features.fairness.verify import WRONG_HASH
from bot.kernel.store import Seating, Store, StoredTable, TableRecord
from bot.kernel.table.journal import chain, first_hash, fold
from games import GAMES
from games.contract import defaults
from storage import open_to_read
from tests.bot.cli.conftest import fill
from tests.storage.examples import opening
from tests.storage.raw import garble


def change(file: Path, sql: str, *values: Any) -> None:
    connection = sqlite3.connect(file)
    with connection:
        assert connection.execute(sql, values).rowcount >= 1
    connection.close()


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The problems that `check` finds, a line each; at least one."""
    assert main(["check"]) == 1
    found, *problems, summary = capsys.readouterr().out.splitlines()
    assert found.startswith("The database (sqlite, ")
    assert summary.endswith(f"{len(problems)} {'problem' if len(problems) == 1 else 'problems'} found.")
    return problems


def test_check_passes_unchanged_tables(filled: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """Finished, running or waiting."""
    assert main(["check"]) == 0
    found, verdict = capsys.readouterr().out.splitlines()
    assert found.endswith("tables.db) has schema 2, which this version uses. 3 tables.")
    assert verdict.startswith("3 tables with ")
    assert verdict.endswith(": all sound and unchanged.")


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
    (problem,) = said(capsys)
    assert problem.startswith(f"Table {filled[which]}, event {'' if event is None else f'{event}: '}")


# What used to pass: the SQL, and the sentence, with the tables' names filled in.
DAMAGE = {
    "the last events of a running table": (
        "DELETE FROM events WHERE table_id = :running AND sequence > 10",
        "Table {running} had {events} events, but the last {missing} are missing.",
    ),
    "a last event that is another one": (
        "UPDATE tables SET last_hash = 'other' WHERE id = :running",
        "Table {running}, event {events}: It isn't the event that was stored last.",
    ),
    "a last event that nobody appended": (
        "UPDATE tables SET last_sequence = 2 WHERE id = :over",
        "Table {over} had 2 events; ",
    ),
    "orphan events": (
        "INSERT INTO events SELECT 'lost', 1, kind, payload, at, drawn, hash, NULL, seat, move FROM events LIMIT 1",
        "Table lost has 1 events, but the record of the table is missing.",
    ),
    "a deleted record": (
        "DELETE FROM tables WHERE id = :running",
        "Table {running} has 3 people, but the record of the table is missing.",
    ),
    "a room that was shown too much": (
        "UPDATE rooms SET shown = 999 WHERE table_id = :running",
        "Table {running} has {events} events, but a room has been shown 999.",
    ),
    "a seat given away": (
        "UPDATE people SET seat = 1 WHERE table_id = :running AND seat = 0",
        "Table {running}: 2 people have seat 1.",
    ),
    "an empty seat": (
        "DELETE FROM people WHERE table_id = :running AND seat = 2",
        "Table {running}: Nobody has seat 2, but a person took it.",
    ),
    "a clock given away": (
        "UPDATE timers SET table_id = :waiting WHERE table_id = :running AND name LIKE 'discussion%'",
        "Table {running}: The game waits for the clock “",
    ),
    "a clock of another game": (
        "INSERT INTO timers (table_id, name, due) VALUES (:waiting, 'discussion', 0)",
        "Table {waiting}: The clock “discussion” is set, but the game has no such clock now.",
    ),
    "a second host": (
        "UPDATE people SET host = 1 WHERE table_id = :running",
        "Table {running}: It has more than one host.",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_check_finds_contradicting_rows(
    tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """None of these breaks the chain of hashes."""
    sql, sentence = DAMAGE[what]
    connection = sqlite3.connect(tmp_path / "tables.db")
    (events,) = connection.execute("SELECT last_sequence FROM tables WHERE id = ?", (filled["running"],)).fetchone()
    with connection:
        assert connection.execute(sql, filled).rowcount >= 1
    connection.close()
    expected = sentence.format(**filled, events=events, missing=events - 10)
    assert any(problem.startswith(expected) for problem in said(capsys))


@pytest.mark.parametrize("where", ["events_request", "people"])
def test_check_finds_garbled_pages(
    tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str], where: str
) -> None:
    """Also in an index that reading a table doesn't use. What can still be read is checked all the same."""
    file = tmp_path / "tables.db"
    garble(file, where)
    problems = said(capsys)
    assert any("is damaged" in problem for problem in problems)
    assert "\n" not in "".join(problems)


def test_a_seat_that_does_not_exist() -> None:
    """Nor may somebody have an automatic player's seat before the game starts."""
    game = GAMES["sprint"]
    draft = play(game, 2, defaults(game), bytes(range(32)))
    lobby = fold(draft.written(None)[:3])
    assert lobby is not None
    faults = [*seat_problems(lobby, [Seating("p:1", "Ann", 7)])]
    assert "Somebody has seat 7, but it has only 2 seats." in faults


def test_a_forger_who_knows_the_hashes(
    tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A die is changed and every hash recomputed: the roll doesn't follow from the seed."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    table = filled["running"]
    with connection:
        rows = connection.execute(
            "SELECT sequence, payload, at, drawn, kind, seat, move FROM events WHERE table_id = ? ORDER BY sequence",
            (table,),
        ).fetchall()
        before, changed = first_hash(table), 0
        for sequence, payload, at, drawn, kind, seat, move in rows:
            new = payload
            if "roll" in kind and not changed:
                roll = json.loads(payload)
                name = next(name for name, value in roll.items() if isinstance(value, list))
                roll[name] = [die % 6 + 1 for die in roll[name]]
                new, changed = json.dumps(roll, ensure_ascii=False, separators=(",", ":")), sequence
            before = chain(before, sequence, new, at, drawn, seat=seat, move=move)
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


async def test_on_postgres(postgres_url: str) -> None:
    """The same check, without SQLite's tools."""
    tables = await fill(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("UPDATE events SET payload = '{}' WHERE table_id = $1 AND sequence = 2", tables["over"])
    await connection.execute("DELETE FROM events WHERE table_id = $1 AND sequence > 10", tables["running"])
    await connection.close()
    store = await open_to_read(postgres_url)
    report = await look_through(store)
    await store.close()
    assert f"Table {tables['over']}, event 2: {WRONG_HASH}" in report.problems
    assert report.problems[0].startswith(f"Table {tables['running']} had ")
    assert report.tables == 3


async def test_check_with_more_tables_than_the_store_lists_at_once(store: Store, database_url: str) -> None:
    """None is left out; each one fails here, because these events are made up."""
    names = {f"{first}{second}{number}" for first in "2z" for second in "3y" for number in range(60)} | {"Ä"}
    for name in sorted(names):
        await store.append(opening(name))
    reader = await open_to_read(database_url)
    report = await look_through(reader)
    await reader.close()
    assert {problem.removeprefix("Table ").partition(",")[0] for problem in report.problems} == names
    assert (report.tables, report.events) == (len(names), len(names))
