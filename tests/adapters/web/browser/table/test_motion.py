"""The table plays out: pieces travel, dice roll, turns follow each other, and nothing of it stands in the way."""

from collections.abc import Awaitable, Callable
from itertools import pairwise
from math import dist
from typing import Any

from playwright.async_api import Dialog, expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
# in the page: each way of a piece, looked at many times along its animation, however few frames this machine draws
WATCH = """piece => {
  const seen = (window.seen = { ways: [], playing: false });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (keyframes, options) {
    const animation = animate.call(this, keyframes, options);
    if (this.dataset?.piece === piece && keyframes.translate) {
      animation.pause();
      seen.ways.push(Array.from({ length: 61 }, (_, step) => {
        animation.currentTime = (options.duration * step) / 60;
        const box = this.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      }));
      animation.currentTime = 0;
      animation.play();
    }
    return animation;
  };
  const body = new MutationObserver(() => (seen.playing ||= document.body.classList.contains("playing")));
  body.observe(document.body, { attributeFilter: ["class"] });
}"""
SPACES = """names => names.map(name => {
  const box = document.querySelector(`#board > svg [data-spot="${name}"] circle`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


async def _idle(visitor: Visitor) -> None:
    await visitor.page.locator(".now.awaited").wait_for()
    await visitor.page.locator("body:not(.playing)").wait_for()


async def _roll(visitor: Visitor) -> None:
    before = await visitor.sequence()
    await visitor.page.locator("#acts [data-command=roll]").click()
    await visitor.news(before)


async def test_a_piece_travels_along_the_spaces_it_passes(harness: WebHarness, visit: Visit) -> None:
    """It is seen at many points on its way, close to each space, and the dice lie beside the board."""
    anna = await visit(**MOVING)
    await anna.play_now(harness, "sprint")
    spaces = await anna.page.evaluate(SPACES, ["P1", "P2", "P3", "P4", "P5"])
    await anna.page.evaluate(WATCH, "seat:0")
    await _roll(anna)  # five spaces, with this seed
    await _idle(anna)

    way, *after = await anna.page.evaluate("window.seen.ways")
    width = dist(spaces[0], spaces[1])
    for space in spaces:
        assert min(dist(point, space) for point in way) < width / 2
    assert max(dist(one, other) for one, other in pairwise(sum(after, way))) < width / 2  # it never jumps
    assert await anna.page.evaluate("window.seen.playing")
    await expect(anna.page.locator("#dice .die").first).to_be_visible()


# in the page: what it says twenty times a second
SAMPLE = """() => {
  const all = (window.samples = []), one = (selector) => document.querySelector(selector);
  setInterval(() => all.push({
    playing: document.body.classList.contains("playing"),
    turn: one(".now.awaited") !== null || !one("#turn-badge").hidden || document.title.startsWith("Your turn"),
    offers: one("#acts .act, [data-spot].active, #spotlight:not([hidden]), #clock:not([hidden])") !== null,
    situation: one("#situation").textContent,
    marked: one("#players li.turn .who")?.textContent ?? "",
    caption: one("#caption").textContent,
    lost: document.activeElement === document.body,
  }), 50);
}"""
FEW_ROUNDS = 2


async def test_the_page_says_what_is_shown(harness: WebHarness, visit: Visit) -> None:
    """While the moves of others play out, nothing says that it is this person's turn; whose moves they are is said.

    One's own move comes first, then each automatic player thinks and moves; the focus is never lost, and every turn is
    announced.
    """
    anna = await visit(**MOVING)
    await anna.open_table(harness, "sprint", bots=2)
    await anna.start()
    await _idle(anna)
    await anna.page.evaluate("document.querySelector('#acts .act').focus()")
    await anna.page.evaluate(SAMPLE)
    turns = 0
    for _ in range(FEW_ROUNDS):
        for _press in range(2):  # a roll, and sometimes which way to go
            await anna.page.keyboard.press("Enter")
            await anna.page.locator("body.playing").wait_for()
            await _idle(anna)
            turns += 1
            if "choose" not in await anna.page.locator("#situation").inner_text():
                break

    samples = await anna.page.evaluate("window.samples")
    shown = [each for each in samples if each["playing"]]
    assert len(shown) > 20
    assert not [each for each in samples if each["lost"]]
    assert not [each for each in shown if each["turn"] or each["offers"]]
    for each in shown:
        for name in ("Grace", "Edsger"):
            assert (each["situation"] == f"Waiting for {name}.") == (each["marked"] == name)
            if each["caption"].startswith(name):
                assert each["marked"] == name
        if each["caption"].startswith("Anna"):
            assert each["situation"] == "This is your move."
    said = [each["situation"] for each in shown]
    assert said.index("This is your move.") < said.index("Waiting for Grace.") < said.index("Waiting for Edsger.")
    assert all(each["turn"] for each in samples[-1:])
    await expect(anna.page.locator("#announcer p").last).to_have_text("It’s your turn.")


async def test_playing_out_can_be_skipped(harness: WebHarness, visit: Visit) -> None:
    """Escape, a click on the board and the speed lead straight to the page as it is now."""
    anna = await visit(**MOVING)
    await anna.play_now(harness, "sprint")
    await _roll_and(anna, lambda: anna.page.keyboard.press("Escape"))
    await _roll_and(anna, lambda: anna.page.locator("#board").click(force=True))
    await expect(anna.page.locator("#acts .act").first).to_be_visible()

    await anna.page.locator("#speed").click()
    await anna.page.locator("#speed").click()
    await expect(anna.page.locator("#speed")).to_have_text("No motion")
    await anna.page.evaluate(WATCH, "seat:0")
    assert await anna.take_turn()
    await _idle(anna)
    assert not await anna.page.evaluate("window.seen.playing")


async def _roll_and(visitor: Visitor, skip: Callable[[], Awaitable[None]]) -> None:
    await _idle(visitor)
    await visitor.page.locator("#acts .act:not(.danger)").first.click()
    await visitor.page.locator("body.playing").wait_for()
    await skip()
    await _idle(visitor)


async def test_reduced_motion(harness: WebHarness, visit: Visit) -> None:
    """People who ask for less motion get none: the new page is there at once."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.evaluate(WATCH, "seat:0")
    await _roll(anna)
    await _idle(anna)
    assert not await anna.page.evaluate("window.seen.playing")
    assert await anna.page.evaluate("document.getAnimations().length") == 0
    await expect(anna.page.locator("#speed")).to_be_hidden()
    await expect(anna.page.locator("#dice .die").first).to_be_visible()


