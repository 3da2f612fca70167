"""A finished game: its result, its replay and its downloads."""

import json

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_replay_and_downloads(harness: WebHarness, visit: Visit) -> None:
    """Slider, buttons and arrow keys step through the game; its files can be downloaded."""
    anna = await visit()
    page = anna.page
    link = await anna.open_table(harness, "sprint", bots=1)
    await anna.start()
    await harness.play_on(link, lambda seen: seen.sequence > 30)
    await anna.say("end sure")
    await expect(page.locator("#situation")).to_have_text("It’s over.")
    text, slider = page.locator("#step-text"), page.get_by_role("slider", name="Step")
    await expect(text).not_to_be_empty()
    last = int(await slider.get_attribute("max") or 0) + 1
    await expect(text).to_contain_text(f"{last} of {last}")

    await page.get_by_role("button", name="Previous").click()
    await expect(text).to_contain_text(f"{last - 1} of {last}")
    await slider.focus()
    await page.keyboard.press("Home")
    await expect(text).to_contain_text(f"1 of {last}")
    await page.keyboard.press("ArrowRight")
    await expect(text).to_contain_text(f"2 of {last}")
    await page.get_by_role("button", name="Next").focus()
    await page.keyboard.press("ArrowLeft")
    await expect(text).to_contain_text(f"1 of {last}")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(text).to_contain_text(f"3 of {last}")
    await page.get_by_role("button", name="Pause").click()
    await expect(page.locator("#step-picture svg")).to_be_visible()

    async with page.expect_download() as export:
        await page.get_by_role("button", name="Download the game").click()
    game = json.loads((await (await export.value).path()).read_text("utf-8"))
    assert game["game"] == "sprint"
    async with page.expect_download() as film:
        await page.get_by_role("button", name="Download the film").click()
    assert (await (await film.value).path()).read_bytes().startswith(b"GIF8")
