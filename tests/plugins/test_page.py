"""The code in docs/new-game.md is a plugin that keeps the contract and plays: exactly as it is printed there."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.plugins.installing import code_on_the_page, install, passing, pretend, works, write
from tests.plugins.test_new_game import CHECKS_OF_THE_CONTRACT

SCRIPT = (
    "anna: new poker",
    "ben: join",
    "anna: start",
    "anna: choose 5",
    "ben: choose 8",
    "ben: /poker choose 8",
    "anna: poker choose 8",
)


def followed(parent: Path, files: Mapping[str, str]) -> Path:
    """The plugin after all steps: what new-game writes, with the files of the page in it."""
    folder = parent / "poker"
    works(parent, "bot", "new-game", "poker", "--plugin", str(folder))
    (folder / "scrum_table_poker" / "data" / "lessons.md").unlink()
    ours = {name: text for name, text in files.items() if not name.startswith("pack/")}
    assert all((folder / name).is_file() for name in ours)  # each replaces one
    write(ours, folder)
    return folder


@pytest.fixture(scope="module")
def poker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return followed(tmp_path_factory.mktemp("page"), code_on_the_page())


@pytest.fixture(scope="module")
def installed(poker: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    install(poker, target)
    return target


def test_it_keeps_the_contract(poker: Path) -> None:
    """The tests on the page pass, the contract suite included."""
    assert passing(poker) == CHECKS_OF_THE_CONTRACT + 1


def test_it_is_typed(poker: Path) -> None:
    """The strict type checker has nothing to say about it."""
    assert "Success" in works(poker, "mypy", "--strict", "--follow-imports=silent", "scrum_table_poker", "tests")


def test_it_is_played(installed: Path, tmp_path: Path) -> None:
    """Installed, it is played in the console: cards are chosen in secret and revealed, until everybody agrees."""
    shown = works(tmp_path, "bot", "console", lines=SCRIPT, plugins=installed)
    assert "anna has chosen." in shown
    assert "The cards: anna 5 and ben 8." in shown
    assert "The estimate is 8." in shown
    assert "(only anna sees this) You chose 5." in shown
    assert "anna chose" not in shown
    simulated = works(tmp_path, "bot", "simulate", "poker", "--games", "20", "--seats", "5", plugins=installed)
    assert "finished: 20" in simulated


def test_it_is_listed(installed: Path, tmp_path: Path) -> None:
    """`scrum-table doctor` names it."""
    assert "The plugin poker (scrum_table.games, from scrum-table-poker 0.1.0)" in works(
        tmp_path, "bot", "doctor", plugins=installed
    )


def test_the_missing_title_is_noticed(tmp_path: Path) -> None:
    """Without the title in the picture, a sentence says what to do, and where the page explains it."""
    files = code_on_the_page()
    drawing = "scrum_table_poker/drawing.py"
    folder = followed(tmp_path, files | {drawing: files[drawing].replace(", title=name", "")})
    with pytest.raises(AssertionError) as failed:
        passing(folder, "-k", "names_are_in_the_picture")
    sentence = "The picture must have a <title> with the whole name of each player, such as svg.group(…, title=name)"
    assert sentence in str(failed.value)
    assert "See “Pictures” in docs/new-game.md." in str(failed.value)


def test_the_pack_on_the_page(tmp_path: Path) -> None:
    """The retro format on the page can be played."""
    code = code_on_the_page()["pack/acme_formats.py"]
    pretend(tmp_path, {"scrum_table.retro_formats": {"acme": "acme_formats:formats"}}, acme_formats=code)
    lines = ("anna: new retro format=rose-thorn-bud", "ben: join", "anna: start", "anna: ready", "ben: ready")
    assert "Thorn" in works(tmp_path, "bot", "console", lines=lines, plugins=tmp_path)
