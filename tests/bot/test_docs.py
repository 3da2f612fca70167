"""The documentation lists every command, in chat and on the command line, and every setting."""

import re
from pathlib import Path

import pytest

from bot.cli.parser import parser
from bot.kernel.table.catalogue import Unfinished, commands, parse
from bot.kernel.table.model import Refused
from bot.settings import Settings
from games import GAMES
from tests.bot.workshop_page import documented, guides
from tests.docs.pages import names, prose

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = sorted({command.name for game in (None, *GAMES.values()) for command in commands(game)})


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """As people type it, in docs/commands.md."""
    assert f"`/scrum {name}" in (DOCS / "commands.md").read_text("utf-8")


@pytest.mark.parametrize("page", ["commands.md", "retro.md", "web.md", "workshop.md"])
def test_what_people_shall_type_can_be_typed(page: str) -> None:
    """At a table of some game, or without one; `<code>` stands for a word."""
    lines = [name for name in names(prose(DOCS / page)) if re.match(r"/(scrum|retro|rugby) ", name)]
    assert lines
    assert not [line for line in lines if not can_be_typed(re.sub(r"[<\[](\w+)[^>\]]*[>\]]", r"\1", line))]


def can_be_typed(line: str) -> bool:
    """A command may still ask for more."""
    for game in (None, *GAMES.values()):
        try:
            parse(line, game, ("Anna", "Ben"))
        except Unfinished:
            return True
        except Refused:
            continue
        return True
    return False


def test_the_command_line_is_documented() -> None:
    """Each of its commands has a row in docs/commands.md."""
    known = set(re.findall(r"(?m)^    ([\w-]+)(?:  |$)", parser().format_help()))
    rows = set(re.findall(r"(?m)^\| `scrum-table ([\w-]+)", (DOCS / "commands.md").read_text("utf-8")))
    assert {"run", "film", "load"} < known == rows


@pytest.mark.parametrize("name", [name.upper() for name in Settings.model_fields])
def test_every_setting_is_documented(name: str) -> None:
    """By its environment variable, in docs/settings.md."""
    assert f"`{name}`" in (DOCS / "settings.md").read_text("utf-8")


def test_what_a_workshop_page_says_of_a_game_is_from_its_kit() -> None:
    """`python -m tests.bot.workshop_page` writes it into docs/workshop.md."""
    assert documented() == guides()
