"""What is set, but whose library isn't installed, is one sentence for each: the same from `doctor` as from `run`."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot import extras
from tests.adapters.console.harness import environment

ROOT = Path(__file__).parents[2]
HOW = "install Scrum Table with the extra `{}` (docs/deployment.md)."
HIDING = "import sys; sys.modules[sys.argv.pop(1)] = None; from bot.cli.app import main; sys.exit(main())"
NOWHERE = "http://127.0.0.1:1"
SET = {
    "discord": ("discord", {"DISCORD_TOKEN": "planted-token"}, "DISCORD_TOKEN is set, but discord.py isn't"),
    "slack": ("slack_bolt", {"SLACK_APP_TOKEN": "planted-token"}, "SLACK_APP_TOKEN is set, but slack-bolt isn't"),
    "teams": ("jwt", {"TEAMS_APP_SECRET": "planted-token"}, "TEAMS_APP_SECRET is set, but PyJWT isn't"),
    "postgres": (
        "asyncpg",
        {"DATABASE_URL": "postgresql://a:planted-token@127.0.0.1:1/scrum"},
        "DATABASE_URL names a PostgreSQL database, but asyncpg isn't",
    ),
    "decks": ("openpyxl", {"DECKS_FOLDER": "decks"}, "DECKS_FOLDER is set and has spreadsheets, but openpyxl isn't"),
    "tracing": (
        "opentelemetry",
        {"OTEL_EXPORTER_OTLP_ENDPOINT": NOWHERE},
        "OTEL_EXPORTER_OTLP_ENDPOINT is set, but opentelemetry-sdk isn't",
    ),
}


def without(module: str, folder: Path, command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command where this module can't be imported."""
    words = [sys.executable, "-c", HIDING, module, command]
    there = environment(folder, **env)
    return subprocess.run(words, cwd=folder, env=there, capture_output=True, text=True, check=False)


def test_every_extra_is_known() -> None:
    """Those that an installation can have; others are for developers."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(extras._LIBRARIES) == set(declared) - {"dev", "docs", "build", "fuzz"}
    assert set(SET) == set(extras._LIBRARIES) - {"speed"}  # nothing that can be set needs it


@pytest.mark.parametrize("extra", SET)
def test_without_its_library(tmp_path: Path, extra: str) -> None:
    """No traceback: `run` refuses with the sentence, and `doctor` says it and goes on with the other checks."""
    module, env, what = SET[extra]
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "ours.xlsx").write_bytes(b"")
    sentence = f"{what} installed: {HOW.format(extra)}"
    refused = without(module, tmp_path, "run", **env)
    assert (refused.returncode, refused.stderr) == (2, f"scrum-table: {sentence}\n")
    said = without(module, tmp_path, "doctor", **env)
    assert (said.returncode, said.stderr) == (1, "")
    assert sentence in said.stdout
    assert "The check of" not in said.stdout  # none failed
    assert said.stdout.splitlines()[-1].startswith("ok  Tables that nobody has used")
    assert "planted" not in refused.stderr + said.stdout


def test_without_speed(tmp_path: Path) -> None:
    """The rugby expert plays all the same; doctor says what the extra would bring, and that isn't a problem."""
    said = without("numba", tmp_path, "doctor")
    assert said.returncode == 0
    assert "ok  The rugby expert is not compiled. With the extra `speed`" in said.stdout
