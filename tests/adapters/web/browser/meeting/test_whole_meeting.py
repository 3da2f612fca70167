"""A retrospective in six browsers, one of them a phone and one a latecomer's, from the lobby to the summary."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from playwright.async_api import expect

from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Attendee
from tests.adapters.web.browser.test_axe import accessible
from tests.adapters.web.browser.visitor import Visit

LAPTOP = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
OTHERS = {"dave": "a page for newcomers", "eve": "builds that take an hour", "fay": "small pull requests"}
TEXTS = ("release notes as we go", "pair on reviews", "meetings before ten", "friday demos", "cake on release day")


async def test_a_whole_meeting(harness: WebHarness, visit: Visit, tmp_path: Path) -> None:
    """Nobody joins to write, no browser learns another's notes early, and the summary can be copied and saved."""
    anna = Attendee(await visit(viewport=LAPTOP, permissions=["clipboard-read", "clipboard-write"]))
    ben = Attendee(await visit(viewport=PHONE, has_touch=True, is_mobile=True))
    cleo = Attendee(await visit(viewport=LAPTOP))
    link = await anna.open_meeting(harness, "anna")
    others = [Attendee(await visit(viewport=LAPTOP)) for _ in OTHERS]
    await ben.come(link, "ben")
    for name, attendee in zip(OTHERS, others, strict=True):
        await attendee.come(link, name)
    await expect(ben.page.get_by_role("button", name="Start")).to_have_count(0)  # the facilitator starts
    await expect(ben.page.get_by_text("anna")).to_have_count(1)  # who is here is said once
    await accessible(anna.visitor)
    await one_is_coloured(anna, "Start the retrospective")
    await anna.page.get_by_role("button", name="Start").click()
    await everybody_comes_in(anna, ben)
    for text, attendee in zip(OTHERS.values(), others, strict=True):
        await attendee.write(1, text)
    await everybody_writes(anna, ben, cleo, link)
    await everybody_groups(anna, ben, cleo)
    for attendee in others:
        await attendee.page.get_by_role("button", name="Put a dot on “What shipped”").click()
        await expect(attendee.page.locator("#aside")).to_have_text("2 dots left")
    await everybody_votes(anna, ben, cleo)
    await everybody_decides(anna, ben, cleo)
    for attendee in others:
        await attendee.page.get_by_role("button", name="4: more than worth it").click()
    await everybody_closes(anna, ben, cleo)
    await the_summary_is_kept(anna)
    await accessible(anna.visitor)
    await accessible(ben.visitor)
    stored_without_names(tmp_path / "tables.db")


async def one_is_coloured(attendee: Attendee, label: str) -> None:
    await expect(attendee.page.locator("button.primary:visible")).to_have_text([label])


async def everybody_comes_in(anna: Attendee, ben: Attendee) -> None:
    """One answers, and the facilitator moves on."""
    await ben.sees("stage")
    await ben.page.get_by_label("Your answer").fill("cloudy")
    await ben.page.get_by_role("button", name="Answer").click()
    await expect(anna.page.locator(".answers")).to_contain_text("ben: cloudy")
    await accessible(ben.visitor)
    await anna.next_to("reflect")


async def everybody_writes(anna: Attendee, ben: Attendee, cleo: Attendee, link: str) -> None:
    """Everybody writes; only writers have their texts."""
    await cleo.page.goto(link)  # late: she writes at once, and nobody tells her that every seat is taken
    await cleo.field(2).click()
    await cleo.give_name("cleo")
    await cleo.write(2, TEXTS[3])
    await anna.write(0, "\n".join(TEXTS[:2]))
    await ben.write(1, TEXTS[2])
    await ben.write(2, TEXTS[4])
    await expect(anna.page.locator("#people")).to_contain_text("6 people")
    await expect(anna.page.locator("#aside")).to_have_text("6 face down")
    for attendee, own in ((anna, TEXTS[:2]), (ben, (TEXTS[2], TEXTS[4])), (cleo, TEXTS[3:4])):
        everything = await attendee.visitor.everything()
        assert [text for text in TEXTS if text in everything] == list(own)
    await own_notes_survive_a_reload(anna)
    await accessible(anna.visitor)
    await accessible(ben.visitor)
    await ben.field(2).fill("never sent")
    await anna.next_to("group")


async def everybody_groups(anna: Attendee, ben: Attendee, cleo: Attendee) -> None:
    """Everybody groups at once, with a mouse, a finger and a menu."""
    for attendee in (anna, ben, cleo):
        await attendee.sees("group")
        shown = await attendee.page.content()
        assert [text for text in TEXTS[1:] if text not in shown] == []
    await expect(ben.page.locator(".draft")).to_contain_text("Your draft is kept here. Save it for next time?")
    await accessible(anna.visitor)
    await anna.drag("friday demos", "meetings before ten")
    await ben.page.locator("#tab-0").tap()  # meanwhile somebody else groups; nothing moves under Anna's pointer
    await ben.note("pair on reviews").get_by_role("button").tap()
    await ben.page.get_by_role("menuitem", name="Put with…").tap()
    await ben.page.get_by_role("option", name="release notes, as we go").tap()
    await expect(cleo.page.locator("[data-group]")).to_have_count(1)
    await expect(anna.page.locator("[data-group]")).to_have_count(0)
    await anna.page.mouse.up()
    await expect(cleo.page.locator("[data-group]")).to_have_count(2)
    await cleo.page.locator(".rename").first.click()
    await cleo.page.get_by_role("dialog").get_by_role("textbox").fill("What shipped")
    await cleo.page.keyboard.press("Enter")
    await expect(anna.page.get_by_role("heading", name="What shipped")).to_be_visible()
    await anna.next_to("vote")


