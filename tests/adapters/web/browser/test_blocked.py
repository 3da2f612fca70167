"""A browser whose owner blocks site data: no cookies, no storage. The front page and the tables work all the same."""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import BrowserContext, FrameLocator, async_playwright, expect

from tests.adapters.web.browser.conftest import LOOP
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Attendee
from tests.adapters.web.browser.visitor import TIMEOUT, Visit, Visitor

BLOCKED = """() => {
    document.cookie = "name=value";
    try { localStorage.length; return false; } catch { return document.cookie === ""; }
}"""
BLOCK = 2  # as in chrome://settings: “Block all cookies”, which is all that a site could store


@pytest_asyncio.fixture(loop_scope=LOOP)
async def blocking(chromium: Path, tmp_path: Path) -> AsyncIterator[BrowserContext]:
    """A browser of its own, because the setting is the whole profile's."""
    profile = tmp_path / "profile"
    (profile / "Default").mkdir(parents=True)
    chosen = {"profile": {"default_content_setting_values": {"cookies": BLOCK}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(chosen), "utf-8")
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=flags, reduced_motion="reduce"
        )
        context.set_default_timeout(TIMEOUT)
        expect.set_options(timeout=TIMEOUT)
        yield context
        await context.close()


async def test_playing_with_site_data_blocked(blocking: BrowserContext, harness: WebHarness) -> None:
    """The games are listed, one press starts a game, its seat is this tab's and still is after a reload."""
    anna = Visitor(await blocking.new_page())
    await anna.page.goto(harness.url)
    assert await anna.page.evaluate(BLOCKED)
    await expect(anna.page.locator("#games [data-game]").first).to_be_visible()
    await expect(anna.page.locator("#name-hint")).to_contain_text("keep this tab open")
    await anna.play_now(harness, "sprint")
    await expect(anna.page.locator("#notes")).to_contain_text("keep this tab open")
    assert "session" not in anna.page.url
    assert await anna.take_turn()
    before = await anna.sequence()
    await anna.page.reload()
    await anna.news("")
    assert await anna.sequence() >= before
    await expect(anna.player("Anna")).to_contain_text("you")
    assert await anna.take_turn()
    assert anna.errors == []


async def test_a_language_with_site_data_blocked(blocking: BrowserContext, harness: WebHarness) -> None:
    """The address keeps what was chosen, and the seat is still this tab's; the socket speaks it, too."""
    anna = Visitor(await blocking.new_page())
    await anna.play_now(harness, "sprint")
    await anna.page.locator("#rename").click()
    async with anna.page.expect_websocket() as opened:
        await anna.page.get_by_label("Language").select_option("Deutsch")
    assert "language=de" in (await opened.value).url
    await expect(anna.page.locator("#players-title")).to_have_text("Spieler")
    await expect(anna.player("Anna")).to_contain_text("du")
    assert "session" not in anna.page.url


async def test_joining_with_site_data_blocked(blocking: BrowserContext, visit: Visit, harness: WebHarness) -> None:
    """Whoever opens a link takes a seat there, and in a second tab is somebody else: at a game, and at a meeting."""
    anna, ben, cleo = await visit(), Visitor(await blocking.new_page()), Visitor(await blocking.new_page())
    link = await anna.open_table(harness, "sprint")
    await ben.join(link, "Ben")
    await cleo.join(link, "Cleo")
    await expect(anna.player("Ben")).to_be_visible()
    await expect(anna.player("Cleo")).to_be_visible()
    link = await Attendee(anna).open_meeting(harness, "Anna")
    await Attendee(ben).come(link, "Ben")
    await Attendee(cleo).come(link, "Cleo")
    await expect(anna.page.locator("#stage")).to_contain_text("Ben")
    assert ben.errors == cleo.errors == []


@asynccontextmanager
async def in_a_frame(visitor: Visitor, harness: WebHarness) -> AsyncIterator[FrameLocator]:
    """Our front page in a page of another site."""

    async def portal(_: web.Request) -> web.StreamResponse:
        return web.Response(
            text=f'<link rel="icon" href="data:,"><iframe src="{harness.url}"></iframe>', content_type="text/html"
        )

    application = web.Application()
    application.add_routes([web.get("/portal", portal)])
    async with TestServer(application, host="127.0.0.1") as server:
        await visitor.page.goto(f"http://localhost:{server.port}/portal")
        yield visitor.page.frame_locator("iframe")


async def test_playing_in_a_frame_whose_cookies_are_not_kept(tmp_path: Path, visit: Visit) -> None:
    """Another site shows our page if the operator allows it. Without https its cookies are refused, and it plays."""
    harness, anna = WebHarness(tmp_path, frames=["http://localhost:*"]), await visit()
    async with harness.open(), in_a_frame(anna, harness) as table:
        await table.locator("[data-game=sprint] button.primary").click()
        await table.locator("#board svg").wait_for()
        await expect(table.locator("#players li").first).to_contain_text("you")
        assert await anna.page.context.cookies(harness.url) == []
    anna.errors.clear()  # the server is gone, and a browser complains about cookies that it refuses


async def test_no_other_site_shows_our_pages(harness: WebHarness, visit: Visit) -> None:
    """Unless the operator allows it."""
    anna = await visit()
    anna.expected = ("frame-ancestors 'none'",)
    async with in_a_frame(anna, harness) as table:
        await anna.page.wait_for_load_state("networkidle")
        await expect(table.locator("#games")).to_have_count(0)
        assert len(anna.errors) == 1


async def test_a_seat_is_not_carried_to_a_browser_without_cookies(
    blocking: BrowserContext, visit: Visit, harness: WebHarness
) -> None:
    """Its link isn't used up there: the person reads why, and can open it elsewhere."""
    anna, phone, tablet = await visit(), Visitor(await blocking.new_page()), await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.locator("#rename").click()
    await anna.page.get_by_role("button", name="Use another device").click()
    link = await anna.page.locator("#seat-link").input_value()
    await phone.page.goto(link)
    await phone.page.get_by_role("button", name="Continue here").click()
    await expect(phone.page.locator("#notes")).to_contain_text("This browser keeps no cookies")
    await tablet.page.goto(link)
    await tablet.page.get_by_role("button", name="Continue here").click()
    await expect(tablet.player("Anna")).to_contain_text("you")
