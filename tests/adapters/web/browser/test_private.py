"""What one person holds reaches no other browser, whatever one looks at."""

import re

from playwright.async_api import expect

from tests.adapters.web.browser.house import House
from tests.adapters.web.browser.visitor import Visit, Visitor

HOSTILE = ("<img src=x onerror=alert(1)>", '"><script>alert(2)</script>', "`/scrum end` *b* ${1}")


async def test_hands_stay_private_across_browsers(house: House, visit: Visit) -> None:
    """Neither the page nor any message of the server tells the others what somebody holds or drops."""
    anna, ben, watcher = await visit(), await visit(), await visit()
    link = await anna.open_table(house, "scrumkin", "Anna")
    await ben.join(link, "Ben")
    await watcher.page.goto(f"{link}?watch")
    await anna.start()
    hands = {visitor: await _hand(visitor) for visitor in (anna, ben)}
    assert set(hands[anna]).isdisjoint(hands[ben])
    await watcher.page.locator("#board svg").wait_for()

    first = anna if await anna.page.locator("#turn-badge").is_visible() else ben
    before = await first.sequence()
    await first.page.locator(f"#hand [data-spot='{hands[first][0]}']").click()
    await first.page.locator("#board [data-spot=stack]").click()  # dropped, face down
    for visitor in (anna, ben, watcher):
        await visitor.news(before)
    for holder, held in hands.items():
        for other in {anna, ben, watcher} - {holder}:
            assert not await _known(held, other)


async def _known(held: list[str], visitor: Visitor) -> list[str]:
    """Which of these cards this browser was ever told of, also as a part of an encoded picture."""
    seen = await visitor.everything()
    return [card for card in held if f"{card}\\" in seen or f'{card}"' in seen]


async def _hand(visitor: Visitor) -> list[str]:
    """The cards in somebody's hand, as their page names them."""
    await visitor.page.locator("#hand svg").wait_for()
    names = await visitor.page.locator("#hand [data-spot]").evaluate_all("all => all.map((one) => one.dataset.spot)")
    return [str(name) for name in names]


async def test_a_watcher_sees_nothing_private_and_has_nothing_to_press(house: House, visit: Visit) -> None:
    """The view for a shared screen, by ?watch and by its own link, which cannot be used to play."""
    anna, watcher = await visit(), await visit(viewport={"width": 1920, "height": 1080})
    await anna.play_now(house, "scrumkin")
    held = await _hand(anna)
    shared = await anna.page.get_by_role("link", name="Big board").get_attribute("href")
    assert shared is not None
    assert shared.startswith("/w/")
    for address in (f"{anna.page.url}?watch", house.url + shared):
        await watcher.page.goto(address)
        await watcher.page.locator("#board svg").wait_for()
        await expect(watcher.page.get_by_role("button")).to_have_count(1)  # light or dark
        await expect(watcher.page.get_by_role("textbox")).to_have_count(0)
        await expect(watcher.page.get_by_role("combobox")).to_have_count(0)
        await expect(watcher.page.locator("#players")).to_contain_text("Anna")
        await expect(watcher.page.locator("#feed")).to_contain_text("Welcome")
        await expect(watcher.page.locator("#chart svg")).to_be_visible()
        await expect(watcher.page.locator("#hand-section")).to_be_hidden()
    assert not await _known(held, watcher)


async def test_a_passer_by_takes_over_from_an_automatic_player(house: House, visit: Visit) -> None:
    """Who comes to a running game sees it without buttons of the players, and can sit down where a bot sits."""
    anna, ben = await visit(), await visit()
    await anna.play_now(house, "sprint")
    await ben.page.goto(anna.page.url)
    await ben.page.locator("#board svg").wait_for()
    await expect(ben.page.locator("#choices button, #board [tabindex='0']")).to_have_count(0)
    await ben.join(anna.page.url, "Ben")
    await expect(anna.player("Ben")).not_to_contain_text("automatic")


async def test_names_appear_as_text_whatever_they_are(house: House, visit: Visit) -> None:
    """Markup in a name is shown, in the list, in what happened and on the board, and does nothing."""
    host = await visit()
    link = await host.open_table(house, "sprint", HOSTILE[0])
    for name in HOSTILE[1:]:
        await (await visit()).join(link, name)
    for name in HOSTILE:
        await expect(host.player(name)).to_have_count(1)
    await host.start()
    await expect(host.page.locator("#feed")).to_contain_text(f"{HOSTILE[1]} takes a seat.")
    await expect(host.page.locator("#situation")).to_contain_text(HOSTILE[0])
    assert await host.page.locator("img[onerror], main script, main img").count() == 0
    await host.say("rules <img src=x onerror=alert(3)>")
    await expect(host.page.locator("#notes")).to_contain_text(re.compile("<img src=x"))
