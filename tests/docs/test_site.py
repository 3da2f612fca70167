"""The documentation site is built, every page is in its navigation, and it loads nothing from elsewhere."""

import re
from pathlib import Path

import yaml

from tests.docs.pages import ROOT
from tests.docs.site import FRONT, expanded

# what makes a browser load something; links that a reader may follow are fine
LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]*\ssrc="([^"]+)|<link[^>]*\srel="(?!canonical)[^>]*\shref="([^"]+)"""
)


def test_every_page_is_built(site: Path) -> None:
    """Building is strict: a broken link, a missing anchor or a page outside the navigation fails."""
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.html")}
    assert {"index.html", "architecture.html", "CONTRIBUTING.html", "deploy/index.html", "decisions/index.html"} < pages
    assert {"deploy/compose.yaml.txt", "LICENSE.txt"} <= {
        file.relative_to(site).as_posix() for file in site.rglob("*.txt")
    }


def test_the_front_page_asks_what_people_want_to_do(site: Path) -> None:
    """Play, run a retro, run a workshop, host it, write a game: each is one link away."""
    page = (site / "index.html").read_text("utf-8")
    cards = re.findall(r'<strong><a href="([^"]+)">', page)
    assert cards == ["web.html", "retro.html", "workshop.html", "deployment.html", "new-game.html"]
    assert "What do you want to do?" in page


def test_pictures_are_part_of_the_site(site: Path) -> None:
    """Each that a page shows is there."""
    for page in site.rglob("*.html"):
        for source in re.findall(r'<img[^>]*\ssrc="([^"]+)"', page.read_text("utf-8")):
            assert page.name == "404.html" or (page.parent / source).is_file(), (page.name, source)


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """No font, script or picture of another site: nobody else learns who reads."""
    for page in (*site.rglob("*.html"), *site.rglob("*.css")):
        text = page.read_text("utf-8")
        loaded = ["".join(found) for found in LOADED.findall(text)] + re.findall(r"url\([\"']?([^\"')]+)", text)
        assert not [address for address in loaded if re.match(r"(?:https?:)?//", address)], page.name


def test_every_page_has_a_line_in_the_navigation() -> None:
    """Pages of docs/ and of the root, each once; not only reached by a link. A star stands for a folder's pages."""
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    listed = re.findall(r"[\w./-]+\.md", str(expanded(config["nav"])))
    docs = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert len(listed) == len(set(listed))
    assert docs | {page.name for page in ROOT.glob("*.md")} - {FRONT} <= set(listed)


def test_a_star_stands_for_the_pages_of_a_folder() -> None:
    """Its README first; a folder that isn't there has no section."""
    nav = expanded([{"Home": "index.md"}, {"Decisions": ["decisions/*.md"]}, {"Nothing": ["nowhere/*.md"]}])
    assert [*map(list, nav)] == [["Home"], ["Decisions"]]
    first, *others = nav[1]["Decisions"]
    assert first == "decisions/README.md"
    assert others == sorted(others) != []
