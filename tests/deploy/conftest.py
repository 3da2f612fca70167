"""What a release publishes, built once."""

from pathlib import Path

import pytest

from tests.supply.release import build


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make dist` fills."""
    folder = tmp_path_factory.mktemp("dist")
    build(folder)
    return folder
