"""The page survives broken connections and server restarts."""

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_the_page_recovers_after_a_restart(stopped_harness: WebHarness, visit: Visit) -> None:
    """A banner is shown while the server is down; presses made meanwhile count once, and no line is repeated."""
    harness = stopped_harness
    anna = await visit()
    anna.expected = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    page = anna.page
    async with harness.open():
        await anna.play_now(harness, "sprint")
        await anna.take_turn()
        feed = await page.locator("#feed").inner_text()
        before = await anna.sequence()
        await page.locator(".now.awaited").wait_for()
    await expect(page.locator("#banner")).to_be_visible()
    await page.locator("#acts .act").first.click()
    await expect(page.locator("#acts .act").first).to_have_attribute("aria-busy", "true")

    async with harness.open():
        await anna.news(before)
        await expect(page.locator("#banner")).to_be_hidden()
        again = await page.locator("#feed").inner_text()
        assert again.startswith(feed)
        lines = await page.locator("#feed li").all_inner_texts()
        assert sum("Here we go!" in line for line in lines) == 1
        await anna.take_turn()


async def test_a_reloaded_page_keeps_its_seat(harness: WebHarness, visit: Visit) -> None:
    """The tab is still the same person, and the whole feed is there."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.reload()
    await expect(anna.player("Anna")).to_contain_text("you")
    await expect(anna.page.locator("#feed li").first).to_contain_text("is open")
    assert await anna.take_turn()


async def test_a_seat_that_was_left_can_be_taken_again(harness: WebHarness, visit: Visit) -> None:
    """The automatic player takes over and gives the seat back."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.get_by_role("button", name="Leave the table").click()
    await expect(anna.player("Anna")).to_contain_text("automatic")
    await anna.page.get_by_role("button", name="Come back").click()
    await expect(anna.player("Anna")).not_to_contain_text("automatic")


async def test_the_missing_page(harness: WebHarness, visit: Visit) -> None:
    """An incomplete link leads to a friendly page."""
    anna = await visit()
    anna.expected = ("404",)
    await anna.page.goto(f"{harness.url}/t/nowhere")
    await expect(anna.page.get_by_role("heading", level=1)).to_have_text("There’s no table here")
    await anna.page.get_by_role("link", name="open your own table").click()
    await expect(anna.page.get_by_role("heading", name="Choose a game")).to_be_visible()
