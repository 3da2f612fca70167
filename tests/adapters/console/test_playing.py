"""Hot-seat play at the console: scripts piped into the real process."""

import json
import shutil
from pathlib import Path

import pytest

from adapters.console.table import save_file
from tests.adapters.console.harness import console, scrum_table

GAME = Path(__file__).parent / "games" / "sprint.txt"
LOBBY = ("anna: new sprint", "ben: join")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The recorded game, played to the end once for all tests below."""
    folder = tmp_path_factory.mktemp("played")
    done = scrum_table(folder, "console", "--seed", "1", "--db", "tables.db", lines=GAME.read_text("utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    return folder, done.stdout


def test_a_whole_game_of_three_people(played: tuple[Path, str]) -> None:
    """Forks, tools with a vote, and discussions with votes and `done` lead to a sprint that is won."""
    _, transcript = played
    sentences = [
        "Here we go!",
        "anna, roll one die to plan the sprint.",
        "ben, choose where to go.",
        "Talk it over; the clock is running.",
        "cleo has voted.",
        "close the discussion, or keep talking",
        "The whole team agrees: that’s dealt with. One more progress die: ",
        "Sprint burndown, hours per day",
        "cleo offers “The Patient Duck” against anna’s “One Small Field”: “While we explain it",
        "Does “The Patient Duck” solve it? anna and ben, vote yes or no.",
        "Everybody agrees. anna is free of “One Small Field”.",
        "enters Sprint Review.",
        "The sprint is won! All the work is done and reviewed, on day 4.",
        "Everything checks out.",
        "Seed: `6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b`",
    ]
    position = 0
    for sentence in sentences:
        position = transcript.index(sentence, position)


def test_no_line_of_the_recorded_game_is_refused(played: tuple[Path, str]) -> None:
    """The only private replies are the answers to queries."""
    _, transcript = played
    private = [line for line in transcript.splitlines() if line.startswith("(only ")]
    assert [line.split(") ")[1].split(" ")[0] for line in private] == ["The", "Sprint", "cleo,", "…", "Everything"]


def test_the_game_can_be_exported_and_verified(played: tuple[Path, str]) -> None:
    """The game can be exported from the console's database, verified and replayed."""
    folder, transcript = played
    exported = scrum_table(folder, "export", "", "--db", "tables.db", "-o", "game.json")
    assert (exported.returncode, exported.stderr) == (0, "")
    verified = scrum_table(folder, "verify", "game.json")
    assert verified.returncode == 0
    assert verified.stdout in transcript
    replayed = scrum_table(folder, "replay", "game.json")
    assert replayed.returncode == 0
    assert "The sprint is won!" in replayed.stdout
    assert len(json.loads((folder / "game.json").read_text("utf-8"))["events"]) > 150


def test_players_can_export_the_game(played: tuple[Path, str], tmp_path: Path) -> None:
    """The file is saved in the folder where the console was started; an existing file is not overwritten."""
    folder = shutil.copytree(played[0], tmp_path / "taken")
    transcript = console(folder, "anna: export markdown", "export", "export csv", "export csv")
    (csv,) = folder.glob("sprint-*.csv")
    (markdown,) = folder.glob("sprint-*.md")
    (whole,) = folder.glob("sprint-*.json")
    for file in (csv, markdown, whole):
        assert f"Here’s the file.\nSaved to {file}." in transcript
    assert f"The file {csv} already exists" in transcript
    assert markdown.read_text("utf-8").startswith("# The Scrum Game\n")
    assert csv.read_text("utf-8").startswith("event,time,kind,text\n")
    assert scrum_table(folder, "verify", whole.name).returncode == 0


def test_a_file_that_cannot_be_saved(tmp_path: Path) -> None:
    """A sentence gives the reason."""
    said = save_file(tmp_path / "nowhere", "game.csv", b"a,b")
    assert said == f"I couldn't save {tmp_path / 'nowhere' / 'game.csv'}: No such file or directory."


def test_a_second_session_shows_the_table_again(played: tuple[Path, str], tmp_path: Path) -> None:
    """Opening the same database again shows where the table was, and play continues."""
    folder = shutil.copytree(played[0], tmp_path / "later")
    transcript = console(folder, "ben: 1")
    assert transcript.index("Play again") < transcript.index("ben: 1")
    assert "1. anna\n2. ben (host)\n3. cleo" in transcript


def test_plain_text_when_piped(played: tuple[Path, str]) -> None:
    """Piped output has no escape codes, and boards are at most 40 columns wide."""
    _, transcript = played
    assert "\x1b" not in transcript
    boards = [line for line in transcript.splitlines() if line.startswith("  ")]
    assert max(map(len, boards)) <= 2 + 40


def test_choices_by_number(tmp_path: Path) -> None:
    """Numbers refer to the acts last shown to the speaker, and the main one is the first."""
    transcript = console(tmp_path, "anna: new sprint", "ben: 1", "anna: 1", "1", "ben: 1", "9", "0")
    assert "[1] Start  [2] Add an automatic player  [3] Join" in transcript
    assert "2. ben" in transcript
    assert "Here we go!" in transcript
    assert "anna rolls" in transcript
    assert "(only ben sees this) There's no choice 9. Pick one of the last ones shown." in transcript
    assert "(only ben sees this) There's no choice 0." in transcript


