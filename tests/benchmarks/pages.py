"""Pages of the web table: processor time per viewer, bytes per move, and how a cold page loads in a slow network."""

import asyncio
import os
import shutil
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import async_playwright

from adapters.web.table.frames import Frame, PageParts
from bot.kernel.live.table import Drawings
from bot.kernel.messages import Person, Request, Typed
from games.graphics.svg import _markup
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit
from tests.adapters.web.browser.wire import Wire
from tests.benchmarks.figures import Figure

ROOM = "web:bench"
PEOPLE = [Person(f"web:person {number}", f"Person {number}") for number in range(6)]
MOVES = 30
VISITS = 5
BITS, LATENCY = 1_600_000, 150  # per second, and milliseconds: a slow mobile network

_WATCH = """globalThis.shift = 0;
new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value; })
  .observe({ type: "layout-shift", buffered: true });
new MutationObserver((_, watching) => {
  if (!document.querySelector("#board svg")) return;
  globalThis.firstBoard = performance.now();
  watching.disconnect();
}).observe(document, { childList: true, subtree: true });"""


# --- processor time ------------------------------------------------------------------------------------------------


class Arm:
    """Pages for all players after each move; `shared`: what they all see is rendered once."""

    def __init__(self, harness: WebHarness, *, shared: bool) -> None:
        self._service = harness.service
        self._parts = [PageParts()] * len(PEOPLE) if shared else [PageParts() for _ in PEOPLE]
        self._shared = shared
        self._last: list[Frame | None] = [None for _ in PEOPLE]
        self.spent: list[float] = []  # seconds per page
        self.sizes: list[tuple[int, int]] = []  # of the changes, compressed, and of the whole page as text

    async def send(self) -> None:
        live = await self._service.tables.in_room(ROOM)
        assert live is not None
        for parts in set(self._parts):
            parts.next_moment()
        live._drawings = Drawings()  # what the other arm has rendered
        begin = time.process_time()
        for at, (person, parts) in enumerate(zip(PEOPLE, self._parts, strict=True)):
            if not self._shared:
                live._drawings = Drawings()
                _markup.cache_clear()
            page = await self._service.page(ROOM, person, live.standing.sequence - 1)
            assert page is not None
            frame = Frame(page, 0.0, parts.of(page, "/t/bench", "/w/bench", "landscape"))
            size = len(frame.since(self._last[at]))
            self._last[at] = frame
        self.spent.append((time.process_time() - begin) / len(PEOPLE))
        self.sizes.append((size, len(frame.whole.encode())))


async def per_viewer(harness: WebHarness) -> list[Figure]:
    """The moves of a game for six people."""
    for number, (person, line) in enumerate([(PEOPLE[0], "new sprint"), *((each, "join") for each in PEOPLE[1:])]):
        await harness.service.handle(Request(f"bench {number}", ROOM, person, Typed(line)))
    await harness.service.handle(Request("bench start", ROOM, PEOPLE[0], Typed("start")))
    alone, shared = Arm(harness, shared=False), Arm(harness, shared=True)
    for move in range(MOVES):
        for arm in (alone, shared) if move % 2 else (shared, alone):
            await arm.send()
        before = (await harness.service.page(ROOM, None)).sequence  # type: ignore[union-attr]
        await harness.play_on("/bench", lambda seen, at=before: seen.sequence > at)  # type: ignore[misc]
    each, together = (1000 * statistics.median(arm.spent) for arm in (alone, shared))
    moves = [size for size, _ in shared.sizes[1:]]
    return [
        Figure("a page, six players, each rendered from nothing", each, "ms of processor time"),
        Figure("the same, sharing what they all see", together, "ms of processor time"),
        Figure("shared / from nothing", together / each, "", at_most=1 / 3),
        Figure("a move as a whole page of text", statistics.median(whole for _, whole in shared.sizes) / 1000, "kB"),
        Figure("a move on the wire: changes, compressed", statistics.median(moves) / 1000, "kB"),
        Figure("the largest move on the wire", max(moves) / 1000, "kB", at_most=10),
    ]


# --- a cold page ---------------------------------------------------------------------------------------------------


async def cold(harness: WebHarness, visit: Visit) -> list[Figure]:
    """New browsers that open a running game in a slow network."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    loaded, requests, times, shifts = [], [], [], []
    for _ in range(VISITS):
        guest = await visit()
        await guest.page.add_init_script(_WATCH)
        async with Wire.of(guest.page) as wire:
            await wire.slow_down(BITS, LATENCY)
            await guest.page.goto(anna.page.url)
            await guest.page.locator("#board svg").wait_for()
            await guest.page.evaluate("document.fonts.ready")
            await guest.page.wait_for_load_state("networkidle")
            times.append(float(await guest.page.evaluate("firstBoard")))
            shifts.append(float(await guest.page.evaluate("shift")))
            loaded.append(wire.bytes / 1000)
            requests.append(wire.requests)
    return [
        Figure("a cold table", max(loaded), "kB", at_most=150),
        Figure("its requests, WebSocket included", max(requests)),
        Figure(f"first board at {BITS / 1e6:g} Mbit/s and {LATENCY} ms", statistics.median(times), "ms", at_most=1500),
        Figure("layout shift until then", max(shifts), "", at_most=0.05),
    ]


async def in_browser(harness: WebHarness) -> Sequence[Figure]:
    chromium = shutil.which("chromium")
    if chromium is None:
        return []
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
        visit = Visit(browser)
        figures = await cold(harness, visit)
        await visit.leave()
        await browser.close()
    return figures


async def all_figures(folder: Path) -> list[Figure]:
    harness = WebHarness(folder)
    async with harness.open():
        return [*await per_viewer(harness), *await in_browser(harness)]


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(all_figures(folder))
