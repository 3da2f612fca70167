"""axe-core finds no serious accessibility problem on any page."""

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # has no types
from playwright.async_api import Page

from bot import __version__
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor
from tests.fixtures.test_games import GAMES_OF_RELEASES

GAMES = ("rugby", "scrumkin", "sprint")


async def test_axe_before_the_game(harness: WebHarness, visit: Visit) -> None:
    """The front page, the lobby and the dialog for a name have no serious problem."""
    anna, ben = await visit(), await visit()
    await anna.page.goto(harness.url)
    await anna.page.locator(".game").first.wait_for()
    await accessible(anna)
    link = await anna.open_table(harness, "rugby")
    await accessible(anna)
    await ben.page.goto(link)
    await ben.page.get_by_role("button", name="Join", exact=True).click()
    await ben.page.get_by_role("dialog").wait_for()
    await accessible(ben)


async def test_axe_about_oneself(harness: WebHarness, visit: Visit) -> None:
    """The dialogs about a person, their devices and signals, open options and one's own tables: no serious problem."""
    anna = await visit()
    await anna.open_table(harness, "sprint", bots=1)
    await anna.page.get_by_text("Options: as usual").click()
    for opened in (["You are Anna"], ["You are Anna", "Use another device"], ["Notify me"], ["QR code"], ["Invite"]):
        for name in opened:
            await anna.page.get_by_role("button", name=name).click()
        await anna.page.get_by_role("button", name="Close").wait_for()
        await accessible(anna)
        await anna.page.get_by_role("button", name="Close").click()
    await anna.page.goto(harness.url)
    await anna.page.locator("#mine li").wait_for()
    await accessible(anna)


@pytest.mark.parametrize("game", GAMES)
async def test_axe_during_the_game(game: str, harness: WebHarness, visit: Visit) -> None:
    """A running game with an answer to a typed command has no serious problem."""
    anna = await visit()
    await anna.play_now(harness, game)
    await anna.say("help")
    await anna.page.locator(".note").wait_for()
    await accessible(anna)


async def test_axe_after_the_game(harness: WebHarness, visit: Visit) -> None:
    """A finished game's result and replay have no serious problem, for players and on a shared screen."""
    anna = await visit()
    link = await anna.open_table(harness, "sprint", bots=1)
    await anna.start()
    await harness.play_on(link, lambda seen: seen.sequence > 30)
    await anna.say("end sure")
    await anna.page.locator("#step-picture svg").wait_for()
    await accessible(anna)
    await anna.page.goto(f"{link}?watch")
    await anna.page.locator("#step-picture svg").wait_for()
    await accessible(anna)


async def test_axe_verify(harness: WebHarness, visit: Visit) -> None:
    """The page that verifies a game has no serious problem, before and after it has read one."""
    anna = await visit()
    await anna.page.goto(f"{harness.url}/verify")
    await accessible(anna)
    await anna.page.set_input_files("#file", GAMES_OF_RELEASES / __version__ / "sprint.json")
    await anna.page.locator("#report").wait_for()
    await accessible(anna)


async def accessible(visitor: Visitor) -> None:
    """Check everything in light and the contrast in dark; minor and moderate findings are allowed."""
    await visitor.page.emulate_media(color_scheme="light")
    assert not await _serious(visitor.page, {})
    await visitor.page.emulate_media(color_scheme="dark")
    assert not await _serious(visitor.page, {"runOnly": ["color-contrast"]})


async def _serious(page: Page, options: dict[str, Any]) -> list[tuple[str, ...]]:
    found: dict[str, Any] = (await Axe().run(page, options={"resultTypes": ["violations"], **options})).response
    return [
        (violation["id"], node["html"], node["failureSummary"])
        for violation in found["violations"]
        if violation["impact"] in {"serious", "critical"}
        for node in violation["nodes"]
    ]
