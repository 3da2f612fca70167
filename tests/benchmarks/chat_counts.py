"""How much a Discord channel sees of whole games: messages, pictures, pings, and how far people have to scroll.

Every game is played by the real adapter and client library in a peer's channel. `CHAT_PAGES` names a folder that keeps
what was posted (`GAME/story.json` and its pictures). The height of the page is measured where `discord_page.py`, which
turns that into a picture, and Chromium are: in ../shared/render or in the folder SCRUM_TABLE_RENDER.
"""

import asyncio
import importlib.util
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.pictures.png import Pictures
from games.contract import Phrase
from storage import open_store
from tests.adapters.discord.harness import DiscordHarness
from tests.benchmarks.figures import Figure
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Channel, Message

GAMES = {"sprint": 3, "scrumkin": 3, "rugby": 2, "retro": 3}
NAMES = ("anna", "ben", "cleo")
RENDER = Path(os.environ.get("SCRUM_TABLE_RENDER", Path(__file__).parents[2].parent / "shared" / "render"))
CHROMIUM = Path("/usr/bin/chromium")
GOALS = {"sprint": {"messages": 75, "pings": 70, "boards left": 1}}
LOOKING = 0.2  # seconds until the next move: people want to see the board first
CARD_SECONDS = 4.0
TURNS = 40  # of a game whose moves are chosen at random
IN_CHANNEL = 15  # messages, if the game has a thread


@dataclass
class Recorder:
    """Watches a peer's channels and writes down what people see."""

    peer: DiscordPeer
    folder: Path
    story: list[tuple[int, str, None, Any]] = field(default_factory=list)
    uploaded: list[int] = field(default_factory=list)  # bytes
    posted: dict[int, Message] = field(default_factory=dict)
    edits: int = 0
    pings: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._known: dict[int, tuple[int, int]] = {}
        self._notify = self.peer.notify
        self.peer.notify = self.notify  # type: ignore[method-assign]

    async def notify(self) -> None:
        for channel in self.peer.channels.values():
            self._look_at(channel)
        shown = {message.id for channel in self.peer.channels.values() for message in channel.shown}
        for gone in self._known.keys() - shown:
            del self._known[gone]
            self.story.append((len(self.story), "delete", None, {"id": str(gone)}))
        await self._notify()

    def _look_at(self, channel: Channel) -> None:
        for message in channel.shown:
            now, before = (message.edits, id(message.files)), self._known.get(message.id)
            if now == before:
                continue
            self._known[message.id] = now
            if before is None or before[1] != now[1]:
                self.uploaded += map(len, message.files)
            if before is None:
                self.posted[message.id] = message
                self.pings += len(message.pinged)
            self.edits += before is not None
            self.story.append((len(self.story), "edit" if before else "post", None, self._written(message)))

    def _written(self, message: Message) -> Any:
        """The message, with its pictures in files named after their ids."""
        shown = {"components": message.components, "attachments": message.attachments}
        found = json.loads(json.dumps({**message.json, **shown}))
        for number, (attachment, content) in enumerate(zip(found["attachments"], message.files, strict=False)):
            attachment["id"] = f"{message.id}-{message.edits}-{number}"
            (self.folder / attachment["id"]).write_bytes(content)
        return found

    def save(self, names: dict[str, str], channel: int) -> None:
        """What happened in one channel."""
        ours = {str(message.id) for message in self.posted.values() if message.channel == channel}
        story = [step for step in self.story if step[3]["id"] in ours]
        (self.folder / "story.json").write_text(json.dumps({"names": names, "story": story}))


class UnhurriedHarness(DiscordHarness):
    """Plays moves at random where a good one takes long to find, and gives up only after many of them."""

    async def suggested(self) -> tuple[str, Phrase]:
        name, phrase = await super().suggested()
        live = await self.service.tables.in_room(f"discord:{self.channel.id}")
        assert live is not None
        game, state = live.standing.game, live.standing.state
        if not game.bots.thinks:
            return name, phrase
        seat = game.awaits(state)[0]
        phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
        wanted = "move" if live.standing.sequence < 2 * TURNS else "resign"
        fitting = [each for each in phrases if each.command == wanted] or phrases
        return name, fitting[live.standing.sequence * 7 % len(fitting)]


