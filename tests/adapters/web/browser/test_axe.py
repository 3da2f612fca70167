"""axe-core finds no serious fault of accessibility on any page."""

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.async_api import Page

from tests.adapters.web.browser.house import House
from tests.adapters.web.browser.visitor import Visit, Visitor

GAMES = ("retro", "rugby", "scrumkin", "sprint")


async def test_axe_finds_no_serious_fault_before_the_game(house: House, visit: Visit) -> None:
    """The front page, the lobby, and the dialog that asks for a name."""
    anna, ben = await visit(), await visit()
    await anna.page.goto(house.url)
    await anna.page.locator(".game").first.wait_for()
    await _accessible(anna)
    link = await anna.open_table(house, "rugby")
    await _accessible(anna)
    await ben.page.goto(link)
    await ben.page.get_by_role("button", name="Take a seat").click()
    await ben.page.get_by_role("dialog").wait_for()
    await _accessible(ben)


@pytest.mark.parametrize("game", GAMES)
async def test_axe_finds_no_serious_fault_at_the_table(game: str, house: House, visit: Visit) -> None:
    """A running game, with an answer beside the command line."""
    anna = await visit()
    await anna.play_now(house, game)
    await anna.say("help")
    await anna.page.locator(".note").wait_for()
    await _accessible(anna)


async def test_axe_finds_no_serious_fault_afterwards(house: House, visit: Visit) -> None:
    """The result and the steps of a finished game, for the players and for a shared screen."""
    anna = await visit()
    link = await anna.open_table(house, "sprint", bots=1)
    await anna.start()
    await house.play_on(link, lambda seen: seen.sequence > 30)
    await anna.say("end")
    await anna.page.locator("#step-picture svg").wait_for()
    await _accessible(anna)
    await anna.page.goto(f"{link}?watch")
    await anna.page.locator("#step-picture svg").wait_for()
    await _accessible(anna)


async def _accessible(visitor: Visitor) -> None:
    """Everything in light, contrast in dark too; what axe calls minor or moderate is read, not refused."""
    await visitor.page.emulate_media(color_scheme="light")
    assert not await _serious(visitor.page, {})
    await visitor.page.emulate_media(color_scheme="dark")
    assert not await _serious(visitor.page, {"runOnly": ["color-contrast"]})


async def _serious(page: Page, options: dict[str, Any]) -> list[tuple[str, ...]]:
    found: dict[str, Any] = (await Axe().run(page, options={"resultTypes": ["violations"], **options})).response
    return [
        (fault["id"], node["html"], node["failureSummary"])
        for fault in found["violations"]
        if fault["impact"] in {"serious", "critical"}
        for node in fault["nodes"]
    ]
