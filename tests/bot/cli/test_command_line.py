"""The command `scrum-table`: simulate, export, replay, verify, and its error messages."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot import __version__
from bot.cli.app import main
from bot.cli.dispatch import AWAY
from bot.settings import Settings
from storage import open_store
from tests.adapters.console.harness import scrum_table
from tests.bot.harness import Bench, in_discussion
from tests.storage.raw import garble

KEYS = {"games", "finished", "wins", "turns_mean", "final_dice_mean", "landings"}


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


class Ran:
    """Runs a command and keeps its output and exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(words)
        self.out, self.err = capsys.readouterr()


def fault(ran: Ran, code: int = 2) -> str:
    """The one-line message of a command that failed."""
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("scrum-table: ")
    assert ran.err.count("\n") == 1
    return ran.err


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    ran = Ran(capsys, "simulate", "sprint", "--json", *words)
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    return found


# --- simulate ------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """A different seed gives different ones; every documented figure is there."""
    first = simulated(capsys, "--games", "5", "--seats", "3", "--seed", "1")
    assert set(first) >= KEYS
    assert first == simulated(capsys, "--games", "5", "--seats", "3", "--seed", "1")
    assert first != simulated(capsys, "--games", "5", "--seats", "3", "--seed", "2")
    assert (first["games"], first["finished"]) == (5, 5)
    assert first["landings"]["S9"] > 0


@pytest.mark.parametrize("seats", range(2, 7))
def test_every_game_finishes_and_a_sensible_team_often_wins(capsys: pytest.CaptureFixture[str], seats: int) -> None:
    """With two to six players, between 40% and 85% of the sprints are won."""
    found = simulated(capsys, "--games", "60", "--seats", str(seats), "--seed", "table")
    assert found["finished"] == found["games"] == 60
    assert 0.40 <= found["wins"] / found["games"] <= 0.85
    assert 3 <= found["final_dice_mean"] <= 10


