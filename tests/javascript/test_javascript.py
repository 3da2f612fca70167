"""The unit tests of the web table's JavaScript, run by Node's own test runner."""

import json
from pathlib import Path

import pytest

from tests.javascript.tools import HERE, IN_CI, Unavailable, node


def test_the_modules_with_logic() -> None:
    """Storage, sessions, picking spots, playback and replay: `*.test.js` beside this file."""
    files = sorted(Path(__file__).parent.glob("*.test.js"))
    assert files
    try:
        run = node("--test", "--test-reporter=spec", *files)
    except Unavailable as why:
        if IN_CI:
            raise
        pytest.skip(str(why))
    assert run.returncode == 0, run.stdout + run.stderr


def test_what_they_need_is_pinned() -> None:
    """Every package has a hash; the lock doesn't name the host it came from, and ours names exact versions."""
    packages = json.loads((HERE / "package-lock.json").read_text("utf-8"))["packages"]
    ours = packages.pop("")
    assert packages
    assert [name for name, each in packages.items() if "sha512-" not in each["integrity"] or "resolved" in each] == []
    wanted = json.loads((HERE / "package.json").read_text("utf-8"))["devDependencies"]
    assert ours["devDependencies"] == wanted
    assert all(packages[f"node_modules/{name}"]["version"] == version for name, version in wanted.items())
