"""A person comes back: to their seat, from another device, to the front page, to a table that is gone."""

import re

import pytest
from playwright.async_api import Page, expect

from adapters.web.table import hub as presence
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_a_closed_tab_is_not_a_lost_seat(harness: WebHarness, visit: Visit) -> None:
    """The link in a new tab leads to the same seat and hand, with a greeting; a second tab is the same person."""
    anna = await visit()
    await anna.play_now(harness, "scrumkin")
    held, link = await _hand(anna.page), anna.page.url
    await anna.page.close()
    again = await visit.another_tab(anna.page.context)
    await again.page.goto(link)
    await expect(again.page.locator(".note")).to_have_text(re.compile("Welcome back, Anna."))
    await expect(again.player("Anna")).to_contain_text("you")
    assert await _hand(again.page) == held
    second = await visit.another_tab(anna.page.context)
    await second.page.goto(link)
    assert await _hand(second.page) == held
    before = await again.sequence()
    await second.page.locator(f"#hand [data-spot='{held[0]}']").click()
    await second.page.locator("#board [data-spot=stack]").click()
    await again.news(before)
    await again.page.reload()
    await expect(again.player("Anna")).to_contain_text("you")
    await expect(again.page.locator(".note")).to_have_count(0)  # a reload is no return


async def _hand(page: Page) -> list[str]:
    await page.locator("#hand .hand-card").first.wait_for()
    found = await page.locator("#hand [data-spot]").evaluate_all("all => all.map((one) => one.dataset.spot)")
    return [str(each) for each in found]


async def test_somebody_who_gave_no_name_comes_back(harness: WebHarness, visit: Visit) -> None:
    """One click was enough to play, so it is enough to return."""
    guest = await visit()
    await guest.page.goto(harness.url)
    await guest.page.get_by_role("button", name="Play now: The Scrum Game against the bots").click()
    await expect(guest.player("Guest")).to_contain_text("your turn")
    link = guest.page.url
    await guest.page.close()
    again = await visit.another_tab(guest.page.context)
    await again.page.goto(link)
    await expect(again.page.locator(".note")).to_contain_text("Welcome back, Guest.")
    assert await again.take_turn()
    await again.page.reload()
    await expect(again.page.locator(".note")).to_have_count(0)
    third = await visit.another_tab(guest.page.context)
    await third.page.goto(link)
    await third.page.get_by_role("button", name="What did I miss?").click()
    await expect(third.page.locator(".note")).to_contain_text("since your last move", ignore_case=True)


async def test_the_other_person_at_this_computer_comes_back(harness: WebHarness, visit: Visit) -> None:
    """Their tab was closed; the browser's own person can hand over a tab, and get it back."""
    anna = await visit()
    link = await anna.open_table(harness, "rugby")
    ben = await visit.somebody_else(anna)
    await ben.join(link, "Ben")
    assert "#" not in ben.page.url
    await ben.page.close()
    await anna.page.reload()
    await expect(anna.player("Anna")).to_contain_text("you")
    await anna.page.locator("#rename").click()
    await anna.page.get_by_role("button", name="Continue as Ben").click()
    await expect(anna.player("Ben")).to_contain_text("you")
    await anna.page.locator("#rename").click()
    await anna.page.get_by_role("button", name="Back to this browser’s own person").click()
    await expect(anna.player("Anna")).to_contain_text("you")


async def test_your_tables_on_the_front_page(harness: WebHarness, visit: Visit) -> None:
    """Those that wait for you come first and lead back to your seat; the page of a missing table has them too."""
    anna = await visit()
    anna.expected = ("404",)
    await anna.page.goto(harness.url)
    await anna.page.locator(".game").first.wait_for()
    await expect(anna.page.locator("#mine-section")).to_be_hidden()
    await anna.open_table(harness, "rugby")
    await anna.play_now(harness, "sprint")
    link = anna.page.url
    await anna.page.goto(harness.url)
    await expect(anna.page.locator("#mine li")).to_have_text(
        [re.compile(r"The Scrum Game.*with .*Your turn"), re.compile("Scrum.*only you so far.*Not started")]
    )
    await anna.page.goto(f"{harness.url}/t/nowhere")
    await anna.page.get_by_role("link", name="Your turn").click()
    await expect(anna.player("Anna")).to_contain_text("your turn")
    assert anna.page.url == link


