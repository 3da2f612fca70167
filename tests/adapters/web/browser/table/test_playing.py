"""Whole games in real browsers."""

import asyncio
import re

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor

SHORT = {"hours": 50, "days": 3}


async def test_two_browsers_play_the_scrum_game_to_the_end(harness: WebHarness, visit: Visit) -> None:
    """Opened with the form, joined by the link, and played with the buttons until both pages show the end."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "sprint", "Anna", options=SHORT)
    await ben.join(link, "Ben")
    await expect(anna.player("Ben")).to_be_visible()
    await anna.start()

    await asyncio.gather(_play_on(anna), _play_on(ben))

    for visitor in (anna, ben):
        await expect(visitor.page.locator("#situation")).to_have_text("It’s over.")
        await expect(visitor.page.locator("#ending")).to_contain_text("The sprint is")
        await expect(visitor.page.get_by_role("button", name="Play again")).to_be_visible()
    feed = [await visitor.page.locator("#feed").inner_text() for visitor in (anna, ben)]
    assert feed[0] == feed[1]


async def _play_on(visitor: Visitor) -> None:
    while await visitor.take_turn():
        pass


async def test_one_click_starts_a_game(harness: WebHarness, visit: Visit) -> None:
    """Without a name or form, a visitor plays against bots, and once more after the game."""
    guest = await visit()
    await guest.page.goto(harness.url)
    await guest.page.get_by_role("button", name="Play now: The Scrum Game against the bots").click()
    await expect(guest.page.locator("#turn-badge")).to_be_visible()
    await expect(guest.player("Guest")).to_contain_text("your turn")
    assert await guest.page.locator("#players li").count() >= 2

    await guest.page.get_by_role("button", name="End the table").click()
    await guest.page.get_by_role("button", name="End it").click()
    await guest.page.get_by_role("button", name="Play again").click()
    await expect(guest.page.locator("#table")).to_have_attribute("data-phase", "lobby")
    await expect(guest.page.locator("#feed li").first).to_contain_text("is open")


async def test_custom_options(harness: WebHarness, visit: Visit) -> None:
    """Free-text options can contain spaces; refused ones are reported."""
    anna = await visit()
    anna.expected = ("422",)
    await anna.page.goto(harness.url)
    await anna.page.get_by_label("Your name").fill("Anna")
    await anna.page.get_by_label("Game", exact=True).select_option("retro")
    columns = anna.page.get_by_label("Columns")
    await columns.fill("Keep")
    await anna.page.get_by_role("button", name="Open the table").click()
    await expect(anna.page.get_by_role("alert")).to_contain_text("columns is")
    await columns.fill("Keep, Let go, Try")
    await anna.page.get_by_role("button", name="Open the table").click()
    await anna.page.get_by_role("button", name="Settings").click()
    await anna.page.get_by_role("button", name="Choose a format…").click()
    await expect(anna.page.get_by_label("Columns")).to_have_value("Keep\nLet go\nTry")


async def test_rugby_by_clicking_pieces(harness: WebHarness, visit: Visit) -> None:
    """Piece, target, and the ball if needed; the automatic player answers every turn."""
    anna = await visit(viewport={"width": 1280, "height": 900})
    await anna.play_now(harness, "rugby")
    for _ in range(3):
        await _click_a_turn(anna)
    feed = await anna.page.locator("#feed").inner_text()
    assert feed.count("Anna") >= 3
    assert feed.count("Grace") >= 3


async def _click_a_turn(visitor: Visitor) -> None:
    """Click the last framed spot until the turn is over."""
    page = visitor.page
    await page.locator(".now.awaited").wait_for()
    before = await visitor.sequence()
    while before == await visitor.sequence():
        framed = page.locator("#board [data-spot]:has(+ .frame.next)")
        picked = await page.locator("#board .frame.picked").count()
        await framed.last.click()
        await visitor.further(before, picked)


async def test_a_picked_piece_can_be_changed(harness: WebHarness, visit: Visit) -> None:
    """A click narrows the choices, a click on another piece picks that one, Escape starts over."""
    anna = await visit()
    await anna.play_now(harness, "rugby")
    page = anna.page
    framed = page.locator("#board [data-spot]:has(+ .frame.next)")
    pieces = await framed.count()
    await framed.first.click()
    first = await page.locator("#board [data-spot]:has(+ .frame.picked)").get_attribute("data-spot")
    await expect(page.locator(".picked-so-far")).to_contain_text(f"Picked: {first}")
    await page.locator("#board [data-spot].active:not(:has(+ .frame))").last.click()
    await expect(page.locator("#board [data-spot]:has(+ .frame.picked)")).not_to_have_attribute(
        "data-spot", first or ""
    )
    await page.keyboard.press("Escape")
    await expect(page.locator("#board .frame.picked")).to_have_count(0)
    await expect(framed).to_have_count(pieces)


async def test_a_choice_that_asks_opens_a_dialog(harness: WebHarness, visit: Visit) -> None:
    """It asks for the missing argument and can be cancelled."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    page = anna.page
    await harness.play_on(page.url, lambda seen: any(choice.asks for choice in seen.reply.acts))
    asking = page.locator("#acts .act[aria-haspopup=dialog]").first
    await asking.click()
    before = await anna.sequence()
    await page.get_by_role("button", name="Cancel").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert await anna.sequence() == before
    await asking.click()
    await page.get_by_label("Reason").fill("It <b>always</b> helped.")
    await page.keyboard.press("Enter")
    await anna.news(before)
    await expect(page.locator("#feed")).to_contain_text("It <b>always</b> helped.")


async def test_somebody_else_at_this_computer(harness: WebHarness, visit: Visit) -> None:
    """A tab of the same browser is another person's if they ask for it: with a name and a seat of their own."""
    anna = await visit()
    link = await anna.open_table(harness, "rugby", "Anna")
    ben = await visit.somebody_else(anna)
    await ben.join(link, "Ben")
    await anna.start()
    for visitor, name in ((anna, "Anna"), (ben, "Ben")):
        await expect(visitor.page.locator("#me")).to_have_text(name)
        await expect(visitor.player(name)).to_contain_text("you")
    await expect(anna.page.locator("#turn-badge")).to_be_visible()
    await expect(ben.page.locator("#turn-badge")).to_be_hidden()


async def test_a_pin_is_shown_under_what_happened(harness: WebHarness, visit: Visit) -> None:
    """Another one after every move; and the browser keeps the luck it drew, to find it in the finished game."""
    anna = await visit()
    await anna.open_table(harness, "sprint", bots=1)
    await expect(anna.page.locator("#pin")).to_be_hidden()
    await anna.page.get_by_role("button", name="Start", exact=True).click()
    await expect(anna.page.locator("#pin")).to_have_text(re.compile("^Pin [0-9a-f]{8}$"))
    kept = await anna.page.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('luck '))")
    assert [len(luck) for _, luck in kept] == [32]
