"""Layout: what matters now is visible at any screen size."""

from playwright.async_api import FloatRect, Locator, Page, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit

LAPTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1920, "height": 1080}


async def test_the_newest_entry_stays_visible_when_the_screen_rotates(harness: WebHarness, visit: Visit) -> None:
    """The feed stays at its end after every move and rotation, unless the person scrolled back."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    await harness.play_on(anna.page.url, lambda seen: seen.sequence > 60)
    for size in (PHONE, {"width": 844, "height": 390}, LAPTOP, PHONE):
        await anna.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert await _hidden_below(anna.page) < 2
    assert await anna.take_turn()
    assert await _hidden_below(anna.page) < 2
    await anna.page.locator(".scroller").evaluate("(scroller) => scroller.scrollBy(0, -300)")
    assert await anna.take_turn()
    assert await _hidden_below(anna.page) > 100


async def _hidden_below(page: Page) -> float:
    """How many pixels of the newest entry are hidden."""
    return float(
        await page.evaluate(
            """() => document.querySelector("#feed li:last-child").getBoundingClientRect().bottom
                - document.querySelector(".scroller").getBoundingClientRect().bottom"""
        )
    )


async def test_a_fingerprint_is_shortened_on_the_page(harness: WebHarness, visit: Visit) -> None:
    """It can be copied completely and fits on one line."""
    anna = await visit(viewport=LAPTOP)
    await anna.play_now(harness, "sprint")
    await anna.page.locator("#line").fill("verify")
    await anna.page.locator("#line").press("Enter")
    fingerprint = anna.page.locator("#notes .hash")
    assert len(await fingerprint.text_content() or "") == 64
    box = await _box(fingerprint)
    assert box["width"] < 150
    assert box["height"] < 30


async def test_what_happened_follows_the_board_on_a_phone(harness: WebHarness, visit: Visit) -> None:
    """The order is: controls, board, what happened, players, chart."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    order = ("#now", "#board-section", ".feed", ".line", ".players", "#chart-section")
    tops = [(await _box(anna.page.locator(each)))["y"] for each in order]
    assert tops == sorted(tops)


async def test_the_hand_is_between_the_situation_and_the_buttons(harness: WebHarness, visit: Visit) -> None:
    """On a laptop it is visible together with the turn; picking a card moves nothing above the buttons."""
    anna = await visit(viewport=LAPTOP)
    await anna.play_now(harness, "scrumkin")
    await anna.page.locator(".now.awaited").wait_for()
    badge, hand, choices = (anna.page.locator(each) for each in ("#turn-badge", "#hand", "#choices"))
    tops = [(await _box(each))["y"] for each in (badge, hand, choices)]
    assert tops == sorted(tops)
    before = await _box(hand)
    await hand.locator("[data-spot]:has(+ .frame.next)").first.click()
    await expect(anna.page.locator(".picked-so-far")).to_be_in_viewport()
    assert await _box(hand) == before


async def test_an_answer_is_visible_and_replaces_the_last_one(harness: WebHarness, visit: Visit) -> None:
    """A refusal is visible and disappears with the next request."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    notes = anna.page.locator(".note")
    for line in ("nonsense", "more of it", "rules"):
        await anna.say(line)
        await expect(notes).to_have_count(1)
        await expect(notes).to_contain_text("Topics:" if line == "rules" else line.split()[0])
        await expect(notes.get_by_role("button")).to_be_in_viewport()
    await anna.take_turn()
    await expect(notes).to_contain_text("Topics:")  # the rules stay


async def test_the_big_board_fits_its_screen(harness: WebHarness, visit: Visit) -> None:
    """Twelve players, board, chart and feed fit on one screen, during the game and after it."""
    anna, watcher = await visit(), await visit(viewport=SCREEN)
    link = await anna.open_table(harness, "sprint", "Anna with a name as long as it can be …", bots=11)
    await anna.start()
    await watcher.page.goto(f"{link}?watch")
    await harness.play_on(link, lambda seen: seen.sequence > 60)
    await watcher.page.locator("#chart svg").wait_for()
    for shown in ("#board svg", "#chart svg", "#players li:last-child"):
        await expect(watcher.page.locator(shown)).to_be_in_viewport(ratio=0.99)
    await _one_screen(watcher.page)
    await anna.say("end")
    await watcher.page.locator("#step-picture svg").wait_for()
    await expect(watcher.page.locator("#step-text")).to_be_in_viewport(ratio=0.99)
    await _one_screen(watcher.page)


async def _one_screen(page: Page) -> None:
    assert await page.evaluate("document.documentElement.scrollHeight") <= SCREEN["height"]


async def _box(locator: Locator) -> FloatRect:
    box = await locator.bounding_box()
    assert box is not None
    return box
