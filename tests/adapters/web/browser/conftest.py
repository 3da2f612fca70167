"""One browser for all of these tests, a fresh profile for every visitor, and a whole web table to visit."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from tests.adapters.web.browser.house import House
from tests.adapters.web.browser.visitor import PATIENCE, Visit

# the browser lives in one event loop, so everything that talks to it does
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
        pytest.skip("There is no chromium here: install the package of that name to run the browser tests.")
    expect.set_options(timeout=PATIENCE)
    # its own sandbox needs rights that root in a container does not have
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope=LOOP)
async def house(tmp_path: Path) -> AsyncIterator[House]:
    house = House(tmp_path)
    async with house.open():
        yield house


@pytest.fixture
def closed_house(tmp_path: Path) -> House:
    """For a test that opens and closes it itself."""
    return House(tmp_path)


@pytest_asyncio.fixture(loop_scope=LOOP)
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """`await visit()` is a person with a browser of their own; at the end nothing may have gone wrong in any."""
    visits = Visit(browser)
    yield visits
    faults = await visits.leave()
    assert not faults
