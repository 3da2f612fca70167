"""A workshop in browsers: a trainer at the desk, people with phones, and what each of them sees of the others."""

import re

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.test_accessibility import fits
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit, Visitor

PHONE = {"width": 320, "height": 640}


async def open_workshop(
    trainer: Visitor, harness: WebHarness, teams: int = 2, *, names: str = "", title: str = "", **more: str
) -> str:
    """Fill in the front page's form; return the link to the seats."""
    page = trainer.page
    await page.goto(harness.url)
    await page.get_by_label("Your name").fill("Maria")
    await page.get_by_text("Prepare a workshop").click()
    await page.get_by_label("Teams", exact=True).fill(str(teams))
    await page.get_by_label("Names of the teams").fill(names)
    await page.get_by_label("Title").fill(title)
    for label, chosen in more.items():
        await page.get_by_label(label, exact=True).select_option(chosen)
    await page.get_by_role("button", name="Open the workshop").click()
    link = page.locator("#entrance")
    await expect(link).to_have_value(re.compile("/workshop/"))
    return await link.input_value()


async def come_in(visitor: Visitor, link: str, name: str) -> None:
    await visitor.page.goto(link)
    await visitor.page.get_by_label("Your name").fill(name)
    await visitor.page.get_by_role("button", name="Take a seat").click()
    await expect(visitor.player(name)).to_contain_text("you")


async def test_a_workshop_from_the_form_to_the_end(harness: WebHarness, visit: Visit) -> None:
    """One trainer, two teams: coming in, starting, moves on the wall, a call, a question, a pause, a move, the end."""
    maria, ben, cleo = await visit(), await visit(viewport=PHONE), await visit(viewport=PHONE)
    link = await open_workshop(maria, harness, names="Blue")
    await come_in(ben, link, "Ben")
    await come_in(cleo, link, "Cleo")
    await expect(maria.page.locator("#wall [data-team='1']")).to_contain_text("Cleo")
    await expect(maria.page.locator("#arrivals")).to_have_text("2 people are here.")
    await expect(ben.page.locator("#title")).to_have_text("Blue · The Scrum Game")
    await ben.page.goto(link)  # whoever comes back is at their table at once
    await ben.page.wait_for_url("**/t/**")
    await _start_and_move(maria, ben)
    await _call(maria, ben, cleo)
    await _ask_and_answer(maria, cleo)
    await maria.page.get_by_label("Move Cleo to").select_option("Blue")
    await expect(cleo.page.locator("#title")).to_have_text("Blue · The Scrum Game")
    await expect(cleo.player("Cleo")).to_contain_text("you")
    await maria.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await _pause(maria, ben)
    key = maria.page.url.rpartition("/")[2]
    assert key not in await ben.everything() + await cleo.everything()
    await _end(maria, ben)
    await maria.page.goto(f"{maria.page.url}/comparison")  # as in the tab that “Compare teams” opens
    await expect(maria.page.locator("#teams tbody tr")).to_have_count(2)
    await expect(maria.page.locator("#teams")).to_contain_text("Blue")
    await maria.page.get_by_text("Download").click()
    async with maria.page.expect_download() as report:
        await maria.page.get_by_role("link", name="Report of all teams").click()
    assert (await report.value).suggested_filename == "report.html"
    await accessible(maria)


async def _start_and_move(maria: Visitor, ben: Visitor) -> None:
    await maria.page.get_by_role("button", name="Start all teams").click()
    await maria.page.get_by_role("dialog").get_by_role("button", name="Start").click()  # it says that bots join
    board = maria.page.locator("#wall [data-team='0'] .card-board svg")
    await board.wait_for()
    await ben.page.locator("#board svg").wait_for()
    before = await board.inner_html()
    await ben.take_turn()
    moved = "(before) => document.querySelector('#wall [data-team=\"0\"] svg').innerHTML !== before"
    await maria.page.wait_for_function(moved, arg=before)


async def _call(maria: Visitor, *players: Visitor) -> None:
    await maria.page.get_by_role("button", name="Say to all").click()
    await maria.page.get_by_label("Your words").fill("Look at your burndown")
    await maria.page.keyboard.press("Enter")
    for player in players:
        await expect(player.page.locator("#trainer")).to_contain_text("Look at your burndown")
        await player.page.locator("#trainer").get_by_role("button", name="Got it").click()
        await expect(player.page.locator("#feed")).to_contain_text("Look at your burndown")


async def _ask_and_answer(maria: Visitor, cleo: Visitor) -> None:
    await cleo.page.get_by_role("button", name="Ask the trainer").click()
    await cleo.page.get_by_label("Your question").fill("May we buy a tool?")
    await cleo.page.keyboard.press("Enter")
    await expect(maria.page.locator("#wall [data-team='1']")).to_contain_text("May we buy a tool?")
    await expect(maria.page.locator("#attention")).to_have_text("1 team needs you")
    await maria.page.locator("#wall").get_by_role("button", name="Team 2").click()
    team = maria.page.get_by_role("dialog", name="Team 2")
    await expect(team.locator("#team-question")).to_contain_text("Cleo asks: May we buy a tool?")
    await expect(team.locator("#team-feed")).to_contain_text("May we buy a tool?")
    await team.get_by_label("Your answer").fill("Yes, if you have the hours")
    await maria.page.keyboard.press("Enter")
    await expect(cleo.page.locator("#trainer")).to_contain_text("Yes, if you have the hours")
    await expect(team.locator("#team-question")).to_be_hidden()


