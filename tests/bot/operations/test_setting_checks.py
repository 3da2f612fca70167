"""`doctor` on the settings themselves: what is set, bad values, misspelt names, and settings that need another one."""

import os
from pathlib import Path

import pytest

from bot.configuration import read_configuration
from bot.operations.doctor import lines
from bot.operations.setting_checks import settings_check
from bot.settings import Settings

ID = "01234567-89ab-cdef-0123-456789abcdef"


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


async def said(monkeypatch: pytest.MonkeyPatch, **env: str) -> list[str]:
    """What the check says with these in the environment; never a value."""
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    found = lines(await settings_check(read_configuration().settings))
    assert "hunter2" not in "\n".join(found)
    return found


async def test_what_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, without values."""
    assert await said(monkeypatch) == ["ok  Nothing is set: everything has its default."]
    assert await said(monkeypatch, DISCORD_TOKEN="hunter2") == ["ok  DISCORD_TOKEN is set."]
    assert await said(monkeypatch, WEB_TABLE="on") == ["ok  DISCORD_TOKEN and WEB_TABLE are set."]


async def test_bad_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All of them, and a file that can't be read; a setting that needs a bad one isn't reported for that."""
    (tmp_path / ".env").write_bytes(b"\xff")
    found = await said(
        monkeypatch, HTTP_PORT="hunter2", WEB_SECRET="hunter2", TEAMS_APP_ID="hunter2", TEAMS_TENANT_ID=ID
    )
    assert found[0] == "ok  TEAMS_APP_ID, TEAMS_TENANT_ID, WEB_SECRET and HTTP_PORT are set."
    assert [line[:24] for line in found[1:]] == [
        "NO  Can't read the file ",
        "NO  TEAMS_APP_ID must lo",
        "NO  WEB_SECRET must have",
        "NO  HTTP_PORT must be a ",
        "NO  Until that is correc",
    ]


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("DISCRD_TOKEN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
        ("WEB_ULR", "WEB_URL"),
        ("WEB_HOST", "WEB_HOSTS"),
        ("DATABASE_URI", "DATABASE_URL"),
        ("OTEL_EXPORTER_OTLP_ENDPONT", "OTEL_EXPORTER_OTLP_ENDPOINT"),
    ],
)
async def test_a_misspelt_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, typed: str, meant: str) -> None:
    """In the environment, in `.env` or among secret files: it names the setting that is alike."""
    folder = tmp_path / "secrets"
    folder.mkdir()
    (folder / typed.lower()).write_text("hunter2")
    (tmp_path / ".env").write_text(f"{typed}=hunter2\n")
    found = await said(monkeypatch, **{typed: "hunter2"}, SECRETS_DIR=str(folder))
    for where in (".env", "the environment", "SECRETS_DIR"):
        assert f"NO  {typed} in {where} isn't a setting of Scrum Table. Did you mean {meant}?" in found


OTHERS = (
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "WEB_PORT",
    "WEB_SERVICE_HOST",
    "POSTGRES_PASSWORD",
    "LOG_COLORS",
    "TEAM",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TIMEOUT",
    "OTEL_TRACES_SAMPLER",
)


async def test_names_of_other_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the environment and among secret files they are nobody's business; in `.env` they may be a mistake."""
    folder = tmp_path / "secrets"
    folder.mkdir()
    for name in (*OTHERS, "..data"):
        (folder / name).write_text("hunter2")
    found = await said(monkeypatch, **dict.fromkeys(OTHERS, "hunter2"), SECRETS_DIR=str(folder))
    assert found == ["ok  SECRETS_DIR is set."]
    (tmp_path / ".env").write_text("SOMETHING_ELSE=hunter2\nOTEL_TRACES_SAMPLER=hunter2\nLOG_LEVEL=INFO\n")
    _, telemetry, other = await said(monkeypatch)
    assert telemetry.startswith("NO  OTEL_TRACES_SAMPLER in .env isn't a setting of Scrum Table. Set it in the env")
    assert other == "ok  SOMETHING_ELSE in .env isn't a setting of Scrum Table: it is ignored."


