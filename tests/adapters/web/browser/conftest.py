"""One browser for all tests, a new profile for every visitor, and a whole web table."""

import os
import shlex
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import TIMEOUT, Visit

# the browser belongs to one event loop, so all tests run in it
LOOP: Literal["session"] = "session"
# Pages of Chromium's own that it loads for every window (what its address bar suggests), and processes that it starts
# in case they are needed: together they take as much processor time as the pages that are tested.
NEEDLESS = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope=LOOP), append=False)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A script that starts Chromium without what is needless.

    Of two lists of features to disable Chromium reads the last, so ours has to go into the one that Playwright passes.
    """
    installed = shutil.which("chromium")
    if installed is None:
        pytest.skip("chromium is not installed; install it to run the browser tests.")
    script = tmp_path_factory.mktemp("browser") / "chromium"
    arguments = f'"${{@/#--disable-features=/--disable-features={NEEDLESS},}}"'
    script.write_text(f"#!/usr/bin/env bash\nexec {shlex.quote(installed)} {arguments}\n", "utf-8")
    script.chmod(0o700)
    return script


@pytest_asyncio.fixture(scope="session", loop_scope=LOOP)
async def browser(chromium: Path) -> AsyncIterator[Browser]:
    expect.set_options(timeout=TIMEOUT)
    # chromium's sandbox doesn't work for root in a container
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope=LOOP)
async def harness(tmp_path: Path) -> AsyncIterator[WebHarness]:
    harness = WebHarness(tmp_path)
    async with harness.open():
        yield harness


@pytest.fixture
def stopped_harness(tmp_path: Path) -> WebHarness:
    """For a test that starts and stops it itself."""
    return WebHarness(tmp_path)


@pytest_asyncio.fixture(loop_scope=LOOP)
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """`await visit()` is a person with their own browser profile; no page may have logged errors at the end."""
    visits = Visit(browser)
    yield visits
    errors = await visits.leave()
    assert not errors
