"""The search of the site, in a real browser: what people want to do comes before what was decided about it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.async_api import Page, async_playwright

from tests.adapters.web.browser.visitor import TIMEOUT

QUESTIONS = {  # what people type: the page that they want
    "run a retro": "retro.html",
    "retrospective": "retro.html",
    "anonymous notes": "retro.html",
    "workshop": "workshop.html",
    "rehearse a workshop": "workshop.html",
    "install discord": "discord.html",
    "slack": "slack.html",
    "microsoft teams": "teams.html",
    "settings database": "settings.html",
    "host it": "deployment.html",
    "kubernetes": "deployment.html",
    "backup": "operations.html",
    "upgrade": "upgrading.html",
    "write a game": "new-game.html",
    "translate": "translating.html",
    "privacy forget me": "privacy.html",
    "burndown": "gallery.html",
    "fair dice": "security.html",
    "play in the browser": "web.html",
    "phones": "web.html",
}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The search loads its index, which a browser does only over HTTP."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


async def first_result(page: Page, question: str) -> str:
    """The page that the search box offers first."""
    box, said = page.get_by_role("textbox", name="Search"), page.locator(".md-search-result__meta")
    for text, answer in (("", "Type to start searching"), (question, "matching document")):
        await box.fill(text)
        await box.press("End")  # the search looks at the box when a key is released
        await said.filter(has_text=answer).wait_for()
    link = page.locator(".md-search-result__link").first
    return (await link.get_attribute("href") or "").partition("?")[0].rpartition("/")[2]


async def test_the_search_finds_what_people_want_to_do_first(site: Path) -> None:
    """In the real search box."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed; install it to run the browser tests.")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with served(site) as address:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
            page = await browser.new_page()
            page.set_default_timeout(TIMEOUT)
            await page.goto(address)
            await page.get_by_role("textbox", name="Search").click()
            found = {question: await first_result(page, question) for question in QUESTIONS}
            await browser.close()
    assert found == QUESTIONS
