"""A retrospective in five browsers: counts are live, and no browser learns another's notes early."""

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from playwright.async_api import expect

from games.retro.words import ROTI
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.visitor import Visit, Visitor
from tests.bot.retro_harness import FIVE, NOTES

CLICKED = "cake on release day"


async def press(visitor: Visitor, label: str, answer: str = "") -> None:
    """Press a button, fill in its dialog if any, and wait until the page is updated."""
    before = await visitor.sequence()
    button = visitor.page.locator("button.act").filter(has_text=re.compile(f"^{re.escape(label)}$"))
    await visitor.page.locator("#acts").locator(button).wait_for(state="attached")
    folded = visitor.page.locator("#acts details:not([open])").filter(has=button)
    if await folded.count():
        await folded.locator("summary").click()
    await visitor.page.locator("#acts").locator(button).click()
    if answer:
        await fill(visitor, answer)
    await visitor.news(before)


async def fill(visitor: Visitor, answer: str) -> None:
    dialog = visitor.page.get_by_role("dialog")
    await dialog.get_by_role("textbox").fill(answer)
    await visitor.page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)


async def write(visitor: Visitor, column: int, text: str) -> None:
    """Click a column of the board and write into it; the field is empty afterwards, and ready for the next note."""
    field = visitor.page.locator(".writing textarea")
    await visitor.page.locator(f"#board [data-spot='column:{column}']").click(position={"x": 30, "y": 12})
    await field.fill(text)
    await visitor.page.keyboard.press("Enter")
    await expect(field).to_have_value("")


async def drag(visitor: Visitor, one: str, other: str) -> None:
    """Drag the note with the first text over the one with the second, without letting it go."""
    boxes = []
    for text in (one, other):
        note = visitor.page.locator("#board [data-spot^='note:']").filter(has_text=text).first
        box = await note.bounding_box()
        assert box is not None
        boxes.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    mouse = visitor.page.mouse
    await mouse.move(*boxes[0])
    await mouse.down()
    await mouse.move(*boxes[1], steps=4)
    await expect(visitor.page.locator(".dragged")).to_contain_text(one)


async def everybody_sees(visitors: Sequence[Visitor], sentence: str) -> None:
    for visitor in visitors:
        await expect(visitor.page.locator("#situation")).to_contain_text(sentence)


async def in_step(visitors: Sequence[Visitor]) -> None:
    """Wait until every page shows the same event, because older buttons would be out of date."""
    while len({await visitor.sequence() for visitor in visitors}) > 1:
        pass


async def test_a_retrospective_in_five_browsers(harness: WebHarness, visit: Visit, tmp_path: Path) -> None:
    """Counts are live in every browser; only its writer sees a note's text before the reveal, and then all do."""
    visitors = [await visit() for _ in FIVE]
    anna, ben, *_, emil = visitors
    link = await anna.open_table(harness, "retro", "anna")
    for visitor, name in zip(visitors[1:], FIVE[1:], strict=True):
        await visitor.join(link, name)
    await expect(anna.player("emil")).to_be_visible()
    await anna.start()
    for visitor, name in zip(visitors, FIVE, strict=True):
        await press(visitor, "Check in", f"{name}-ish")
        await in_step(visitors)
    await everybody_sees(visitors, "0 notes so far")

    for number, (writer, (column, text)) in enumerate(zip(visitors, NOTES, strict=False), start=1):
        await press(writer, f"Note: {column.capitalize()}", text)
        await everybody_sees(visitors, f"{number} note{'s' * (number > 1)} so far")
        await expect(writer.page.locator("#notes")).to_contain_text(f"Note {number} is in, without a name.")
    await write(emil, 3, CLICKED)
    await everybody_sees(visitors, "6 notes so far")
    texts = [*(text for _, text in NOTES[:5]), CLICKED]
    written = [*([text] for text in texts[:4]), texts[4:]]
    for visitor, own in zip(visitors, written, strict=True):
        everything = await visitor.everything()
        assert [text for text in texts if text in everything] == own

    for visitor in visitors:
        await press(visitor, "Ready")
        await in_step(visitors)
    await everybody_sees(visitors, "6 topics: which belong together?")
    for visitor in visitors:
        shown = await visitor.page.locator("#board").inner_text()
        assert all(text.split()[-1] in shown for _, text in NOTES[:5])
    await press(anna, "Next: Vote")
    for visitor in visitors:
        topic = visitor.page.locator("#board [data-spot]").filter(has_text="pairing").first
        before = await visitor.sequence()
        await topic.click()
        await visitor.news(before)
        await in_step(visitors)
    await everybody_sees(visitors, "5 of 15 dots used")
    await press(anna, "Next: Discuss")
    await everybody_sees(visitors, "Talk about “pairing on what is new”.")
    await press(ben, "Action for dora", "show how it is done by Friday")
    await in_step(visitors)
    await press(anna, "Next: Actions")
    await press(anna, "Next: Close")
    for visitor, value in zip(visitors, (5, 4, 4, 3, 4), strict=True):
        await press(visitor, f"{value}: {ROTI[value]}")
        await in_step(visitors)
    for visitor in visitors:
        await expect(visitor.page.locator("#table")).to_have_attribute("data-phase", "over")
        await expect(visitor.page.locator("#feed")).to_contain_text("1 topic, 1 action. ROTI: 4.0 out of 5.")
        await expect(visitor.page.locator("#step-picture")).to_contain_text("by Fri ")
    async with ben.page.expect_download() as summary:
        await ben.page.get_by_role("button", name="Download the summary").click()
    taken = (await (await summary.value).path()).read_text("utf-8")
    assert "- [ ] show how it is done (dora, by Fri " in taken
    await settled_afterwards(ben)
    stored_without_names(tmp_path / "tables.db")


