"""Cards, rules, tips, hints and the end of a game."""

import re

from playwright.async_api import expect

from bot.kernel.messages import Page
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit

SHORT = {"hours": 50, "days": 3}


def _votes(page: Page) -> bool:
    return any(card.decides for card in page.cards)


async def test_a_discussion_with_its_card(harness: WebHarness, visit: Visit) -> None:
    """The card is large in the middle of the board, with what is at stake, also for people who watch."""
    anna, guest = await visit(), await visit()
    await anna.play_now(harness, "sprint")
    link = anna.page.url
    await guest.page.goto(f"{link}?watch")
    await harness.play_on(link, _votes)
    for visitor in (anna, guest):
        card = visitor.page.locator("#spotlight .card")
        await expect(card.first).to_be_visible()
        await expect(card.first).to_contain_text("All yes:")
    title = await anna.page.locator("#spotlight h3").first.inner_text()
    await anna.page.locator("#acts").get_by_role("button", name="Yes", exact=True).click()
    await expect(anna.page.locator("#spotlight")).to_be_hidden()

    name = anna.page.locator("#feed .card-name", has_text=re.sub("[“”]", "", title)[:12]).first
    await name.press("Enter")  # a tip may lie above it
    await expect(anna.page.locator("dialog .card h3")).to_have_text(title)
    await anna.page.keyboard.press("Escape")
    await expect(anna.page.locator("dialog")).to_have_count(0)


async def test_a_choice_that_cannot_be_taken_back(harness: WebHarness, visit: Visit) -> None:
    """Sprint Review with work left is red, says what it means, and is done only after a second yes."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    for _ in range(2):  # with this seed the second roll reaches Sprint Review
        assert await anna.take_turn()
    review = anna.page.locator("#acts").get_by_role("button", name="Sprint Review")
    await expect(review).to_have_class(re.compile("danger"))
    before = await anna.sequence()
    await review.click()
    dialog = anna.page.locator("dialog")
    await expect(dialog).to_contain_text("no way back")
    await dialog.get_by_role("button", name="Cancel").click()
    assert await anna.sequence() == before
    await review.click()
    await dialog.get_by_role("button", name="Sprint Review").click()
    await anna.news(before)
    await expect(anna.page.locator("#feed")).to_contain_text("enters Sprint Review")


async def test_a_tool_beside_its_impediment(harness: WebHarness, visit: Visit) -> None:
    """The dialog for the reason shows both cards with their texts, and what is at stake."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await harness.play_on(
        anna.page.url, lambda page: any(choice.command.startswith("tool") for choice in page.reply.acts)
    )
    await anna.page.locator("#acts [data-command^=tool]").first.click()
    dialog = anna.page.locator("dialog")
    await expect(dialog.locator(".card")).to_have_count(2)
    await expect(dialog.locator(".card-text").last).not_to_be_empty()
    await expect(dialog.locator(".stake")).to_contain_text("All yes")


async def test_goal_rules_and_tips(harness: WebHarness, visit: Visit) -> None:
    """The goal is there from the start, rules can be searched and linked, and tips come once and can be turned off."""
    anna = await visit()
    await anna.play_now(harness, "sprint")
    await expect(anna.page.locator("#goal")).to_contain_text("before the last day is over")
    await expect(anna.page.locator("#tip p")).to_contain_text("You’re one team")
    await expect(anna.page.locator("#tip p")).not_to_contain_text("type")  # there are buttons

    await anna.page.get_by_role("button", name="Rules", exact=True).click()
    dialog = anna.page.locator("dialog")
    topics = await dialog.locator("details.rule").count()
    await dialog.get_by_label("Search the rules and cards").fill("impediment")
    assert 0 < await dialog.locator("details.rule").count() < topics
    await dialog.get_by_role("button", name="Close").click()

    await anna.say("vote yes")  # not now: the refusal names the rule, and opens it
    await anna.page.locator("#notes [data-command-line^=rules]").first.click()
    await expect(dialog.locator("details.rule[open]")).to_have_count(1)
    await dialog.get_by_role("button", name="Close").click()

    await anna.page.locator("#acts [data-command=roll]").click()
    await expect(anna.page.locator("#tip p")).to_contain_text("Your first roll is for planning")
    await anna.page.get_by_role("button", name="No more tips").click()
    await expect(anna.page.locator("#tip p")).to_have_count(0)
    assert await anna.take_turn()
    await expect(anna.page.locator("#tip p")).to_have_count(0)


async def test_a_hint_is_drawn_on_the_board(harness: WebHarness, visit: Visit) -> None:
    """It is a button at the person's turn, and numbers the places to click; a phone's sheet makes room for them."""
    anna = await visit(viewport={"width": 390, "height": 844})
    await anna.play_now(harness, "rugby")
    button = anna.page.get_by_role("button", name="Hint")
    await expect(button).to_be_in_viewport()
    await button.click()
    marks = anna.page.locator("#board .hint-mark")
    await expect(marks.first).to_be_visible()
    assert await marks.count() >= 2
    sheet = await anna.page.locator("#now").bounding_box()
    places = [await mark.bounding_box() for mark in await marks.all()]
    assert sheet is not None
    assert all(place is not None and 0 <= place["y"] < sheet["y"] for place in places)


async def test_the_end_is_a_scene(harness: WebHarness, visit: Visit) -> None:
    """Verdict, chart and highlights, and a way to a retrospective about the game."""
    anna = await visit()
    link = await anna.open_table(harness, "sprint", bots=1, options=SHORT)
    await anna.start()
    await harness.play_on(link)
    ending = anna.page.locator("#ending")
    await expect(ending.locator(".verdict")).to_contain_text("The sprint is")
    await expect(ending.locator("svg")).to_be_visible()
    await expect(ending.locator(".highlights li").first).to_be_visible()
    for name in ("Play again", "Film", "Share"):
        await expect(ending.get_by_role("button", name=name)).to_be_visible()
    await ending.get_by_role("button", name="Talk about it").click()
    await expect(anna.page.locator("#title")).to_have_text("Retrospective")
    await expect(ending).to_be_hidden()
