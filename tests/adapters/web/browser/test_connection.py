"""Lines break and servers restart; whoever plays goes on."""

from playwright.async_api import expect

from tests.adapters.web.browser.house import House
from tests.adapters.web.browser.visitor import Visit


async def test_the_page_comes_back_after_a_restart(closed_house: House, visit: Visit) -> None:
    """A quiet banner while the server is away; what was pressed meanwhile is done once, and nothing is told twice."""
    house = closed_house
    anna = await visit()
    anna.expected = ("WebSocket connection to", "ERR_CONNECTION_REFUSED")
    page = anna.page
    async with house.open():
        await anna.play_now(house, "sprint")
        await anna.take_turn()
        told = await page.locator("#feed").inner_text()
        before = await anna.sequence()
        await page.locator(".now.awaited").wait_for()
    await expect(page.locator("#banner")).to_be_visible()
    await page.locator("#choices .choice").first.click()
    await expect(page.locator("#choices .choice").first).to_have_attribute("aria-busy", "true")

    async with house.open():
        await anna.news(before)
        await expect(page.locator("#banner")).to_be_hidden()
        again = await page.locator("#feed").inner_text()
        assert again.startswith(told)
        lines = await page.locator("#feed li").all_inner_texts()
        assert sum("Fingerprint" in line for line in lines) == 1
        await anna.take_turn()


async def test_a_page_that_is_loaded_again_finds_its_seat(house: House, visit: Visit) -> None:
    """The tab is still the same person, and the whole story is there."""
    anna = await visit()
    await anna.play_now(house, "sprint")
    await anna.page.reload()
    await expect(anna.player("Anna")).to_contain_text("you")
    await expect(anna.page.locator("#feed li").first).to_contain_text("is open")
    assert await anna.take_turn()


async def test_a_seat_that_was_left_can_be_taken_again(house: House, visit: Visit) -> None:
    """The automatic player goes on, and gives the seat back."""
    anna = await visit()
    await anna.play_now(house, "sprint")
    await anna.page.get_by_role("button", name="Leave the table").click()
    await expect(anna.player("Anna")).to_contain_text("automatic")
    await anna.page.get_by_role("button", name="Come back").click()
    await expect(anna.player("Anna")).not_to_contain_text("automatic")


async def test_an_address_without_a_table_says_what_to_do(house: House, visit: Visit) -> None:
    """A link that was cut off leads to a friendly page."""
    anna = await visit()
    anna.expected = ("404",)
    await anna.page.goto(f"{house.url}/t/nowhere")
    await expect(anna.page.get_by_role("heading", level=1)).to_have_text("There is no table here")
    await anna.page.get_by_role("link", name="open a table of your own").click()
    await expect(anna.page.get_by_role("heading", name="Choose a game")).to_be_visible()
