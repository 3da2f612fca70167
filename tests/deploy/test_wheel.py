"""The wheel has everything the program needs, and what its users may expect."""

import os
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from hatchling.build import build_wheel

from tests.deploy.parts import ROOT

PACKAGES = ("adapters", "bot", "games", "storage")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return zipfile.ZipFile(folder / build_wheel(str(folder)))
    finally:
        os.chdir(before)


def test_every_file_of_the_packages_is_in_it(wheel: zipfile.ZipFile) -> None:
    """Modules, rules, cards, migrations, pages; and nothing else."""
    files = {file for name in PACKAGES for file in (ROOT / name).rglob("*") if file.is_file()}
    ours = {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == ours


@pytest.mark.parametrize("package", PACKAGES)
def test_types_are_published(wheel: zipfile.ZipFile, package: str) -> None:
    """Type checkers read a package that has the marker."""
    assert f"{package}/py.typed" in wheel.namelist()


def test_metadata(wheel: zipfile.ZipFile) -> None:
    """Licence with its files, authors; no address that nobody has."""
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    found = Parser().parsestr(wheel.read(name).decode())
    assert found["License-Expression"] == "MIT"
    assert found.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert {f"{Path(name).parent}/licenses/{file}" for file in ("LICENSE", "NOTICE")} <= set(wheel.namelist())
    assert found["Author"] == "Scrum Table contributors"
    assert "Project-URL" not in found
