"""Inviting others: the lobby, the links, and what a visitor sees first."""

import re

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit


async def test_both_ways_to_play_are_visible_without_scrolling(harness: WebHarness, visit: Visit) -> None:
    """On a laptop, the front page shows playing alone and a team table, whose lobby is one click away."""
    anna = await visit(viewport={"width": 1280, "height": 720})
    await anna.page.goto(harness.url)
    for way in ("Play now: Scrumkin", "With your team: open a table of Scrumkin"):
        await expect(anna.page.get_by_role("button", name=way)).to_be_in_viewport(ratio=0.99)
    await anna.page.get_by_label("Your name").fill("Anna")
    await anna.page.get_by_role("button", name="With your team: open a table of Scrumkin").click()
    assert "/t/" in await anna.link()
    await expect(anna.player("Anna")).to_contain_text("you, host")


async def test_a_visitors_main_button_takes_a_seat(harness: WebHarness, visit: Visit) -> None:
    """A visitor sees one primary button and not the host's; when every seat is taken, the page says so."""
    anna, ben, cem = await visit(), await visit(), await visit()
    link = await anna.open_table(harness, "rugby")
    await expect(anna.page.locator("button.primary:visible")).to_have_text(["Copy link"])  # more players are needed
    await ben.page.goto(link)
    await expect(ben.page.locator("button.primary:visible")).to_have_text(["Join"])
    await expect(ben.page.locator("#acts button")).to_have_count(0)
    await expect(ben.page.get_by_label("Strength of the next automatic player")).to_be_hidden()
    await ben.join(link, "Ben")
    await expect(anna.page.locator("button.primary:visible")).to_have_text(["Start"])
    await cem.page.goto(link)
    await expect(cem.page.locator("#seat-hint")).to_have_text("You’re watching. Every seat is taken.")
    await expect(cem.page.get_by_role("button", name="Join", exact=True)).to_be_hidden()


async def test_inviting_during_a_game(harness: WebHarness, visit: Visit) -> None:
    """There are links for playing and watching, with a warning that only this computer can open them."""
    anna, ben, cem = await visit(permissions=["clipboard-read", "clipboard-write"]), await visit(), await visit()
    await anna.play_now(harness, "sprint")
    await anna.page.get_by_role("button", name="Invite").click()
    dialog = anna.page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Only this computer can open this address")
    copies = dialog.get_by_role("button", name="Copy the link")
    links = []
    for at in range(2):
        await copies.nth(at).click()
        await expect(copies.nth(at)).to_have_text("Copied")
        links.append(await anna.page.evaluate("navigator.clipboard.readText()"))
    await dialog.get_by_role("button", name="Close").click()
    await ben.join(links[0], "Ben")
    await expect(anna.player("Ben")).to_be_visible()
    await cem.page.goto(links[1])
    await cem.page.locator("#board svg").wait_for()
    await expect(cem.page.locator(".control:visible")).to_have_count(0)


async def test_a_link_can_be_copied_by_hand(harness: WebHarness, visit: Visit) -> None:
    """Without a clipboard, the link is selected and the button says what to press."""
    anna = await visit()
    await anna.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    link = await anna.open_table(harness, "rugby")
    await anna.page.get_by_role("button", name="Copy link").click()
    await expect(anna.page.locator("#copy")).to_have_text("Press Ctrl-C")
    assert await anna.page.evaluate("String(getSelection())") == link
    await expect(anna.page.locator("#copy")).to_have_text("Copy link")


