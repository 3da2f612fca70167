"""`scrum-table check` on workshops, jobs and changes of actions: every contradiction gets a sentence."""

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.cli.app import main
from bot.cli.databases import look_through
from bot.features.workshop.model import WorkshopStore
from storage import open_store, open_to_read
from tests.bot.harness import Bench, WebTable
from tests.bot.workshop_harness import opened, said


async def fill(url: str) -> dict[str, str]:
    """A workshop whose two teams share their dice, with two people, and a clock that runs."""
    store = await open_store(url)
    bench = Bench(store, web=WebTable())
    trainer = await opened(bench, teams=2, same_dice=True)
    await trainer.come("anna", "ben")
    await trainer.order(said("clock", minutes="5"))
    workshop = await store.part(WorkshopStore).workshop(trainer.opened.id)
    assert workshop is not None
    await bench.service.close()
    await store.close()
    return {"workshop": workshop.id, "first": workshop.teams[0].table, "second": workshop.teams[1].table}


@pytest.fixture(scope="session")
def led(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Opened once; every test gets a copy."""
    file = tmp_path_factory.mktemp("led") / "tables.db"
    return file, asyncio.run(fill(f"sqlite:///{file}"))


@pytest.fixture
def names(tmp_path: Path, nothing_set: None, led: tuple[Path, dict[str, str]]) -> dict[str, str]:
    file, names = led
    shutil.copy(file, tmp_path / "tables.db")
    return names


def test_a_sound_workshop_passes(names: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0, capsys.readouterr().out


# The SQL, and the sentence, with the names filled in.
DAMAGE = {
    "a table of two teams": (
        "UPDATE workshops SET body = json_set(body, '$.teams[1].table', :first)",
        "Table {first} belongs to 2 teams of workshops.",
    ),
    "a table that is missing": (
        "UPDATE workshops SET body = json_set(body, '$.teams[1].table', 'nowhere')",
        "Workshop {workshop}: Team 2 is at table nowhere, but the record of the table is missing.",
    ),
    "a retrospective that is missing": (
        "UPDATE workshops SET body = json_set(body, '$.teams[0].retro', 'nowhere')",
        "Workshop {workshop}: Team 1 is at table nowhere, but the record of the table is missing.",
    ),
    "a member of a team that doesn't exist": (
        "UPDATE workshop_people SET team = 98 WHERE person = 'test:ben'",
        "Workshop {workshop}: Team 99 has 1 members, but there are only 2 teams.",
    ),
    "a workshop that is gone": (
        "DELETE FROM workshops",
        "Table {first} belongs to workshop {workshop}, but the record of the workshop is missing.",
    ),
    "members without a workshop": (
        "DELETE FROM workshops",
        "Workshop {workshop} has 2 members, but the record of the workshop is missing.",
    ),
    "another seed": (
        "UPDATE workshops SET seed = zeroblob(32)",
        "Workshop {workshop}: Its seed isn't the one that the tables of its teams have.",
    ),
    "a seed that is gone": (
        "UPDATE workshops SET seed = x''",
        "Workshop {workshop}: The seed of its dice is missing.",
    ),
    "too many teams": (
        """
        UPDATE workshops SET body = json_set(body, '$.teams', (
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 31)
            SELECT json_group_array(json_object('name', 'Team ' || n, 'room', 'web:' || n, 'table', '')) FROM numbers
        ))
        """,
        "Workshop {workshop}: It has 31 teams, but at most 30 are possible.",
    ),
    "a workshop that can't be read": (
        "UPDATE workshops SET body = 'garbled'",
        "Workshop {workshop} can't be read.",
    ),
    "a job that can't be read": (
        "UPDATE jobs SET payload = '{' WHERE kind = 'workshop_clock'",
        "Job workshop_clock:{workshop} can't be read, so it is never done.",
    ),
    "a change of an action without its table": (
        "INSERT INTO action_changes VALUES ('nowhere', 1, 'done', '', '', 0)",
        "Table nowhere has 1 changes of actions, but the record of the table is missing.",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_every_contradiction_is_found(
    tmp_path: Path, names: dict[str, str], capsys: pytest.CaptureFixture[str], what: str
) -> None:
    sql, sentence = DAMAGE[what]
    connection = sqlite3.connect(tmp_path / "tables.db")
    with connection:
        assert connection.execute(sql, names).rowcount >= 1
    connection.close()
    assert main(["check"]) == 1
    assert sentence.format(**names) in capsys.readouterr().out.splitlines()


def test_a_round_that_is_about_to_begin(
    tmp_path: Path, names: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its seed is stored before its tables are opened; nothing is wrong if it was interrupted then."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    with connection:
        connection.execute("UPDATE workshops SET seed = zeroblob(32), body = json_set(body, '$.round', 2)")
    connection.close()
    assert main(["check"]) == 0, capsys.readouterr().out


async def test_on_postgres(postgres_url: str) -> None:
    """The same check, with the same sentences."""
    names = await fill(postgres_url)
    connection = await asyncpg.connect(postgres_url)
    body: dict[str, Any] = json.loads(await connection.fetchval("SELECT body FROM workshops"))
    body["teams"][1] = {**body["teams"][1], "table": names["first"], "retro": "nowhere"}
    await connection.execute("UPDATE workshops SET body = $1, seed = $2", json.dumps(body), bytes(32))
    await connection.execute("UPDATE workshop_people SET team = 98 WHERE person = 'test:ben'")
    await connection.execute("UPDATE jobs SET payload = '''' WHERE kind = 'workshop_clock'")
    await connection.close()
    store = await open_to_read(postgres_url)
    report = await look_through(store)
    await store.close()
    workshop = names["workshop"]
    assert report.problems == (
        f"Job workshop_clock:{workshop} can't be read, so it is never done.",
        f"Table {names['first']} belongs to 2 teams of workshops.",
        f"Workshop {workshop}: Team 2 is at table nowhere, but the record of the table is missing.",
        f"Workshop {workshop}: Team 99 has 1 members, but there are only 2 teams.",
        f"Workshop {workshop}: Its seed isn't the one that the tables of its teams have.",
    )


def test_an_interrupted_opening(tmp_path: Path, names: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """The tables of teams are stored before their workshop: nothing is wrong with one where nobody is."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    with connection:
        for sql in ("DELETE FROM workshop_people", "DELETE FROM workshops"):
            connection.execute(sql)
        connection.execute("DELETE FROM people WHERE table_id = :second", names)
    connection.close()
    main(["check"])
    said = capsys.readouterr().out
    assert f"Table {names['first']} belongs to workshop" in said
    assert f"Table {names['second']} belongs to workshop" not in said
