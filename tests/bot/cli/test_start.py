"""The command line starts quickly: it imports only what the command needs."""

import subprocess
import sys

import pytest

from bot.cli.parser import RUNNERS, parser

LIBRARIES = {
    "aiohttp",
    "aiosqlite",
    "asyncpg",
    "discord",
    "jwt",
    "numba",
    "numpy",
    "openpyxl",
    "opentelemetry",
    "PIL",
    "prometheus_client",
    "prompt_toolkit",
    "pydantic",
    "segno",
    "slack_bolt",
    "thorvg_python",
    "uharfbuzz",
}
# what the web table needs, or cannot do without
OF_PLAY = {"aiohttp", "aiosqlite", "prometheus_client", "pydantic"}


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("from bot.cli.app import main\ntry: main(['--help'])\nexcept SystemExit: pass", set()),
        ("from bot.cli import dispatch, serving", OF_PLAY),
    ],
    ids=["--help", "play"],
)
def test_heavy_libraries_are_imported_only_where_they_are_needed(code: str, needed: set[str]) -> None:
    """In a process of its own: `--help` needs none of them."""
    asked = f"{code}\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    modules = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True).stderr.split()
    assert LIBRARIES & set(modules) == needed


def test_every_module_of_a_command_can_run_it() -> None:
    """They are imported by name."""
    words = parser().format_help().split()
    assert set(RUNNERS) <= set(words)
