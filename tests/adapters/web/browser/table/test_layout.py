"""Layout: what matters now is visible at any screen size."""

import pytest
from playwright.async_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit

PHONE: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
DESK: ViewportSize = {"width": 1440, "height": 780}
# what browsers leave of common screens: two desks, two laptops, a phone sideways and upright, a small one, 200% zoom
WINDOWS = [(1920, 970), (1440, 780), (1366, 650), (1280, 600), (844, 390), (390, 844), (320, 640), (640, 360)]
FINGER = 44  # pixels
SHARE = 0.6  # of the window's smaller side
TEXT = 11  # pixels

# The board as it is drawn: width and height of the picture without what is empty beside it, and its smallest text; and
# the visible part of the largest other panel.
MEASURE = """() => {
    const board = document.querySelector("#board > svg");
    const [box, { width, height }] = [board.getBoundingClientRect(), board.viewBox.baseVal];
    const scale = Math.min(box.width / width, box.height / height);
    const texts = [...board.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const seen = (each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        const [across, down] = [Math.min(right, innerWidth) - left, Math.min(bottom, innerHeight) - Math.max(top, 0)];
        return Math.max(0, across) * Math.max(0, down);
    };
    return {
        width: Math.round(scale * width), height: Math.round(scale * height),
        text: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d)),
        other: Math.max(...[...document.querySelectorAll(".now, .players, .feed, .line")].map(seen)),
        across: document.documentElement.scrollWidth,
    };
}"""
FITS = f"""([smaller]) => {{
    const {{ width, height, text, other, across }} = ({MEASURE})();
    const large = Math.min(width, height) >= {SHARE} * smaller && text >= {TEXT};
    return large && width * height >= other && across <= innerWidth;
}}"""


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_the_board_comes_first(harness: WebHarness, visit: Visit, game: str) -> None:
    """In every window the smaller side of the board, as drawn, is at least 60% of the window's smaller side.

    Its texts are at least 11 pixels high, no other panel shows more, and nothing has to be scrolled sideways.
    """
    anna = await visit(viewport=DESK)
    await anna.play_now(harness, game)
    if game != "rugby":  # its board always looks the same, and its automatic player thinks long
        await harness.play_on(anna.page.url, lambda seen: seen.sequence > 40)
    await anna.page.locator(".now.awaited").wait_for()
    for width, height in WINDOWS:
        await anna.page.set_viewport_size({"width": width, "height": height})
        try:
            await anna.page.wait_for_function(FITS, arg=[min(width, height)])
        finally:
            drawn = await anna.page.evaluate(MEASURE)
            print(f"{game} in {width}x{height}: {drawn['width']}x{drawn['height']}, text {drawn['text']:.1f}")  # noqa: T201


async def test_everything_about_a_turn_is_on_one_screen(harness: WebHarness, visit: Visit) -> None:
    """On a desk: the whole board, what to do, the players; the chart is a tab in the board's place."""
    anna = await visit(viewport=DESK)
    await anna.play_now(harness, "sprint")
    await anna.page.locator(".now.awaited").wait_for()
    for shown in ("#board svg", "#situation", "#acts .act.primary", "#figures", "#players li:last-child"):
        await expect(anna.page.locator(shown).first).to_be_in_viewport(ratio=0.99)
    await expect(anna.page.locator("#chart svg")).to_be_hidden()
    await anna.page.get_by_role("tab", name="Chart").click()
    await expect(anna.page.locator("#chart svg")).to_be_in_viewport(ratio=0.8)
    await expect(anna.page.locator("#board svg")).to_be_hidden()
    await anna.page.keyboard.press("ArrowLeft")
    await expect(anna.page.locator("#board svg")).to_be_visible()


async def test_a_hand_is_between_the_situation_and_the_buttons(harness: WebHarness, visit: Visit) -> None:
    """Its cards are text; picking one moves nothing above the buttons. It needs no button of its own."""
    anna = await visit(viewport=DESK)
    await anna.play_now(harness, "scrumkin")
    await anna.page.locator(".now.awaited").wait_for()
    badge, hand, choices = (anna.page.locator(each) for each in ("#turn-badge", "#hand", "#acts"))
    tops = [(await _box(each))["y"] for each in (badge, hand, choices)]
    assert tops == sorted(tops)
    await expect(choices).not_to_contain_text("My hand")
    before = await _box(hand)
    await hand.locator("[data-spot].next").first.click()
    await expect(anna.page.locator(".picked-so-far")).to_be_visible()
    assert await _box(hand) == before


async def test_the_newest_entry_stays_visible_when_the_screen_rotates(harness: WebHarness, visit: Visit) -> None:
    """The feed stays at its end after every move and rotation, unless the person scrolled back."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    await harness.play_on(anna.page.url, lambda seen: seen.sequence > 60)
    for size in (PHONE, {"width": 844, "height": 390}, DESK, PHONE):
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


async def test_an_answer_is_visible_and_replaces_the_last_one(harness: WebHarness, visit: Visit) -> None:
    """A refusal is visible and disappears with the next request."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    notes = anna.page.locator(".note")
    for line in ("nonsense", "more of it", "rules"):
        await anna.say(line)
        await expect(notes).to_have_count(1)
        await expect(notes).to_contain_text("Another section" if line == "rules" else line.split()[0])
        await expect(notes.get_by_role("button", name="Dismiss this note")).to_be_in_viewport()
    await anna.take_turn()
    await expect(notes).to_contain_text("Another section")  # the rules stay
    await notes.get_by_text("Another section").click()
    await notes.get_by_role("button", name="Tool cards").click()
    await expect(notes).to_contain_text("you may play one of your tools instead of rolling")


