"""Pages for operators say what the program does."""

import re

from adapters.discord.texts import NEEDED
from adapters.web.adapter import WebAdapter
from tests.deploy.parts import ROOT, text


def test_the_permissions_on_discord() -> None:
    """The page explains each one that the invitation asks for, and no other."""
    page = (ROOT / "docs" / "discord.md").read_text("utf-8")
    rows = page.partition("| permission |")[2].partition("\n\n")[0].splitlines()[2:]
    documented = {name.strip().lower().replace(" ", "_") for row in rows for name in row.split("|")[1].split(",")}
    asked = {"view_channel" if name == "read_messages" else name for name, granted in NEEDED if granted}
    assert documented == asked


def test_a_proxy_lets_every_page_through() -> None:
    """The page names the beginning of each address of the web table."""
    paths = [route.path for route in WebAdapter(bytes(32)).routes()]
    beginnings = {f"/{path.split('/')[1]}" for path in paths if not path.startswith("/{")}
    documented = re.findall(r"`(/[a-z-]*)/?`", text("../docs/deployment.md").partition("## Reverse proxy")[2])
    assert beginnings <= set(documented)


def test_every_file_has_its_line() -> None:
    """deploy/README.md names everything in the folder."""
    page = text("README.md")
    names = {file.name for file in (ROOT / "deploy").iterdir()} - {"README.md", ".env"}
    assert not [name for name in names if f"`{name}" not in page]
