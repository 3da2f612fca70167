"""Screenshots of the real pages for README and docs: python -m tests.adapters.web.browser.screenshots [folder]."""

import asyncio
import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import FilePayload, async_playwright, expect

from adapters.web.assets import STATIC
from bot.features import installed
from bot.features.workshop.model import Workshops
from bot.kernel.messages import Person, Request, Typed
from bot.pictures.painter import rasterise
from tests.adapters.web.browser.harness import WebHarness
from tests.adapters.web.browser.meeting.people import Absentees, Attendee
from tests.adapters.web.browser.test_workshop import open_workshop
from tests.adapters.web.browser.visitor import Visit, Visitor
from tests.bot.features.fairness.test_forgeries import SCRUMKIN
from tests.bot.workshop_harness import at_desk, said
from tests.gallery.scenes import scenes

assert installed.FEATURES, "commands are known before the first table is opened"
SCREENSHOTS = Path(__file__).parents[4] / "docs" / "screenshots"
# scene of the gallery: top edge of the part that the front page shows
COVERS = {"sprint-middle": 0, "scrumkin-middle": 0, "rugby-middle": 330, "retro-health": 0}
COVER = (576, 330)
DESK = {"width": 1440, "height": 780}
LAPTOP = {"width": 1366, "height": 650}
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1920, "height": 1080}
TITLE = "Scrum for the platform group"
PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fatima", "Gustav", "Hana", "Ivan", "Jana", "Kofi", "Lena")
COLOURS = 200  # enough for flat drawings, at a quarter of the size

BEN_WRITES = ("Ask support what hurts before we plan", "Pair on reviews")
NOTES = {  # by person, a column's notes a line
    "Ben": ("", "Meetings before ten\nBuilds that take an hour", "Lunch together on Wednesdays"),
    "Cleo": ("Rotate who demos", "Long meetings in the morning", "Helping each other at once\nSmall pull requests"),
    "Dave": (
        "A day without meetings",
        "Builds that take one hour\nChanging the goal in the middle of a sprint",
        "The quiet hour",
    ),
    "Eve": ("Write release notes as we go", "Estimates to the half hour", "Saying no to the fifth priority"),
    "Fay": (
        "A page for newcomers\nRelease notes for customers",
        "Stand-ups that turn into design sessions and end after half an hour with nobody sure what was decided",
        "Demo every Friday",
    ),
}


class Photographer:
    def __init__(self, harness: WebHarness, visit: Visit, folder: Path) -> None:
        self.harness = harness
        self.visit = visit
        self.folder = folder

    async def shoot(self, visitor: Visitor, name: str, *, whole: bool = False) -> None:
        await visitor.page.evaluate("document.fonts.ready")
        await visitor.page.mouse.move(0, 0)
        shot = await visitor.page.screenshot(full_page=whole)
        save(Image.open(io.BytesIO(shot)), self.folder / f"{name}.png")

    async def at_the_table(self, game: str, events: int, **settings: Any) -> Visitor:
        """A person in the middle of a game, at their turn."""
        visitor = await self.visit(**{"viewport": DESK, **settings})
        await visitor.page.add_init_script("localStorage.setItem('tips', 'off')")  # one would cover what is shown
        await visitor.play_now(self.harness, game)
        await self.harness.play_on(visitor.page.url, lambda seen: seen.sequence > events)
        await visitor.page.locator(".now.awaited").wait_for()
        return visitor


def save(picture: Image.Image, file: Path) -> None:
    small = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(file, optimize=True)


def covers() -> None:
    """The front page's covers: a part of each game's board, light and dark."""
    for scene in scenes():
        if scene.file in COVERS:
            for dark in (False, True):
                svg = scene.drawing.svg(dark=dark, shape="portrait")
                assert svg is not None
                wide = float(svg.partition('width="')[2].partition('"')[0])
                board = Image.open(io.BytesIO(rasterise(svg, COVER[0] / wide)))
                top = COVERS[scene.file]
                file = STATIC / "covers" / f"{scene.game}{'-dark' * dark}.png"
                save(board.crop((0, top, COVER[0], top + COVER[1])), file)


