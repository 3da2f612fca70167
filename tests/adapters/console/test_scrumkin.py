"""Scrumkin at the console: a whole scripted game in each mode, and decks on the command line."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.adapters.console.harness import console, scrum_table

GAMES = Path(__file__).parent / "games"
DECK = Path(str(files("games.scrumkin") / "data" / "deck.toml"))


def played(folder: Path, mode: str, seed: str) -> str:
    lines = (GAMES / f"scrumkin-{mode}.txt").read_text("utf-8").splitlines()
    return console(folder, *lines, seed=seed)


def in_order(transcript: str, *sentences: str) -> None:
    position = 0
    for sentence in sentences:
        position = transcript.index(sentence, position)


def private(transcript: str) -> set[str]:
    """The first two words of every private reply."""
    lines = [line.split(") ", 1)[1] for line in transcript.splitlines() if line.startswith("(only ")]
    return {" ".join(line.split(" ")[:2]) for line in lines}


def test_a_race_of_three(tmp_path: Path) -> None:
    """Hands, cards for oneself and others, dropping, and shields in and out of turn; cleo wins, and it verifies."""
    transcript = played(tmp_path, "competitive", "3")
    in_order(
        transcript,
        "Welcome to Scrumkin Inc.: the first empty backlog wins. anna was the last to eat chocolate.",
        "Everybody draws 3 cards.",
        "(only anna sees this) Your hand, for your eyes only: 77 “Pizza and Overtime”",
        "anna plays 77 “Pizza and Overtime” (+2 +2 0 -2∞) on cleo. Fun for two sprints.",
        "Everybody has played; the sprint is about to end.",
        "Sprint 1 is over. anna: velocity 0, 12 left; ben: velocity 0, 10 left; cleo: velocity -1, 10 left.",
        "cleo raises a shield: “One Board for Everybody” counters their own 77 “Pizza and Overtime” (+2 +2 0 -2∞)",
        "anna drops a card face down under the stack.",
        "(only anna sees this) You drop 18 “Refined on the Fly” (-1) face down under the stack.",
        "Backlog after each sprint",
        "ben raises a shield: “Two Things at a Time” counters their own 79 “Into the Cloud” (-3 -2 -1 +2∞)",
        "cleo finishes the backlog in sprint 7 and wins!",
        "Everything checks out.",
        "Seed: ",
    )
    assert private(transcript) == {"Everything checks", "You draw", "You drop", "Your hand,", "… 13"}


def test_a_game_together(tmp_path: Path) -> None:
    """Thelma takes over an item from Louise, and the Mammoth is shipped in sprint 8."""
    transcript = played(tmp_path, "collaborative", "4")
    in_order(
        transcript,
        "Scrumkin (mode: collaborative)",
        "empty all your backlogs within 10 sprints.",
        "play two cards: one into your own game and one on another player. You can also take over items.",
        "thelma takes over 1 item from louise: -1 velocity until it’s done.",
        "1 taken over",
        "You’ve shipped the Mammoth! Every backlog is empty after 8 sprints: you all win.",
        "Everything checks out.",
    )
    assert "under the stack" not in transcript
    assert private(transcript) == {"Everything checks", "You draw", "Your hand,", "… 7"}


def test_export_and_verify(tmp_path: Path) -> None:
    """The export contains the whole deck, so it verifies and replays without other files."""
    played(tmp_path, "collaborative", "4")
    assert scrum_table(tmp_path, "export", "", "--db", "tables.db", "-o", "game.json").returncode == 0
    assert scrum_table(tmp_path, "verify", "game.json").returncode == 0
    replayed = scrum_table(tmp_path, "replay", "game.json")
    assert replayed.returncode == 0
    assert "You’ve shipped the Mammoth!" in replayed.stdout
    events = json.loads((tmp_path / "game.json").read_text("utf-8"))["events"]
    started = next(event["payload"] for event in events if event["payload"]["kind"] == "started")
    assert len(started["deck"]["sprint"]) == 88


# --- decks ---------------------------------------------------------------------------------------------------------


def test_deck_check(tmp_path: Path) -> None:
    """`deck check` describes a deck as text and as JSON, with exit code 0."""
    done = scrum_table(tmp_path, "deck", "check", str(DECK))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Sprint cards: 88, with shield: 16" in done.stdout
    as_json = scrum_table(tmp_path, "deck", "check", str(DECK), "--json")
    found = json.loads(as_json.stdout)
    assert (found["sprint_cards"], found["action_cards"], found["shields"], found["problems"]) == (88, 22, 16, [])


def test_deck_check_with_problems(tmp_path: Path) -> None:
    """Problems are listed with their line, with exit code 1; a missing file is a problem too."""
    (tmp_path / "mine.toml").write_text('[[sprint]]\ntitle = "A"\neffect = "lots"\n')
    done = scrum_table(tmp_path, "deck", "check", "mine.toml", "gone.xlsx")
    assert (done.returncode, done.stderr) == (1, "")
    assert "- mine.toml, line 1: the effect “lots” must be 1 to 4 values" in done.stdout
    assert "- gone.xlsx: can’t read the file" in done.stdout


def test_a_custom_deck(tmp_path: Path) -> None:
    """A deck in DECKS_FOLDER can be chosen by name, in a simulation too."""
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.toml").write_bytes(DECK.read_bytes())
    lines = ("anna: new scrumkin deck=ours", "ben: join", "anna: start")
    done = scrum_table(tmp_path, "console", "--db", "t.db", lines=lines, DECKS_FOLDER="decks")
    assert "The deck is “ours”." in done.stdout
    words = ("simulate", "scrumkin", "--games", "2", "--seats", "2", "--option", "deck=ours", "--json")
    simulated = scrum_table(tmp_path, *words, DECKS_FOLDER="decks")
    assert json.loads(simulated.stdout)["finished"] == 2


@pytest.mark.parametrize("folder", ["nowhere", "file.txt"])
def test_an_invalid_decks_folder(tmp_path: Path, folder: str) -> None:
    """The error names the setting, and nothing starts."""
    (tmp_path / "file.txt").write_text("")
    done = scrum_table(tmp_path, "console", lines=["anna: help"], DECKS_FOLDER=folder)
    assert done.returncode == 2
    assert done.stderr == "scrum-table: DECKS_FOLDER must be a folder that exists and can be read.\n"