async def settled_afterwards(ben: Visitor) -> None:
    """The action is listed with a button that settles it, and comes as a file."""
    notes = ben.page.locator("#notes")
    await ben.say("actions")
    await expect(notes).to_contain_text("1. show how it is done (dora, by Fri ")
    await notes.get_by_role("button", name="Done: 1. show how it is done").click()
    await expect(ben.page.locator("body")).to_contain_text("Action 1 is done: show how it is done")
    await ben.say("actions csv")
    async with ben.page.expect_download() as file:
        await notes.get_by_role("link", name="actions.csv").click()
    assert "show how it is done,dora," in (await (await file.value).path()).read_text("utf-8")


async def test_notes_are_dragged_together(harness: WebHarness, visit: Visit) -> None:
    """Three people write into the columns, and then group notes at once: with the mouse and with the keyboard."""
    visitors = [await visit() for _ in range(3)]
    anna, ben, cleo = visitors
    link = await anna.open_table(harness, "retro", "anna")
    for visitor, name in ((ben, "ben"), (cleo, "cleo")):
        await visitor.join(link, name)
    await expect(anna.player("cleo")).to_be_visible()
    await anna.start()
    await press(anna, "Next: Reflect")
    await in_step(visitors)
    for visitor, words in zip(visitors, (("apple", "banana"), ("cherry", "damson"), ("elder", "fig")), strict=True):
        for column, word in enumerate(words, start=1):
            await write(visitor, column, word)
    await everybody_sees(visitors, "6 notes so far")
    await press(anna, "Next: Group")
    await everybody_sees(visitors, "6 topics")
    await asyncio.gather(drag(anna, "apple", "banana"), drag(ben, "damson", "cherry"))
    await anna.page.mouse.up()
    await everybody_sees([anna, cleo], "5 topics")
    await ben.page.mouse.up()  # the board stays as it is under Ben's pointer, so he meets the note that he aimed at
    await everybody_sees(visitors, "4 topics")
    for word in ("elder", "fig"):
        await cleo.page.locator("#board [data-spot^='note:']").filter(has_text=word).first.focus()
        await cleo.page.keyboard.press("Enter")
    await everybody_sees(visitors, "3 topics")
    for visitor in visitors:
        shown = [await card.text_content() for card in await visitor.page.locator("#board [data-spot^='note:']").all()]
        assert sum("apple" in str(text) and "banana" in str(text) for text in shown) == 1


def stored_without_names(database: Path) -> None:
    """Check that the database doesn't say who wrote a note."""
    with closing(sqlite3.connect(database)) as connection:
        rows = [repr(row) for row in connection.execute("SELECT * FROM events WHERE kind = 'note_written'")]
        people = [person for (person,) in connection.execute("SELECT person FROM people")]
    assert len(rows) == 6
    assert len(people) == 5
    for row in rows:
        assert not any(part in row for person in people for part in person.removeprefix("web:").split("."))
