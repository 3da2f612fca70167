"""What the pages for operators point at exists."""

import re

import pytest

from adapters.discord.doctor import NEEDED
from adapters.web.adapter import WebAdapter
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


def test_a_proxy_lets_every_page_through() -> None:
    """The page names the beginning of each address of the web table."""
    paths = [route.path for route in WebAdapter(bytes(32)).routes()]
    beginnings = {f"/{path.split('/')[1]}" for path in paths if not path.startswith("/{")}
    told = re.findall(r"`(/[a-z]*)/?`", text("../docs/deployment.md").partition("## A proxy in front")[2])
    assert beginnings <= set(told)


def test_every_file_has_its_line() -> None:
    """The page of the folder names everything in it."""
    page = text("README.md")
    names = {file.name for file in (ROOT / "deploy").iterdir()} - {"README.md", ".gitignore", "secrets"}
    assert not [name for name in names if f"`{name}" not in page]
