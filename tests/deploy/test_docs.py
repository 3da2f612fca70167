"""What the pages for operators point at exists."""

import re

import pytest

from adapters.discord.doctor import NEEDED
from tests.deploy.parts import ROOT, text

PAGES = ("deployment", "operations", "privacy", "scaling", "security", "settings")


def anchors(page: str) -> set[str]:
    """Of the headings, as GitHub makes them."""
    return {re.sub(r"[^\w -]", "", found).replace(" ", "-").lower() for found in re.findall(r"(?m)^#+ (.+)$", page)}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    """Files and headings."""
    page = ROOT / "docs" / f"{name}.md"
    for target in re.findall(r"\]\(([^)#]*(?:#[^)]*)?)\)", page.read_text("utf-8")):
        file, _, anchor = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found.read_text("utf-8")), target


@pytest.mark.parametrize("name", PAGES)
def test_code_that_is_named_exists(name: str) -> None:
    """Modules, tests and folders, by their path from the root; only the operator has deploy/secrets."""
    page = (ROOT / "docs" / f"{name}.md").read_text("utf-8")
    named = re.findall(r"`((?:adapters|bot|deploy|games|storage|tests)/[\w./-]*)`", page)
    assert not [path for path in named if path != "deploy/secrets" and not (ROOT / path).exists()]


def test_the_permissions_on_discord() -> None:
    """The page explains each one that the invitation asks for, and no other."""
    page = (ROOT / "docs" / "discord.md").read_text("utf-8")
    rows = page.partition("| permission |")[2].partition("\n\n")[0].splitlines()[2:]
    told = {name.strip().lower().replace(" ", "_") for row in rows for name in row.split("|")[1].split(",")}
    asked = {"view_channel" if name == "read_messages" else name for name, granted in NEEDED if granted}
    assert told == asked


def test_every_file_has_its_line() -> None:
    """The page of the folder names everything in it."""
    page = text("README.md")
    names = {file.name for file in (ROOT / "deploy").iterdir()} - {"README.md", ".gitignore", "secrets"}
    assert not [name for name in names if f"`{name}" not in page]