async def front(by: Photographer) -> None:
    for name, settings in (("front", {"viewport": DESK}), ("front-phone", {"viewport": PHONE, "color_scheme": "dark"})):
        visitor = await by.visit(**settings)
        await visitor.page.goto(by.harness.url)
        await visitor.page.locator(".game img").last.wait_for()
        await by.shoot(visitor, name, whole=name == "front")


async def lobby(by: Photographer) -> None:
    visitor = await by.visit(viewport={"width": 1100, "height": 800})
    await visitor.open_table(by.harness, "sprint", bots=1)
    await visitor.page.get_by_role("button", name="Start", exact=True).wait_for()
    await visitor.page.locator("#share-link").evaluate("(link) => { link.value = 'https://scrum.example/t/…'; }")
    await visitor.page.locator("#share-hint").evaluate(
        "(hint) => { hint.hidden = true; }"
    )  # it is about local addresses
    await by.shoot(visitor, "lobby")


async def sprint(by: Photographer) -> None:
    visitor = await by.at_the_table("sprint", 90)
    await by.shoot(visitor, "sprint")
    phone = await by.at_the_table("sprint", 60, viewport=PHONE, color_scheme="dark")
    await by.shoot(phone, "phone")
    watcher = await by.visit(viewport=SCREEN, color_scheme="dark")
    await watcher.page.goto(f"{visitor.page.url}?watch")
    await watcher.page.locator("#board svg").wait_for()
    await by.shoot(watcher, "watch")
    await visitor.say("end sure")
    await visitor.page.locator("#step-picture svg").wait_for()
    await visitor.page.get_by_role("button", name="Previous").click()
    await by.shoot(visitor, "afterwards")


async def meeting(by: Photographer) -> None:
    """A retrospective of six: writing on a phone, grouping as its facilitator, talking in front of a big screen."""
    anna = Attendee(await by.visit(viewport=LAPTOP))
    phone = Attendee(await by.visit(viewport=PHONE, has_touch=True, is_mobile=True))
    link = await anna.open_meeting(by.harness, "Anna")
    await phone.come(link, "Ben")
    others = Absentees(by.harness, link)
    await others.come([name for name in NOTES if name != "Ben"])
    await anna.page.get_by_role("button", name="Start").click()
    await anna.next_to("reflect")
    for text in BEN_WRITES:
        await phone.write(0, text)
    for name, columns in NOTES.items():
        for at, texts in enumerate(columns):
            if texts:
                await (phone.write(at, texts) if name == "Ben" else others.write(name, at, texts))
    await phone.page.locator("#tab-0").click()
    await by.shoot(phone.visitor, "retro-phone")
    await anna.next_to("group")
    await anna.drag("Builds that take one hour", "Builds that take an hour")
    await anna.page.mouse.up()
    await expect(anna.page.locator("[data-group]")).to_have_count(1)
    await anna.drag("Long meetings in the morning", "Meetings before ten")
    await anna.page.mouse.up()
    await expect(anna.page.locator("[data-group]")).to_have_count(2)
    for name in ("Cleo", "Eve"):
        await others.say(name, "done")
    await by.shoot(anna.visitor, "retro-board")
    await anna.next_to("vote")
    for topic in ("Builds that take", "Builds that take", "Meetings before|Long meetings"):
        await anna.page.get_by_role("button", name=re.compile(f"Put a dot on .*(?:{topic})")).first.click()
    await anna.next_to("discuss")
    await others.say("Dave", "insight The slow tests are ten of four hundred.")
    await others.say("Cleo", "action Dave run the ten slow tests at night only in a week")
    screen = await by.visit(viewport={"width": 1280, "height": 720})
    await screen.page.goto(f"{link}/screen")
    await expect(screen.page.locator("body")).to_contain_text("four hundred")
    await screen.page.locator(".address").evaluate("(address) => { address.textContent = 'scrum.example/t/…'; }")
    await by.shoot(screen, "retro-screen")


async def scrumkin(by: Photographer) -> None:
    visitor = await by.at_the_table("scrumkin", 40, color_scheme="dark")
    await visitor.page.locator("#hand [data-spot].next").first.click()
    await by.shoot(visitor, "scrumkin")


