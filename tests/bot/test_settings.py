"""Settings come from the environment, `.env` or secret files; errors name the setting and never show its value."""

from pathlib import Path

import pytest

from bot.settings import BadSettings, Settings, load_settings
from tests.bot.settings_page import documented, table


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_any_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are stored in a file in the user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load_settings().database_url.startswith("sqlite:///")
    assert load_settings().database_url.endswith("scrum-table.sqlite3")


def test_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """In upper case by convention, but lower case works."""
    monkeypatch.setenv("DATABASE_URL", "sqlite:///here.db")
    monkeypatch.setenv("automatic_pause", "0.5")
    settings = load_settings()
    assert (settings.database_url, settings.automatic_pause) == ("sqlite:///here.db", 0.5)


def test_the_environment_overrides_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of other programs in the same file are ignored."""
    (tmp_path / ".env").write_text("DATABASE_URL=sqlite:///file.db\nLOG_LEVEL=INFO\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    settings = load_settings()
    assert (settings.database_url, settings.log_level) == ("sqlite:///file.db", "ERROR")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AUTOMATIC_PAUSE", "soon"),
        ("AUTOMATIC_PAUSE", "-1"),
        ("AUTOMATIC_PAUSE", "61"),
        ("AUTOMATIC_PAUSE", "nan"),
        ("LOG_LEVEL", "LOUD-hunter2"),
        ("LOG_FORMAT", "hunter2"),
        ("HTTP_PORT", "hunter2"),
        ("DISCORD_GUILDS", "1,hunter2"),
        ("DISCORD_TOKEN", ""),
        ("WEB_SECRET", "hunter2"),
        ("SECRETS_DIR", "/nowhere/hunter2"),
    ],
)
def test_a_bad_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The sentence names the setting and doesn't repeat the value, which might be a secret."""
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as fault:
        load_settings()
    assert f"Invalid setting {name}: " in str(fault.value)
    assert "hunter2" not in f"{fault.value!r}{fault.value.__cause__}"


def test_an_unreadable_file(tmp_path: Path) -> None:
    """Bytes that aren't text: the sentence names the file."""
    (tmp_path / ".env").write_bytes(b"DATABASE_URL=\xff\xfe\n")
    with pytest.raises(BadSettings, match=r"Can\'t read the file .*\.env"):
        load_settings()


def test_a_password_is_not_shown() -> None:
    """Not even if the settings end up in a log."""
    settings = Settings(database_url="postgresql://scrum:hunter2@db/scrum")
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(settings)


# --- secret files --------------------------------------------------------------------------------------------------


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "secrets"
    folder.mkdir()
    monkeypatch.setenv("SECRETS_DIR", str(folder))
    return folder


def test_from_secret_files(secrets: Path) -> None:
    """In upper or lower case, with the trailing newline that editors add; other files are ignored."""
    (secrets / "discord_token").write_text("one\n")
    (secrets / "DATABASE_URL").write_text("postgresql://scrum:two@db/scrum\n")
    (secrets / "discord_guilds").write_text("1,2")
    (secrets / "something_else").write_bytes(b"\xff")
    (secrets / "..data").mkdir()  # as Kubernetes mounts them
    settings = load_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "one"
    assert settings.database_url == "postgresql://scrum:two@db/scrum"
    assert settings.discord_guilds == (1, 2)


def test_the_environment_overrides_secret_files(tmp_path: Path, secrets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so does `.env`, which can also name the folder."""
    (secrets / "log_level").write_text("INFO")
    (secrets / "http_port").write_text("1")
    (secrets / "http_host").write_text("0.0.0.0")
    monkeypatch.delenv("SECRETS_DIR")
    (tmp_path / ".env").write_text(f"SECRETS_DIR={secrets}\nHTTP_PORT=2\n")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    settings = load_settings()
    assert (settings.log_level, settings.http_port, settings.http_host) == ("ERROR", 2, "0.0.0.0")


@pytest.mark.parametrize("content", [b"", b"hunter2\xff", b"hunter2-short"], ids=["empty", "no-text", "short"])
def test_a_bad_secret_file(secrets: Path, content: bytes) -> None:
    """Empty, not text, or too short: the sentence names it, but not its contents."""
    (secrets / "web_secret").write_bytes(content)
    with pytest.raises(BadSettings, match=r"(?i)web_secret: ") as fault:
        load_settings()
    assert "hunter2" not in f"{fault.value!r}{fault.value.__cause__!r}{fault.value.__cause__}"


def test_a_folder_where_a_secret_file_should_be(secrets: Path) -> None:
    """The sentence names it."""
    (secrets / "web_secret").mkdir()
    with pytest.raises(BadSettings, match=r"Can't read the secret file .*web_secret: Is a directory"):
        load_settings()


# --- secret settings -----------------------------------------------------------------------------------------------

SECRETS = {
    name: f"hunter2-{name}-hunter2" for name, field in Settings.model_fields.items() if "SecretStr" in str(field)
}


def test_which_settings_are_secret() -> None:
    """Everything that sounds like a secret is one."""
    expected = {name for name in Settings.model_fields if name.endswith(("token", "secret", "key", "headers"))}
    assert set(SECRETS) == expected


def test_secrets_are_not_shown() -> None:
    """Neither by the settings as a whole nor by one of them."""
    settings = Settings.model_validate({**SECRETS, "database_url": "postgresql://scrum:hunter2@db/scrum"})
    shown = [repr(settings), str(settings), *(repr(getattr(settings, name)) for name in SECRETS)]
    assert not [text for text in shown if "hunter2" in text]


def test_the_list_of_secrets() -> None:
    """Every secret, each of several keys or headers, and passwords both as written in an address and decoded."""
    settings = Settings.model_validate(
        {
            **SECRETS,
            "slack_token_key": "new-key-of-ours-1,old-key-of-ours-1",
            "otel_exporter_otlp_headers": "x-team=blue-team,authorization=Bearer%20hunter2",
            "otel_exporter_otlp_endpoint": "https://a:collector@collector/",
            "database_url": "postgresql://a:p%40ss@db/x",
        }
    )
    kept = {"slack_token_key", "otel_exporter_otlp_headers"}
    assert set(settings.secrets()) >= {value for name, value in SECRETS.items() if name not in kept}
    assert set(settings.secrets()) >= {"new-key-of-ours-1", "old-key-of-ours-1", "p%40ss", "p@ss"}
    assert set(settings.secrets()) >= {"blue-team", "Bearer%20hunter2", "Bearer hunter2", "collector"}
    assert Settings(database_url="sqlite:///tables.db").secrets() == []


# --- the page ------------------------------------------------------------------------------------------------------


def test_the_page_lists_every_setting() -> None:
    """With its default and description: `python -m tests.bot.settings_page` writes it."""
    assert documented() == table()
