"""Act buttons: which one is highlighted, which ones ask first, which ones are never folded."""

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_the_usual_choice_is_highlighted(harness: WebHarness, visit: Visit) -> None:
    """Rolling is the primary button among tools; a vote has none, because both answers are equal."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    main = anna.page.locator("#choices .primary")
    await harness.play_on(anna.page.url, lambda seen: any(one.asks for one in seen.reply.acts))
    await expect(anna.page.locator("#choices [aria-haspopup=dialog]").first).to_be_visible()
    await expect(main).to_have_text(["Roll the dice"])
    await harness.play_on(anna.page.url, lambda seen: any(one.command == "vote no" for one in seen.reply.acts))
    await expect(anna.page.get_by_role("button", name="No", exact=True)).to_be_visible()
    await expect(main).to_have_count(0)


async def test_writing_a_note_is_never_folded_away(harness: WebHarness, visit: Visit) -> None:
    """Among many choices, those that ask for text and those of a poll stay visible buttons."""
    anna = await visit()
    await anna.open_table(harness, "retro", bots=3)
    await anna.start()
    await harness.play_on(anna.page.url, lambda seen: any(one.command.startswith("note") for one in seen.reply.acts))
    for column in ("Start", "Stop", "Continue"):
        await expect(anna.page.locator("#choices .choice").get_by_text(f"Note: {column}")).to_be_visible()
    assert await anna.page.locator("#choices .choice").count() > 9  # enough to be grouped
    await harness.play_on(anna.page.url, lambda seen: any(one.command == "say 5" for one in seen.reply.acts))
    await expect(anna.page.locator("#choices .choice").get_by_text("5: time well spent")).to_be_visible()


async def test_resigning_asks_for_confirmation(harness: WebHarness, visit: Visit) -> None:
    """A button pressed by mistake doesn't end the game."""
    anna = await visit()
    await anna.play_now(harness, "rugby")
    page = anna.page
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
