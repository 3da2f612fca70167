"""The command line and dice that several teams share: the seed comes last, and files are compared."""

import asyncio
import json
from pathlib import Path

import pytest

from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from storage import open_store
from tests.bot.cli.test_command_line import Ran
from tests.bot.features.fairness.shared_tables import SEED, erratic, finished_file, play, started, store_team
from tests.bot.features.fairness.test_shared_dice import change_a_die
from tests.bot.harness import THREE

pytestmark = pytest.mark.usefixtures("nothing_set")


async def store(*drafts: Draft) -> None:
    store = await open_store("sqlite:///tables.db")
    for draft in drafts:
        await store_team(store, draft, names=THREE)
    await store.close()


def test_the_seed_is_exported_when_no_table_of_the_round_is_running(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Tables with other seeds don't matter."""
    running = play(started("sprint", "two"), moves=3)
    done = play(started("sprint", "three"), erratic)
    asyncio.run(store(play(started("sprint", "one")), running))
    ran = Ran(capsys, "check")
    problems = [line for line in ran.out.splitlines() if line.startswith("Table ")]
    assert all("the record of the workshop is missing" in line for line in problems), ran.out  # and nothing else
    assert Ran(capsys, "export", "one", "-o", "one.json").code == 0
    assert SEED.hex() not in (tmp_path / "one.json").read_text("utf-8")
    verified = Ran(capsys, "verify", "one.json")
    assert verified.code == 1
    assert "export it again when the last team is done" in verified.out
    (tmp_path / "tables.db").unlink()
    running.record([tables.closed(running.standing.table, "trainer", SEED)])
    asyncio.run(store(play(started("sprint", "one")), running, done))
    for table in ("one", "two", "three"):
        Ran(capsys, "export", table, "-o", f"{table}.json")
    verified = Ran(capsys, "verify", "one.json", "two.json", "three.json")
    assert verified.code == 0, verified.out
    *each, compared = verified.out.splitlines()
    assert [line.partition(":")[0] for line in each] == ["one.json", "two.json", "three.json"]
    assert compared.startswith("These tables had the same dice")


def test_files_with_other_dice_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Beside what is wrong with each of them; games that share nothing are only verified."""
    games = {"one": finished_file("sprint", "one"), "two": finished_file("sprint", "two", erratic)}
    change_a_die(games["one"])
    for name, game in games.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(game), "utf-8")
    ran = Ran(capsys, "verify", "one.json", "two.json")
    first, second, compared = ran.out.splitlines()
    assert (ran.code, "Something doesn’t add up" in first, "Everything checks out" in second) == (1, True, True)
    assert compared.startswith("Tables one and two didn’t have the same dice: movement 8 1 is ")
    own = finished_file("sprint", "own", dice="")
    (tmp_path / "own.json").write_text(json.dumps(own), "utf-8")
    ran = Ran(capsys, "verify", "own.json", "own.json")
    assert (ran.code, len(ran.out.splitlines())) == (0, 2)
    ran = Ran(capsys, "verify", "own.json", "two.json")
    assert (ran.code, "they aren’t tables of one round" in ran.out) == (1, True)
