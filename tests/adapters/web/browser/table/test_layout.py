"""Layout: what matters now is visible at any screen size."""

from playwright.async_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit

LAPTOP: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
DESK: ViewportSize = {"width": 1440, "height": 900}
FINGER = 44  # pixels


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
    """The order is: board, what happened, command line, players, chart; the controls cover the bottom of the screen."""
    anna = await visit(viewport=PHONE)
    await anna.play_now(harness, "sprint")
    order = ("#board-section", ".feed", ".line", ".players", "#chart-section")
    tops = [(await _box(anna.page.locator(each)))["y"] for each in order]
    assert tops == sorted(tops)
    sheet = await _box(anna.page.locator("#now"))
    assert sheet["y"] + sheet["height"] == PHONE["height"]


async def test_the_hand_is_between_the_situation_and_the_buttons(harness: WebHarness, visit: Visit) -> None:
    """On a laptop it is visible together with the turn; picking a card moves nothing above the buttons."""
    anna = await visit(viewport=LAPTOP)
    await anna.play_now(harness, "scrumkin")
    await anna.page.locator(".now.awaited").wait_for()
    badge, hand, choices = (anna.page.locator(each) for each in ("#turn-badge", "#hand", "#acts"))
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
    for shown in ("#board svg", "#chart svg", "#players li:last-child"):
        await expect(watcher.page.locator(shown)).to_be_in_viewport(ratio=0.99)
    await _one_screen(watcher.page)
    await anna.say("end")
    await watcher.page.locator("#step-picture svg").wait_for()
    await expect(watcher.page.locator("#step-text")).to_be_in_viewport(ratio=0.99)
    await _one_screen(watcher.page)


async def _one_screen(page: Page, screen: ViewportSize = SCREEN) -> None:
    assert await page.evaluate("document.documentElement.scrollHeight") <= screen["height"]


async def test_the_big_board_is_mostly_board(harness: WebHarness, visit: Visit) -> None:
    """On a shared screen the board has most of the space, and the turn and the chart are visible beside it."""
    anna, watcher = await visit(), await visit(viewport=SCREEN)
    await anna.play_now(harness, "sprint")
    await watcher.page.goto(f"{anna.page.url}?watch")
    board = await _box(watcher.page.locator("#board svg"))
    assert board["width"] * board["height"] > 0.6 * SCREEN["width"] * SCREEN["height"]
    for shown in ("#situation", "#chart svg", "#feed li:last-child"):
        await expect(watcher.page.locator(shown)).to_be_in_viewport(ratio=0.99)


async def test_four_players_of_scrumkin_are_legible(harness: WebHarness, visit: Visit) -> None:
    """On a laptop they sit two by two, the whole board is visible, and no text is smaller than 12 pixels."""
    anna = await visit(viewport=DESK)
    link = await anna.open_table(harness, "scrumkin", bots=3)
    await anna.start()
    await harness.play_on(link, lambda seen: seen.sequence > 60)
    await anna.page.wait_for_function("() => document.querySelector('#table').dataset.sequence > 60")
    board = anna.page.locator("#board svg")
    await expect(board).to_be_in_viewport(ratio=0.99)
    await _one_screen(anna.page, DESK)
    for picture in (board, anna.page.locator("#hand svg")):
        assert await picture.evaluate(_SMALLEST_TEXT) >= 12
    names = ("Anna", "Grace (bot)", "Edsger (bot)")
    seats = [await _box(board.locator("text").get_by_text(name, exact=True)) for name in names]
    assert abs(seats[0]["y"] - seats[1]["y"]) < 5  # beside each other
    assert seats[2]["y"] > seats[0]["y"] + 50
    tip, now = [await _box(anna.page.locator(each)) for each in ("#tip", "#now")]
    assert tip["x"] + tip["width"] <= now["x"]  # a tip covers no button


_SMALLEST_TEXT = """(svg) => Math.min(...[...svg.querySelectorAll("text")].map(
    (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d))"""


async def test_nothing_moves_under_the_finger(harness: WebHarness, visit: Visit) -> None:
    """On a phone, every cell of the board stays where it is, to the pixel, while everything else changes."""
    anna = await visit(viewport=PHONE, has_touch=True)
    await anna.play_now(harness, "rugby")
    await anna.page.locator(".now.awaited").wait_for()
    before = await _cells(anna.page)
    for _ in range(2):
        await anna.page.locator("#board [data-spot]:has(+ .frame.next)").first.tap()
        await anna.page.locator("#board [data-spot]:has(+ .frame.next)").first.tap()
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
    await anna.page.locator("#hand [data-spot]:has(+ .frame.next)").first.tap()
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


async def test_the_hand_has_no_button(harness: WebHarness, visit: Visit) -> None:
    """It is on the page already."""
    anna = await visit(viewport=DESK)
    await anna.play_now(harness, "scrumkin")
    await anna.page.locator(".now.awaited").wait_for()
    await expect(anna.page.locator("#hand svg")).to_be_visible()
    await expect(anna.page.locator("#acts")).not_to_contain_text("My hand")


async def _box(locator: Locator) -> FloatRect:
    box = await locator.bounding_box()
    assert box is not None
    return box
