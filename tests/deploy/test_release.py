"""A release is one version everywhere, and the workflow publishes what `make dist` builds, only for its tag."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __version__
from games import BUILT_IN
from tests.deploy.parts import ROOT
from tests.supply.locks import LOCKS, pins
from tests.supply.release import GAMES_ON_FILE, Unready, games_on_file, notes

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
JOBS: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
# a file or an image of ours, what --version says, a tag
_NAMED = re.compile(r"(?:scrum[_-]table[:-]|scrum-table |Scrum Table |TAG=v|origin v|-a v)(\d+\.\d+\.\d+)")
_CHART = re.compile(r"(?m)^appVersion: \"?([^\"\n]+)")
CHANGELOG = (
    f"# Changelog\n\n## [Unreleased]\n\n## [{__version__}] - 2026-11-18\n\n- A game.\n\n"
    "## [0.9.0] - 2026-01-01\n\n- Old.\n"
)


# --- the version ---------------------------------------------------------------------------------------------------


def test_one_version_everywhere() -> None:
    """Manifests, the Helm chart and pages name this version."""
    pages = set((ROOT / "docs").glob("*.md")) - {ROOT / "docs" / "upgrading.md"}  # which is about versions to come
    files = [*(ROOT / "deploy").rglob("*"), *pages, ROOT / "README.md"]
    texts = {file: file.read_text("utf-8") for file in files if file.suffix in {".yaml", ".toml", ".md", ".json"}}
    found = {
        (file.name, each) for file, text in texts.items() for each in (*_NAMED.findall(text), *_CHART.findall(text))
    }
    assert {".yaml", ".md"} <= {Path(name).suffix for name, _ in found}
    assert {each for each in found if each[1] != __version__} == set()


def test_the_changelog_begins_with_this_version() -> None:
    """What comes next is above it, as unreleased."""
    entries = re.findall(r"(?m)^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert [entry for entry in entries if entry != "Unreleased"][:1] == [__version__]


# --- what is published ---------------------------------------------------------------------------------------------


def test_make_dist(dist: Path) -> None:
    """The sdist and the wheel, which PyPI would take; the bill of materials; licences in full."""
    packages = {f"scrum_table-{__version__}.tar.gz", f"scrum_table-{__version__}-py3-none-any.whl"}
    assert {file.name for file in dist.iterdir()} == {*packages, "sbom.json", "LICENCES.txt"}
    bill = json.loads((dist / "sbom.json").read_text("utf-8"))
    assert bill["metadata"]["component"]["version"] == __version__
    licences = (dist / "LICENCES.txt").read_text("utf-8")
    assert licences.startswith("Scrum Table\n")
    shipped = [pin for pin in pins(LOCKS["requirements-image"]) if not pin.marker]
    assert [pin.name for pin in shipped if f"\n{pin.name} {pin.version}: " not in licences] == []


def test_the_notes_are_the_entry_of_the_changelog() -> None:
    """Without its heading, and without the entries around it."""
    assert notes(f"v{__version__}", CHANGELOG, set(BUILT_IN)) == "- A game.\n"


@pytest.mark.parametrize(
    ("tag", "changelog", "on_file", "sentence"),
    [
        ("v0.0.1", CHANGELOG, set(BUILT_IN), f"The tag is v0.0.1, but the version in bot/__init__.py is {__version__}"),
        (f"v{__version__}", CHANGELOG.replace(__version__, "0.9.1"), set(BUILT_IN), "CHANGELOG.md has no entry"),
        (f"v{__version__}", CHANGELOG.replace("- A game.\n", ""), set(BUILT_IN), "CHANGELOG.md has no entry"),
        (f"v{__version__}", CHANGELOG, set(BUILT_IN) - {"rugby"}, "No game of rugby is on file"),
    ],
)
def test_what_is_not_ready(tag: str, changelog: str, on_file: set[str], sentence: str) -> None:
    """A sentence says what to do first."""
    with pytest.raises(Unready, match=re.escape(sentence)):
        notes(tag, changelog, on_file)


def test_games_on_file() -> None:
    """They are read from the files that tests/fixtures keeps."""
    assert {"sprint", "scrumkin", "rugby", "retro"} <= games_on_file(GAMES_ON_FILE)


# --- the workflow --------------------------------------------------------------------------------------------------


def steps(job: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = JOBS[job]["steps"]
    return found


def test_the_workflow_is_valid() -> None:
    """As the schema of workflows says."""
    words = ["check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(WORKFLOW)]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_only_a_tag_of_this_repository_publishes() -> None:
    """No branch, no fork: everything waits for the job that checks the tag."""
    whole = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    assert whole[True] == {"push": {"tags": ["v*"]}}  # YAML reads `on` as true
    assert JOBS["build"]["if"] == "${{ !github.event.repository.fork }}"
    needed = {
        name: [job.get("needs", [])] if isinstance(job.get("needs"), str) else job.get("needs", [])
        for name, job in JOBS.items()
    }
    assert needed == {
        "build": [],
        "test": ["build"],
        "image": ["test"],
        "pypi": ["test"],
        "pages": ["test"],
        "release": ["image", "pypi", "pages"],
    }
    assert not [name for name, job in JOBS.items() if "always()" in str(job.get("if", ""))]


def test_permissions() -> None:
    """None by default; each job has those that it needs."""
    assert yaml.safe_load(WORKFLOW.read_text("utf-8"))["permissions"] == {}
    assert {name: job["permissions"] for name, job in JOBS.items()} == {
        "build": {"contents": "read"},
        "test": {"contents": "read"},
        "image": {"contents": "read", "packages": "write"},
        "pypi": {"id-token": "write"},
        "pages": {"pages": "write", "id-token": "write"},
        "release": {"contents": "write"},
    }
    assert (JOBS["pypi"]["environment"], JOBS["pages"]["environment"]) == ("pypi", "github-pages")


def test_actions_are_pinned_and_no_registry_is_named() -> None:
    """A version for each action; the registry is a variable of the repository."""
    used = [step["uses"] for name in JOBS for step in steps(name) if "uses" in step]
    assert [each for each in used if not re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+|[0-9a-f]{40})", each)] == []
    assert not re.search(r"\b[a-z]+\.(io|com|org)\b", WORKFLOW.read_text("utf-8"))


def test_it_builds_as_people_do() -> None:
    """`make dist` for this tag, `make docs`, and the tests of CI; what it attaches is what they write."""
    assert {'make dist TAG="$GITHUB_REF_NAME"', "make docs"} <= {step.get("run") for step in steps("build")}
    assert steps("test")[-1]["run"] == ".ci/run"
    kept = {
        step["with"]["name"]: step["with"]["path"].split() for step in steps("build") if "name" in step.get("with", {})
    }
    assert kept == {
        "packages": ["dist/*.whl", "dist/*.tar.gz"],
        "papers": ["dist/sbom.json", "dist/LICENCES.txt", "dist/notes.md"],
    }
    attached = steps("release")[-1]["run"]
    assert [each for paths in kept.values() for each in paths if each not in attached] == []
    assert "--notes-file dist/notes.md" in attached
