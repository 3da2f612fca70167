"""The documentation lists every command and every setting."""

from pathlib import Path

import pytest

from bot.catalogue import commands
from bot.settings import Settings
from games import GAMES

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = sorted({command.name for game in (None, *GAMES.values()) for command in commands(game)})


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    """As people type it, in docs/commands.md."""
    assert f"`/scrum {name}" in (DOCS / "commands.md").read_text("utf-8")


@pytest.mark.parametrize("name", [name.upper() for name in Settings.model_fields])
def test_every_setting_is_documented(name: str) -> None:
    """By its name in the environment, in docs/settings.md."""
    assert f"`{name}`" in (DOCS / "settings.md").read_text("utf-8")