async def test_pages_that_arrive_while_one_is_played(harness: WebHarness, visit: Visit) -> None:
    """However much happens meanwhile, the table ends up as it is, with every line of the story."""
    anna = await visit(**MOVING)
    link = await anna.open_table(harness, "sprint", bots=1, options={"hours": 50, "days": 3})
    await anna.start()
    await _roll(anna)
    await harness.play_on(link)
    await anna.page.locator("#table[data-phase=over]").wait_for()
    await anna.page.locator("body:not(.playing)").wait_for()
    page = await harness.service.page(f"web:{link.rpartition('/')[2]}", None)
    assert page is not None
    assert await anna.sequence() == str(page.sequence)
    lines = await anna.page.locator("#feed li").all_inner_texts()
    assert len(lines) == len(page.feed)


async def test_a_restart_while_something_is_played(stopped_harness: WebHarness, visit: Visit) -> None:
    """The page reconnects and shows the table as it is."""
    anna = await visit(**MOVING)
    anna.expected = ("WebSocket", "ERR_CONNECTION_REFUSED")
    async with stopped_harness.open():
        await anna.play_now(stopped_harness, "sprint")
        await _roll_later(anna)
    async with stopped_harness.open():
        await _idle(anna)
        await expect(anna.page.locator("#banner")).to_be_hidden()
        assert await anna.take_turn()
        await _idle(anna)


async def _roll_later(visitor: Visitor) -> None:
    await visitor.page.locator("#acts [data-command=roll]").click()
    await visitor.page.locator("body.playing").wait_for()


OLD_BROWSER = """
  delete Element.prototype.animate;
  delete window.HTMLDialogElement;
  delete window.AudioContext;
"""


async def test_a_browser_without_animations_and_dialogs(harness: WebHarness, visit: Visit) -> None:
    """It shows each page at once and asks with the browser's own questions."""
    anna = await visit(**MOVING)
    await anna.page.add_init_script(OLD_BROWSER)
    questions: list[str] = []

    async def dismiss(dialog: Dialog) -> None:
        questions.append(dialog.message)
        await dialog.dismiss()

    anna.page.on("dialog", dismiss)
    await anna.play_now(harness, "sprint")
    await _roll(anna)
    await _idle(anna)
    await anna.page.get_by_role("button", name="End the table").click()
    await expect(anna.page.locator("#board svg")).to_be_visible()
    assert questions == ["End the table?\n\nThis ends it for everybody."]


async def test_cards_are_dealt_and_played(harness: WebHarness, visit: Visit) -> None:
    """In Scrumkin a card flies from the hand to the table, and is seen on its way."""
    anna = await visit(**MOVING)
    await anna.play_now(harness, "scrumkin")
    await _idle(anna)
    card = await anna.page.locator("#hand [data-piece]").first.get_attribute("data-piece") or ""
    start = await anna.page.locator(f"#hand [data-piece='{card}']").bounding_box()
    assert start is not None
    await anna.page.evaluate(WATCH, card)
    await anna.page.locator(f"#hand [data-spot='{card}']").click()
    await anna.page.locator("#acts .act[data-command^=play]").first.click()
    await anna.page.locator(f"#board > svg [data-piece='{card}']").wait_for()
    await anna.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished))")
    way = (await anna.page.evaluate("window.seen.ways"))[0]
    # it comes from its place in the hand; the page may have scrolled meanwhile
    assert abs(way[0][0] - start["x"] - start["width"] / 2) < start["width"]
    assert dist(way[0], way[-1]) > start["width"]
    assert max(dist(one, other) for one, other in pairwise(way)) < dist(way[0], way[-1]) / 4
