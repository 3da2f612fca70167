"""Every check says what a game must do and where to read about it."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import games.testing
from games.testing.play import PAGE, SECTIONS

FOLDER = Path(games.testing.__file__).parent
ROOT = Path(__file__).parents[2]
NAMES = {name for name, section in vars(import_module("games.testing.play")).items() if section in SECTIONS}


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_every_assertion_has_a_sentence(file: Path) -> None:
    """No check fails with nothing but AssertionError: each names a section of the page."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Assert):
            message = node.msg
            assert isinstance(message, ast.Call), f"{file.name}:{node.lineno} has no sentence"
            assert ast.unparse(message.func) in NAMES, f"{file.name}:{node.lineno} names no section"


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_every_section_is_on_the_page(section: object) -> None:
    """Whoever follows a sentence finds the heading."""
    headings = [line.lstrip("# ") for line in (ROOT / PAGE).read_text("utf-8").split("\n") if line.startswith("#")]
    assert getattr(section, "title", "") in headings
