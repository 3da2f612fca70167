"""Other projects have packages with our names. A start that finds one says so; nothing of it is run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.packages import PACKAGES, foreign_package
from tests.needs import OF_WINDOWS, ROOT

FOREIGN = '"""Somebody else\'s."""\n\nprint("foreign code was run")\n'


def start(folder: Path, *path: Path) -> tuple[int, str, str]:
    env = {**OF_WINDOWS, "PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, done.stderr


def package(folder: Path, name: str) -> Path:
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "__init__.py").write_text(FOREIGN, "utf-8")
    return folder


def complaint(where: Path, name: str) -> str:
    return (
        f"scrum-table: {where} isn't this Scrum Table's package “{name}” but another one of this name, so "
        "install Scrum Table in an environment of its own, with uvx or pipx (docs/deployment.md).\n"
    )


def test_ours_are_ours() -> None:
    assert foreign_package() == ""


@pytest.mark.parametrize("name", ["adapters", "games", "storage"])
def test_before_ours(tmp_path: Path, name: str) -> None:
    """Python would import the foreign one."""
    other = package(tmp_path / "other", name)
    assert start(tmp_path, other, ROOT) == (2, "", complaint(other / name, name))


@pytest.mark.parametrize("name", PACKAGES)
def test_after_ours(tmp_path: Path, name: str) -> None:
    """Ours are imported, so the foreign one does no harm."""
    code, out, err = start(tmp_path, ROOT, package(tmp_path / "other", name))
    assert (code, err) == (0, "")
    assert out.startswith("usage: scrum-table")


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ours, as pip would have installed them."""
    folder = tmp_path_factory.mktemp("site-packages")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize("name", ["adapters", "games", "storage"])
def test_mixed_with_ours(tmp_path: Path, copied: Path, name: str) -> None:
    """Pip overwrote our files with those of the same name; when it uninstalls the other project, they are gone."""
    file = copied / name / "__init__.py"
    ours = file.read_bytes()
    package(copied, name)
    try:
        assert start(tmp_path, copied) == (2, "", complaint(copied / name, name))
        file.unlink()
        code, out, err = start(tmp_path, copied)
        assert (code, out) == (2, "")
        assert f"isn't this Scrum Table's package “{name}”" in err
    finally:
        file.write_bytes(ours)
    assert start(tmp_path, copied)[0] == 0


def test_another_copy_of_ours(tmp_path: Path, copied: Path) -> None:
    """Half of one version and half of another would be no better."""
    shutil.copytree(copied / "storage", tmp_path / "older" / "storage")
    where = tmp_path / "older" / "storage"
    assert start(tmp_path, tmp_path / "older", copied) == (2, "", complaint(where, "storage"))


def test_in_a_zipped_wheel(tmp_path: Path, copied: Path) -> None:
    """Python imports from there, too, so ours are recognised, and others'."""
    wheel = Path(shutil.make_archive(str(tmp_path / "ours"), "zip", copied))
    code, out, err = start(tmp_path, wheel)
    assert (code, err) == (0, "")
    assert out.startswith("usage: scrum-table")
    other = Path(shutil.make_archive(str(tmp_path / "other"), "zip", package(tmp_path / "foreign", "games")))
    assert start(tmp_path, other, wheel) == (2, "", complaint(other / "games", "games"))


def test_our_own_package_was_overwritten(tmp_path: Path, copied: Path) -> None:
    """Python has run the foreign file by then, but nothing else happens."""
    file = copied / "bot" / "__init__.py"
    ours = file.read_bytes()
    package(copied, "bot")
    try:
        assert start(tmp_path, copied) == (2, "foreign code was run\n", complaint(copied / "bot", "bot"))
    finally:
        file.write_bytes(ours)
