"""Acts by their roles: the main one is coloured, rare ones are behind More…, leaders have a bar of their own."""

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


async def test_writing_a_note_is_never_folded_away(harness: WebHarness, visit: Visit) -> None:
    """Among many acts, those that ask for text and those of a poll stay visible buttons."""
    anna = await visit()
    await anna.open_table(harness, "retro", bots=3)
    await anna.start()
    await harness.play_on(anna.page.url, lambda seen: any(one.command.startswith("note") for one in seen.reply.acts))
    for column in ("Start", "Stop", "Continue"):
        await expect(anna.page.locator("#acts .act").get_by_text(f"Note: {column}")).to_be_visible()
    assert await anna.page.locator("#acts .act").count() > 9  # enough to be grouped
    await harness.play_on(anna.page.url, lambda seen: any(one.command == "say 5" for one in seen.reply.acts))
    await expect(anna.page.locator("#acts .act").get_by_text("5: time well spent")).to_be_visible()


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


async def test_those_who_lead_have_a_bar_of_their_own(harness: WebHarness, visit: Visit) -> None:
    """It has what moves the meeting on. Nobody else has it, and a menu that is open stays open while others act."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "retro", "anna")
    await ben.join(link, "ben")
    await anna.start()
    bar = anna.page.get_by_role("group", name="You lead")
    await expect(bar.get_by_role("button", name="Next: Reflect")).to_be_visible()
    await expect(ben.page.locator("#acts .primary")).to_have_text(["Check in"])
    await expect(ben.page.locator(".lead-bar")).to_have_count(0)
    await bar.get_by_role("button", name="Next: Reflect").click()
    more = ben.page.locator("#acts-more > summary")
    await more.press("Enter")
    card = ben.page.locator("#acts-more .act").first
    await expect(card).to_be_visible()
    before = await ben.sequence()
    await anna.say("note start apples")
    await ben.news(before)
    await expect(card).to_be_visible()
    await expect(more).to_be_focused()
