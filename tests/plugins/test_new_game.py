"""`scrum-table new-game`: a game that keeps the contract and plays everywhere, with no edit outside its folder."""

import shutil
from pathlib import Path

import pytest

from bot.cli import Fault
from bot.cli.app import main
from bot.cli.new_game import new_game
from bot.cli.parser import parser
from bot.cli.skeleton.tests.test_mygame import TestContract as SkeletonContract
from bot.cli.skeleton.tests.test_mygame import (
    test_more_stones_than_there_are as skeleton_refuses_too_many_stones,
)
from bot.cli.skeleton.tests.test_mygame import test_the_last_stone_wins as skeleton_ends
from games import GAMES
from tests.plugins.installing import ROOT, install, passing, run, works

CHECKS_OF_THE_CONTRACT = 55
SCRIPT = ("anna: new nim stones=5", "ben: join", "anna: start", "anna: take 2", "ben: /nim take 2", "anna: nim take 1")
# tests that run over every game, on every platform
EVERY_GAME = (
    "tests/bot/kernel/test_every_game.py",
    "tests/adapters/discord/test_commands.py",
    "tests/adapters/discord/activities/test_games.py::test_a_whole_game_with_buttons",
    "tests/adapters/slack/test_games.py::test_a_whole_game",
    "tests/adapters/teams/test_games.py::test_a_whole_game",
    "tests/adapters/web/test_every_game.py",
)
# tests that have something on file, or a list, for each of our own games
OUR_GAMES = (
    "tests/contract/test_playthroughs.py",
    "tests/bot/features/test_tutorial.py::test_everything_that_a_lesson_names_works",
    "tests/bot/kernel/live/test_async.py::test_every_game_with_clocks_is_tried",
    "tests/bot/kernel/test_languages.py::test_names_of_options_and_levels_can_be_translated",
    "tests/languages/test_catalogues.py::test_catalogues_have_the_messages_of_the_code",
    "tests/recorded/test_sessions.py::test_the_games_of_the_first_release_are_recorded",
    "tests/adapters/test_lessons.py",
    "tests/adapters/discord/outgoing/test_private.py::test_every_rule_topic_is_shown",
)
NOT_OF_A_GAME = "tried or translated or messages or recorded"


class TestSkeleton(SkeletonContract):
    """The skeleton as it is in the repository, run here so that its failures are easy to read."""


def test_the_tests_of_the_skeleton() -> None:
    """They pass for the skeleton itself."""
    skeleton_ends()
    skeleton_refuses_too_many_stones()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout, as far as a new game needs it."""
    folder = tmp_path_factory.mktemp("checkout")
    skipped = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("adapters", "bot", "games", "storage", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A plugin as new-game writes it, and the folder into which it is installed."""
    folder, target = tmp_path_factory.mktemp("plugin") / "nim", tmp_path_factory.mktemp("installed")
    printed = works(folder.parent, "bot", "new-game", "nim", "--plugin", "nim")
    assert "python -m pytest" in printed
    install(folder, target)
    return folder, target


# --- in a checkout -------------------------------------------------------------------------------------------------


def test_in_a_checkout(checkout: Path) -> None:
    """The contract suite passes at once; the game is listed, lints and plays; nothing else in the checkout changed."""
    before = {file: file.read_bytes() for file in checkout.rglob("*") if file.is_file()}
    printed = run(checkout, "bot", "new-game", "nim")
    assert printed[0] == 0
    assert "Added to BUILT_IN in games/__init__.py" in printed[1]
    changed = {file for file, content in before.items() if file.read_bytes() != content}
    assert changed == {checkout / "games" / "__init__.py"}
    registry = (checkout / "games" / "__init__.py").read_text("utf-8")
    assert registry.replace('    "nim": "Nim",\n', "") == (ROOT / "games" / "__init__.py").read_text("utf-8")
    assert passing(checkout, "tests/games/nim") == CHECKS_OF_THE_CONTRACT + 2
    assert works(checkout, "ruff", "check", "games", "tests/games/nim") == "All checks passed!\n"
    works(checkout, "ruff", "format", "--check", "games/nim", "tests/games/nim")
    assert "The heap is empty: anna wins." in works(checkout, "bot", "console", lines=SCRIPT)
    assert "finished: 3" in works(checkout, "bot", "simulate", "nim", "--games", "3", "--seats", "4")


def test_the_other_tests_of_a_checkout(checkout: Path) -> None:
    """They pass with the new game as it was written: `make test` has nothing to say about it."""
    assert "nim" in (checkout / "games" / "__init__.py").read_text("utf-8"), "the test above has written it"
    passed = passing(checkout, *OUR_GAMES, "-k", f"nim or {NOT_OF_A_GAME}", program=checkout)
    assert passed > len(OUR_GAMES)


def test_a_missing_playthrough(checkout: Path) -> None:
    """The sentence says how to write it."""
    (checkout / "tests" / "contract" / "playthroughs" / "nim.txt").unlink()
    with pytest.raises(AssertionError, match="nim has no playthrough on file: write it with `make playthroughs`"):
        passing(checkout, "tests/contract/test_playthroughs.py", "-k", "nim", program=checkout)


