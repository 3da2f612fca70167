"""The library between a process and its disk, compiled once."""

from pathlib import Path

import pytest

from tests.faults.disk import compiled


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("library"))