async def play(
    folder: Path, database: Path, game: str, players: int, *, threads: bool = False
) -> tuple[Recorder, DiscordHarness]:
    peer = DiscordPeer()
    await peer.start()
    recorder = Recorder(peer, folder)
    store = await open_store(f"sqlite:///{database}")
    pictures = Pictures()
    async with UnhurriedHarness(peer, store, paint=pictures.png, threads=threads).open() as harness:
        parent = harness.channel
        people = [harness.user(name) for name in NAMES[:players]]
        await people[0].command("new", game=game)
        if threads:
            await peer.until(lambda: any(channel.messages for channel in peer.channels.values() if channel.parent))
            harness.channel = next(channel for channel in peer.channels.values() if channel.parent)
            people = [person.at(harness.channel) for person in people]
        for person in people[1:]:
            await person.press(harness.channel.last, "Join")
        await people[0].press(harness.channel.last, "Start")
        while (standing := await harness.standing()).playing:
            await harness.step(people)
            await harness.moved(standing.sequence)
            await asyncio.sleep(LOOKING)
        await peer.until(lambda: not any(each.labels for each in harness.channel.shown[:-1]))
        await asyncio.sleep(CARD_SECONDS)  # the last picture, and the card of a thread
        recorder.save({str(person.number): person.name for person in people}, harness.channel.id)
        harness.channel = parent
    pictures.close()
    await store.close()
    await peer.stop()
    assert not peer.violations, peer.violations[0]
    return recorder, harness


def height_of(folder: Path, *, phone: bool = False) -> float | None:
    """Of the whole conversation in pixels; None without the renderer."""
    script = RENDER / "discord_page.py"
    if not (script.exists() and CHROMIUM.exists()):
        return None
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # only where the renderer is

    spec = importlib.util.spec_from_file_location("discord_page", script)
    assert spec is not None
    assert spec.loader is not None
    renderer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(renderer)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 400 if phone else 900, "height": 600})
        page.set_content(renderer.page(folder, phone=phone))
        page.wait_for_timeout(100)
        height: float = page.evaluate("document.documentElement.scrollHeight")
        page.screenshot(path=str(folder / ("phone.png" if phone else "desktop.png")), full_page=True)
        browser.close()
    return height


def _figures(name: str, recorder: Recorder) -> list[Figure]:
    left = [message for channel in recorder.peer.channels.values() for message in channel.shown]
    counts = {
        "messages": len(recorder.posted),
        "left at the end": len(left),
        "edits": recorder.edits,
        "pictures": len(recorder.uploaded),
        "boards left": sum(bool(message.files or message.board) for message in left),
        "pings": recorder.pings,
    }
    goals = GOALS.get(name, {})
    found = [Figure(f"{name}: {what}", count, "", at_most=goals.get(what)) for what, count in counts.items()]
    found.append(Figure(f"{name}: uploaded", sum(recorder.uploaded) / 1e6, "MB"))
    for place, phone in (("a desktop", False), ("a phone", True)):
        height = height_of(recorder.folder, phone=phone)
        if height is not None:
            found.append(Figure(f"{name}: height on {place}", height, "px"))
    return found


def measure(folder: Path) -> list[Figure]:
    pages = Path(os.environ.get("CHAT_PAGES", folder))
    found = []
    for game, players in GAMES.items():
        recorder, _ = asyncio.run(play(pages / game, folder / f"{game}.sqlite3", game, players))
        found += _figures(game, recorder)
    recorder, harness = asyncio.run(play(pages / "thread", folder / "thread.sqlite3", "sprint", 3, threads=True))
    found.append(Figure("in a thread: messages in the channel", len(harness.channel.shown), "", at_most=IN_CHANNEL))
    return found