def test_a_changed_list_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the list of games looks different, it is not touched, and the line to add is shown."""
    (tmp_path / "games").mkdir()
    (tmp_path / "tests" / "games").mkdir(parents=True)
    registry = tmp_path / "games" / "__init__.py"
    registry.write_text("BUILT_IN = load()\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", "nim"]) == 0
    assert registry.read_text("utf-8") == "BUILT_IN = load()\n"
    assert 'Add this line to BUILT_IN in games/__init__.py:\n    "nim": "Nim",' in capsys.readouterr().out


# --- as a plugin ---------------------------------------------------------------------------------------------------


def test_the_tests_of_a_plugin(plugin: tuple[Path, Path]) -> None:
    """They pass before anything is installed or changed."""
    assert passing(plugin[0]) == CHECKS_OF_THE_CONTRACT + 2


def test_a_plugin_is_found(plugin: tuple[Path, Path], tmp_path: Path) -> None:
    """Installing it is enough: doctor lists it, automatic players play it, people play it in the console."""
    listed = works(tmp_path, "bot", "doctor", plugins=plugin[1])
    assert "ok  The plugin nim (scrum_table.games, from scrum-table-nim 0.1.0) is installed." in listed
    assert "finished: 3" in works(tmp_path, "bot", "simulate", "nim", "--games", "3", "--seats", "2", plugins=plugin[1])
    shown = works(tmp_path, "bot", "console", lines=SCRIPT, plugins=plugin[1])
    assert "The heap is empty: anna wins." in shown


def test_a_plugin_plays_on_every_platform(plugin: tuple[Path, Path]) -> None:
    """The tests that run over every game pass with it: the service, Discord, Slack and the web table."""
    both = "nim or test_commands"
    assert passing(ROOT, *EVERY_GAME, "-k", both, plugins=plugin[1]) > len(EVERY_GAME)


def test_a_plugin_that_thinks_in_another_process(plugin: tuple[Path, Path], tmp_path: Path) -> None:
    """A spawned process loads the same games, so an automatic player can think there."""
    slow = tmp_path / "slow"
    shutil.copytree(plugin[1], slow)
    module = slow / "scrum_table_nim" / "__init__.py"
    text = module.read_text("utf-8")
    text = text.replace('    key = "nim"\n', '    key = "nim"\n    bots = Bots(thinks=True)\n')
    module.write_text(text.replace("\nMOST", "from games.parts import Bots\n\nMOST"), "utf-8")
    lines = ("anna: new nim stones=7", "bot", "start", "take 1", "take 1", "take 1", "take 1")
    shown = works(tmp_path, "bot", "console", lines=lines, plugins=slow)
    assert "The heap is empty:" in shown


# --- names ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("class", "is a word of Python"),
        ("match", "is a word of Python"),
        ("sprint", "There is already a game called “sprint”"),
        ("undo", "“undo” is a command"),
        ("roll", "“roll” is a command"),
        ("table", "“table” is a command"),
        ("json", "“json” is taken"),
        ("mygame", "“mygame” is taken"),
        ("Nim", "use 2 to 24 letters from a to z"),
        ("n", "use 2 to 24 letters from a to z"),
        ("planning-poker", "use 2 to 24 letters from a to z"),
        ("../nim", "use 2 to 24 letters from a to z"),
        ("nïm", "use 2 to 24 letters from a to z"),
        ("x" * 25, "use 2 to 24 letters from a to z"),
        ("", "use 2 to 24 letters from a to z"),
    ],
)
def test_bad_names(name: str, sentence: str, tmp_path: Path) -> None:
    """A name that would not work is refused with a sentence, and nothing is written."""
    with pytest.raises(Fault, match=sentence):
        new_game(parser().parse_args(["new-game", name, "--plugin", str(tmp_path / "x")]))
    assert [*tmp_path.iterdir()] == []


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a package nor a single file of a folder that is in use."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("Mine", "utf-8")
    with pytest.raises(Fault, match=r"README\.md exists already"):
        new_game(parser().parse_args(["new-game", "nim", "--plugin", "."]))
    assert [file.name for file in tmp_path.iterdir()] == ["README.md"]
    new_game(parser().parse_args(["new-game", "nim", "--plugin", "nim"]))
    with pytest.raises(Fault, match="exists already: choose another name or folder"):
        new_game(parser().parse_args(["new-game", "nim", "--plugin", "nim"]))


@pytest.mark.parametrize("name", ["graphics", "testing"])
def test_a_package_of_our_own(checkout: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A folder that exists is not taken for a new game."""
    monkeypatch.chdir(checkout)
    with pytest.raises(Fault, match=f"games/{name} exists already"):
        new_game(parser().parse_args(["new-game", name]))


def test_outside_of_a_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says what to do instead."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Fault, match="not a checkout of Scrum Table: go to one, or write a plugin with --plugin DIR"):
        new_game(parser().parse_args(["new-game", "nim"]))


def test_the_skeleton_is_not_a_game_here() -> None:
    """It is a template; nobody can open a table of it."""
    assert "mygame" not in GAMES
