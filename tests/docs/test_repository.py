"""What a stranger looks for in a repository: licence, policies, templates, CI, changelog."""

import re
import tomllib
from typing import Any

import pytest
import yaml

from tests.docs.pages import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
FOLDERS = ("adapters", "bot", "deploy", "docs", "games", "storage")
YAML = sorted([*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "mkdocs.yml"])


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.mark.parametrize("file", YAML, ids=lambda file: file.name)
def test_configuration_can_be_read(file: Any) -> None:
    """It is YAML, and a mapping."""
    assert isinstance(yaml.safe_load(file.read_text("utf-8")), dict)


# --- CI and linters ------------------------------------------------------------------------------------------------


def test_hosted_ci_runs_what_everybody_runs() -> None:
    """On every Python that is supported; on Linux through the same script, elsewhere with the same hashes."""
    jobs = read(".github/workflows/ci.yml")["jobs"]
    assert [step["run"] for step in jobs["test"]["steps"] if "run" in step] == [".ci/run"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    assert named[0] == PROJECT["project"]["requires-python"].removeprefix(">=")
    for job in ("test", "elsewhere"):
        assert jobs[job]["strategy"]["matrix"]["python"] == named
    assert jobs["elsewhere"]["strategy"]["matrix"]["system"] == ["windows-latest", "macos-latest"]
    assert "python -m pip install --require-hashes -r requirements.lock" in str(jobs["elsewhere"]["steps"])
    assert (ROOT / ".ci/run").read_text("utf-8").rstrip().endswith("make test")


def test_hooks_run_the_linters_of_make() -> None:
    """Each command of `make lint` is a hook, from the same environment."""
    linters = re.search(r"(?ms)^lint:.*?\n\n", MAKEFILE)
    assert linters is not None
    commands = {f".venv/bin/{command}" for command in re.findall(r"\$\(BIN\)/(.+)", linters[0])}
    ours = {command.replace(" --check", "").removesuffix(" .") for command in commands}
    hooks = [hook for repository in read(".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]]
    assert {hook["entry"].removesuffix(" --force-exclude") for hook in hooks} == ours
    assert {hook["language"] for hook in hooks} == {"system"}


def test_every_target_is_listed() -> None:
    """`make help` describes each, and none is mistaken for a file."""
    targets = set(re.findall(r"(?m)^([a-z]+):", MAKEFILE))
    phony = re.search(r"(?m)^\.PHONY: (.*)$", MAKEFILE)
    assert phony is not None
    assert set(phony[1].split()) == targets == set(re.findall(r"(?m)^([a-z]+):.*  ## ", MAKEFILE))


# --- licence and version -------------------------------------------------------------------------------------------


def test_licence() -> None:
    """The file, the metadata and the page say the same."""
    licence = (ROOT / "LICENSE").read_text("utf-8")
    assert licence.startswith("MIT License")
    assert "Scrum Table contributors" in licence
    assert PROJECT["project"]["license"] == "MIT"
    assert PROJECT["project"]["license-files"] == ["LICENSE", "NOTICE"]
    assert not [
        name for name in PROJECT["project"]["classifiers"] if name.startswith("License")
    ]  # the expression says it
    assert "(LICENSE)" in (ROOT / "README.md").read_text("utf-8")


def test_credits() -> None:
    """Each game's author, and what is taken from the published Scrumkin: its licence, and a name of its cards."""
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for name in (
        "William Wake",
        "Mike Cohn",
        "Timothée Bourguignon",
        "CC BY-NC-SA 4.0",
        "Scrum of Scrums",
        "Michel Gutierrez",
    ):
        assert name in notice


def test_changelog() -> None:
    """Keep a Changelog: Unreleased first, then versions with their dates, the newest first; known headings only."""
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = re.findall(r"(?m)^## (.+)$", text)
    assert releases[0] == "[Unreleased]"
    dated = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d\d-\d\d", release) for release in releases[1:]]
    versions = [tuple(map(int, found.groups())) for found in dated if found is not None]
    assert len(versions) == len(dated)
    assert versions == sorted(versions, reverse=True)
    kinds = set(re.findall(r"(?m)^### (.+)$", text))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_nothing_tells_people_to_install_what_is_not_published() -> None:
    """From a checkout it is `pip install '.[slack]'`."""
    suffixes = {".md", ".py", ".yaml", ".yml", ".html", ".sh"}
    found = [file for name in FOLDERS for file in (ROOT / name).rglob("*")]
    files = [file for file in found if "node_modules" not in file.parts]
    for file in (*files, *ROOT.glob("*.md")):
        if file.suffix in suffixes:
            assert not re.search(r"pip install '?scrum-table(?!\[\w+\] @ )", file.read_text("utf-8")), file