# --- combinations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"DISCORD_CLIENT_SECRET": "hunter2"}, "DISCORD_CLIENT_SECRET is set, but needs DISCORD_TOKEN as well."),
        (
            {"SLACK_SIGNING_SECRET": "hunter2"},
            "SLACK_SIGNING_SECRET is set, but needs SLACK_BOT_TOKEN or SLACK_CLIENT_ID as well.",
        ),
        ({"SLACK_TOKEN_KEY": "hunter2hunter2hunter2"}, "SLACK_TOKEN_KEY is set, but needs SLACK_CLIENT_ID as well."),
        ({"TEAMS_TENANT_ID": ID}, "TEAMS_TENANT_ID is set, but needs TEAMS_APP_ID or TEAMS_APP_SECRET as well."),
        (
            {"ACTIONS_WEBHOOK_URL": "https://hunter2.example"},
            "ACTIONS_WEBHOOK_URL is set, but needs ACTIONS_WEBHOOK_SECRET as well.",
        ),
        (
            {"ACTIONS_WEBHOOK_SECRET": "hunter2hunter2hunter2"},
            "ACTIONS_WEBHOOK_SECRET is set, but needs ACTIONS_WEBHOOK_URL as well.",
        ),
        (
            {"OTEL_EXPORTER_OTLP_HEADERS": "a=hunter2"},
            "OTEL_EXPORTER_OTLP_HEADERS is set, but needs OTEL_EXPORTER_OTLP_ENDPOINT as well.",
        ),
        (
            {"DATABASE_POOLER": "postgresql://a:hunter2@pooler/x", "DATABASE_URL": "sqlite:///x"},
            "DATABASE_POOLER is set, but DATABASE_URL isn't the address of a PostgreSQL database.",
        ),
        (
            {"SLACK_CLIENT_ID": "5", "SLACK_BOT_TOKEN": "hunter2"},
            "SLACK_CLIENT_ID and SLACK_BOT_TOKEN are both set: the token is ignored.",
        ),
    ],
)
async def test_settings_that_lack_another(monkeypatch: pytest.MonkeyPatch, env: dict[str, str], sentence: str) -> None:
    _, found = await said(monkeypatch, **env)
    assert found.startswith(f"NO  {sentence}")


async def test_settings_that_are_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but their names."""
    assert (
        len(
            await said(
                monkeypatch,
                DISCORD_TOKEN="x",
                DISCORD_SHARD_IDS="0",
                SLACK_BOT_TOKEN="x",
                SLACK_SIGNING_SECRET="x",
                TEAMS_APP_ID=ID,
                TEAMS_TENANT_ID=ID,
                ACTIONS_WEBHOOK_URL="https://tracker.example.org",
                ACTIONS_WEBHOOK_SECRET="x" * 16,
                OTEL_EXPORTER_OTLP_ENDPOINT="http://127.0.0.1:1",
                OTEL_EXPORTER_OTLP_HEADERS="a=b",
                DATABASE_URL="postgresql://a@db/x",
                DATABASE_POOLER="postgresql://a@pooler/x",
            )
        )
        == 1
    )


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
async def test_a_file_that_everybody_can_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If it has secrets, they are named, and what to do; a file of one's own is fine."""
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=INFO\n")
    file.chmod(0o644)
    assert await said(monkeypatch) == ["ok  LOG_LEVEL is set."]
    file.write_text("LOG_LEVEL=INFO\nDISCORD_TOKEN=hunter2\nDATABASE_URL=sqlite:///x.db\n")
    given = "ok  DATABASE_URL, DISCORD_TOKEN and LOG_LEVEL are set."
    warned = f"NO  Everybody on this machine can read DISCORD_TOKEN and DATABASE_URL in {file}. Type chmod 600 .env"
    assert await said(monkeypatch) == [given, warned]
    file.chmod(0o640)
    assert await said(monkeypatch) == [given]
