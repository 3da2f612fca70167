"""A person at a browser: what they see, what they do, and what went wrong in their page."""

import re
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.adapters.web.browser.house import House

PATIENCE = 60_000  # milliseconds; a slow machine is no fault of a page

_FURTHER = """([sequence, picked]) => document.querySelector("#table").dataset.sequence !== sequence
    || document.querySelectorAll("#board .frame.picked").length > picked"""


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []  # everything that the server sent over the live connection
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()  # faults that belong to the test, such as a server that is away
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("websocket", self._connected)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:  # a break of the content security policy is one of these
            self.faults.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @property
    def unexpected(self) -> list[str]:
        return [fault for fault in self.faults if not any(words in fault for words in self.expected)]

    # --- doing -----------------------------------------------------------------------------------------------------

    async def play_now(self, house: House, game: str, name: str = "Anna") -> None:
        """The one click of the front page."""
        await self.page.goto(house.url)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.locator(f"[data-game={game}] button.primary").click()
        await self.page.locator("#board svg").wait_for()

    async def open_table(
        self, house: House, game: str, name: str = "Anna", *, bots: int = 0, options: dict[str, Any] | None = None
    ) -> str:
        """Through the form of the front page; the link that is there to share."""
        await self.page.goto(house.url)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.get_by_label("Game", exact=True).select_option(game)
        for option, value in (options or {}).items():
            field = self.page.locator(f"#option-{option}")
            await (field.select_option(str(value)) if isinstance(value, str) else field.fill(str(value)))
        await self.page.get_by_label("Automatic players").fill(str(bots))
        await self.page.get_by_role("button", name="Open the table").click()
        return await self.link()

    async def link(self) -> str:
        """What the lobby offers to share."""
        link = self.page.locator("#share-link")
        await expect(link).to_have_value(re.compile("/t/"))
        return await link.input_value()

    async def join(self, link: str, name: str) -> None:
        await self.page.goto(link)
        await self.page.get_by_role("button", name="Take a seat").click()
        await self.page.get_by_label("Your name").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.player(name)).to_contain_text("you")

    async def start(self) -> None:
        await self.page.get_by_role("button", name="Start", exact=True).click()
        await self.page.locator("#board svg").wait_for()

    async def say(self, line: str) -> None:
        await self.page.get_by_role("combobox", name="/scrum").fill(line)
        await self.page.get_by_role("button", name="Send").click()

    async def sequence(self) -> str:
        """The number of the last event that the page shows."""
        return await self.page.locator("#table").get_attribute("data-sequence") or ""

    async def news(self, sequence: str) -> None:
        """Until the page shows something newer."""
        await self.page.locator(f"#table:not([data-sequence='{sequence}'])").wait_for()

    async def further(self, sequence: str, picked: int) -> None:
        """Until the page shows something newer, or more is picked on the board."""
        await self.page.wait_for_function(_FURTHER, arg=[sequence, picked])

    async def take_turn(self) -> bool:
        """Wait for the turn and press the first button that asks nothing; False when the game is over."""
        await self.page.locator("#table[data-phase=over], .now.awaited").first.wait_for()
        if await self.page.locator("#table[data-phase=over]").count():
            return False
        before = await self.sequence()
        await self.page.locator("#choices .choice:not([aria-haspopup])").first.click()
        await self.news(before)
        return True

    # --- seeing ----------------------------------------------------------------------------------------------------

    def player(self, name: str) -> Locator:
        return self.page.locator("#players li").filter(has=self.page.get_by_text(name, exact=True))

    async def everything(self) -> str:
        """All that ever reached this browser: every message of the server, and the page as it is."""
        return "\n".join([*self.frames, await self.page.content()])


class Visit:
    """Lets people in, each with a browser profile of their own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._visitors: list[Visitor] = []

    async def __call__(self, **settings: Any) -> Visitor:
        context = await self._browser.new_context(reduced_motion="reduce", **settings)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return await self.another_tab(context)

    async def another_tab(self, context: BrowserContext) -> Visitor:
        visitor = Visitor(await context.new_page())
        self._visitors.append(visitor)
        return visitor

    async def leave(self) -> list[str]:
        """Everybody goes home; what went wrong meanwhile."""
        for context in self._contexts:
            await context.close()
        return [fault for visitor in self._visitors for fault in visitor.unexpected]
