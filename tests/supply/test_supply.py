"""What is installed is what was tested: pinned, hashed, and under a licence that fits."""

import re
import tomllib

import pytest

from tests.supply.licences import is_allowed, licence_of
from tests.supply.locks import LOCKS, ROOT, listed_licences, pins
from tests.supply.sbom import bill

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EVERYTHING = {(pin.name, pin.version): pin for pin in pins(LOCKS["requirements"])}


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_hashes(name: str) -> None:
    """And no lock names the host it was resolved from."""
    found = pins(LOCKS[name])
    assert len(found) > 20
    assert [pin.name for pin in found if not pin.hashes] == []
    assert "://" not in LOCKS[name].read_text("utf-8")


@pytest.mark.parametrize("name", ["requirements-play", "requirements-image"])
def test_the_smaller_locks_agree_with_the_large_one(name: str) -> None:
    """The same versions and the same files: what is played and deployed is what was tested."""
    for pin in pins(LOCKS[name]):
        assert EVERYTHING[pin.name, pin.version].hashes == pin.hashes


def test_every_requirement_is_locked() -> None:
    """Each of the dependencies that `make play` and the image need is in their lock."""
    extras = PROJECT["optional-dependencies"]
    names = ("discord", "slack", "teams", "postgres", "decks", "tracing")
    platforms = [line for extra in names for line in extras[extra]]
    wanted = {"requirements-play": extras["build"], "requirements-image": platforms}
    for name, more in wanted.items():
        locked = {pin.name for pin in pins(LOCKS[name])}
        needed = {
            re.split(r"[<>=!~ ;\[]", line)[0].lower().replace(".", "-") for line in PROJECT["dependencies"] + more
        }
        assert needed <= locked


@pytest.mark.parametrize(
    "file", ["Makefile", "deploy/Dockerfile", "deploy/check-install.sh", ".github/workflows/ci.yml"]
)
def test_whatever_comes_from_a_lock_is_checked(file: str) -> None:
    """Every installation from a lock compares hashes, and we ourselves are installed without dependencies."""
    text = (ROOT / file).read_text("utf-8")
    from_locks = re.findall(r"(?m)^.*-[rc] *\S*requirements\S*\.lock.*$", text)
    installs = [line for line in from_locks if "COMPILE" not in line]
    assert installs
    assert [line for line in installs if "--require-hashes -r" not in line] == []
    assert "--no-deps" in text
    assert "PIP_CONSTRAINT" not in text


def test_licences() -> None:
    """Every package that is shipped is on the page, with what its metadata says."""
    listed = listed_licences()
    shipped = {pin.name for name in ("requirements-play", "requirements-image") for pin in pins(LOCKS[name])}
    assert list(listed) == sorted(shipped)
    installed = {name: licence_of(name) for name in listed}
    wrong = {name: found for name, found in installed.items() if found is not None and found != listed[name]}
    assert wrong == {}


def test_every_licence_is_allowed() -> None:
    """Of what is shipped, also where it isn't installed here; and of every tool of the tests."""
    licences = {name: licence_of(name) for name, _ in EVERYTHING} | listed_licences()
    known = {name: licence for name, licence in licences.items() if licence is not None}
    assert {name: licence for name, licence in known.items() if not is_allowed(licence)} == {}
    assert len(known) > 0.9 * len(licences)


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [("MIT", True), ("GPL-3.0", False), ("MIT OR GPL-3.0", True), ("MIT AND GPL-3.0", False), ("", False)],
)
def test_what_is_allowed(expression: str, allowed: bool) -> None:  # noqa: FBT001  a row of the table
    """Of alternatives one is enough; an unknown licence isn't allowed."""
    assert is_allowed(expression) is allowed


def test_the_bill_of_materials() -> None:
    """One component for each pin of the image, with version, hashes and licence; the same each time."""
    found = bill(LOCKS["requirements-image"])
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.5")
    assert found["metadata"]["component"]["version"] == PROJECT["version"]
    components = {each["purl"]: each for each in found["components"]}
    assert len(components) == len(pins(LOCKS["requirements-image"]))
    aiohttp = next(each for each in found["components"] if each["name"] == "aiohttp")
    assert aiohttp["licenses"] == [{"expression": "Apache-2.0 AND MIT"}]
    assert len(aiohttp["externalReferences"]) > 10
    assert found == bill(LOCKS["requirements-image"])