async def test_the_tab_shows_whose_turn_it_is(harness: WebHarness, visit: Visit) -> None:
    """Title and icon change with the turn, for people waiting in another tab."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "rugby")
    await ben.join(link, "Ben")
    await anna.start()
    for visitor, title, icon in ((anna, "Your turn: Scrum Rugby", "icon-turn"), (ben, "Scrum Rugby", "icon")):
        await expect(visitor.page).to_have_title(f"{title} · Scrum Table")
        await expect(visitor.page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(f"/{icon}\\.svg$"))
    assert (await anna.page.request.get(f"{harness.url}/static/icon-turn.svg")).ok


async def test_a_name_changes_at_any_time(harness: WebHarness, visit: Visit) -> None:
    """Before and after taking a seat; everybody sees the new one, and the browser remembers it."""
    anna, ben = await visit(), await visit()
    link = await anna.open_table(harness, "rugby")
    await ben.page.goto(link)
    for name in ("Bem", "Ben"):
        await ben.page.locator("#rename").click()
        await ben.page.get_by_label("Your name").fill(name)
        await ben.page.keyboard.press("Enter")
        await expect(ben.page.locator("#me")).to_have_text(name)
    await ben.page.get_by_role("button", name="Join", exact=True).click()
    await expect(anna.player("Ben")).to_be_visible()
    await ben.page.locator("#rename").click()
    await ben.page.get_by_role("button", name="Change your name").click()
    await expect(ben.page.get_by_label("Your name")).to_have_value("Ben")
    await ben.page.get_by_label("Your name").fill("Benjamin")
    await ben.page.keyboard.press("Enter")
    await expect(anna.player("Benjamin")).to_be_visible()
    await expect(ben.page.locator("#me")).to_have_text("Benjamin")
    await ben.page.goto(harness.url)
    await expect(ben.page.get_by_label("Your name")).to_have_value("Benjamin")


async def test_a_problem_is_shown_near_its_button(harness: WebHarness, visit: Visit) -> None:
    """An unknown code is refused near the button, with commands shown as code."""
    anna = await visit()
    anna.expected = ("422",)
    await anna.page.goto(harness.url)
    await anna.page.get_by_role("textbox", name="Link or code").fill("abcdefghij")
    await anna.page.get_by_role("button", name="Go to the table").click()
    problem = anna.page.locator("#join").get_by_role("alert")
    await expect(problem).to_contain_text("I don’t know the code")
    await expect(problem.locator("code")).to_have_text("/scrum link")
    await anna.page.get_by_role("textbox", name="Link or code").fill("no link")
    await anna.page.get_by_role("button", name="Go to the table").click()
    await expect(problem).to_contain_text("That isn’t a link to a table")


async def test_a_player_who_left_can_come_back(harness: WebHarness, visit: Visit) -> None:
    """While an automatic player has the seat, no moves are offered, the name stays, and one button leads back."""
    anna = await visit()
    await anna.play_now(harness, "rugby")
    await anna.page.get_by_role("button", name="Leave the table").click()
    await expect(anna.page.locator("#now button:visible")).to_have_text(["Come back"])
    await expect(anna.page.locator("#leave")).to_be_hidden()
    await expect(anna.page.locator("#me")).to_have_text("Anna")
    await anna.page.get_by_role("button", name="Come back").click()
    await expect(anna.page.get_by_text("More…")).to_be_visible()


async def test_a_lesson_while_waiting_for_others(harness: WebHarness, visit: Visit) -> None:
    """A lesson in the lobby is private: each button leads to the next board and explanation."""
    anna = await visit()
    await anna.open_table(harness, "scrumkin")
    before = await anna.sequence()
    await anna.page.get_by_role("button", name="Learn the game").click()
    lesson = anna.page.locator(".note")
    await expect(lesson).to_contain_text("Scrumkin")
    await lesson.locator(".act[data-command^=play]").first.click()
    await expect(lesson).to_contain_text("Anna plays")
    await expect(lesson).to_have_count(1)
    assert await lesson.locator(".picture svg").count() == 1
    assert await anna.sequence() == before
    await anna.page.get_by_role("button", name="Add an automatic player").click()
    await anna.news(before)
    await expect(lesson.locator(".act").first).to_be_visible()  # events at the table don't end the lesson
