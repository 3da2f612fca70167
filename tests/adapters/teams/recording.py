"""Scenes played through the Teams peer, to look at: `python -m tests.adapters.teams.recording OUT`.

OUT gets each card as JSON, and a picture of it at the width of a computer and of a phone, drawn by Microsoft's own
renderer of Adaptive Cards with colours and sizes like those of Teams. The real clients decide how it looks. With
`--docs`, the pictures of docs/teams.md are made of them.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, async_playwright

from bot.features import installed
from bot.kernel.table.journal import Standing
from bot.pictures.png import Pictures
from storage.sqlite.store import SqliteStore
from tests.adapters.slack.test_meeting import NOTES, day
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.adapters.teams.test_games import move
from tests.adapters.teams.test_meeting import fill_in, move_on, rate
from tests.bot.harness import WebTable, in_discussion
from tests.javascript.tools import HERE, node
from tests.peers.teams import TeamsPeer
from tests.peers.teams_checks import Payload
from tests.peers.teams_user import TeamsUser, fields

assert installed.FEATURES, "their commands are known"

WIDTHS = {"desktop": 640, "phone": 360}
FILES_AT = "https://table.example.org"
Scene = Callable[[TeamsHarness], Awaitable[dict[str, Payload]]]
SCREENSHOTS = Path(__file__).parents[3] / "docs" / "screenshots"
DOCUMENTED = ("lobby", "turn", "discussion", "hand", "rugby", "retro-write", "retro-group", "retro-summary")
SCALE = 1.0
COLOURS = 200  # enough for flat drawings
NAMES = ("Anna", "Ben", "Cleo", "Dora")

PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; background: #f5f5f5; font: 14px "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; color: #242424; }
#card { width: %(width)dpx; padding: 12px; }
.ac-adaptiveCard { background: #fff; border: 1px solid #e0e0e0; border-radius: 8px; box-shadow: 0 2px 4px #0001; }
.ac-pushButton { font: 600 14px inherit; font-family: inherit; min-height: 32px; padding: 5px 12px; margin: 0;
  border: 1px solid #d1d1d1; border-radius: 4px; background: #fff; color: #242424; max-width: 100%%;
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.ac-pushButton.style-positive { background: #5b5fc7; border-color: #5b5fc7; color: #fff; }
.ac-pushButton.expandable::after { content: " ▾"; }
.ac-actionSet { flex-wrap: wrap !important; row-gap: 8px; }
.ac-input { font: inherit; padding: 5px 10px; border: 1px solid #d1d1d1; border-radius: 4px; width: 100%%;
  box-sizing: border-box; background: #fff; }
.ac-choiceSetInput-expanded { border: 0; padding: 0; }
.at { color: #5b5fc7; }
</style><div id="card"></div><script>%(script)s</script><script>
const sizes = { small: 12, default: 14, medium: 16, large: 18, extraLarge: 24 };
const weights = { lighter: 300, default: 400, bolder: 600 };
const config = {
  fontFamily: "inherit", supportsInteractivity: true,
  fontTypes: {
    default: { fontFamily: "inherit", fontSizes: sizes, fontWeights: weights },
    monospace: { fontFamily: "Consolas, 'DejaVu Sans Mono', monospace", fontSizes: sizes, fontWeights: weights },
  },
  spacing: { small: 6, default: 12, medium: 16, large: 24, extraLarge: 32, padding: 16 },
  separator: { lineThickness: 1, lineColor: "#e0e0e0" },
  containerStyles: {
    default: { foregroundColors: { default: { default: "#242424", subtle: "#616161" } } },
    emphasis: { backgroundColor: "#f5f5f5", foregroundColors: { default: { default: "#242424", subtle: "#616161" } } },
    attention: { backgroundColor: "#fdf3f4", foregroundColors: { default: { default: "#c50f1f", subtle: "#c50f1f" } } },
  },
  actions: { maxActions: 6, spacing: "default", buttonSpacing: 8, actionsOrientation: "horizontal",
    actionAlignment: "left", showCard: { actionMode: "inline", inlineTopMargin: 8, style: "emphasis" } },
};
const plain = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
AdaptiveCards.AdaptiveCard.onProcessMarkdown = (text, result) => {
  result.outputHtml = plain(text)
    .replace(/&lt;at&gt;(.*?)&lt;\\/at&gt;/g, '<span class="at">$1</span>')
    .replace(/\\\\([\\\\*_`\\[\\]])/g, "$1").replace(/\\*\\*(.+?)\\*\\*/g, "<b>$1</b>");
  result.didProcess = true;
};
const card = new AdaptiveCards.AdaptiveCard();
card.hostConfig = new AdaptiveCards.HostConfig(config);
card.parse(%(card)s);
document.getElementById("card").appendChild(card.render());
</script>"""


async def drawn(browser: Browser, card: Payload, width: int, file: Path) -> None:
    """Draw a card as a page, and take a picture of it."""
    script = (HERE / "node_modules/adaptivecards/dist/adaptivecards.min.js").read_text("utf-8")
    page = await browser.new_page(viewport={"width": width, "height": 200}, device_scale_factor=SCALE)
    content = PAGE % {"width": width - 24, "script": script.replace("</script", "<\\/script"), "card": json.dumps(card)}
    await page.set_content(content)
    await page.wait_for_timeout(150)
    await page.locator(".ac-adaptiveCard").first.wait_for()
    await page.locator("#card").screenshot(path=file)
    await page.close()


# --- scenes ----------------------------------------------------------------------------------------------------------


async def play(harness: TeamsHarness, people: list[TeamsUser], reached: Callable[[Standing], bool]) -> None:
    for _ in range(300):
        if reached(await harness.standing()):
            return
        await move(harness, people)
    raise AssertionError("the scene was never reached")


