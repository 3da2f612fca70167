"""What can be done now, as buttons: what stands out, what asks first, what is never hidden."""

from playwright.async_api import expect

from tests.adapters.web.browser.house import House
from tests.adapters.web.browser.visitor import Visit


async def test_what_one_usually_does_stands_out(house: House, visit: Visit) -> None:
    """Among tools that could be played, rolling is the one large button; a vote has none, both answers weigh alike."""
    anna = await visit()
    await anna.play_now(house, "sprint")
    main = anna.page.locator("#choices .primary")
    await house.play_on(anna.page.url, lambda seen: any(one.asks for one in seen.reply.choices))
    await expect(anna.page.locator("#choices [aria-haspopup=dialog]").first).to_be_visible()
    await expect(main).to_have_text(["Roll the dice"])
    await house.play_on(anna.page.url, lambda seen: any(one.command == "vote no" for one in seen.reply.choices))
    await expect(anna.page.get_by_role("button", name="No", exact=True)).to_be_visible()
    await expect(main).to_have_count(0)


async def test_writing_a_note_is_never_folded_away(house: House, visit: Visit) -> None:
    """However many choices there are, what asks for words is a button in view, and so are the few of a poll."""
    anna = await visit()
    await anna.open_table(house, "retro", bots=3)
    await anna.start()
    await house.play_on(anna.page.url, lambda seen: any(one.command.startswith("note") for one in seen.reply.choices))
    for column in ("Start", "Stop", "Continue"):
        await expect(anna.page.locator("#choices .choice").get_by_text(f"Note: {column}")).to_be_visible()
    assert await anna.page.locator("#choices .choice").count() > 9  # so many are put in groups
    await house.play_on(anna.page.url, lambda seen: any(one.command == "say 5" for one in seen.reply.choices))
    await expect(anna.page.locator("#choices .choice").get_by_text("5 out of 5")).to_be_visible()


async def test_giving_up_asks_once_more(house: House, visit: Visit) -> None:
    """A button hit by mistake does not end a game."""
    anna = await visit()
    await anna.play_now(house, "rugby")
    page = anna.page
    await page.get_by_role("button", name="Resign").click()
    before = await anna.sequence()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await anna.sequence() == before
    await page.get_by_role("button", name="Resign").click()
    await page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await expect(page.locator("#table")).to_have_attribute("data-phase", "over")
    await expect(page.locator("#result .verdict b.name").first).to_be_visible()  # who won stands out
    await expect(page.get_by_role("group", name="Take it away").get_by_role("button")).to_have_count(4)
