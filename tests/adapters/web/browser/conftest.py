"""One browser for all tests, a new profile for every visitor, and a whole web table."""

import os
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.asyncio(loop_scope=LOOP), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope=LOOP)
async def browser() -> AsyncIterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed; install it to run the browser tests.")
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
