"""The gallery of formats: found by purpose or a word, used for a new retrospective or in the lobby of one."""

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit

PHONE = {"width": 390, "height": 844}


async def test_a_format_is_found_and_used(harness: WebHarness, visit: Visit) -> None:
    """From the front page, with a keyboard: a purpose, a word, example notes, a few settings, the lobby."""
    anna = await visit(viewport=PHONE)
    page = anna.page
    await page.goto(harness.url)
    await page.get_by_role("link", name="Choose a format").press("Enter")
    cards, found = page.locator("[data-choice]:visible"), page.get_by_role("status")
    await expect(found).to_have_text("35 formats")
    await accessible(anna)
    await page.get_by_role("button", name="Celebration 4").press("Enter")
    await expect(page.get_by_role("button", name="Celebration 4")).to_be_focused()
    await expect(cards).to_have_count(4)
    await page.get_by_label("Search").fill("thank colleague")
    await page.keyboard.press("Enter")
    await expect(found).to_have_text("No format has all of that.")
    await page.get_by_label("Search").fill("")
    await page.get_by_role("button", name="All 35").press("Enter")
    await page.get_by_label("Search").fill("annoys")
    await expect(cards).to_have_count(1)
    await expect(cards).to_contain_text("When feelings are in the way of the facts")
    await page.get_by_role("button", name="Example notes: Mad, Sad, Glad").press("Enter")
    await expect(page.locator(".colour-0").get_by_text("Three priorities called number one")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("button", name="Use it: Mad, Sad, Glad").press("Enter")
    dialog = page.get_by_role("dialog", name="Mad, Sad, Glad")
    await dialog.get_by_label("Your name").fill("Anna")
    await dialog.get_by_label("Dots").fill("5")
    await accessible(anna)
    await page.keyboard.press("Enter")
    await expect(page.locator("#stage")).to_contain_text("Retrospective: Mad, Sad, Glad")

    await page.get_by_role("button", name="Settings").press("Enter")
    await expect(page.get_by_role("dialog").get_by_label("Dots")).to_have_value("5")
    await page.get_by_role("button", name="Choose a format…").press("Enter")
    own = page.locator(".own-choice")
    await own.get_by_label("Columns, one a line").fill("Keep")
    await own.get_by_role("button", name="Use them").press("Enter")
    await expect(own.get_by_role("alert")).to_have_text("That’s 1 column: a board has 2 to 6.")
    words = ("Keep", "Drop", "Try", "Ask", "Buy", "Sell")
    titles = [f"{word}, as long as it can be, no more than 40"[:40].replace(",", "") for word in words]
    await own.get_by_label("Columns, one a line").fill("\n".join(titles))
    await expect(own.locator(".part")).to_have_text(titles)
    await accessible(anna)
    await own.get_by_role("button", name="Use them").press("Enter")
    await expect(page.locator("#stage")).to_contain_text(f"Retrospective: {titles[0]}, {titles[1][:4]}")
    await page.get_by_role("button", name="Settings").press("Enter")
    await page.get_by_role("button", name="Choose a format…").press("Enter")
    await page.get_by_role("button", name="Use it: Sailboat").press("Enter")
    await expect(page.locator("#stage")).to_contain_text("Retrospective: Sailboat")  # own columns are gone
