"""atheris can run every property: it starts, generates whole examples and ends."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.fuzz.targets import targets

ROOT = Path(__file__).parents[2]


def test_every_property_is_a_target() -> None:
    """Each `fuzzed` in this folder is one, and each has its own file name."""
    sources = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    properties = {target.name.partition("[")[0] for target in targets()}
    assert len(properties) == len(re.findall(r"(?m)^ *@fuzzed\(", sources))
    assert len({target.file_name for target in targets()}) == len(targets())


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed (`make fuzz` does it)")
def test_each_target_runs(tmp_path: Path) -> None:
    """A few examples of each, counted by the fuzzer itself."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--runs", "10"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    told = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert list(told) == [target.name for target in targets()]
    assert all(line.startswith("10 examples") and line.endswith(" ok") for line in told.values()), done.stdout