async def everybody_votes(anna: Attendee, ben: Attendee, cleo: Attendee) -> None:
    """Dots are placed and taken back."""
    await cleo.page.get_by_role("button", name="Put a dot on “What shipped”").click(click_count=2)
    await expect(cleo.page.locator("#aside")).to_have_text("1 dot left")
    await cleo.page.get_by_role("button", name="Take a dot from “What shipped”").click()
    await expect(cleo.page.locator("#aside")).to_have_text("2 dots left")
    await accessible(cleo.visitor)
    await accessible(ben.visitor)
    await anna.next_to("discuss")


async def everybody_decides(anna: Attendee, ben: Attendee, cleo: Attendee) -> None:
    """An insight, and an action that the facilitator words better."""
    await expect(ben.page.locator(".topic .large")).to_have_text("What shipped")
    await cleo.page.get_by_label("What do you understand now?").fill("Nobody reads tickets.")
    await cleo.page.keyboard.press("Enter")
    await expect(ben.page.locator(".insights")).to_have_text("Nobody reads tickets.")
    await ben.page.get_by_label("What", exact=True).fill("write release notes")
    await ben.page.get_by_label("Who").select_option(label="cleo")
    week = await ben.page.get_by_label("By when").input_value()
    await ben.page.get_by_label("By when").fill("2099-01-01")
    await ben.page.get_by_role("button", name="Agree on it").tap()
    await expect(ben.page.locator(".refusal:visible")).to_contain_text("Which day do you mean?")
    await ben.page.get_by_label("By when").fill(week)
    await ben.page.get_by_role("button", name="Agree on it").tap()
    await expect(anna.page.locator(".decided")).to_contain_text("cleo: write release notes, by ")
    await accessible(anna.visitor)
    await one_is_coloured(anna, "Next: Actions ›")
    await one_is_coloured(cleo, "Agree on it")
    await cleo.page.get_by_role("button", name="I’m done with this topic").click()
    await expect(anna.page.locator(".waiting")).to_have_text("1 for moving on")
    await expect(anna.page.locator("#people")).to_have_text("6 people")
    await anna.next_to("actions")
    await anna.page.get_by_role("button", name="Edit “write release notes”").click()
    await anna.page.get_by_role("dialog").get_by_label("What").fill("write release notes with each change")
    await anna.page.get_by_role("button", name="Save").click()
    await expect(ben.page.locator(".agreements")).to_contain_text("with each change")
    await accessible(anna.visitor)
    await anna.next_to("close")


async def everybody_closes(anna: Attendee, ben: Attendee, cleo: Attendee) -> None:
    """Ratings and thanks; only totals are shown."""
    await ben.page.get_by_role("button", name="4: more than worth it").tap()
    await cleo.page.get_by_label("Whom do you want to thank?").select_option(label="anna")
    await cleo.page.get_by_label("What for?").fill("the cake")
    await cleo.page.keyboard.press("Enter")
    await expect(anna.page.locator("#stage")).to_contain_text("the cake")
    await expect(anna.page.locator("#stage")).to_contain_text("4 of 6 have answered")
    await accessible(anna.visitor)
    await anna.next_to("over")


async def own_notes_survive_a_reload(anna: Attendee) -> None:
    """They are listed after it, can be changed and removed, and a draft is still in its field."""
    await anna.field(1).fill("half a thought")
    await anna.page.reload()
    await expect(anna.field(1)).to_have_value("half a thought")
    await anna.field(1).fill("")
    own = anna.page.locator("#column-0 .own")
    await expect(own).to_have_text([f"{text}EditRemove" for text in reversed(TEXTS[:2])])
    await own.first.get_by_role("button", name="Edit").click()
    await anna.page.get_by_role("textbox", name="What the note should say").fill("of no use")
    await anna.page.keyboard.press("Enter")
    await own.filter(has_text="of no use").get_by_role("button", name="Remove").click()
    await expect(own).to_have_count(1)
    await own.first.get_by_role("button", name="Edit").click()
    await anna.page.get_by_role("textbox", name="What the note should say").fill("release notes, as we go")
    await anna.page.keyboard.press("Enter")
    await expect(own.first).to_contain_text("release notes, as we go")
    await anna.write(0, TEXTS[1])


async def the_summary_is_kept(anna: Attendee) -> None:
    """It is text: to read, in the clipboard, and as a file."""
    stage = anna.page.locator("#stage")
    await expect(stage.get_by_role("heading").first).to_have_text(
        re.compile(r"^Retrospective, \w{3} \d+ \w{3}: 1 action$")
    )
    await expect(stage.locator("li").first).to_contain_text("Write release notes with each change")
    await expect(stage.locator("li b").first).to_have_text("cleo")
    await anna.page.get_by_role("button", name="Copy as text").click()
    await expect(anna.page.get_by_role("button", name="Copied")).to_be_visible()
    assert "release notes with each change" in await anna.page.evaluate("navigator.clipboard.readText()")
    async with anna.page.expect_download() as saved:
        await anna.page.get_by_role("button", name="Save as Markdown").click()
    assert "release notes with each change" in (await (await saved.value).path()).read_text("utf-8")
    await anna.page.get_by_role("button", name="Finished: Write").click()
    await expect(anna.page.get_by_role("dialog")).to_contain_text("meetings before ten")
    await anna.page.get_by_role("button", name="Close", exact=True).click()


def stored_without_names(database: Path) -> None:
    """Check that the database doesn't say who wrote a note."""
    with closing(sqlite3.connect(database)) as connection:
        rows = [repr(row) for row in connection.execute("SELECT * FROM events WHERE kind LIKE 'note_%'")]
        people = [person for (person,) in connection.execute("SELECT person FROM people")]
    assert len(people) == 6
    for row in rows:
        assert not any(part in row for person in people for part in person.removeprefix("web:").split("."))
