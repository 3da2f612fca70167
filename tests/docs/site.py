"""A hook of MkDocs: pages outside docs/ join the site, links keep working there, and its search finds what people do.

In the repository a page links to another file by its path; the site has everything of docs/ at its top.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tests.docs.pages import FENCE, LINK, ROOT, is_external, links, name_of, prose, target

DOCS = ROOT / "docs"
LIST_AFTER_TEXT = re.compile(r"(?m)^[^\s#|>-].*\n(?=- )")  # a list on GitHub; MkDocs needs an empty line before it
ICON = "adapters/web/static/icon.svg"
FRONT = "README.md"  # of the repository; the site's is docs/index.md
# How much a page counts in the search: first what people do, last why something was decided or how it was measured.
COUNTS = {
    "architecture.md": 0.1,
    "balance.md": 0.1,
    "licences.md": 0.1,
    "releasing.md": 0.1,
    "games/": 0.1,
    "CHANGELOG.md": 0.01,
    "decisions/": 0.01,
    "index.md": 0.01,
    "notes/": 0.01,
    "tests/": 0.01,
}
USUAL = 1.0
# What people type when they want a page, besides what its headings say.
WORDS = {
    "web.md": ("browser",),
    "retro.md": ("retro", "anonymous notes"),
    "gallery.md": ("pictures", "burndown"),
    "deployment.md": ("host it", "kubernetes"),
    "privacy.md": ("privacy",),
    "security.md": ("fair dice",),
    "upgrading.md": ("upgrade",),
}


def outside() -> list[str]:
    """The files beyond docs/ that the site needs: pages at the root, and everything that pages link to."""
    found: set[Path] = set()
    waiting = [*(page for page in ROOT.glob("*.md") if page.name != FRONT), *DOCS.rglob("*.md")]
    while waiting:
        page = waiting.pop()
        if page in found or not page.is_file():  # MkDocs itself reports a broken link
            continue
        found.add(page)
        if page.suffix == ".md":
            waiting += [target(page, link)[0] for link in links(prose(page)) if not is_external(link)]
    return sorted(name_of(file) for file in found if not file.is_relative_to(DOCS))


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.nav = expanded(config.nav)
    return config


def expanded(nav: Any) -> list[Any]:
    """The navigation with the pages that a star stands for, a README first; without sections that are empty."""
    return [each for entry in nav for each in _expanded(entry)]


def _expanded(entry: Any) -> Iterator[Any]:
    if isinstance(entry, str) and "*" in entry:
        found = sorted(DOCS.glob(entry), key=lambda page: (page.name != FRONT, page.name))
        yield from (page.relative_to(DOCS).as_posix() for page in found)
    elif isinstance(entry, dict):
        ((title, inner),) = entry.items()
        shown = expanded(inner) if isinstance(inner, list) else inner
        if shown:
            yield {title: shown}
    else:
        yield entry


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name in (*outside(), ICON):
        file = File.generated(config, name, abs_src_path=str(ROOT / name))
        if not name.endswith((".md", ".png", ".svg")):
            file.dest_uri = f"{name}.txt"  # a browser shows text, but downloads what it doesn't know
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as the site needs them; fenced blocks stay as they are."""
    here = page.file.src_uri
    page.meta.update(search={"boost": counts(here)}, tags=list(WORDS.get(here, ())))
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]  # its cards lead on
    source = DOCS / here if (DOCS / here).exists() else ROOT / here
    parts, done = [], 0
    for block in FENCE.finditer(markdown):
        parts += [_relinked(markdown[done : block.start()], source, here), block[0]]
        done = block.end()
    return "".join([*parts, _relinked(markdown[done:], source, here)])


def counts(page: str) -> float:
    return next((count for start, count in COUNTS.items() if page.startswith(start)), USUAL)


def _relinked(text: str, source: Path, here: str) -> str:
    text = LINK.sub(lambda found: f"({_moved(found[1], source, here)})", text)
    return LIST_AFTER_TEXT.sub(r"\g<0>\n", text)


def _moved(link: str, source: Path, here: str) -> str:
    if is_external(link) or link.startswith("#"):
        return link
    file, anchor = target(source, link)
    there = name_of(file).removeprefix("docs/")
    path = posixpath.relpath(there, posixpath.dirname(here) or ".")
    return f"{path}#{anchor}" if anchor else path
