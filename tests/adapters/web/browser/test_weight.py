"""What a table costs on the wire, and what moves on the screen while it loads and plays."""

from typing import Any

import pytest
from playwright.async_api import ViewportSize

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit
from tests.adapters.web.browser.wire import Wire

MAX_COLD, MAX_REQUESTS = 130_000, 11
MAX_MOVE = 7_000
MAX_SHIFT = 0.1  # what browsers' makers call good; 0.01 to 0.05 on a quiet machine, more if it draws a step between
SIZES: list[ViewportSize] = [{"width": 1440, "height": 900}, {"width": 390, "height": 844}]


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_a_table_is_light(harness: WebHarness, visit: Visit, game: str) -> None:
    """A cold table is less than 130 kB, fonts and first page included, in 11 requests; a move is less than 7 kB."""
    anna, ben = await visit(), await visit()
    await anna.play_now(harness, game)
    async with Wire.of(ben.page) as wire:
        await ben.page.goto(anna.page.url)
        await ben.page.locator("#board svg").wait_for()
        await ben.page.evaluate("document.fonts.ready")
        await ben.page.wait_for_load_state("networkidle")
        print(f"{game}: {wire.bytes} bytes cold in {wire.requests} requests")  # noqa: T201
        assert wire.bytes < MAX_COLD
        assert wire.requests <= MAX_REQUESTS
        for _ in range(3):
            before = await ben.sequence()
            await harness.play_on(anna.page.url, lambda seen, before=before: seen.sequence > int(before))  # type: ignore[misc]
            await ben.news(before)
        assert wire.frames
        assert max(wire.frames) < MAX_MOVE
        print(f"{game}: {wire.bytes} bytes with three moves, the largest {max(wire.frames)}")  # noqa: T201


async def test_nothing_is_fetched_twice(harness: WebHarness, visit: Visit) -> None:
    """A second visit loads only the page itself: everything else has a hash in its address and is cached."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.wait_for_load_state("networkidle")  # what is still loading can't be cached
    async with Wire.of(anna.page) as wire:
        await anna.page.reload()
        await anna.page.locator("#board svg").wait_for()
        assert wire.requests <= 2  # the page and its WebSocket


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_the_layout_stays_in_place(harness: WebHarness, visit: Visit, game: str, size: ViewportSize) -> None:
    """While the page loads and moves come in, layout shifts add up to less than 0.1."""
    anna = await visit(viewport=size)
    await anna.page.add_init_script(_SHIFTS)
    await anna.play_now(harness, game)
    for _ in range(3):
        before = await anna.sequence()
        await harness.play_on(anna.page.url, lambda seen, before=before: seen.sequence > int(before))  # type: ignore[misc]
        await anna.news(before)
    await anna.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts: list[Any] = await anna.page.evaluate("shifts")
    assert sum(shift["value"] for shift in shifts) < MAX_SHIFT, shifts


_SHIFTS = """globalThis.shifts = []; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push({ value: entry.value,
        moved: entry.sources.map((source) => source.node?.id || source.node?.className || source.node?.nodeName) });
}).observe({ type: "layout-shift", buffered: true });"""
