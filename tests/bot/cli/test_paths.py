"""Files with any name that the system allows, and lines left in a lock by a process that was killed."""

import sys
from pathlib import Path

import pytest

from bot.cli.app import main
from storage.sqlite.locks import FileLock

NAMES = [
    "Tische für Jörg.db",
    "100%41 #1 & co.db",
    "a;b=c@d.db",
    *(["what?mode=ro.db"] if sys.platform != "win32" else []),
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_of_a_database(
    tmp_path: Path,
    filled: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    """No character of it means anything to SQLite, which is given an address."""
    folder = tmp_path / f"in {name}"
    folder.mkdir()
    (tmp_path / "tables.db").rename(folder / name)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / name}")
    assert main(["backup", str(folder / f"copy of {name}")]) == 0
    assert main(["restore", "--replace", str(folder / f"copy of {name}")]) == 0
    assert "3 tables with" in capsys.readouterr().out
    assert {file.name for file in folder.iterdir()} == {name, f"copy of {name}"}


def test_a_line_of_an_earlier_process(tmp_path: Path) -> None:
    """It was longer; whoever is told who holds the lock is told of this one."""
    path = tmp_path / "tables.db.lock"
    path.write_bytes(b'{"pid": 1, "command": "scrum-table play --port 8080"}\n')
    lock = FileLock.take(path, b"me")
    assert path.read_bytes().split(b"\n")[0] == b"me"
    lock.release()
    assert not path.exists()
