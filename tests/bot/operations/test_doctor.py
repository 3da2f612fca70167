"""The checks of `doctor`: decks, the pooler, and the whole command."""

import shutil
from pathlib import Path

import asyncpg
import pytest

from bot.kernel.store import StoreUnavailable
from bot.operations.doctor import Finding, decks_check, lines, pooler_check
from bot.settings import Settings
from storage import check_pooler, open_store
from tests.adapters.console.harness import scrum_table

STANDARD = Path(__file__).parents[3] / "games" / "scrumkin" / "data" / "deck.toml"


# --- decks -----------------------------------------------------------------------------------------------------------


async def test_decks(tmp_path: Path) -> None:
    """Each deck can be played or has a fault, with its file; files that belong to no deck are named."""
    assert await decks_check(Settings()) == []
    settings = Settings(decks_folder=tmp_path)
    (empty,) = await decks_check(settings)
    assert (empty.ok, empty.what) == (False, "DECKS_FOLDER is set, but has no decks.")
    shutil.copy(STANDARD, tmp_path / "ours.toml")
    (tmp_path / "broken.toml").write_text("[[sprint]\n")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    (tmp_path / "half_sprint.xlsx").write_bytes(b"")
    (tmp_path / "notes.txt").write_text("not a deck")
    (tmp_path / "Upper.toml").write_text("")
    found = {finding.what.partition(":")[0]: finding for finding in await decks_check(settings)}
    assert {what for what, finding in found.items() if finding.ok} == {"The deck ours can be played."}
    assert "broken.toml" in found["The deck broken can't be played"].what
    assert "bytes.toml: this is not UTF-8 text" in found["The deck bytes can't be played"].what
    assert "The file half_sprint.xlsx in DECKS_FOLDER belongs to no deck." in found
    assert "The file Upper.toml in DECKS_FOLDER belongs to no deck." in found
    assert len(found) == 5


# --- the pooler ------------------------------------------------------------------------------------------------------


async def of_pooler(url: str, pooler: str) -> list[Finding]:
    return await pooler_check(check_pooler)(Settings(database_url=url, database_pooler=pooler))


async def test_the_pooler(postgres_url: str) -> None:
    """It answers and keeps what it acknowledges, or a sentence says what is wrong."""
    assert await of_pooler(postgres_url, "") == await of_pooler("sqlite:///x", postgres_url) == []
    (good,) = await of_pooler(postgres_url, postgres_url)
    assert (good.ok, good.what) == (True, "The pooler answers, and commits behind it are kept.")
    (away,) = await of_pooler(postgres_url, "postgresql://a:hunter2@127.0.0.1:1/x")
    assert (away.ok, away.advice) == (False, "Check DATABASE_POOLER.")
    assert "DATABASE_URL" not in away.what
    with pytest.raises(StoreUnavailable, match="correct DATABASE_POOLER;"):
        await open_store(postgres_url, "postgresql://a:hunter2@127.0.0.1:1/x")
    (wrong,) = await of_pooler(postgres_url, "postgresql://@@:hunter2")
    assert "DATABASE_POOLER is not valid" in wrong.what
    assert "hunter2" not in repr((away, wrong))
    admin = await asyncpg.connect(postgres_url)
    await admin.execute("ALTER DATABASE postgres SET synchronous_commit = off")
    await admin.close()
    (forgets,) = await of_pooler(postgres_url, postgres_url)
    assert (forgets.ok, "synchronous_commit = on" in forgets.what) == (False, True)


# --- the command -----------------------------------------------------------------------------------------------------


def test_the_order(tmp_path: Path) -> None:
    """Settings, database, web table, platforms, pictures, games, retention; exit code 0 without problems."""
    said = scrum_table(tmp_path, "doctor", HTTP_PORT="0")
    assert (said.returncode, said.stderr) == (0, "")
    checked = [
        "HTTP_PORT is set",
        "database",
        "No chat platform",
        "The HTTP server",
        "Discord is",
        "Slack is",
        "Teams is",
    ]
    checked += ["Pictures", "The rugby expert", "Tables that nobody has used"]
    assert all(what in line for line, what in zip(said.stdout.splitlines(), checked, strict=True))


def test_bad_settings_silence_nothing(tmp_path: Path) -> None:
    """Every one is listed, then the other checks run; `run` lists the same ones and refuses."""
    bad = {"HTTP_PORT": "planted", "WEB_SECRET": "planted", "RETENTION_DAYS": "-1", "DISCORD_TOKN": "planted"}
    said = scrum_table(tmp_path, "doctor", **bad)
    assert (said.returncode, said.stderr) == (1, "")
    refused = scrum_table(tmp_path, "run", **bad)
    assert (refused.returncode, refused.stdout) == (2, "")
    sentences = [line.removeprefix("scrum-table: ") for line in refused.stderr.splitlines()]
    assert len(sentences) == 3
    assert {f"NO  {sentence}" for sentence in sentences} < set(said.stdout.splitlines())
    assert "Did you mean DISCORD_TOKEN?" in said.stdout
    assert "database" in said.stdout
    assert said.stdout.splitlines()[-1].startswith("ok  Tables that nobody has used for 365 days")
    assert "planted" not in said.stdout + refused.stderr


@pytest.mark.parametrize(
    ("bad", "settings"),
    [
        ("TEAMS_APP_ID", {"TEAMS_APP_ID": "planted", "TEAMS_APP_SECRET": "planted", "TEAMS_TAB": "on"}),
        ("SLACK_BOT_TOKEN", {"SLACK_BOT_TOKEN": "xapp-planted", "SLACK_SIGNING_SECRET": "planted"}),
    ],
)
def test_a_bad_setting_is_not_called_missing(tmp_path: Path, bad: str, settings: dict[str, str]) -> None:
    """It is reported once, and its platform isn't checked without it."""
    said = scrum_table(tmp_path, "doctor", **settings).stdout
    assert len([line for line in said.splitlines() if line.startswith("NO") and bad in line]) == 1, said
    name = bad.partition("_")[0].capitalize()
    assert f"NO  {name} can't be checked before its settings are corrected." in said
    assert "TEAMS_TAB needs" not in said
    assert "planted" not in said


def test_a_webhook_inside(tmp_path: Path) -> None:
    """The whole command looks at it, too."""
    url = {"ACTIONS_WEBHOOK_URL": "http://127.0.0.1/planted", "ACTIONS_WEBHOOK_SECRET": "planted" * 3}
    said = scrum_table(tmp_path, "doctor", **url)
    assert (said.returncode, "NO  ACTIONS_WEBHOOK_URL leads to this machine" in said.stdout) == (1, True)
    assert "planted" not in said.stdout


def test_lines() -> None:
    assert lines([Finding(ok=True, what="Well."), Finding(ok=False, what="Ill.", advice="Rest.")]) == [
        "ok  Well.",
        "NO  Ill. Rest.",
    ]
