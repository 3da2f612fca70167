"""The big screen: nothing to press, nothing private, readable from a distance, and it looks where Anna looks."""

import re
from typing import Any

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Attendee
from tests.adapters.web.browser.meeting.test_board import LAPTOP, filled_board
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit

SCREEN = {"width": 1920, "height": 1080}
NOTE, TOPIC = 20, 40  # pixels
# controls, sizes of texts, notes that are cut, and whether the page itself scrolls
_LOOK = """() => {
    const root = document.documentElement;
    const notes = [...document.querySelectorAll(".note")];
    const size = (each) => parseFloat(getComputedStyle(each).fontSize);
    return {
        controls: document.querySelectorAll("button, a[href], input, select, textarea, summary").length,
        smallest: Math.min(...[...document.querySelectorAll(".note, .large, p, li, h2")].map(size)),
        topic: size(document.querySelector(".large") ?? document.body),
        cut: notes.filter((note) => note.scrollWidth > note.clientWidth + 1).map((note) => note.textContent),
        scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
    };
}"""


async def test_the_screen_follows_the_facilitator(harness: WebHarness, visit: Visit) -> None:
    """Sixty notes can be read by scrolling along with Anna; Ben scrolls as he likes. At the end there is a summary."""
    anna, ben = Attendee(await visit(viewport=LAPTOP)), Attendee(await visit(viewport=LAPTOP))
    screen = await visit(viewport=SCREEN)
    others = await filled_board(harness, anna, 60, 6)
    link = anna.page.url
    await screen.page.goto(f"{link}/screen")
    await expect(screen.page.locator(".note")).to_have_count(60)
    seen: dict[str, Any] = await screen.page.evaluate(_LOOK)
    assert (seen["controls"], seen["cut"], seen["scrolls"]) == (0, [], False)
    assert seen["smallest"] >= NOTE
    await expect(screen.page.locator("#join")).to_contain_text("Person 5")
    await expect(screen.page.get_by_alt_text("QR code of the link to take part")).to_be_visible()
    await accessible(screen)

    last = screen.page.locator(".column").nth(1).locator(".note").last
    await expect(last).not_to_be_in_viewport()
    await ben.page.goto(link)
    await ben.page.locator("#column-1 .notes").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    await anna.page.locator("#column-0 .notes").evaluate("list => list.scrollTo(0, 300)")
    await screen.page.wait_for_function("() => document.querySelector('.column .notes').scrollTop > 0")
    await expect(last).not_to_be_in_viewport()  # Ben doesn't lead
    await anna.page.locator("#column-1 .notes").evaluate("list => list.scrollTo(0, list.scrollHeight)")
    await expect(last).to_be_in_viewport()
    await screen.page.reload()
    await expect(last).to_be_in_viewport()  # whoever comes later looks there too

    await others.say("Person 1", "title 7 Long meetings")
    await anna.next_to("vote")
    await others.say("Person 1", "vote 7")
    await anna.next_to("discuss")
    await expect(screen.page.locator(".large")).to_have_text("Long meetings")
    seen = await screen.page.evaluate(_LOOK)
    assert seen["topic"] >= TOPIC
    assert seen["smallest"] >= NOTE
    await accessible(screen)
    await anna.next_to("over")
    await expect(screen.page.get_by_role("heading", level=1)).to_contain_text("no actions")
    await expect(screen.page.locator("#progress")).to_contain_text("The meeting is over. Open the same link")
    assert (await screen.page.evaluate(_LOOK))["controls"] == 0


async def test_the_screen_shows_nothing_private(harness: WebHarness, visit: Visit) -> None:
    """In the facilitator's own browser, while she writes: her notes reach it with all the others."""
    anna = Attendee(await visit(viewport=LAPTOP))
    link = await anna.open_meeting(harness, "Anna")
    await anna.page.get_by_role("button", name="Start").click()
    await anna.next_to("reflect")
    await anna.write(0, "a secret of hers\nand another")
    screen = await visit.another_tab(anna.page.context)
    await screen.page.goto(f"{link}/screen")
    await expect(screen.page.locator(".column").first).to_contain_text("What should we start doing?")
    assert "a secret of hers" not in await screen.everything()
    await anna.next_to("group")
    await expect(screen.page.locator(".note").first).to_have_text(re.compile("a secret of hers|and another"))