async def _pause(maria: Visitor, ben: Visitor) -> None:
    await maria.page.get_by_role("button", name="Pause all").click()
    await expect(ben.page.locator("#paused")).to_be_visible()
    await maria.page.get_by_role("button", name="Continue all").click()
    await expect(ben.page.locator("#paused")).to_be_hidden()


async def _end(maria: Visitor, ben: Visitor) -> None:
    await maria.page.locator("#more summary").click()
    await maria.page.get_by_role("button", name="End the workshop").click()
    for sure in ("End the workshop", "End them too"):
        await maria.page.get_by_role("dialog").get_by_role("button", name=sure).click()
    await expect(ben.page.locator("#table[data-phase=over]")).to_be_visible()
    await expect(maria.page.locator("#wall .over")).to_have_count(2)


async def test_the_desk_comes_back_and_is_handed_over(stopped_harness: WebHarness, visit: Visit) -> None:
    """Without a connection the desk says so, then shows what happened meanwhile; the old link ends with a new one."""
    maria, ben, other = await visit(), await visit(), await visit()
    maria.expected = ben.expected = other.expected = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "404", "503")
    async with stopped_harness.open():
        link = await open_workshop(maria, stopped_harness)
        desk = maria.page.url
    await expect(maria.page.locator("#banner")).to_contain_text("Connection lost")
    async with stopped_harness.open():
        await come_in(ben, link, "Ben")
        await expect(maria.page.locator("#wall")).to_contain_text("Ben")
        await expect(maria.page.locator("#banner")).to_be_hidden()
        await other.page.goto(desk)
        await other.page.locator(".team-card").first.wait_for()
        await maria.page.locator("#more summary").click()
        await maria.page.get_by_role("button", name="Hand over the desk").click()
        await maria.page.get_by_role("button", name="Make a new link").click()
        new = await maria.page.get_by_label("Link to the desk").first.input_value()
        await expect(maria.page.locator("#banner")).to_contain_text("You have handed over this desk")
        await expect(other.page.locator("#banner")).to_contain_text("This desk is closed")
        await other.page.goto(desk)
        await expect(other.page.locator("h1")).to_have_text("There’s no table here")
        await other.page.goto(new)
        await expect(other.page.locator("#wall")).to_contain_text("Ben")
        await other.page.goto(stopped_harness.url)
        await expect(other.page.locator("#desks a")).to_have_attribute("href", new.removeprefix(stopped_harness.url))


async def test_people_choose_their_team(harness: WebHarness, visit: Visit) -> None:
    """The entrance lists the teams with their people and free seats; everything is accessible on the way."""
    maria, ben = await visit(), await visit(viewport=PHONE)
    link = await open_workshop(maria, harness, 1, names="Blue\nGreen", Seats="choose")  # as many teams as names
    await ben.page.goto(link)
    await ben.page.get_by_label("Your name").fill("Ben")
    await ben.page.get_by_label(re.compile("^Green")).check()
    await accessible(ben)
    await fits(ben.page)
    await accessible(maria)
    await ben.page.get_by_role("button", name="Take a seat").click()
    await expect(ben.page.locator("#title")).to_have_text("Green · The Scrum Game")
    await expect(maria.page.locator("[data-team='1']")).to_contain_text("Ben")
    luck = await ben.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('luck '))")
    assert len(luck) == 1  # what this browser added to the luck of its table can be found again
    await maria.page.get_by_role("button", name="Green").click()
    await maria.page.get_by_role("dialog", name="Green").wait_for()
    await expect(maria.page.locator("#team-feed li").first).to_be_visible()
    await accessible(maria)


async def test_uninvited_people(harness: WebHarness, visit: Visit) -> None:
    """The trainer removes somebody in their team's view, then everybody, and makes a new link."""
    maria, ben, eve = await visit(), await visit(), await visit()
    link = await open_workshop(maria, harness, 1)
    await come_in(ben, link, "Ben")
    await come_in(eve, link, "Eve")
    await maria.page.get_by_role("button", name="Team 1").click()
    view = maria.page.locator("#team")
    await view.get_by_role("button", name="Remove Eve", exact=True).click()
    await maria.page.get_by_role("button", name="Remove", exact=True).last.click()
    await expect(view.locator("#team-people")).not_to_contain_text("Eve")
    await view.get_by_role("button", name="Remove everybody").click()
    await maria.page.get_by_role("button", name="Remove", exact=True).last.click()
    await expect(view.locator("#team-people")).to_contain_text("Nobody sits here yet")
    await view.get_by_role("button", name="Close").click()
    await maria.page.locator("#more summary").click()
    await maria.page.get_by_role("button", name="New link to the seats").click()
    await maria.page.get_by_role("button", name="Make a new link").click()
    await expect(maria.page.locator("#entrance")).not_to_have_value(link)
    await accessible(maria)
