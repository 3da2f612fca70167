"""`scrum-table backup` and `restore`, as an operator uses them."""

from pathlib import Path
from typing import Any

import pytest

from bot.cli.app import main


def test_backup_and_restore(tmp_path: Path, filled: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """A backup is restored after the database was lost, and every table in it is checked."""
    assert main(["backup", "copy.db"]) == 0
    assert "copy.db" in capsys.readouterr().out
    (tmp_path / "tables.db").unlink()
    assert main(["restore", "copy.db"]) == 0
    assert "3 tables" in capsys.readouterr().out
    assert main(["export", filled["over"]]) == 0


def test_restore_overwrites_only_if_told_to(tmp_path: Path, filled: dict[str, str], capsys: Any) -> None:
    """Without `--replace`, everything stays as it was."""
    assert main(["backup", "copy.db"]) == 0
    before = (tmp_path / "tables.db").read_bytes()
    assert main(["restore", "copy.db"]) == 2
    assert "already" in capsys.readouterr().err
    assert (tmp_path / "tables.db").read_bytes() == before
    assert main(["restore", "--replace", "copy.db"]) == 0
    assert main(["backup", "copy.db"]) == 2
    assert "Choose another name" in capsys.readouterr().err


def test_choosing_another_file(tmp_path: Path, filled: dict[str, str], capsys: Any) -> None:
    """`--db` names it, as for other commands."""
    assert main(["backup", "copy.db"]) == 0
    assert main(["restore", "copy.db", "--db", "elsewhere.db"]) == 0
    assert main(["check", "--db", "elsewhere.db"]) == 0
    assert main(["check", "--db", "nowhere.db"]) == 2
    assert f"There is no database {tmp_path / 'nowhere.db'}. Set" in capsys.readouterr().err
    assert not (tmp_path / "nowhere.db").exists()
