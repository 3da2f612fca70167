"""The board with many notes: everything can be read, a keyboard is enough, and an update leaves the rest alone."""

from typing import Any

from playwright.async_api import expect

from adapters.web.table.frames import deflated
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Absentees, Attendee
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit
from tests.adapters.web.browser.wire import Wire

LAPTOP = {"width": 1366, "height": 650}
MAX_CONTROLS = 14
LONG = "Stand-ups that turn into design sessions and end after half an hour with nobody sure what was decided"
# texts of notes that are cut off, texts below 15 pixels, and whether the page itself scrolls
_LOOK = """((texts) => ({
    cut: texts.filter((text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1)
        .map((text) => text.textContent),
    small: texts.filter((text) => parseFloat(getComputedStyle(text).fontSize) < 15).length,
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    controls: [...document.querySelectorAll("button, a[href], input, select, textarea, summary")]
        .filter((each) => !each.closest(".note, .group") && each.checkVisibility()).map((each) => each.textContent),
}))([...document.querySelectorAll(".note .words")])"""


async def filled_board(harness: WebHarness, anna: Attendee, notes: int, people: int) -> Absentees:
    """A meeting that has come to grouping."""
    link = await anna.open_meeting(harness, "Anna")
    others = Absentees(harness, link)
    names = [f"Person {number}" for number in range(1, people)]
    await others.come(names)
    await anna.page.get_by_role("button", name="Start").click()
    await anna.next_to("reflect")
    texts = [f"Note {number}: {LONG if number % 7 == 0 else 'a few words'}" for number in range(1, notes + 1)]
    for at in range(0, notes, 10):
        await others.write(names[at // 10 % len(names)], at // 10 % 3, *texts[at : at + 10])
    await anna.next_to("group")
    await expect(anna.page.locator("[data-note]")).to_have_count(notes)
    return others


async def test_sixty_notes_can_be_read(harness: WebHarness, visit: Visit) -> None:
    """At 1366 × 650 no note is cut, the page doesn't scroll, and at most 14 controls aren't on notes."""
    anna = Attendee(await visit(viewport=LAPTOP))
    await filled_board(harness, anna, 60, 6)
    for phase in ("group", "vote"):
        await anna.next_to(phase)
        seen: dict[str, Any] = await anna.page.evaluate(_LOOK)
        assert not seen["cut"]
        assert not seen["small"]
        assert not seen["scrolls"]
        assert len(seen["controls"]) <= MAX_CONTROLS, seen["controls"]
    await accessible(anna.visitor)
    await anna.page.set_viewport_size({"width": 700, "height": 650})  # three columns don't fit: they get tabs
    assert not (await anna.page.evaluate(_LOOK))["cut"]


async def test_a_keyboard_is_enough(harness: WebHarness, visit: Visit) -> None:
    """From the start to the dots: without a mouse, and with words for those who don't see the board."""
    anna = Attendee(await visit(viewport=LAPTOP))
    page = anna.page
    others = Absentees(harness, await anna.open_meeting(harness, "Anna"))
    await others.come(["Ben"])
    await page.get_by_role("button", name="Start").press("Enter")
    await page.get_by_label("Your answer").press_sequentially("sunny")
    await page.keyboard.press("Enter")
    await expect(page.locator(".answers")).to_contain_text("sunny")
    await page.locator(".forward").press("Enter")
    await page.keyboard.press("Enter")  # Ben isn't done
    await anna.sees("reflect")
    await anna.field(0).focus()
    for text in ("apple", "banana", "cherry"):
        await page.keyboard.type(text)
        await page.keyboard.press("Enter")
        await expect(anna.field(0)).to_have_value("")
    await page.locator(".forward").press("Enter")
    await page.keyboard.press("Enter")
    await anna.sees("group")

    await page.locator("[data-note][tabindex='0']").focus()
    await page.keyboard.press("ArrowDown")
    chosen = await page.evaluate("document.activeElement.querySelector('.words').textContent")
    await page.keyboard.press("g")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-group]")).to_have_count(1)
    await expect(page.locator("#announcer")).to_contain_text(f"“{chosen}” is with")
    assert await page.evaluate("document.activeElement.querySelector('.words').textContent") == chosen
    await page.keyboard.press("F2")
    await page.keyboard.type("Fruit")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Fruit")).to_be_visible()
    await page.keyboard.press("u")
    await expect(page.locator("[data-group]")).to_have_count(0)
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.locator(".forward").press("Enter")
    await page.keyboard.press("Enter")
    await anna.sees("vote")
    await page.get_by_role("button", name="Put a dot on “apple”").press("Enter")
    await expect(page.locator("#aside")).to_have_text("2 dots left")


async def test_an_update_leaves_the_rest_alone(harness: WebHarness, visit: Visit) -> None:
    """While others group, focus and scrolling stay; a change is a fraction of the page. Prints what it costs."""
    anna = Attendee(await visit(viewport=LAPTOP))
    await anna.page.add_init_script(_TIMES)
    others = await filled_board(harness, anna, 200, 20)
    await anna.page.locator("#column-2 .notes").evaluate("list => list.scrollTo(0, 400)")
    await anna.page.locator("#column-0 [data-note]").nth(3).focus()
    focused = await anna.page.evaluate("document.activeElement.dataset.focus")
    async with Wire.of(anna.page) as wire:
        for number in range(3):
            await others.say("Person 1", f"group {10 * number + 1} with {10 * number + 2}")
            await expect(anna.page.locator("[data-group]")).to_have_count(number + 1)
        changes = wire.frames
    assert await anna.page.evaluate("document.activeElement.dataset.focus") == focused
    assert await anna.page.locator("#column-2 .notes").evaluate("list => list.scrollTop") == 400
    largest = max(anna.visitor.frames, key=len)
    whole = len(deflated(largest))
    times = await anna.page.evaluate("times.slice(-3)")
    print(f"a page of 200 notes: {whole} bytes; changes: {changes} bytes; drawn in {times} ms")  # noqa: T201
    assert max(changes) < whole


_TIMES = """globalThis.times = []; let came = 0;
const listen = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (type, then, ...more) {
    const heard = type === "message" ? (event) => { came = performance.now(); then(event); } : then;
    return listen.call(this, type, heard, ...more);
};
addEventListener("DOMContentLoaded", () => new MutationObserver(() =>
    requestAnimationFrame(() => times.push(Math.round(performance.now() - came))))
    .observe(document.getElementById("stage") ?? document.body, { attributeFilter: ["data-sequence"] }));"""