async def rugby(by: Photographer) -> None:
    visitor = await by.at_the_table("rugby", 8)
    await visitor.page.locator("#board [data-spot].next").first.click()
    await by.shoot(visitor, "rugby")


async def verify(by: Photographer) -> None:
    visitor = await by.visit(viewport={"width": 1280, "height": 1240})
    await visitor.page.goto(f"{by.harness.url}/verify")
    game = FilePayload(name="game.json", mimeType="application/json", buffer=json.dumps(SCRUMKIN).encode())
    await visitor.page.set_input_files("#file", game)
    await visitor.page.locator("#drawn li").first.wait_for()
    await by.shoot(visitor, "verify")


async def workshop(by: Photographer) -> None:
    """Twelve teams of four in the middle of it: the desk, one team, the comparison, and how somebody comes in."""
    trainer = await by.visit(viewport=DESK)
    key = await teams_at_work(by, trainer, 12)
    await by.shoot(trainer, "desk")
    await trainer.page.locator("[data-team='3'] .card-name").click()
    await trainer.page.locator("#team-chart svg").wait_for()
    await by.shoot(trainer, "desk-team")
    screen = await by.visit(viewport=SCREEN, color_scheme="dark")
    await screen.page.goto(f"{by.harness.url}/desk/{key}/comparison")
    await screen.page.locator("#charts svg").first.wait_for()
    await by.shoot(screen, "comparison")
    phone = await by.visit(viewport=PHONE)
    await open_workshop(
        trainer, by.harness, names="Blue\nGreen\nOrange", title="Scrum for the platform group", Seats="choose"
    )
    await phone.page.goto(await trainer.page.locator("#entrance").input_value())
    await phone.page.get_by_label("Your name").fill("Ben")
    await by.shoot(phone, "entrance")


async def teams_at_work(by: Photographer, trainer: Visitor, teams: int) -> str:
    """Open a workshop at a visitor's browser, let teams of four play for different times; return the desk's key."""
    await open_workshop(trainer, by.harness, teams, title=TITLE)
    key, workshops = trainer.page.url.rpartition("/")[2], by.harness.service.feature(Workshops)
    desk = await workshops.desk(key)
    assert desk is not None
    for number in range(4 * teams):
        who = Person(f"web:visitor-{number}", _name(number, teams))
        await workshops.take_place(desk.entrance, who, None, f"arrival {number}")
    await at_desk(by.harness.service, key, said("start"), "start")
    for number, team in enumerate(desk.teams):
        events = 60 + 37 * number % 230
        await by.harness.play_on(team.room.removeprefix("web:"), lambda seen, events=events: seen.sequence > events)  # type: ignore[misc]
    asking = Person("web:visitor-3", _name(3, teams))
    question = Typed("ask May we buy the tool now, or only after the daily scrum?")
    await by.harness.service.handle(Request("a question", desk.teams[3].room, asking, question))
    await at_desk(by.harness.service, key, said("clock", minutes=25), "clock")
    await trainer.page.locator(".team-card.urgent").first.wait_for()
    await trainer.page.wait_for_function(
        "() => document.querySelector('#wall .team-card').classList.contains('urgent')"
    )
    return key


def _name(number: int, teams: int) -> str:
    """Of somebody who is seated evenly: nobody has a namesake in the team."""
    return PEOPLE[(number // teams + number % teams * 4) % len(PEOPLE)]


SHOTS: tuple[Callable[[Photographer], Awaitable[None]], ...] = (
    front,
    lobby,
    sprint,
    scrumkin,
    rugby,
    meeting,
    verify,
    workshop,
)


@asynccontextmanager
async def photographer(folder: Path) -> AsyncIterator[Photographer]:
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    harness = WebHarness(Path(tempfile.mkdtemp(prefix="scrum-")))
    async with harness.open(), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        visit = Visit(browser)
        yield Photographer(harness, visit, folder)
        faults = await visit.leave()
        await browser.close()
    if faults:
        sys.exit("\n".join(faults))


async def main() -> None:
    covers()
    async with photographer(Path(sys.argv[1]) if len(sys.argv) > 1 else SCREENSHOTS) as by:
        for shot in SHOTS:
            await shot(by)


if __name__ == "__main__":
    asyncio.run(main())
