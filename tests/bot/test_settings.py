"""Settings come from the environment, `.env` or secret files; errors name the setting and never show its value."""

from pathlib import Path

import pytest

from bot.configuration import demand, names_in_file, read_configuration
from bot.settings import GROUPS, Settings
from tests.bot.settings_page import documented, example_groups, groups, table


def load_settings() -> Settings:
    """The settings, of which none is wrong."""
    found = read_configuration()
    assert found.faults == {}
    return found.settings


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


# --- bad settings ----------------------------------------------------------------------------------------------------

LIBRARY = (
    "should",
    "match pattern",
    "pattern",
    "input",
    "items",
    "validation",
    "parse",
    "valid ",
    "^",
    "$",
    "\\",
    "None",
)
BAD = (
    "hunter2",
    "hunter2 \N{SNOWMAN}",
    "-1",
    "",
    "nan",
    "99999999999999999999",
    "1,hunter2",
    "http://[hunter2",
    "[]",
    "{}",
)


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_bad_value_is_a_sentence(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """It is ours, not the library's: it names the setting, says what it must be, and doesn't repeat the value."""
    for value in BAD:
        monkeypatch.setenv(name.upper(), value)
        found = read_configuration()
        if not found.faults:
            continue  # a good value for this one
        assert found.faults == {name: f"{name.upper()} must {demand(name)}."}
        assert not [phrase for phrase in LIBRARY if phrase in found.faults[name].replace(name.upper(), "")]
        assert "hunter2" not in repr(found)
        assert getattr(found.settings, name) == Settings.model_fields[name].get_default(call_default_factory=True)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("WEB_URL", "table.example.org", "WEB_URL must look like https://table.example.org."),
        ("WEB_URL", "https://table.example.org:https", "WEB_URL must look like https://table.example.org."),
        ("WEB_SECRET", "hunter2", "WEB_SECRET must have at least 16 characters."),
        ("HTTP_PORT", "http", "HTTP_PORT must be a whole number from 0 to 65535."),
        ("AUTOMATIC_PAUSE", "61", "AUTOMATIC_PAUSE must be a number from 0 to 60."),
        ("DISCORD_SHARD_COUNT", "0", "DISCORD_SHARD_COUNT must be a whole number of at least 1."),
        ("DISCORD_GUILDS", "1,hunter2", "DISCORD_GUILDS must look like 1,2."),
        ("WEB_TABLE", "perhaps", "WEB_TABLE must be on or off."),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR."),
        ("TEAMS_TENANTS", "a", "TEAMS_TENANTS must look like 01234567-89ab-cdef-0123-456789abcdef."),
        ("SECRETS_DIR", "/nowhere/hunter2", "SECRETS_DIR must be a folder that exists and can be read."),
    ],
)
def test_the_sentences(monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str) -> None:
    monkeypatch.setenv(name, value)
    assert list(read_configuration().faults.values()) == [sentence]


BOT, APP = "the Bot User OAuth Token (xoxb-…)", "an App-Level Token (xapp-…)"
USER = "a User OAuth Token (xoxp-…)"


@pytest.mark.parametrize(
    ("name", "value", "found", "wanted"),
    [
        ("SLACK_BOT_TOKEN", "xapp-1-hunter2", APP, BOT),
        ("SLACK_BOT_TOKEN", "xoxp-1-hunter2", USER, BOT),
        ("SLACK_APP_TOKEN", "xoxb-1-hunter2", BOT, APP),
        ("SLACK_APP_TOKEN", "xoxp-1-hunter2", USER, APP),
    ],
)
def test_the_wrong_token_of_slack(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, found: str, wanted: str
) -> None:
    """Its kind shows at once, without asking Slack; the token itself isn't repeated."""
    monkeypatch.setenv(name, value)
    read = read_configuration()
    assert list(read.faults.values()) == [f"{name} is {found}. Put {wanted} there: see docs/slack.md."]
    assert "hunter2" not in repr(read)


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts ask for tokens of platforms that somebody doesn't have, and hand over what was left empty."""
    for name in ("DISCORD_TOKEN", "WEB_SECRET", "HTTP_PORT", "DATABASE_URL"):
        monkeypatch.setenv(name, "")
    found = read_configuration()
    assert (found.faults, found.settings) == ({}, Settings())
    assert found.settings.http_port == 8080


