"""Small screens, keyboard only, screen readers. See test_axe.py for axe-core."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit

GAMES = ("rugby", "scrumkin", "sprint")
PHONE = {"width": 320, "height": 640}


# --- phone ---------------------------------------------------------------------------------------------------------


async def test_everything_fits_a_phone(harness: WebHarness, visit: Visit) -> None:
    """No page scrolls sideways at 320 pixels, and buttons are large enough for a finger."""
    anna = await visit(viewport=PHONE, has_touch=True)
    await anna.page.goto(harness.url)
    await anna.page.locator(".game").first.wait_for()
    await fits(anna.page)
    await anna.open_table(harness, "rugby", bots=1)
    await anna.page.get_by_role("button", name="Start", exact=True).wait_for()
    await fits(anna.page)
    for game in GAMES:
        await anna.play_now(harness, game)
        await anna.page.locator("#acts").locator("button, summary").first.wait_for(state="attached")
        await fits(anna.page)
        if await anna.page.locator(".now.folded").count():
            await anna.page.get_by_role("button", name="What you can do").tap()
        await anna.page.locator("#acts").locator("button, summary").first.wait_for()
        await fits(anna.page)
    before = await anna.sequence()
    await anna.page.locator("#acts .act").first.tap()
    await anna.news(before)


async def fits(page: Page) -> None:
    across = await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert across[0] <= across[1]
    # words of a sentence that can be pressed are as high as the sentence
    buttons = "button:not(.said, .card-name):visible, a.button:visible, select:visible, summary:visible"
    boxes = await page.locator(buttons).evaluate_all(_BOXES)
    for words, left, right, height in boxes:
        assert height >= 43.9, words
        assert left >= 0, words
        assert right <= PHONE["width"], words


_BOXES = """all => all.map((one) => {
    const box = one.getBoundingClientRect();
    return [one.textContent, box.left, box.right, box.height];
})"""


# --- keyboard ------------------------------------------------------------------------------------------------------


async def test_playing_with_the_keyboard_only(harness: WebHarness, visit: Visit) -> None:
    """A table can be opened, joined, started and played without a mouse."""
    anna, ben = await visit(), await visit()
    page = anna.page
    await page.goto(harness.url)
    await page.locator(".game").first.wait_for()
    await _tab_to(page, "#name")
    await page.keyboard.type("Anna")
    await _tab_to(page, "#open [type=submit]")
    await page.keyboard.press("Enter")
    link = await anna.link()

    await ben.page.goto(link)
    await ben.page.get_by_role("button", name="Join", exact=True).wait_for()
    await _tab_to(ben.page, "#take-seat")
    await ben.page.keyboard.press("Enter")
    await expect(ben.page.get_by_label("Your name")).to_be_focused()
    await ben.page.keyboard.type("Ben")
    await ben.page.keyboard.press("Enter")
    await expect(anna.player("Ben")).to_be_visible()

    await page.get_by_role("button", name="Start", exact=True).wait_for()
    await _tab_to(page, "[data-command=start]")
    await page.keyboard.press("Space")
    await page.locator("#acts .act").first.wait_for()
    before = await anna.sequence()
    await _tab_to(page, "#acts .act")
    await page.keyboard.press("Space")
    await anna.news(before)


async def test_a_piece_moves_with_the_keyboard(harness: WebHarness, visit: Visit) -> None:
    """The board's spots are named buttons: a piece, then its target."""
    anna = await visit()
    ben = await visit()
    await ben.join(await anna.open_table(harness, "rugby"), "Ben")
    await anna.start()
    page = anna.page
    before = await anna.sequence()
    await _tab_to(page, "#board [data-spot][role=button]")
    assert re.fullmatch("[a-e][0-9]+", await _focused(page, "aria-label"))
    await page.keyboard.press("Enter")
    await expect(page.locator("#board .frame.picked")).to_have_count(1)
    while before == await anna.sequence():
        await _tab_to(page, "#board [data-spot]:has(+ .frame.next)")
        picked = await page.locator("#board .frame.picked").count()
        await page.keyboard.press("Space")
        await anna.further(before, picked)


async def test_the_command_line_has_completion_and_history(harness: WebHarness, visit: Visit) -> None:
    """It is a standard combobox: arrows, Tab, Enter, Escape, and a history."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    line = anna.page.get_by_role("combobox", name="/scrum")
    press = anna.page.keyboard.press
    await line.press_sequentially("/scrum ru")
    await expect(line).to_have_attribute("aria-expanded", "true")
    await press("Tab")
    await expect(line).to_have_value("/scrum rules ")
    await line.press_sequentially("tu")
    await expect(anna.page.get_by_role("option").first).to_be_visible()
    await press("ArrowDown")
    chosen = await line.get_attribute("aria-activedescendant")
    await expect(anna.page.locator(f"#{chosen}")).to_have_attribute("aria-selected", "true")
    await press("Escape")
    await expect(line).to_have_attribute("aria-expanded", "false")
    await press("Enter")
    await expect(anna.page.locator(".note")).to_have_count(1)
    await expect(line).to_have_value("")
    await press("ArrowUp")
    await expect(line).to_have_value("/scrum rules tu")
    await anna.page.get_by_role("button", name="Dismiss this note").click()
    await expect(anna.page.locator(".note")).to_have_count(0)
    await expect(line).to_be_focused()


async def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus; fail if it can't be reached."""
    for _ in range(120):
        await page.keyboard.press("Tab")
        if await page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"the keyboard does not reach {selector}")


async def _focused(page: Page, attribute: str) -> str:
    return str(await page.evaluate("(name) => document.activeElement.getAttribute(name)", attribute))


# --- themes and screen readers --------------------------------------------------------------------------------------


async def test_light_and_dark_can_be_chosen(harness: WebHarness, visit: Visit) -> None:
    """Page and pictures follow the system until the person chooses; the choice is remembered, and spots still work."""
    anna = await visit(color_scheme="light")
    await anna.play_now(harness, "scrumkin")
    paper = anna.page.locator("#hand svg rect").first
    light = await paper.get_attribute("fill") or ""
    await anna.page.get_by_role("button", name="Dark").click()
    await expect(paper).not_to_have_attribute("fill", light)
    await expect(anna.page.locator("#hand [data-spot]:has(+ .frame.next)").first).to_be_visible()
    await anna.page.reload()
    await expect(anna.page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    await expect(paper).not_to_have_attribute("fill", light)


async def test_news_is_announced_and_pictures_are_described(harness: WebHarness, visit: Visit) -> None:
    """News is announced once in a live region; a picture without buttons has its alt text."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    announced = anna.page.locator("#announcer[aria-live=polite]")
    await expect(announced).to_be_empty()  # earlier events are not announced
    assert await anna.take_turn()
    await expect(announced).to_contain_text("Anna rolls")
    assert len(await anna.page.locator("#chart[role=img]").get_attribute("aria-label") or "") > 20
    described = await anna.page.locator("#board[role=group]").get_attribute("aria-describedby")
    assert len(await anna.page.locator(f"#{described}").text_content() or "") > 20