async def test_a_seat_on_another_device(harness: WebHarness, visit: Visit) -> None:
    """By a personal link: after a question, once; the first device is told, and somebody with the old link watches."""
    anna, phone, eve = await visit(), await visit(viewport={"width": 390, "height": 844}), await visit()
    eve.expected = ("410",)
    await anna.play_now(harness, "scrumkin")
    held = await _hand(anna.page)
    await anna.page.locator("#rename").click()
    await anna.page.get_by_role("button", name="Use another device").click()
    personal = await anna.page.get_by_label("Your personal link", exact=True).input_value()
    await expect(anna.page.get_by_role("dialog")).to_contain_text("It works once")
    await expect(anna.page.get_by_role("dialog").get_by_role("timer")).to_have_text(re.compile(r"Valid for [45]:\d\d"))
    assert await anna.page.get_by_alt_text("QR code of your personal link").evaluate("(code) => code.naturalWidth > 0")

    await phone.page.goto(personal)
    assert "#" not in phone.page.url
    await phone.page.get_by_role("button", name="Continue here").click()
    assert await _hand(phone.page) == held
    await expect(phone.page.locator(".note")).to_contain_text("Welcome back, Anna.")
    await expect(anna.page.get_by_role("dialog")).to_have_count(0)
    await expect(anna.page.locator(".note")).to_contain_text("open on another device too")

    await eve.page.goto(personal)
    await eve.page.get_by_role("button", name="Continue here").click()
    await expect(eve.page.locator(".note")).to_contain_text("This personal link has been used")
    await expect(eve.page.locator("#seat-hint")).to_contain_text("You’re watching")
    await expect(eve.page.locator("#hand-section")).to_be_hidden()
    seen = await eve.everything()
    assert not [card for card in held if f"{card}\\" in seen or f'{card}"' in seen]

    await anna.page.get_by_role("button", name="Take it back").click()
    await expect(anna.page.locator(".note", has_text="on this device only")).to_be_visible()
    await expect(phone.page.locator("#hand-section")).to_be_hidden()


async def test_who_is_here_and_who_is_away(harness: WebHarness, visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says so, even if its clock is wrong, and offers to remind whoever the game waits for, or a stand-in."""
    monkeypatch.setattr(presence, "_GRACE", 0.0)
    anna, ben = await visit(), await visit()
    await anna.page.add_init_script("const right = Date.now; Date.now = () => right() + 400 * 86_400_000;")
    link = await anna.open_table(harness, "sprint")
    await ben.join(link, "Ben")
    await expect(anna.player("Ben").get_by_label("is here")).to_be_visible()
    await anna.start()
    await harness.play_on(link, lambda seen: seen.chairs[1].awaited and not seen.chairs[0].awaited)
    await ben.page.locator("#turn-badge").wait_for()
    waiting = anna.page.locator("#waiting")
    await expect(waiting).to_be_empty()
    await ben.page.close()
    await expect(anna.player("Ben")).to_contain_text(re.compile(r"away since \d\d:\d\d"))
    await expect(anna.player("Ben").get_by_label("is here")).to_have_count(0)
    await expect(waiting).to_contain_text("Ben has been away since")
    await waiting.get_by_role("button", name="Remind Ben").click()
    await expect(anna.page.locator(".note")).to_contain_text("less than a minute ago")
    before = await anna.sequence()
    await waiting.get_by_role("button", name="Let a bot stand in").click()
    await anna.news(before)
    await expect(anna.player("Ben")).to_contain_text("automatic")
    await expect(anna.player("Ben")).not_to_contain_text("away")
    await expect(waiting).to_be_empty()


async def test_a_table_that_is_gone(stopped_harness: WebHarness, visit: Visit) -> None:
    """An open page says so instead of reconnecting for ever, and leads to the front page."""
    harness, anna = stopped_harness, await visit()
    anna.expected = ("404", "WebSocket connection to", "ERR_CONNECTION_REFUSED")
    async with harness.open():
        await anna.play_now(harness, "rugby")
    harness.lose_everything()
    async with harness.open():
        await expect(anna.page.locator("#banner")).to_contain_text("This table is gone.")
        await anna.page.get_by_role("link", name="Go to the front page").click()
        await expect(anna.page.get_by_role("heading", name="Choose a game")).to_be_visible()