def test_every_demand_can_be_met() -> None:
    """What a sentence gives as an example is accepted."""
    examples = {name: field.examples[0] for name, field in Settings.model_fields.items() if field.examples}
    assert len(examples) > 10
    Settings.model_validate(examples)


def test_all_bad_settings_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its sentence; whatever is right is there."""
    for name, value in {"HTTP_PORT": "x", "WEB_SECRET": "short", "LOG_LEVEL": "INFO", "REMIND_MINUTES": "-5"}.items():
        monkeypatch.setenv(name, value)
    found = read_configuration()
    assert set(found.faults) == {"http_port", "web_secret", "remind_minutes"}
    assert (found.settings.http_port, found.settings.log_level) == (8080, "INFO")


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytes that aren't text: the sentence names the file, and the environment is read all the same."""
    (tmp_path / ".env").write_bytes(b"DATABASE_URL=\xff\xfe\n")
    monkeypatch.setenv("LOG_LEVEL", "INFO")
    monkeypatch.setenv("HTTP_PORT", "x")
    found = read_configuration()
    first, second = found.faults.values()
    assert first == f"Can't read the file {tmp_path / '.env'}: it isn't text."
    assert second.startswith("HTTP_PORT must be")
    assert found.settings.log_level == "INFO"


def test_files_of_windows(tmp_path: Path) -> None:
    """An editor there may begin a file with a mark, which belongs to no name."""
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfLOG_LEVEL=INFO\r\nHTTP_PORT=1\r\n")
    settings = load_settings()
    assert (settings.log_level, settings.http_port) == ("INFO", 1)


def test_lines_that_are_no_settings(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The sentence has their numbers; other lines are read."""
    (tmp_path / ".env").write_text("# ours\nDISCORD_TOKEN: hunter2\n\nLOG_LEVEL=INFO\n=hunter2\nexport HTTP_PORT='1'\n")
    found = read_configuration()
    assert list(found.faults.values()) == ["Lines 2 and 5 of .env must look like NAME=VALUE."]
    (tmp_path / ".env").write_text("WEB_SECRET=\nhunter2\nDISCORD_TOKEN\n")  # a secret on a line of its own
    assert list(read_configuration().faults.values()) == ["Lines 2 and 3 of .env must look like NAME=VALUE."]
    assert "hunter2" not in names_in_file()
    assert (found.settings.log_level, found.settings.http_port) == ("INFO", 1)
    assert caplog.text == ""


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
    """Empty, not text, or too short: the sentence names it, but not its contents; other files are read."""
    (secrets / "web_secret").write_bytes(content)
    (secrets / "log_level").write_text("INFO")
    found = read_configuration()
    assert list(found.faults) == ["web_secret"]
    assert "web_secret" in found.faults["web_secret"].lower()
    assert "hunter2" not in repr(found)
    assert found.settings.log_level == "INFO"


def test_folders_where_secret_files_should_be(secrets: Path) -> None:
    """A sentence names each of them."""
    for name in ("web_secret", "discord_guilds", "http_port", "web_table", "decks_folder"):
        (secrets / name).mkdir()
    faults = read_configuration().faults
    assert len(faults) == 5
    assert all(f"Can't read the secret file {secrets / name}: Is a directory." == faults[name] for name in faults)


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


def test_groups() -> None:
    """In the order of the settings; every setting is in one, and they begin with the first."""
    assert list(groups()) == list(GROUPS)
    assert [name for names in groups().values() for name in names] == list(Settings.model_fields)
    assert next(iter(GROUPS.values())) == next(iter(Settings.model_fields))


@pytest.mark.parametrize("group", GROUPS)
def test_the_page_lists_every_setting(group: str) -> None:
    """Below its heading, with default and description: `python -m tests.bot.settings_page` writes it."""
    assert documented()[group] == table(group)


def test_the_example_has_the_same_groups() -> None:
    """Each setting in deploy/.env.example is below the heading that it has on the page."""
    assert list(example_groups()) == [group for group in GROUPS if group in example_groups()]
    assert all(set(names) <= set(groups()[group]) for group, names in example_groups().items())
    assert len(example_groups()) > 5
