"""Static files: hashed addresses that are cached forever, compressed, and a page's modules in one file."""

import hashlib
import re
from pathlib import Path

import aiohttp
import pytest

from adapters.web.assets import FOREVER, PAGES, REVALIDATED, STATIC, VENDOR, Assets, assets, bundle, whole
from tests.adapters.web.harness import WebHarness


async def test_files_of_a_page_are_cached_and_compressed(harness: WebHarness) -> None:
    """Every address in the page has a hash and may be cached for a year; text comes compressed."""
    async with aiohttp.ClientSession(harness.url, auto_decompress=False) as session:
        async with session.get("/", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Cache-Control"] == "no-store"
        async with session.get("/", headers={"Accept-Encoding": "identity"}) as answer:
            assert "Content-Encoding" not in answer.headers
            addresses = set(re.findall(r'"(/static/[^"]+)"', await answer.text()))
        assert len(addresses) >= 4
        for address in addresses:
            async with session.get(address) as answer:
                assert re.fullmatch(r"/static/[0-9a-f]{12}/[a-z./-]+", address)
                assert answer.status == 200
                assert answer.headers["Cache-Control"] == FOREVER
                assert answer.headers["Content-Encoding"] == "gzip"


async def test_a_file_without_its_hash_is_revalidated(harness: WebHarness) -> None:
    """So does one with the hash of another version: while servers are being updated, a page may meet an older one."""
    async with aiohttp.ClientSession(harness.url) as session:
        for address in ("/static/icon.svg", "/static/0123456789ab/icon.svg"):
            async with session.get(address) as answer:
                assert (answer.status, answer.headers["Cache-Control"]) == (200, REVALIDATED)
                known = {"If-None-Match": answer.headers["ETag"]}
            async with session.get(address, headers=known) as answer:
                assert (answer.status, await answer.read()) == (304, b"")


async def test_a_changed_file_has_another_address(tmp_path: Path) -> None:
    """So has everything that refers to it."""
    static, pages = tmp_path / "static", tmp_path / "pages"
    for folder in (static, pages):
        folder.mkdir()
    (static / "page.css").write_text('a { background: url("/static/icon.svg"); }')
    (pages / "page.html").write_text('<link href="/static/page.css">')
    contents = []
    for icon in ("<svg/>", "<svg></svg>"):
        (static / "icon.svg").write_text(icon)
        contents.append(Assets(static, pages).pages["page.html"].content)
    assert contents[0] != contents[1]


def test_a_page_has_the_parts_that_it_names(tmp_path: Path) -> None:
    """A line that names a part stands for it, with the part's own indentation; the parts are no pages themselves."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "head.html").write_text('    <meta charset="utf-8">\n')
    (tmp_path / "page.html").write_text("  <head>\n    <!-- parts/head.html -->\n    <title>Page</title>\n  </head>\n")
    assert whole(tmp_path / "page.html") == (
        '  <head>\n    <meta charset="utf-8">\n    <title>Page</title>\n  </head>\n'
    )
    assert set(assets().pages) == {path.name for path in PAGES.glob("*.html")}
    for page in assets().pages.values():
        text = page.content.decode()
        assert text.startswith('<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8">\n')
        assert "<!-- parts/" not in text


def test_modules_become_one(tmp_path: Path) -> None:
    """Each imported module comes once, before those that import it; names in different modules may be the same."""
    (tmp_path / "one.js").write_text('import { two as second } from "./two.js";\nimport "./three.js";\nsecond();\n')
    (tmp_path / "two.js").write_text('import { three } from "./three.js";\nexport function two() { three(); }\n')
    (tmp_path / "three.js").write_text("const two = 2;\nexport const three = () => two;\n")
    text = bundle(tmp_path / "one.js")
    assert re.findall(r"// (\w+)\.js", text) == ["three", "two", "one"]
    assert "const { two: second } = $module1;" in text
    assert "return { three };" in text
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)


@pytest.mark.parametrize(
    "source", ["export default 1;", 'import * as all from "./one.js";', "export let count = 0;", 'import "./page.js";']
)
def test_what_cannot_be_bundled_is_refused(tmp_path: Path, source: str) -> None:
    """A bundle that would silently behave differently is worse than a server that doesn't start."""
    (tmp_path / "page.js").write_text(f"{source}\n")
    (tmp_path / "one.js").write_text("")
    with pytest.raises(ValueError, match=r"page\.js"):
        bundle(tmp_path / "page.js")


def test_every_module_and_style_sheet_belongs_to_a_page() -> None:
    """A page names it, or a module of a page imports it: nobody would miss another one."""
    static, found = STATIC.resolve(), set[Path]()
    new = [static / name for page in PAGES.glob("*.html") for name in re.findall(r'"/static/([^"]+)"', whole(page))]
    while new:
        path = new.pop()
        if path not in found:
            found.add(path)
            imported = re.findall(r'^import [^"]*"(\.[^"]+)";$', path.read_text("utf-8"), re.MULTILINE)
            new += [(path.parent / other).resolve() for other in imported]
    assert {path for path in static.rglob("*") if path.suffix in {".css", ".js"}} - found == set()


def test_a_meeting_has_its_own_lobby() -> None:
    """Its page can't say that every seat is taken: that lobby isn't part of it, and vice versa."""
    words = "Every seat is taken"
    assert words not in bundle(STATIC / "meeting" / "meeting.js")
    assert words in bundle(STATIC / "table" / "table.js")


def test_fonts_are_small_and_complete() -> None:
    """The font that every page loads is below 15 kB per weight, and there is one for Greek and Cyrillic."""
    fonts = {file.stem: file.stat().st_size for file in (STATIC / "fonts").glob("*.woff2")}
    assert len(fonts) == 4
    assert max(size for name, size in fonts.items() if name.endswith("latin")) < 15_000


PUBLISHED = {  # scripts that others wrote, by their SHA-256; how each was made is in LICENCES.txt beside them
    "discord-embedded-app-sdk-2.5.0.js": "d8db1d6ff084f545dc4e6a8619e8da2cdbb5b8854629e71cd91ad4ac4621a078",
    "teams-js-2.58.0.js": "1737ae2e319c8ab56d71d2218fd5a49d96a8ad70eb01ff2e9ab7e35093b93379",
}


async def test_scripts_of_others_are_as_published(harness: WebHarness) -> None:
    """Byte by byte, in the folder and as they are served; their licences are beside them and on our page."""
    folder, root = STATIC / VENDOR, Path(__file__).parents[3]
    assert {path.name for path in folder.iterdir()} == {*PUBLISHED, "LICENCES.txt"}
    licences = (folder / "LICENCES.txt").read_text("utf-8")
    listed = (root / "docs" / "licences.md").read_text("utf-8")
    notice = (root / "NOTICE").read_text("utf-8")
    async with aiohttp.ClientSession(harness.url) as session:
        for name, expected in PUBLISHED.items():
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == expected
            async with session.get(f"/static/{VENDOR}/{name}") as answer:
                assert hashlib.sha256(await answer.read()).hexdigest() == expected
            assert name in licences
    for package in ("@discord/embedded-app-sdk", "@microsoft/teams-js"):
        assert package in listed
        assert package in notice