async def test_the_big_board_fits_its_screen(harness: WebHarness, visit: Visit) -> None:
    """Twelve players, board, chart and feed fit on one screen, during the game and after it."""
    anna, watcher = await visit(), await visit(viewport=SCREEN)
    link = await anna.open_table(harness, "sprint", "Anna with a name as long as it can be …", bots=11)
    await anna.start()
    await watcher.page.goto(f"{link}?watch")
    await harness.play_on(link, lambda seen: seen.sequence > 60)
    await watcher.page.locator("#chart svg").wait_for()
    for shown in ("#board svg", "#chart svg", "#situation", "#players li:last-child", "#feed li:last-child"):
        await expect(watcher.page.locator(shown)).to_be_in_viewport(ratio=0.99)
    board = await watcher.page.evaluate(MEASURE)
    assert min(board["width"], board["height"]) > 0.8 * SCREEN["height"]
    await _one_screen(watcher.page)
    await anna.say("end sure")
    await watcher.page.locator("#step-picture svg").wait_for()
    await expect(watcher.page.locator("#step-text")).to_be_in_viewport(ratio=0.99)
    await _one_screen(watcher.page)


async def _one_screen(page: Page, screen: ViewportSize = SCREEN) -> None:
    assert await page.evaluate("document.documentElement.scrollHeight") <= screen["height"]


async def test_nothing_moves_under_the_finger(harness: WebHarness, visit: Visit) -> None:
    """On a phone, every cell of the board stays where it is, to the pixel, while everything else changes."""
    anna = await visit(viewport=PHONE, has_touch=True)
    await anna.play_now(harness, "rugby")
    await anna.page.locator(".now.awaited").wait_for()
    before = await _cells(anna.page)
    for _ in range(2):
        await anna.page.locator("#board [data-spot].next").first.tap()
        await anna.page.locator("#board [data-spot].next").first.tap()
        assert await _cells(anna.page) == before
    await anna.say("rules")
    await anna.page.locator(".note").wait_for()
    assert await _cells(anna.page) == before
    smallest = min(min(width, height) for _, _, width, height in before.values())
    assert len(before) == 60
    assert smallest >= FINGER


async def _cells(page: Page) -> dict[str, tuple[float, float, float, float]]:
    """Each spot of the board with its place on the page, in tenths of a pixel."""
    found = await page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#board [data-spot]")].map((spot) => {
            const box = spot.getBoundingClientRect();
            const places = [box.x, box.y + scrollY, box.width, box.height];
            return [spot.dataset.spot, places.map((length) => Math.round(10 * length) / 10)];
        }))"""
    )
    return {name: tuple(place) for name, place in found.items()}


async def test_cards_and_where_they_go_are_large_enough_for_a_finger(harness: WebHarness, visit: Visit) -> None:
    """On a phone, the cards of a hand, then the places for a card: players, their cards, the stack; and buttons."""
    anna = await visit(viewport=PHONE, has_touch=True)
    await anna.open_table(harness, "scrumkin", bots=2)
    await anna.start()
    await anna.page.locator(".now.awaited").wait_for()
    assert await anna.page.evaluate("scrollY") == 0  # the button to start was further down
    assert min(await _touched(anna.page, "#hand")) >= FINGER
    await anna.page.locator("#hand [data-spot].next").first.tap()
    await expect(anna.page.locator(".picked-so-far + * .act, #acts .act").first).to_be_in_viewport()
    targets = await _touched(anna.page, "#board")
    assert len(targets) >= 2
    assert min(targets) >= FINGER


async def _touched(page: Page, host: str) -> list[float]:
    """The smaller side of each spot that can be tapped now."""
    found: list[float] = await page.locator(f"{host} [data-spot].active").evaluate_all(
        """(spots) => spots.map((spot) => spot.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"""
    )
    return found


async def test_the_board_keeps_its_frame(harness: WebHarness, visit: Visit) -> None:
    """On a laptop the board has the same place and scale after every move, whatever happens beside it."""
    anna = await visit(viewport=DESK)
    await anna.play_now(harness, "sprint")
    before = await _box(anna.page.locator("#board svg"))
    for _ in range(5):
        assert await anna.take_turn()
        assert await _box(anna.page.locator("#board svg")) == before


async def test_the_sheet_of_a_phone_can_be_folded(harness: WebHarness, visit: Visit) -> None:
    """Folded, it shows only the situation and leaves the board free; the next turn opens it again."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    await anna.page.locator(".now.awaited").wait_for()
    handle = anna.page.get_by_role("button", name="What you can do")
    choice = anna.page.locator("#acts .act").first
    await expect(choice).to_be_in_viewport()
    await handle.click()
    await expect(choice).to_be_hidden()
    await expect(anna.page.locator("#situation")).to_be_in_viewport()
    await handle.click()
    await expect(choice).to_be_in_viewport()


async def _box(locator: Locator) -> FloatRect:
    box = await locator.bounding_box()
    assert box is not None
    return box
