"""The web table in other languages: all that our pages say is said in them, and fits."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from bot.kernel.messages import Person, Request, Typed
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor
from tests.languages import extraction
from tests.languages import longer_words as pseudo
from tests.languages.web_prose import PAGES, modules

PSEUDO = "eo"  # a language that Chromium can ask for, and that we don't have
SIZES: list[ViewportSize] = [{"width": 1366, "height": 650}, {"width": 390, "height": 844}]

# Words that somebody sees or hears, one element or attribute each, without those that games and meetings say.
_WORDS = """() => {
    const read = (node) => node.checkVisibility({ visibilityProperty: true });
    const SAID_ELSEWHERE = "svg, .parts, .steps";
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const host = node.parentElement;
        if (read(host) && !host.closest(SAID_ELSEWHERE)) found.push(node.data);
    }
    for (const each of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) if (read(each))
        for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(each.getAttribute(name) ?? "");
    return found.map((text) => text.trim()).filter(Boolean);
}"""
# What is larger than its place and cut off there. A field scrolls, and what only screen readers hear has no width.
_CUT = """() => [...document.querySelectorAll("h1, h2, h3, button, a, label, summary, p, li, dt, dd, option")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden, .skip"))
    .filter((each) => (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible")
        || (each.localName === "h1" && each.scrollHeight > each.clientHeight + 2))
    .map((each) => `${each.localName}#${each.id}.${each.className}: ${each.textContent}`)"""
_TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def other_language() -> Iterator[None]:
    pseudo.add(PSEUDO)
    yield
    pseudo.remove(PSEUDO)


async def pages(harness: WebHarness, anna: Visitor) -> AsyncIterator[tuple[str, Page]]:
    """A page after another, each as it is used."""
    page = anna.page
    await page.goto(harness.url)
    await page.locator("[data-game=sprint] button").first.wait_for()
    yield "front", page
    await page.locator("#name").fill("Anna")
    await page.locator("[data-game=sprint] button.primary").click()
    await page.locator("#board svg").wait_for()
    await page.locator("#tip button").first.wait_for()
    yield "table", page
    await page.locator("#rename").click()
    await page.locator("#language").wait_for()
    yield "menu", page
    await page.goto(f"{harness.url}/gallery/retro")
    await page.locator("[data-choice] button").first.wait_for()
    yield "gallery", page
    await page.goto(harness.url)
    await page.locator("[data-game=retro] button.rehearse").click()
    await page.locator("#stage > *").first.wait_for()
    yield "meeting", page
    await page.goto(f"{harness.url}{await _workshop(page)}")
    await page.locator(".team-card").first.wait_for()
    yield "desk", page


async def _workshop(page: Page) -> str:
    form = {"id": "workshop-1", "game": "sprint", "teams": 3, "title": "Quarterly", "trainer": "Tina"}
    headers = {"Content-Type": "application/json"}
    asked = "([form, headers]) => fetch('/workshops', { method: 'POST', headers, body: JSON.stringify(form) })"
    found: dict[str, Any] = await page.evaluate(f"{asked[:-1]}).then((each) => each.json())", [form, headers])
    return str(found["address"])


def _messages() -> set[str]:
    """The English messages of our pages and modules that have no holes."""
    said = [each for path in PAGES.rglob("*.html") for each in extraction.in_html(path)]
    said += [each for path in modules() for each in extraction.in_javascript(path)]
    return {text for _, _, text, _ in said if "{" not in text and "<" not in text}


@pytest.mark.usefixtures("other_language")
@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_longer_words_fit_and_none_is_english(harness: WebHarness, visit: Visit, size: ViewportSize) -> None:
    """With words two fifths longer nothing scrolls sideways, and what people need isn't cut."""
    anna, english = await visit(viewport=size, locale=PSEUDO), _messages()
    wrong: list[tuple[str, object]] = []
    async for name, page in pages(harness, anna):
        assert await page.locator("html").get_attribute("lang") == PSEUDO
        words = await page.evaluate(_WORDS)
        assert len([text for text in words if "áá" in text or "éé" in text]) > 3, name
        wrong += [(name, text) for text in words if text in english]
        wrong += [(name, text) for text in await page.evaluate(_CUT)]
        wrong += [(name, by) for by in [await page.evaluate(_TOO_WIDE)] if by > 0]
    assert wrong == [], "\n".join(map(str, wrong))


async def test_a_german_browser_gets_german(harness: WebHarness, visit: Visit) -> None:
    """What is translated, in pages and by JavaScript; the rest is English."""
    anna = await visit(locale="de-DE")
    await anna.page.goto(harness.url)
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    await expect(anna.page.get_by_role("heading", name="Wähle ein Spiel")).to_be_visible()  # the page
    await expect(anna.page.locator("[data-game=sprint] button.primary")).to_have_text("Sofort spielen")  # JavaScript
    await expect(anna.page.get_by_role("link", name="Prüfe ein beendetes Spiel")).to_have_attribute("href", "/verify")


async def test_somebody_chooses_their_language(harness: WebHarness, visit: Visit) -> None:
    """In the menu where their name is; every page is in it from then on, whatever the browser asks for."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.locator("#rename").click()
    await anna.page.get_by_label("Language").select_option("Deutsch")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    await expect(anna.page.locator("#players-title")).to_have_text("Spieler")
    await anna.page.goto(harness.url)
    await expect(anna.page.get_by_role("heading", name="Wähle ein Spiel")).to_be_visible()
    await anna.page.go_back()
    await anna.page.locator("#rename").click()
    await anna.page.get_by_label("Sprache").select_option("English")
    await expect(anna.page.locator("#players-title")).to_have_text("Players")


async def test_the_page_follows_what_somebody_told_the_table(harness: WebHarness, visit: Visit) -> None:
    """Whoever asked for another language gets the page in it, too; what they choose in the page then counts."""
    anna = await visit(locale="de-DE")
    await anna.page.goto(harness.url)
    await anna.page.locator("[data-game=sprint] button.primary").click()
    await expect(anna.page.locator("#players-title")).to_have_text("Spieler")
    room = f"web:{anna.page.url.rpartition('/')[2]}"
    page = await harness.service.page(room, None)
    assert page is not None
    person = Person(page.chairs[0].person, "Anna", locale="de")
    await harness.service.handle(Request("web:a-request", room, person, Typed("me language en")))
    await anna.page.reload()
    await expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    await anna.page.locator("#rename").click()
    await anna.page.get_by_label("Language").select_option("Deutsch")
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    await expect(anna.page.locator("#players li").first).to_be_visible()
    await expect(anna.page.locator("html")).to_have_attribute("lang", "de")
