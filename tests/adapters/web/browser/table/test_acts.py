"""Acts by their roles: the main one is coloured, rare ones are behind More…"""

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_only_the_main_act_is_coloured(harness: WebHarness, visit: Visit) -> None:
    """Rolling is the primary button among tools; a vote has none, because both answers are equal."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    main = anna.page.locator("#acts .primary")
    await harness.play_on(anna.page.url, lambda seen: any(one.asks for one in seen.reply.acts))
    await expect(anna.page.locator("#acts [aria-haspopup=dialog]").first).to_be_visible()
    await expect(main).to_have_text(["Roll the dice"])
    await harness.play_on(anna.page.url, lambda seen: any(one.command == "vote no" for one in seen.reply.acts))
    await expect(anna.page.get_by_role("button", name="No", exact=True)).to_be_visible()
    await expect(main).to_have_count(0)


async def test_resigning_asks_for_confirmation(harness: WebHarness, visit: Visit) -> None:
    """It is behind More…, and a button pressed by mistake doesn't end the game."""
    anna = await visit()
    await anna.play_now(harness, "rugby")
    page = anna.page
    await expect(page.get_by_role("button", name="Resign")).to_be_hidden()
    await page.get_by_text("More…").click()
    await page.get_by_role("button", name="Resign").click()
    before = await anna.sequence()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await anna.sequence() == before
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(page.locator("#table")).to_have_attribute("data-phase", "over")
    await expect(page.locator("#ending .verdict b.name").first).to_be_visible()  # the winner is highlighted
    await expect(page.get_by_role("group", name="Downloads").get_by_role("button")).to_have_count(4)
