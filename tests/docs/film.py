"""The film on the first page: The Scrum Game in a Discord channel, 20 seconds, from the first command to the burndown.

`python -m tests.docs.film [FILE]` plays a whole game: the real bot and the real client library against the peer on
loopback. It takes the moments in CUTS and writes them as an animated WebP. Look at it before you commit it.
"""

import asyncio
import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright

from tests.adapters.discord.recording import record
from tests.docs.channel import SIZE, ChannelPage, Json, Moment
from tests.docs.pages import ROOT

FILM = ROOT / "docs" / "screenshots" / "film.webp"
COMMAND = "/scrum new game: sprint"
TYPING = ((0, 300), (6, 200), (10, 200), (len(COMMAND), 500))  # characters, and milliseconds
PRESSED = 400  # milliseconds that somebody's finger stays on a button
END, POSTER = 3000, 800  # where only the first picture is shown, it is the end
QUALITY = 85  # of 100: letters stay sharp
# The next act with this label is shown, and what the channel saw before it for so many milliseconds.
CUTS = (
    ("Join", 400),
    ("Join", 250),
    ("Join", 250),
    ("Start", 400),
    ("Roll the dice", 900),
    ("Roll the dice", 700),
    ("Tool", 900),
    ("Roll the dice", 800),
    ("Impediment", 500),
    ("Roll the dice", 800),
    ("Report ×1", 700),
    ("Roll for a scrum", 700),
    ("Report ×2", 500),
    ("Roll for a scrum", 700),
    ("Sprint Review", 500),
)
Recorded = tuple[float, str, str | None, Any]  # when, what, who did or sees it, the act or the message
SHOWN = 4  # of the newest messages; the ones before have left the window


def frames(story: Sequence[Recorded], names: Mapping[str, str]) -> Iterator[tuple[Moment, int]]:
    """Each moment of the film, and how long it is shown."""
    for end, milliseconds in TYPING:
        yield Moment((), typed=COMMAND[:end]), milliseconds
    channel: dict[str, Json] = {}
    waiting = list(CUTS)
    last = max(number for number, each in enumerate(story) if each[1] == "do")
    for number, (_, kind, who, what) in enumerate(story):
        if kind == "do":
            label, milliseconds = waiting[0] if waiting else ("", 0)
            found = re.fullmatch(r"presses “(.*)”", what)
            is_end = len(waiting) == 1  # the last cut is the last act
            if found and label and label in found[1] and (not is_end or number == last):
                waiting.pop(0)
                seen = tuple(channel.values())[-SHOWN:]
                yield Moment(seen), milliseconds
                yield Moment(seen, by=names[str(who)], label=found[1]), PRESSED
        elif who is None:  # a message that everybody sees
            if kind == "delete":
                channel.pop(what["id"], None)
            else:
                minute = channel.get(what["id"], {}).get("minute", f"Today at 10:{number // 10:02}")
                channel[what["id"]] = {**what, "minute": minute}
    assert not waiting, f"Nobody presses “{waiting[0][0]}” any more: choose other moments."
    yield Moment(tuple(channel.values())[-SHOWN:]), END


async def film(file: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        await record("sprint", Path(scratch))
        folder = Path(scratch) / "sprint"
        recorded = json.loads((folder / "story.json").read_text("utf-8"))
        page = ChannelPage(folder, recorded["names"])
        shown = list(frames(recorded["story"], recorded["names"]))
        shown.insert(0, (shown[-1][0], POSTER))
        pictures = await photographs([page.html(moment) for moment, _ in shown])
    durations = [milliseconds for _, milliseconds in shown]
    first, *others = pictures
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        quality=QUALITY,
        method=6,
        minimize_size=True,
    )


async def photographs(pages: list[str]) -> list[Image.Image]:
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        tab = await browser.new_page(viewport={"width": SIZE["width"], "height": SIZE["height"]})
        taken = []
        for page in pages:
            await tab.set_content(page)
            await tab.evaluate("document.fonts.ready")
            taken.append(Image.open(io.BytesIO(await tab.screenshot())).convert("RGB"))
        await browser.close()
    return taken


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILM
    asyncio.run(film(target))