def test_figures_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json, one line per figure; the seed is included, so that the run can be repeated."""
    ran = Ran(capsys, "simulate", "sprint", "--games", "2", "--option", "hours=100", "--option", "board=long")
    names = {line.split(":")[0] for line in ran.out.splitlines()}
    assert names >= KEYS | {"seed", "seats"}


def test_seats_may_differ_in_strength(capsys: pytest.CaptureFixture[str]) -> None:
    """One level for all seats or one for each; any other number, and a level that the game lacks, is refused."""
    two = ("simulate", "scrumkin", "--json", "--games", "1", "--seats", "2")
    for given, levels in ((["expert"], ["expert", "expert"]), (["expert", "beginner"], ["expert", "beginner"])):
        words = [word for level in given for word in ("--level", level)]
        assert json.loads(Ran(capsys, *two, *words).out)["levels"] == levels
    assert "one for each" in Ran(capsys, *two, *("--level", "club") * 3).err
    assert "club, beginner or expert" in Ran(capsys, *two, "--level", "genius").err


def test_exported_games_can_be_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each game as a file; exit code 0 for a good one, 1 with the number of the event for a changed one."""
    simulated(capsys, "--games", "3", "--seed", "1", "--export", "games/deep")
    files = sorted((tmp_path / "games" / "deep").iterdir())
    assert len(files) == 3
    for file in files:
        good = Ran(capsys, "verify", str(file))
        assert (good.code, good.err) == (0, "")
        assert good.out.startswith("Everything checks out.")
    game = json.loads(files[0].read_text("utf-8"))
    rolled = next(event for event in game["events"] if event["payload"]["kind"] == "rolled")
    rolled["payload"]["dice"] = [1 + rolled["payload"]["dice"][0] % 6]
    files[0].write_text(json.dumps(game), "utf-8")
    bad = Ran(capsys, "verify", str(files[0]))
    assert (bad.code, bad.err) == (1, "")
    assert f"event {rolled['sequence']} is wrong" in bad.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "1"), "The Scrum Game has 2 to 12 seats."),
        (("--seats", "13"), "The Scrum Game has 2 to 12 seats."),
        (("--games", "0"), "Choose at least one game."),
        (("--option", "hours=1"), "hours is a number from 50 to 1000, or 0"),
        (("--option", "coffee"), "has no option “coffee”"),
        (("--games", "1", "--export", "file/below"), "file"),
    ],
)
def test_an_impossible_simulation(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """One sentence and exit code 2."""
    (tmp_path / "file").write_text("in the way")
    assert said in fault(Ran(capsys, "simulate", "sprint", *words))


# --- export, replay, verify ----------------------------------------------------------------------------------------


async def two_tables(file: Path) -> tuple[str, str, str]:
    """A finished table and one with a vote in progress; also the second one's seed."""
    store = await open_store(f"sqlite:///{file}")
    bench = Bench(store)
    await bench.begin()
    await bench.step()
    await bench.say("anna", "end sure")
    over = await bench.live()
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("anna", "vote no")
    running = await bench.live()
    await store.close()
    return over.id, running.id, running.seed.hex()


def common(one: str, other: str) -> str:
    """The shortest prefix of one id that the other doesn't share."""
    return next(one[:length] for length in range(1, 13) if not other.startswith(one[:length]))


def test_export_by_id_or_prefix(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """To the screen or into a file; the result can be verified and replayed."""
    over, running, _ = asyncio.run(two_tables(tmp_path / "tables.db"))
    shown = Ran(capsys, "export", common(over, running), "--db", "tables.db")
    assert (shown.code, json.loads(shown.out)["table"]) == (0, over)
    written = Ran(capsys, "export", over, "--db", "tables.db", "-o", "game.json")
    assert (written.code, written.out) == (0, "")
    assert (tmp_path / "game.json").read_text("utf-8") == shown.out
    assert Ran(capsys, "verify", "game.json").code == 0
    replayed = Ran(capsys, "replay", "game.json")
    assert replayed.code == 0
    assert "1. table.opened" in replayed.out
    assert "The host has closed the table." in replayed.out


def test_a_running_table_keeps_its_secrets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It is exported without its seed, and can be neither verified nor replayed."""
    _, running, seed = asyncio.run(two_tables(tmp_path / "tables.db"))
    exported = Ran(capsys, "export", running, "--db", "tables.db", "-o", "game.json")
    assert exported.code == 0
    assert seed not in (tmp_path / "game.json").read_text("utf-8")
    verified = Ran(capsys, "verify", "game.json")
    assert verified.code == 1
    assert "export it again once it’s over" in verified.out
    replayed = Ran(capsys, "replay", "game.json")
    assert replayed.code == 2
    assert "hidden because the game was still running" in replayed.err
    assert seed not in replayed.out + replayed.err + verified.out + verified.err


def test_an_unknown_or_ambiguous_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """If several match, they are listed."""
    over, running, _ = asyncio.run(two_tables(tmp_path / "tables.db"))
    assert "No table matches “zzz1”." in fault(Ran(capsys, "export", "zzz1", "--db", "tables.db"))
    several = fault(Ran(capsys, "export", "", "--db", "tables.db"))
    assert "Several tables match: " in several
    assert over in several
    assert running in several
    assert "game.json" in fault(Ran(capsys, "export", over, "--db", "tables.db", "-o", "nowhere/game.json"))


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_that_is_not_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    """Missing, a folder, not text, not a game: one sentence with the name of the file."""
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "text").write_text("Dear diary")
    (tmp_path / "folder").mkdir()
    for name in ("missing", "folder", "bytes"):
        assert f"Can't read {name}: " in fault(Ran(capsys, command, name))
    assert "text: This isn’t an exported game" in fault(Ran(capsys, command, "text"))


# --- faults of the database ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "hunter2",
        "mysql://scrum:hunter2@db/scrum",
        "sqlite://hunter2.db",
        "sqlite:///:memory:",
        "postgresql://scrum:hunter2@localhost:notaport/scrum",
        "postgresql://scrum:hunter2@[::1/scrum",
    ],
)
def test_a_bad_database_url(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """The sentence says what it should look like, and doesn't repeat the password."""
    monkeypatch.setenv("DATABASE_URL", url)
    said = fault(Ran(capsys, "export", "x"))
    assert "DATABASE_URL" in said
    assert "hunter2" not in said


def test_an_unreachable_database(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code says that a retry may help; the password isn't shown either."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://scrum:hunter2@localhost:1/scrum")
    said = fault(Ran(capsys, "export", "x"), AWAY)
    assert "DATABASE_URL" in said
    assert "hunter2" not in said


def test_a_database_of_a_newer_version(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """It isn't touched, and the sentence says what to do."""
    asyncio.run(two_tables(tmp_path / "tables.db"))
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert "newer" in fault(Ran(capsys, "export", "x", "--db", "tables.db"))


def test_a_file_that_is_not_a_database(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder or a text file: the sentence names it."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("Dear diary\n" * 100)
    assert "folder is a folder" in fault(Ran(capsys, "export", "x", "--db", "folder"))
    assert "text" in fault(Ran(capsys, "export", "x", "--db", "text"))


@pytest.mark.parametrize("where", ["sqlite_schema", "tables", "rooms"])
def test_a_start_with_a_damaged_file(tmp_path: Path, where: str) -> None:
    """The exit code says that no retry helps: a supervisor that tries again for ever would hide it."""
    file = tmp_path / "tables.db"
    asyncio.run(two_tables(file))
    garble(file, where)
    done = scrum_table(tmp_path, "play", "--no-browser", "--port", "0", DATABASE_URL=f"sqlite:///{file}")
    assert (done.returncode, "is damaged" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    "words", ["run", "play --no-browser --port 0", "console", "restore backup.db", "console --db dat/x/tables.db"]
)
def test_a_mistyped_folder(tmp_path: Path, words: str) -> None:
    """Nothing is created there: the program would start without any table, and nobody would know why."""
    asyncio.run(two_tables(tmp_path / "backup.db"))
    nowhere = {"HTTP_HOST": "192.0.2.1"}  # of no machine: a server that starts after all ends there
    done = scrum_table(tmp_path, *words.split(), DATABASE_URL=f"sqlite:///{tmp_path}/dat/x/tables.db", **nowhere)
    assert done.returncode == 2
    assert f"scrum-table: There is no folder {tmp_path / 'dat' / 'x'} for the database, so nothing was" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["backup.db"]


@pytest.mark.parametrize("words", ["console", "restore backup.db"])
def test_the_default_folder(tmp_path: Path, words: str) -> None:
    """Nobody has typed it, so it is created with everything that it is in."""
    asyncio.run(two_tables(tmp_path / "backup.db"))
    done = scrum_table(tmp_path, *words.split(), XDG_DATA_HOME=str(tmp_path / "home" / "data"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "home" / "data" / "scrum-table" / "scrum-table.sqlite3").is_file()


# --- the process itself --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [(), ("run",), ("simulate",), ("export",), ("replay",), ("verify",), ("console",), ("play",)]
)
def test_help_of_every_command(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    """`--help` explains each one."""
    with pytest.raises(SystemExit) as exited:
        main([*words, "--help"])
    assert exited.value.code == 0
    assert "usage: scrum-table" in capsys.readouterr().out


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    """argparse lists the available ones."""
    with pytest.raises(SystemExit) as exited:
        main(["fly"])
    assert exited.value.code == 2
    assert "simulate" in capsys.readouterr().err


def test_the_installed_command(tmp_path: Path) -> None:
    """Really installed, really started: its version, a simulation, a bad setting."""
    assert scrum_table(tmp_path, "--version").stdout == f"scrum-table {__version__}\n"
    done = scrum_table(tmp_path, "simulate", "sprint", "--games", "1", "--json", "--seed", "1")
    assert set(json.loads(done.stdout)) >= KEYS
    bad = scrum_table(tmp_path, "verify", "game.json", LOG_LEVEL="LOUD")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "scrum-table: LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR.\n"


def test_the_console_without_configuration(tmp_path: Path) -> None:
    """Piped, it reads its lines and stores the table in the user's data folder."""
    done = scrum_table(tmp_path, "console", lines=["anna: new sprint"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. anna (host)" in done.stdout
    assert (tmp_path / "data" / "scrum-table" / "scrum-table.sqlite3").exists()
