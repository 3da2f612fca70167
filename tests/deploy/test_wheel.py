"""The wheel and the sdist have everything the program needs, and what their users may expect."""

import re
import tarfile
import urllib.request
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from bot import __version__
from tests.deploy.parts import ROOT
from tests.deploy.uvx import Uvx, repack
from tests.supply.release import run

PACKAGES = ("adapters", "bot", "games", "storage")
BESIDES = {"CHANGELOG.md", "LICENSE", "NOTICE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore"}
A_SPRINT = ("anna: new sprint", "anna: table language de", "ben: join", "anna: start", "anna: roll")


@pytest.fixture(scope="module")
def wheel(dist: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(dist / f"scrum_table-{__version__}-py3-none-any.whl")


def files_of_the_packages() -> set[str]:
    files = {file for name in PACKAGES for file in (ROOT / name).rglob("*") if file.is_file()}
    return {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}


# --- what is in them -----------------------------------------------------------------------------------------------


def test_every_file_of_the_packages_is_in_it(wheel: zipfile.ZipFile) -> None:
    """Modules, rules, cards, migrations, pages; and nothing else."""
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == files_of_the_packages()


def test_the_sdist(dist: Path) -> None:
    """The same files, and what a wheel is built from; tests with their recordings are in the repository."""
    with tarfile.open(dist / f"scrum_table-{__version__}.tar.gz") as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert names == files_of_the_packages() | BESIDES


def test_the_sdist_builds_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    """Byte by byte the wheel of the checkout."""
    run("build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), str(ROOT))
    (ours,) = tmp_path.iterdir()
    assert ours.read_bytes() == (dist / ours.name).read_bytes()


@pytest.mark.parametrize("package", PACKAGES)
def test_types_are_published(wheel: zipfile.ZipFile, package: str) -> None:
    """Type checkers read a package that has the marker."""
    assert f"{package}/py.typed" in wheel.namelist()


def test_metadata(wheel: zipfile.ZipFile) -> None:
    """Version, licence with its files, authors; no address that nobody has."""
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    found = Parser().parsestr(wheel.read(name).decode())
    assert found["Version"] == __version__
    assert found["License-Expression"] == "MIT"
    assert found.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert {f"{Path(name).parent.as_posix()}/licenses/{file}" for file in ("LICENSE", "NOTICE")} <= set(
        wheel.namelist()
    )
    assert found["Author"] == "Scrum Table contributors"
    assert "Project-URL" not in found


# --- uvx, in an empty folder ---------------------------------------------------------------------------------------
# An environment of its own, with the wheel and what the wheel says it needs: no extra, no test tool, no checkout.


@pytest.fixture(scope="module")
def uvx(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Uvx:
    others = tmp_path_factory.mktemp("others")
    repack(others)
    return Uvx(dist / f"scrum_table-{__version__}-py3-none-any.whl", others, tmp_path_factory.mktemp("home"))


def test_the_version_and_the_doctor(uvx: Uvx, tmp_path: Path) -> None:
    """Nothing is missing, and nothing has to be configured."""
    assert uvx.works(tmp_path, "--version") == f"scrum-table {__version__}\n"
    found = uvx.works(tmp_path, "doctor")
    assert found
    assert all(line.startswith("ok  ") for line in found.splitlines())


def test_a_game_with_its_picture(uvx: Uvx, tmp_path: Path) -> None:
    """It is played, exported, verified and drawn."""
    simulated = ("simulate", "sprint", "--games", "1", "--seats", "2", "--seed", "1", "--export", "games")
    assert "finished: 1" in uvx.works(tmp_path, *simulated)
    (file,) = (tmp_path / "games").iterdir()
    assert uvx.works(tmp_path, "verify", str(file)).startswith("Everything checks out.")
    uvx.works(tmp_path, "draw", str(file), "--png", "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_a_german_console(uvx: Uvx, tmp_path: Path) -> None:
    """The catalogues are in it, too."""
    assert "Sprint Planning beginnt" in uvx.works(tmp_path, "console", "--seed", "1", lines=A_SPRINT)


def test_the_web_table(uvx: Uvx, tmp_path: Path) -> None:
    """`play` serves its page and what the page names, until it is told to stop."""
    with uvx.start(tmp_path, "play", "--no-browser", "--port", "0") as started:
        try:
            assert started.stdout is not None
            address = started.stdout.readline().removeprefix("The table is open: ").strip()
            named = re.findall(r'(?:src|href)="/([^"]+)"', fetched(address))
            assert any(name.endswith("front.js") for name in named)
            assert all(fetched(address + name) for name in named)
        finally:
            started.terminate()
        _, complaints = started.communicate()
    assert complaints == ""


def fetched(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        text: str = answer.read().decode()
    return text
