"""A player's hand never reaches another browser."""

import re

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor

HOSTILE = ("<img src=x onerror=alert(1)>", '"><script>alert(2)</script>', "`/scrum end` *b* ${1}")


async def test_hands_stay_private_across_browsers(harness: WebHarness, visit: Visit) -> None:
    """Neither pages nor messages show the others what a player holds or drops."""
    anna, ben, watcher = await visit(), await visit(), await visit()
    link = await anna.open_table(harness, "scrumkin", "Anna")
    await ben.join(link, "Ben")
    await watcher.page.goto(f"{link}?watch")
    await anna.start()
    hands = {visitor: await _hand(visitor) for visitor in (anna, ben)}
    assert set(hands[anna]).isdisjoint(hands[ben])
    await watcher.page.locator("#board svg").wait_for()

    first = anna if await anna.page.locator("#turn-badge").is_visible() else ben
    before = await first.sequence()
    await first.page.locator(f"#hand [data-spot='{hands[first][0]}']").click()
    await first.page.locator("#board [data-spot=stack]").click()  # drops a card face down
    for visitor in (anna, ben, watcher):
        await visitor.news(before)
    for holder, held in hands.items():
        for other in {anna, ben, watcher} - {holder}:
            assert not await _known(held, other)


async def _known(held: list[str], visitor: Visitor) -> list[str]:
    """Which of these cards ever reached this browser, also inside an encoded picture."""
    seen = await visitor.everything()
    return [card for card in held if f"{card}\\" in seen or f'{card}"' in seen]


async def _hand(visitor: Visitor) -> list[str]:
    """The titles of the cards in a player's hand."""
    await visitor.page.locator("#hand .hand-card").first.wait_for()
    names = await visitor.page.locator("#hand [data-spot]").evaluate_all("all => all.map((one) => one.dataset.spot)")
    return [str(name) for name in names]


async def test_a_watcher_sees_no_secrets_and_has_no_buttons(harness: WebHarness, visit: Visit) -> None:
    """Both with ?watch and with a link for watching, which can't be used to play."""
    anna, watcher = await visit(), await visit(viewport={"width": 1920, "height": 1080})
    await anna.play_now(harness, "scrumkin")
    held = await _hand(anna)
    shared = await anna.page.get_by_role("link", name="Big board").get_attribute("href")
    assert shared is not None
    assert shared.startswith("/w/")
    for address in (f"{anna.page.url}?watch", harness.url + shared):
        await watcher.page.goto(address)
        await watcher.page.locator("#board svg").wait_for()
        await expect(watcher.page.get_by_role("button")).to_have_count(1)  # the theme button
        await expect(watcher.page.get_by_role("textbox")).to_have_count(0)
        await expect(watcher.page.get_by_role("combobox")).to_have_count(0)
        await expect(watcher.page.locator("#players")).to_contain_text("Anna")
        await expect(watcher.page.locator("#feed")).to_contain_text("Welcome")
        await expect(watcher.page.locator("#chart svg")).to_be_visible()
        await expect(watcher.page.locator("#hand-section")).to_be_hidden()
    assert not await _known(held, watcher)


async def test_taking_over_from_an_automatic_player(harness: WebHarness, visit: Visit) -> None:
    """A visitor of a running game sees no player's buttons and can take an automatic player's seat."""
    anna, ben = await visit(), await visit()
    await anna.play_now(harness, "sprint")
    await ben.page.goto(anna.page.url)
    await ben.page.locator("#board svg").wait_for()
    await expect(ben.page.locator("#acts button, #board [tabindex='0']")).to_have_count(0)
    await ben.join(anna.page.url, "Ben")
    await expect(anna.player("Ben")).not_to_contain_text("automatic")


async def test_names_are_shown_as_text(harness: WebHarness, visit: Visit) -> None:
    """Markup in a name is displayed literally in the list, the feed and the board."""
    host = await visit()
    link = await host.open_table(harness, "sprint", HOSTILE[0])
    for name in HOSTILE[1:]:
        await (await visit()).join(link, name)
    for name in HOSTILE:
        await expect(host.player(name)).to_have_count(1)
    await host.start()
    await expect(host.page.locator("#feed")).to_contain_text(f"{HOSTILE[1]} takes a seat.")
    await expect(host.page.locator("#situation")).to_contain_text(HOSTILE[0])
    assert await host.page.locator("img[onerror], main script, main img:not(#scan-code)").count() == 0
    await host.say("rules <img src=x onerror=alert(3)>")
    await expect(host.page.locator("#notes")).to_contain_text(re.compile("<img src=x"))
