"""Settings come from the environment or `.env`, and a bad one is named in a sentence without its value."""

from pathlib import Path

import pytest

from bot.settings import BadSettings, Settings, load_settings


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and none of the developer's own settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_without_any_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are kept in a file in the user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert load_settings().database_url.startswith("sqlite:///")
    assert load_settings().database_url.endswith("scrum-table.sqlite3")


def test_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Upper case is the custom, but not demanded."""
    monkeypatch.setenv("DATABASE_URL", "sqlite:///here.db")
    monkeypatch.setenv("automatic_pause", "0.5")
    settings = load_settings()
    assert (settings.database_url, settings.automatic_pause) == ("sqlite:///here.db", 0.5)


def test_from_a_file_which_the_environment_overrules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What other programs keep in the same file does not matter."""
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
    ],
)
def test_a_bad_value(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The sentence names the setting and does not repeat the value: it might be a secret."""
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as fault:
        load_settings()
    assert f"The setting {name} cannot be used: " in str(fault.value)
    assert "hunter2" not in f"{fault.value!r}{fault.value.__cause__}"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """Bytes that are no text: a sentence with the name of the file."""
    (tmp_path / ".env").write_bytes(b"DATABASE_URL=\xff\xfe\n")
    with pytest.raises(BadSettings, match=r"The file .*\.env cannot be read"):
        load_settings()


def test_a_password_is_not_shown() -> None:
    """Settings that end up in a log keep it to themselves."""
    settings = Settings(database_url="postgresql://scrum:hunter2@db/scrum")
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in str(settings)
