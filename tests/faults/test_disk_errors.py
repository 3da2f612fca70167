"""An error at the n-th read or write, for every n of a short evening: people read what is true, and can go on."""

import os
from itertools import product
from pathlib import Path

import pytest

from tests.faults.disk import output

LONG = bool(os.environ.get("SCRUM_SOAK"))  # set by `make soak`
KINDS = [("write", "EIO"), ("write", "ENOSPC"), ("read", "EIO")]
HOW = ["once", "for a while", "until the end"]
CHOSEN = [
    (("write", "EIO"), "once"),
    (("write", "ENOSPC"), "for a while"),
    (("write", "EIO"), "until the end"),
    (("read", "EIO"), "once"),
    (("read", "EIO"), "until the end"),
]


@pytest.mark.parametrize(("kind", "how"), [*product(KINDS, HOW)] if LONG else CHOSEN)
def test_errors(library: Path, tmp_path: Path, kind: tuple[str, str], how: str) -> None:
    """What was acknowledged is stored once; what people were told hasn't changed isn't stored; afterwards all works."""
    folder = tmp_path / "disk"
    folder.mkdir()
    assert int(output(library, folder, "tests.faults.erring", *kind, how)) > 20
