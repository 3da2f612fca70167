"""`scrum-table play --lan`, and a phone in the same network: two network namespaces with a cable between them."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

from adapters.web.table.seats import svg
from tests.adapters.console.harness import COMMAND, environment
from tests.adapters.web.browser.visitor import TIMEOUT, Visitor

LAPTOP, PHONE = "10.77.0.1", "10.77.0.2"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@pytest.fixture
def network() -> Iterator[tuple[str, str]]:
    """The namespaces of a laptop and a phone. What they send stays between them."""
    if shutil.which("ip") is None:
        pytest.skip("There is no ip command: install iproute2 to test a phone in the same network.")
    laptop, phone = (f"scrum-{name}-{os.getpid()}" for name in ("laptop", "phone"))
    try:
        for space in (laptop, phone):
            ip("netns", "add", space)
            ip("-n", space, "link", "set", "lo", "up")
        ip("-n", laptop, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", phone)
        for space, address in ((laptop, LAPTOP), (phone, PHONE)):
            ip("-n", space, "address", "add", f"{address}/24", "dev", "cable")
            ip("-n", space, "link", "set", "cable", "up")
        ip("-n", laptop, "route", "add", "default", "via", PHONE)  # as a router would be
    except subprocess.CalledProcessError as fault:
        _remove(laptop, phone)
        pytest.skip(f"Network namespaces aren't permitted here: {fault.stderr.strip()}.")
    yield laptop, phone
    _remove(laptop, phone)


def _remove(*spaces: str) -> None:
    for space in spaces:
        subprocess.run(["ip", "netns", "delete", space], check=False, capture_output=True)


@asynccontextmanager
async def browser_in(space: str, chromium: Path, folder: Path) -> AsyncIterator[Page]:
    """A browser in a namespace; the test talks to it through a pipe."""
    script = folder / f"chromium-{space}"
    script.write_text(f'#!/bin/sh\nexec ip netns exec {space} {chromium} "$@"\n', "utf-8")
    script.chmod(0o700)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=script, args=["--no-sandbox"])
        page = await browser.new_page(reduced_motion="reduce")
        page.set_default_timeout(TIMEOUT)
        expect.set_options(timeout=TIMEOUT)
        yield page
        await browser.close()


@asynccontextmanager
async def playing(space: str, folder: Path, *words: str) -> AsyncIterator[list[str]]:
    """The program in a namespace, and the lines that it prints until it is ready."""
    command = ["ip", "netns", "exec", space, str(COMMAND), "play", "--no-browser", *words]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment(folder, HTTP_PORT="8080"), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        lines: list[str] = []
        while not lines or "Ctrl-C" not in lines[-1]:
            line = (await process.stdout.readline()).decode()
            assert line, lines
            lines.append(line)
        yield lines
    finally:
        process.terminate()
        await process.wait()


async def test_a_phone_in_the_same_network(network: tuple[str, str], chromium: Path, tmp_path: Path) -> None:
    """It opens the printed address; the link that the laptop shares, which is at localhost, leads it to a seat."""
    laptop, phone = network
    async with (
        playing(laptop, tmp_path, "--lan") as lines,
        browser_in(laptop, chromium, tmp_path) as here,
        browser_in(phone, chromium, tmp_path) as there,
    ):
        nearby = f"http://{LAPTOP}:8080/"
        assert f"Others in this network open {nearby}\n" in lines
        await there.goto(nearby)
        await expect(there.locator("#games [data-game]").first).to_be_visible()
        anna, ben = Visitor(here), Visitor(there)
        await here.goto("http://localhost:8080/")
        await here.get_by_label("Your name").fill("Anna")
        await here.get_by_role("button", name=re.compile("^With your team: open a table of Scrumkin")).click()
        link = await anna.link()
        assert link.startswith(f"{nearby}t/")
        await expect(here.locator("#share-hint")).to_be_hidden()
        code = await here.evaluate("fetch(`${location.pathname}/qr.svg`).then((answer) => answer.text())")
        assert code == svg(link)
        await ben.join(link, "Ben")
        await expect(anna.player("Ben")).to_be_visible()
        await anna.start()
        await there.locator("#board svg").wait_for()
        ben.expected = ("Cross-Origin-Opener-Policy header has been ignored",)  # it needs https
        assert anna.unexpected == ben.unexpected == []


async def test_without_it_nobody_comes_in(network: tuple[str, str], chromium: Path, tmp_path: Path) -> None:
    """The program listens on this computer only; the page says so, and what to do."""
    laptop, phone = network
    async with playing(laptop, tmp_path) as lines, browser_in(laptop, chromium, tmp_path) as here:
        assert not [line for line in lines if LAPTOP in line]
        knock = ("ip", "netns", "exec", phone, "bash", "-c", f"exec 3<>/dev/tcp/{LAPTOP}/8080")
        knocking = await asyncio.create_subprocess_exec(*knock, stderr=asyncio.subprocess.DEVNULL)
        assert await knocking.wait() != 0
        await here.goto("http://localhost:8080/")
        await here.get_by_role("button", name=re.compile("^With your team: open a table of Scrumkin")).click()
        await expect(here.locator("#share-hint")).to_contain_text("Only this computer can open this address.")
        await expect(here.locator("#share-hint")).to_contain_text("scrum-table play --lan")