async def sprint(harness: TeamsHarness) -> dict[str, Payload]:
    people = await harness.seated("sprint", *NAMES)
    shots = {"lobby": harness.chat.last.card}
    await people[0].presses("Start")
    await harness.settle()
    await play(harness, people, lambda standing: standing.sequence > 60 and not in_discussion(standing.state))
    shots["turn"] = harness.chat.last.card
    await play(harness, people, lambda standing: in_discussion(standing.state))
    shots["discussion"] = harness.chat.last.card
    shots["past"] = harness.chat.messages[-2].card
    return shots


async def scrumkin(harness: TeamsHarness) -> dict[str, Payload]:
    people = await harness.started("scrumkin", *NAMES[:3])
    standing = await harness.standing()
    who = people[standing.game.awaits(standing.state)[0]]
    shots = {"scrumkin": harness.chat.last.card}
    await who.presses("My hand")
    return {**shots, "hand": who.sees()}


async def rugby(harness: TeamsHarness) -> dict[str, Payload]:
    people = await harness.started("rugby", *NAMES[:2])
    for _ in range(6):
        await move(harness, people)
    return {"rugby": harness.chat.last.card}


async def retro(harness: TeamsHarness) -> dict[str, Payload]:
    people = [harness.person(name) for name in ("Anna", "Ben", "Cleo", "Dave", "Eve", "Fay")]
    anna, ben, cleo, dave, *_ = people
    await anna.types("new retro")
    await harness.settle()
    shots = {"retro-lobby": harness.chat.last.card}
    for person in people[1:4]:
        await person.presses("I’m here")
        await harness.settle()
    await move_on(harness, anna, "Start the retrospective")
    for person in people:
        await person.presses("Answer")
        assert person.dialog is not None
        await person.fills_in(dict.fromkeys(fields(person.dialog), "sunny"))
    await move_on(harness, anna, "Next: Write")
    shots["retro-write"] = harness.chat.last.card
    for person in people:
        if person.name.lower() in NOTES:
            await fill_in(person, "Write notes", NOTES[person.name.lower()])
            if person is ben:
                assert ben.dialog is not None
                shots["retro-own"] = ben.dialog
    ben.closes()
    await ben.presses("Write notes")
    assert ben.dialog is not None
    shots["retro-form"] = ben.dialog
    anna.closes()
    await anna.presses("More…")
    shots["retro-panel"] = anna.sees()
    await move_on(harness, anna, "Next: Group", "Show the notes")
    shots["retro-group"] = harness.chat.last.card
    await move_on(harness, anna, "Next: Vote", "Go on to the vote")
    await cleo.presses("Place my dots")
    assert cleo.dialog is not None
    shots["retro-dots"] = cleo.dialog
    topics = [one["title"] for one in fields(cleo.dialog)["Dot 1"]["choices"]]
    for person in people:
        await fill_in(person, "Place my dots", {"Dot 1": topics[1], "Dot 2": topics[1], "Dot 3": topics[2]})
    await move_on(harness, anna, "Next: Discuss")
    shots["retro-discuss"] = harness.chat.last.card
    await fill_in(cleo, "Agree on an action", {"What": "Fix the build", "Who": "Dave", "By when": day(2)})
    await fill_in(dave, "Agree on an action", {"What": "Keep mornings free", "Who": "Ben", "By when": day(7)})
    await move_on(harness, anna, "To the actions")
    await move_on(harness, anna, "Next: Close", "Go on")
    await rate(people)
    await move_on(harness, anna, "Finish")
    return {**shots, "retro-summary": harness.chat.last.card}


SCENES: dict[str, Scene] = {"sprint": sprint, "scrumkin": scrumkin, "rugby": rugby, "retro": retro}


@asynccontextmanager
async def playing(pictures: Pictures, *, web: bool) -> AsyncIterator[TeamsHarness]:
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "scene.db")
        async with TeamsPeer().running() as teams:
            pages = WebTable() if web else None
            async with teams_harness(
                teams, store, paint=pictures.png, web=pages, url=FILES_AT if web else ""
            ) as harness:
                yield harness
            assert teams.violations == [], teams.violations
        await store.close()


async def record(out: Path, chosen: list[str]) -> None:
    node("--version")  # installs the renderer
    pictures = Pictures()
    flags = ["--no-sandbox", "--font-render-hinting=none"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name in chosen:
            async with playing(pictures, web=name == "retro") as harness:
                shots = await SCENES[name](harness)
            for title, card in shots.items():
                (out / f"{title}.json").write_text(json.dumps(card, indent=1, ensure_ascii=False), "utf-8")
                for width, pixels in WIDTHS.items():
                    await drawn(browser, card, pixels, out / f"{title}-{width}.png")
        await browser.close()
    pictures.close()


def main() -> int:
    words = argparse.ArgumentParser()
    words.add_argument("out", type=Path)
    words.add_argument("scenes", nargs="*", choices=[*SCENES, []])
    words.add_argument("--docs", action="store_true", help="update the pictures of docs/teams.md")
    args = words.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(record(args.out, args.scenes or [*SCENES]))
    for scene in DOCUMENTED if args.docs else ():
        side_by_side(args.out, scene)
    return 0


def side_by_side(folder: Path, scene: str) -> None:
    """A picture for the documentation: the card on a computer, and on a phone."""
    shots = [Image.open(folder / f"{scene}-{width}.png").convert("RGB") for width in WIDTHS]
    whole = Image.new("RGB", (sum(each.width for each in shots), max(each.height for each in shots)), "#f5f5f5")
    whole.paste(shots[0], (0, 0))
    whole.paste(shots[1], (shots[0].width, 0))
    whole.quantize(COLOURS).save(SCREENSHOTS / f"teams-{scene.removeprefix('retro-')}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