def test_a_choice_that_asks_for_something(tmp_path: Path) -> None:
    """The answer follows the number and may contain colons; without one the console says how to type it."""
    script = GAME.read_text("utf-8").splitlines()
    tool = next(index for index, line in enumerate(script) if "tool The Patient Duck" in line)
    transcript = console(tmp_path, *script[:tool], "cleo: 2", "2 Because: the duck knows", "anna: vote no")
    assert "[2 <reason>] The Patient Duck for anna" in transcript
    assert "(only cleo sees this) That needs a reason: type `2 <reason>`." in transcript
    assert "“Because: the duck knows”" in transcript
    assert "anna has voted." in transcript


def test_rare_acts_are_listed_by_name(tmp_path: Path) -> None:
    """They have no number, so nobody chooses one by mistake."""
    transcript = console(tmp_path, "anna: new rugby", "ben: join", "anna: start", "anna: move c4-c5", "ben: board")
    assert "More, by name:  `draw offer`  `resign`" in transcript
    assert "] Resign" not in transcript


def test_those_who_lead_have_a_line_of_their_own(tmp_path: Path) -> None:
    """It comes after what everybody can do, and its numbers follow on."""
    transcript = console(tmp_path, "anna: new retro", "ben: join", "anna: start", "anna: 3", "anna: 1")
    assert "[1] Answer  [2] Pass\nWhoever leads:  [3] Next: Write" in transcript
    assert "Write: what should we talk about?" in transcript


def test_private_replies_are_marked(tmp_path: Path) -> None:
    """At a shared keyboard everybody could read them, so a mark says who they are for."""
    transcript = console(tmp_path, *LOBBY, "anna: start", "ben: roll", "status")
    assert "(only ben sees this) It isn’t your turn yet, it’s anna’s." in transcript
    assert "(only ben sees this) anna, roll one die to plan the sprint." in transcript


def test_comments_empty_lines_and_the_current_speaker(tmp_path: Path) -> None:
    """Comments and empty lines are skipped; a line without a name acts as the current speaker."""
    transcript = console(tmp_path, "# a comment: not a person", "", "   ", *LOBBY, "bot", "  anna :   start  ")
    assert "comment" not in transcript
    assert "ben: bot" in transcript
    assert "anna: start" in transcript
    assert "Here we go!" in transcript


def test_names_and_colons(tmp_path: Path) -> None:
    """A name may contain spaces; the text before a colon in a command isn't a name."""
    transcript = console(
        tmp_path,
        "Anna Lee: new sprint",
        "Ben: join",
        "tool 1 anna reason: it helps",
        "/scrum tool 1 anna reason: it helps",
        "Ben:",
    )
    assert "1. Anna Lee (host)\n2. Ben" in transcript
    assert transcript.count("(only Ben sees this) This table hasn’t started yet.") == 2
    assert "Pick what you’d like to do" in transcript


def test_names_ignore_case(tmp_path: Path) -> None:
    """ANNA is the same person as anna."""
    assert "(only ANNA sees this) You’re already seated." in console(tmp_path, *LOBBY, "ANNA: join")


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    """Control characters and escape codes are removed, and a long name is shortened."""
    long = "x" * 4000
    transcript = console(tmp_path, "an\x1b[31mna\x07: new sprint", f"{long}: join", "\x00: join", "# end")
    assert "\x1b" not in transcript
    assert "\x07" not in transcript
    assert "1. an [31mna (host)" in transcript
    assert f"2. {'x' * 39}…" in transcript


def test_automatic_players_do_not_pause_in_a_script(tmp_path: Path) -> None:
    """The game continues as far as it can, without pauses between their rounds."""
    script = ["anna: new sprint hours=50 days=3", "bot", "bot", "bot", "start", "leave", "join", *["roll", "1"] * 60]
    transcript = console(tmp_path, *script)
    assert "Thank you, everyone!" in transcript


def test_quit_leaves_at_once(tmp_path: Path) -> None:
    """Lines after `quit` or `exit` are not read."""
    assert "ben" not in console(tmp_path, "anna: new sprint", "Quit", "ben: join")
    assert "ben" not in console(tmp_path, "anna: exit", "ben: join")


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """The same seed gives the same dice; the next table of a session has different ones."""
    first = (*LOBBY, "anna: start", "verify", "roll", "ben: roll", "anna: end sure")
    script = (*first, "anna: new sprint", "ben: join", "anna: start", "verify")
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = console(tmp_path / "one", *script), console(tmp_path / "two", *script)
    rolls = [line for line in one.splitlines() if "rolls" in line or "Fingerprint" in line]
    assert rolls == [line for line in two.splitlines() if "rolls" in line or "Fingerprint" in line]
    fingerprints = [line.split("`")[1] for line in rolls if "Fingerprint" in line]
    assert len(set(fingerprints)) == 2


def test_a_broken_database_is_reported(tmp_path: Path) -> None:
    """The error is one sentence, not a traceback."""
    (tmp_path / "tables.db").write_text("This is a diary.\n" * 100)
    done = scrum_table(tmp_path, "console", "--db", "tables.db", lines=["anna: new sprint"])
    assert done.returncode == 2  # to try again wouldn't help
    assert done.stderr.startswith("scrum-table: The database ")
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
