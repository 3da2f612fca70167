"""What most meetings don't have: last time's actions, a health check, a safety check, a draft that came too late."""

from datetime import UTC, date, datetime, timedelta

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Absentees, Attendee
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit

LAPTOP = {"width": 1366, "height": 650}


async def test_what_a_team_takes_along(harness: WebHarness, visit: Visit) -> None:
    """A draft is saved for the next time, whose day the action form suggests; then last actions, safety and health."""
    anna = Attendee(await visit(viewport=LAPTOP))
    others = Absentees(harness, await anna.open_meeting(harness, "Anna"))
    await others.come(["Ben"])
    await others.say("Ben", "every 2 weeks fri 15:00")
    await anna.page.get_by_label("Write a note already").fill("Written early")
    await anna.page.get_by_role("button", name="Save it").click()
    await expect(anna.page.get_by_label("Write a note already")).to_have_value("")
    await anna.page.get_by_role("button", name="Start").click()
    await anna.next_to("reflect")
    await anna.write(0, "Long meetings\nCake\nPlants\nTests\nDemos")
    await anna.field(1).fill("Too late for this time")
    await anna.next_to("group")
    await anna.page.get_by_role("button", name="Save it").click()
    await expect(anna.page.locator(".draft")).to_have_count(0)
    await expect(anna.page.locator("#stage")).to_contain_text("Written early")
    await anna.next_to("actions")
    await the_day_is_the_one_before_the_next(anna)
    await anna.page.get_by_label("What", exact=True).fill("fix the build")
    await anna.page.get_by_role("button", name="Agree on it").click()
    await expect(anna.page.locator(".agreements")).to_contain_text("fix the build")
    await anna.next_to("over")

    await others.say("Ben", "new retro format=team-health safety=yes")
    await anna.page.get_by_role("button", name="I’m here").click()
    await others.say("Ben", "start")
    await anna.page.get_by_role("button", name="4", exact=True).click()
    await expect(anna.page.get_by_role("button", name="4", exact=True)).to_have_attribute("aria-pressed", "true")
    await accessible(anna.visitor)
    await others.say("Ben", "lead Anna")
    await anna.next_to("review")
    await expect(anna.page.locator(".earlier")).to_contain_text("fix the build (Anna, due ")
    await expect(anna.page.get_by_label("Keep “fix the build” until", exact=True)).not_to_have_value("")
    await anna.page.get_by_role("button", name="Done: fix the build").click()
    await expect(anna.page.locator(".earlier .marked")).to_have_count(1)
    await accessible(anna.visitor)
    await anna.next_to("reflect")
    answer = anna.page.locator(".health").first.get_by_role("button", name="4 of 5")
    await answer.click()
    await expect(answer).to_have_attribute("aria-pressed", "true")
    await accessible(anna.visitor)
    await anna.next_to("group")
    await expect(anna.page.locator("#stage")).to_contain_text("Too late for this time")
    await expect(anna.page.locator(".health").first).to_contain_text("4: 1")
    await accessible(anna.visitor)


async def the_day_is_the_one_before_the_next(anna: Attendee) -> None:
    field = anna.page.get_by_label("By when")
    await expect(field).not_to_have_value("")
    suggested = date.fromisoformat(await field.input_value())
    assert suggested.isoweekday() == 4  # they meet on Fridays
    assert suggested - datetime.now(UTC).date() <= timedelta(14)
