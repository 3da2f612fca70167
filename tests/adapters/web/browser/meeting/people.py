"""People at a meeting's page, and those without a browser."""

import re
from collections.abc import Sequence
from itertools import count

from playwright.async_api import Locator, expect

from bot.kernel.messages import Called, Filled, Person, Request, Response, Said, Typed
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visitor

_numbers = count()
# the phase, and the topic: counts change without anybody moving on
_PLACE = "() => `${document.body.dataset.phase} ${document.getElementById('question').textContent}`"


class Attendee:
    """Somebody at a browser."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    async def open_meeting(self, harness: WebHarness, name: str, **options: object) -> str:
        link = await self.visitor.open_table(harness, "retro", name, options=dict(options))
        await expect(self.page.locator("#stage")).to_have_class(re.compile("of-lobby"))
        return link

    async def come(self, link: str, name: str) -> None:
        """Open the link and press **I'm here**."""
        await self.page.goto(link)
        await self.page.get_by_role("button", name="I’m here").click()
        await self.give_name(name)
        await expect(self.page.locator("#stage")).to_contain_text(name)

    async def give_name(self, name: str) -> None:
        await self.page.get_by_label("Your name").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.page.get_by_role("dialog")).to_have_count(0)

    async def sees(self, phase: str) -> None:
        await expect(self.page.locator("body")).to_have_attribute("data-phase", phase)

    async def next(self) -> None:
        """Move on, and once more if it asks."""
        button = self.page.locator(".forward")
        await button.click()
        asked_or_done = button.and_(self.page.locator(".asking")).or_(self.page.locator(".forward:not([aria-busy])"))
        await asked_or_done.wait_for(state="attached")  # in the end the bar is hidden
        if "asking" in (await button.get_attribute("class") or ""):
            await button.click()

    async def next_to(self, phase: str) -> None:
        await self.page.locator(".forward").wait_for()  # it has started, and they lead
        while await self.page.locator("body").get_attribute("data-phase") != phase:
            before = await self.page.evaluate(_PLACE)
            await self.next()
            await self.page.wait_for_function(f"(before) => ({_PLACE})() !== before", arg=before)

    def field(self, column: int) -> Locator:
        return self.page.locator(f"#column-{column} textarea")

    async def write(self, column: int, text: str) -> None:
        tab = self.page.locator(f"#tab-{column}")
        if await tab.is_visible():
            await tab.click()
        await self.field(column).fill(text)
        await self.page.keyboard.press("Enter")
        await expect(self.field(column)).to_have_value("")

    def note(self, text: str) -> Locator:
        return self.page.locator("[data-note]").filter(has_text=text).first

    async def drag(self, one: str, other: str) -> None:
        """Drag a note over another one, without letting it go."""
        places = []
        for text in (one, other):
            box = await self.note(text).bounding_box()
            assert box is not None
            places.append((box["x"] + 40, box["y"] + box["height"] / 2))
        await self.page.mouse.move(*places[0])
        await self.page.mouse.down()
        await self.page.mouse.move(*places[1], steps=4)
        await expect(self.page.locator(".dragged")).to_contain_text(one)


class Absentees:
    """People who take part without a browser of their own, so that a meeting is as large as real ones."""

    def __init__(self, harness: WebHarness, link: str) -> None:
        self._harness = harness
        self._room = f"web:{link.rpartition('/')[2]}"

    async def come(self, names: Sequence[str]) -> None:
        for name in names:
            await self.do(name, Called("join"))

    async def write(self, name: str, column: int, *notes: str) -> None:
        live = await self._harness.service.tables.in_room(self._room)
        assert live is not None
        await self.do(name, Filled(live.id, "note", {str(column + 1): "\n".join(notes)}))

    async def say(self, name: str, line: str) -> Response:
        return await self.do(name, Typed(line))

    async def do(self, name: str, said: Said) -> Response:
        request = Request(f"meeting {next(_numbers)}", self._room, Person(f"web:{name.lower()}", name), said)
        response = await self._harness.service.handle(request)
        assert response.outcome in {"done", "answered"}, [reply.text for reply in response.replies]
        return response
