"""What authors of plugins need is in the wheel."""

import zipfile
from pathlib import Path

from tests.plugins.installing import ROOT, run

NEEDED = (
    "bot/cli/skeleton/mygame/data/rules.md",
    "bot/cli/skeleton/plugin/pyproject.toml",
    "bot/cli/skeleton/tests/test_mygame.py",
    "games/testing/suite.py",
)


def test_a_game_is_written_from_the_wheel(tmp_path: Path) -> None:
    """Installed without a checkout, new-game writes a plugin, and its tests pass."""
    code, out, err = run(ROOT, "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert code == 0, err + out
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        assert {*NEEDED} <= {*archive.namelist()}
        archive.extractall(unpacked)
    code, out, err = run(tmp_path, "bot", "new-game", "nim", "--plugin", "nim", program=unpacked)
    assert (code, err) == (0, ""), out
    code, out, err = run(tmp_path / "nim", "pytest", "-q", "-p", "no:cacheprovider", program=unpacked)
    assert code == 0, err + out
