"""A person at a browser: what they see, what they do, and the errors in their page."""

import re
import zlib
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.adapters.web.browser.harness import WebHarness

TIMEOUT = 60_000  # milliseconds; long, for slow machines

_PROGRESS = """([sequence, picked]) => document.querySelector("#table").dataset.sequence !== sequence
    || document.querySelectorAll("#board .frame.picked").length > picked"""


def _text(frame: str | bytes) -> str:
    return zlib.decompress(frame, -zlib.MAX_WBITS).decode() if isinstance(frame, bytes) else frame


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []  # everything received over the WebSocket
        self.errors: list[str] = []
        self.expected: tuple[str, ...] = ()  # errors that the test provokes, such as a stopped server
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.errors.append(f"error: {error}"))
        page.on("websocket", self._on_websocket)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:  # including violations of the content security policy
            self.errors.append(f"{message.type}: {message.text} {message.location.get('url', '')}")

    def _on_websocket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(_text(frame)))

    @property
    def unexpected(self) -> list[str]:
        return [error for error in self.errors if not any(words in error for words in self.expected)]

    # --- actions ---------------------------------------------------------------------------------------------------

    async def play_now(self, harness: WebHarness, game: str, name: str = "Anna") -> None:
        """Start a game from the front page with one click."""
        await self.page.goto(harness.url)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.locator(f"[data-game={game}] button.primary").click()
        await self.page.locator("#board svg").wait_for()

    async def open_table(
        self,
        harness: WebHarness,
        game: str,
        name: str = "Anna",
        *,
        bots: int = 0,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Open a table with the front page's form; return the link to share."""
        await self.page.goto(harness.url)
        await self.page.get_by_label("Your name").fill(name)
        await self.page.get_by_label("Game", exact=True).select_option(game)
        for option, value in (options or {}).items():
            field = self.page.locator(f"#option-{option}")
            await (field.select_option(str(value)) if isinstance(value, str) else field.fill(str(value)))
        await self.page.get_by_label("Automatic players").fill(str(bots))
        await self.page.get_by_role("button", name="Open the table").click()
        return await self.link()

    async def link(self) -> str:
        """The link that the lobby shows."""
        link = self.page.locator("#share-link")
        await expect(link).to_have_value(re.compile("/t/"))
        return await link.input_value()

    async def join(self, link: str, name: str) -> None:
        await self.page.goto(link)
        await self.page.get_by_role("button", name="Join", exact=True).click()
        await self.page.get_by_label("Your name").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.player(name)).to_contain_text("you")

    async def start(self) -> None:
        await self.page.get_by_role("button", name=re.compile("^Start")).click()
        await self.page.locator("#board svg").wait_for()

    async def say(self, line: str) -> None:
        await self.page.get_by_role("combobox", name="/scrum").fill(line)
        await self.page.get_by_role("button", name="Send").click()

    async def sequence(self) -> str:
        """The sequence number of the last event on the page."""
        return await self.page.locator("#table").get_attribute("data-sequence") or ""

    async def news(self, sequence: str) -> None:
        """Wait until the page shows a newer event."""
        await self.page.locator(f"#table:not([data-sequence='{sequence}'])").wait_for()

    async def further(self, sequence: str, picked: int) -> None:
        """Wait until the page shows a newer event or more picked spots."""
        await self.page.wait_for_function(_PROGRESS, arg=[sequence, picked])

    async def take_turn(self) -> bool:
        """Wait for the turn and press the first button without a question; False if the game is over."""
        await self.page.locator("#table[data-phase=over], .now.awaited").first.wait_for()
        if await self.page.locator("#table[data-phase=over]").count():
            return False
        before = await self.sequence()
        await self.page.locator("#acts .act:not([aria-haspopup])").first.click()
        await self.news(before)
        return True

    # --- page ------------------------------------------------------------------------------------------------------

    def player(self, name: str) -> Locator:
        return self.page.locator("#players li").filter(has=self.page.get_by_text(name, exact=True))

    async def everything(self) -> str:
        """Everything that reached this browser: all messages from the server, and the current page."""
        return "\n".join([*self.frames, await self.page.content()])


class Visit:
    """Creates visitors, each with their own browser profile."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._visitors: list[Visitor] = []

    async def __call__(self, **settings: Any) -> Visitor:
        context = await self._browser.new_context(**{"reduced_motion": "reduce", **settings})
        context.set_default_timeout(TIMEOUT)
        self._contexts.append(context)
        return await self.another_tab(context)

    async def another_tab(self, context: BrowserContext) -> Visitor:
        visitor = Visitor(await context.new_page())
        self._visitors.append(visitor)
        return visitor

    async def somebody_else(self, visitor: Visitor) -> Visitor:
        """A tab for another person at the same computer, opened from a visitor's page."""
        await visitor.page.locator("#rename").click()
        async with visitor.page.context.expect_page() as opened:
            await visitor.page.get_by_role("link", name="Somebody else at this computer").click()
        await visitor.page.get_by_role("button", name="Close").click()
        other = Visitor(await opened.value)
        await other.page.wait_for_url(lambda url: "#" not in url)  # the tab knows that it is somebody else's
        self._visitors.append(other)
        return other

    async def leave(self) -> list[str]:
        """Close all browsers and return the unexpected errors."""
        for context in self._contexts:
            await context.close()
        return [error for visitor in self._visitors for error in visitor.unexpected]
