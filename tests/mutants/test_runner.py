"""The whole run, on a project of two files: what is tested is killed, and what is not is reported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.config import ROOT

SOURCE = """\
AGE = 18

def is_adult(age):
    return age >= AGE

def at_least_zero(number):
    return number if number > 0 else 0

def wait(done):
    while not done:
        pass

def never_called(number):
    return not number
"""
TESTS = """\
from people import ages

def test_ages():
    assert ages.is_adult(18) and not ages.is_adult(17)

def test_numbers():
    assert [ages.at_least_zero(number) for number in (-1, 0, 2)] == [0, 0, 2]

def test_waiting():
    ages.wait(done=True)
"""
EQUIVALENT = """
[[mutant]]
path = "people/ages.py"
scope = "at_least_zero"
before = "return number if number > 0 else 0"
after = "return number if number >= 0 else 0"
why = "0 is 0 either way."
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("people", "tests/mutants"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "people/__init__.py").touch()
    (tmp_path / "people/ages.py").write_text(SOURCE)
    (tmp_path / "tests/test_ages.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    return tmp_path


def run(project: Path, *words: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tests.mutants", f"--root={project}", "--tests=tests", "--sources=people/*.py"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [*command, "--patience=0", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended.returncode, ended.stdout


def test_mutants_are_killed_and_survivors_shown(project: Path) -> None:
    """A boundary and a constant are pinned by a test; an equivalent mutant and one that no test reaches survive."""
    code, printed = run(project, "--all", "--verbose")
    assert code == 1
    killed = "killed by tests/test_ages.py::test_ages: people/ages.py"
    assert f"{killed}:4 is_adult\n  - return age >= AGE\n  + return age > AGE" in printed
    assert f"{killed}:1 \n  - AGE = 18\n  + AGE = 19" in printed
    assert "timeout: people/ages.py:10 wait\n  - while not done:\n  + while done:" in printed
    survivors = printed.partition("\npeople/ages.py")[2]
    assert (
        ":7 at_least_zero\n  - return number if number > 0 else 0\n  + return number if number >= 0 else 0" in survivors
    )
    assert "never_called\n  - return not number\n  + return number\n  (no test reaches it)" in survivors
    assert "is_adult" not in survivors


def test_explained_survivors_are_taken_out(project: Path) -> None:
    """An explanation of a mutant that no longer exists is reported."""
    (project / "tests/mutants/explained.toml").write_text(EQUIVALENT + EQUIVALENT.replace(">= 0", ">= 5"))
    code, printed = run(project, "--only=people/ages.py::at_least_zero")
    assert code == 1
    assert "number >= 0" not in printed
    assert "Explained, but gone: people/ages.py | at_least_zero" in printed
    counts = printed.splitlines()[-1].split()
    assert counts == ["all", "8", "5", "0", "1", "2"]  # `number > 1` and `number > -1` survive as well
