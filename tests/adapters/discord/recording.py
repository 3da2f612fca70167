"""Whole games, a retrospective and a workshop on Discord, recorded as a channel saw them, with figures.

`python -m tests.adapters.discord.recording FOLDER [sprint …]` plays them through the real adapter and painter against
the peer, and writes for each a folder with `story.json` (who did what; each post, edit and removal with the message as
it then was) and the pictures, named by the id of their attachment. The figures count what people feel: messages, edits,
who was called how often, controls that moved after they were shown, and characters that only machines read.
`SLOWER=0.1` makes each picture take so many seconds longer, as on a small or busy machine. `--language fr` gives
the server and its people a French Discord: they press what they read, and what is left in English shows.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bot.features.installed  # noqa: F401  as in the program, every table has them
from adapters.discord.outgoing import threads
from bot.kernel.ports import Painter
from bot.pictures.png import Pictures
from games.contract import Phrase
from games.graphics.drawing import Drawing
from games.language import ENGLISH, speaking
from storage.sqlite.store import SqliteStore
from tests.adapters.discord.activities.test_retro import ACTION, GROUP, NOTE, SIX, fill, options_of, press, vote
from tests.adapters.discord.harness import NUMBERS, DiscordHarness
from tests.bot.features.workshop.test_threads import Pages
from tests.bot.retro_harness import NOTES
from tests.bot.workshop_harness import at_desk, said
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import BUTTON, EPHEMERAL, JSON, MENU, ROW, WORDS, Channel, Message, guild, nested
from tests.peers.discord_user import DiscordUser

SILENT = 1 << 12  # flag of a message: nobody's phone makes a sound
_GALLERY, _SECTION, _SEPARATOR, _CONTAINER = 12, 9, 14, 17
_LINE = 60  # characters in a line of a container
CAUSES = ("a late picture", "the turn", "their own act")  # the last in a message that only they see
_MACHINERY = re.compile(r"-# Pin.*|\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b|fingerprint", re.IGNORECASE)

_EMOJI = re.compile(r"<:\w+:\d+>")  # as a message writes it; people see one sign

Place = tuple[int, tuple[str, ...]]  # pixels above, and the controls to the left


def places(message: JSON) -> dict[tuple[str, int], Place]:
    """The place of each control, by its label and how many of that label are above it."""
    found: dict[tuple[str, int], Place] = {}
    above = 0
    for part in _flat(message["components"]):
        height, controls = _measured(part)
        left: list[str] = []
        for label in controls:
            number = sum(name == label for name, _ in found)
            found[label, number] = (above, tuple(left))
            left.append(label)
        above += height
    return found


def _flat(components: Sequence[JSON]) -> Iterator[JSON]:
    for part in components:
        if part["type"] == _CONTAINER:
            yield from part["components"]
        else:
            yield part


def _measured(part: JSON) -> tuple[int, list[str]]:
    """The height of a part, about as Discord shows it, and the controls in it."""
    controls = [
        each.get("label") or each.get("placeholder") or "" for each in nested([part]) if each["type"] in {BUTTON, MENU}
    ]
    texts = [_EMOJI.sub("□", each["content"]) for each in nested([part]) if each["type"] == WORDS]
    lines = sum(1 + len(line) // _LINE for text in texts for line in text.split("\n"))
    heights = {ROW: 40, _GALLERY: 390, _SEPARATOR: 10}
    return heights.get(part["type"], 0) + 22 * lines, controls


@dataclass
class Recording:
    """What a channel saw, in order."""

    names: dict[str, str]
    story: list[tuple[float, str, str | None, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    now: dict[str, JSON] = field(default_factory=dict)  # the messages as they are
    moved: dict[str, list[str]] = field(default_factory=dict)  # by message: why a control moved
    pings: Counter[str] = field(default_factory=Counter)
    figures: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)  # the content of each message that called somebody

    def watch(self, what: str, message: Message) -> None:
        shown = {**message.json, "attachments": message.attachments}
        number, private = shown["id"], message.seen_by
        before = self.now.get(number)
        what = "post" if before is None else what
        who = str(private) if private else None
        self.story.append((time.perf_counter(), what, who, json.loads(json.dumps(shown))))
        self.files |= dict(zip((each["id"] for each in message.attachments), message.files, strict=True))
        self.figures[f"{'private ' if private else ''}{what}s"] += 1
        if what == "delete":
            self.now.pop(number, None)
            return
        self._compare(number, before, shown)
        self.now[number] = shown
        if shown["components"] and not (before and before["components"]):
            self.figures["characters"] += len(_texts(shown))
            self.figures["characters of machinery"] += sum(map(len, _MACHINERY.findall(_texts(shown))))
        if what == "post":
            self.pings.update(self.names.get(str(one), str(one)) for one in message.pinged)
            if message.pinged:
                self.said.append(message.plain)
                self.figures["calls with words for a lock screen"] += bool(message.plain)
            elif not private:
                self.figures["posts that call nobody"] += 1
                self.figures["of them silent"] += bool(message.flags & SILENT)

    def _compare(self, number: str, before: JSON | None, shown: JSON) -> None:
        had, has = (places(before) if before else {}), places(shown)
        if has:
            self.figures["messages with controls"] += number not in self.moved
            self.moved.setdefault(number, [])
        if any(has[control] != had[control] for control in has.keys() & had.keys()):
            late = before is not None and _texts(before) == _texts(shown) and _pictures(before) != _pictures(shown)
            own = shown["flags"] & EPHEMERAL
            self.moved[number].append("a late picture" if late else "their own act" if own else "the turn")
            if os.environ.get("SHOW"):
                moved = [control for control in has.keys() & had.keys() if has[control] != had[control]]
                print(
                    number,
                    shown["flags"] & 64,
                    moved,
                    _texts(before or {})[-300:],
                    "->",
                    _texts(shown)[-300:],
                    sep="\n",
                )

    def did(self, person: int, what: str) -> None:
        self.story.append((time.perf_counter(), "do", str(person), what))

    def written(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for number, content in self.files.items():
            (folder / number).write_bytes(content)
        story = json.dumps({"names": self.names, "story": self.story}, ensure_ascii=False, indent=1)
        (folder / "story.json").write_text(story, "utf-8")


def _texts(message: JSON) -> str:
    texts = [each["content"] for each in nested(message["components"]) if each["type"] == WORDS]
    return _EMOJI.sub("□", "\n".join([message["content"], *texts]))


def _pictures(message: JSON) -> int:
    return sum(each["type"] == _GALLERY for each in nested(message["components"]))


class _Recorded(DiscordUser):
    """A user whose acts are recorded."""

    async def send(self, kind: int, data: JSON, source: Message | None = None, *, late: bool = False) -> Any:
        self.peer.recording.did(self.number, _said(data, source))  # type: ignore[attr-defined]
        return await super().send(kind, data, source, late=late)


def _said(data: JSON, source: Message | None) -> str:
    if "name" in data:
        words, options = [data["name"]], data.get("options") or []
        while options and options[0].get("type") in {1, 2}:
            words.append(options[0]["name"])
            options = options[0].get("options") or []
        return "/" + " ".join([*words, *(f"{each['name']}: {each['value']}" for each in options)])
    for label, part, value in source.offered() if source else ():
        if part.get("custom_id") == data.get("custom_id") and value in {"", *data.get("values", ())}:
            return f"presses “{label}”"
    return "sends a form"


class Scene(DiscordHarness):
    """A harness whose people take their time: everything was shown before somebody acts."""

    def user(self, name: str, channel: Channel | None = None, **more: Any) -> DiscordUser:
        user = _Recorded(self.peer, NUMBERS.get(name, 200 + len(name)), name, channel or self.channel, **more)
        user.locale = self.peer.locale
        return user

    async def suggested(self) -> tuple[str, Phrase]:
        """A move of a piece, where searching for a good one would take long; nobody resigns."""
        name, phrase = await super().suggested()
        standing = await self.standing()
        game, state = standing.game, standing.state
        if game.bots.thinks:
            seat = game.awaits(state)[0]
            with speaking(self.language):
                phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            moves = [each for each in phrases if each.role == "thing"]
            phrase = moves[standing.sequence * 7 % len(moves)]
        return name, phrase

    async def settled(self) -> None:
        while self.adapter._tasks:  # noqa: ASYNC110  a picture that follows tells nobody that it is there
            await asyncio.sleep(0.01)

    async def moved(self, before: int) -> None:
        await super().moved(before)
        await self.settled()


async def sprint(scene: Scene) -> None:
    people = await scene.begin("anna", "ben", "cleo", "dora")
    await scene.play(people)


async def scrumkin(scene: Scene) -> None:
    people = await scene.begin("anna", "ben", "cleo", game="scrumkin")
    await scene.play(people)


async def rugby(scene: Scene) -> None:
    people = await scene.begin("anna", "ben", game="rugby")
    for _ in range(14):
        if not (await scene.standing()).playing:
            return
        before = (await scene.standing()).sequence
        name, phrase = await scene.suggested()
        person = next(one for one in people if one.name == name)
        chosen = phrase.arguments.get("turn", "").partition("-")[0]
        if chosen in scene.channel.last.labels:  # the piece, then where it goes
            targets = await scene.shown_after(person, person.press(scene.channel.last, chosen))
            await person.press(targets, next(each for each in targets.labels if each == phrase.label))
        else:
            await scene.step(people, typed=True)
        await scene.moved(before)
    await scene.panel(person)
    await scene.shown_after(person, person.command("undo"))


async def retro(scene: Scene) -> None:
    people = [scene.user(name) for name in SIX]
    anna, ben, cleo, _, emil, fay = people
    await anna.command("new", game="retro")
    await press(scene, ben, "I’m here")
    await scene.start(anna)
    await fill(scene, anna, "Answer", {"": "sunny"})
    await scene.go_on(anna)
    for person, (column, text) in zip(people, NOTES, strict=True):
        await fill(scene, person, NOTE, {column.capitalize(): text})
    await press(scene, ben, "I’m done")
    await scene.go_on(anna)
    form = await cleo.press(scene.channel.last, GROUP)
    alike = next(label for label in options_of(form) if "Monday" in label and "+" in label)
    await cleo.submit_all(form, {alike: "", "Name (optional)": "Mondays"})
    await scene.peer.until(lambda: "**Mondays**: " in scene.channel.last.content)
    await scene.go_on(anna)
    await vote(scene, people)
    await scene.go_on(anna)
    await fill(scene, ben, "Write an insight", {"": "we learn from each other"})
    await fill(scene, ben, ACTION, {"What": "show how it is done", "Who": "dora"})
    await scene.go_on(anna)
    await fill(scene, emil, ACTION, {"What": "skip one Monday", "Who": "emil", "Another day": "12 Dec"})
    await scene.go_on(anna)
    await press(scene, fay, "Looks right")
    await scene.go_on(anna)
    for person in people:
        await fill(scene, person, "Rate it", {"Was it worth your time?": "4: more than worth it"})
    await scene.go_on(anna, "Finish")


async def workshop(scene: Scene) -> None:
    anna = scene.user("anna")
    asked = await anna.command("workshop", what="new", game="sprint", settings="teams=3")
    (invitation,) = scene.channel.shown
    await scene.peer.until(lambda: bool(asked.private))
    key = next(part["url"] for part in nested(asked.private[0].components) if part.get("style") == 5)
    key = key.rpartition("/")[2]
    while len(scene.peer.channels) < 4:
        scene.service.schedule.wake()
        await asyncio.sleep(0.05)
    threads = [channel for channel in scene.peer.channels.values() if channel is not scene.channel]
    names = ("ben", "cleo", "dora", "emil", "fay", "gil")
    for name in names:
        joined = await scene.user(name).press(invitation, "Join")
        await scene.peer.until(lambda joined=joined: bool(joined.private))  # type: ignore[misc]
    await at_desk(scene.service, key, said("start"))
    for thread in threads:
        await scene.peer.until(lambda thread=thread: "Roll the dice" in thread.last.labels)  # type: ignore[misc]
    await at_desk(scene.service, key, said("clock", minutes=10))
    channel = scene.channel
    for thread in threads:
        scene.channel = thread
        await scene.settled()
        people = [scene.user(name, thread) for name in names]
        for _ in range(6):
            before = (await scene.standing()).sequence
            await scene.step(people)
            await scene.moved(before)
    scene.channel = channel


SCENES = {"sprint": sprint, "scrumkin": scrumkin, "rugby": rugby, "retro": retro, "workshop": workshop}


async def record(name: str, folder: Path, language: str = ENGLISH) -> Recording:
    threads.CARD_SECONDS = 0.0
    peer, pictures = DiscordPeer(), Pictures()
    peer.locale = language
    pictures.warm()
    recording = Recording({str(number): person for person, number in NUMBERS.items()} | {"203": "gil"})
    peer.recording, peer.watch = recording, recording.watch  # type: ignore[attr-defined]
    await peer.start()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            store = await SqliteStore.open(Path(scratch) / "tables.sqlite3")
            await asyncio.sleep(4.0)  # as in a program that runs: the painters are there
            web = Pages() if name == "workshop" else None
            scene = Scene(peer, store, paint=_slowed(pictures.png), web=web, language=language)
            peer.gateway.guilds = [guild([scene.channel], "2020-01-01T00:00:00+00:00", features=["COMMUNITY"])]
            async with scene.open():
                await SCENES[name](scene)
                await scene.settled()
            await store.close()
    finally:
        await peer.stop()
        pictures.close()
    assert not peer.violations, peer.violations[0]
    _time(recording, peer)
    recording.files |= {f"emoji-{number}.png": png for number, png in peer.emoji.values()}
    recording.written(folder / name)
    return recording


def _slowed(paint: Painter) -> Painter:
    """The painter of a machine that is slower by so many seconds a picture."""
    seconds = float(os.environ.get("SLOWER", "0"))

    async def slowly(drawing: Drawing, **how: Any) -> bytes | None:
        await asyncio.sleep(seconds)
        return await paint(drawing, **how)

    return slowly


def _time(recording: Recording, peer: DiscordPeer) -> None:
    spent = [
        1000 * (each.answered_at - each.json["sent_at"]) for each in peer.interactions.values() if each.answered_at
    ]
    recording.figures["first answer, median, ms"] = round(statistics.median(spent))
    recording.figures["first answer, slowest, ms"] = round(max(spent))
    recording.figures["presses and commands"] = len(spent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("scene", nargs="*", help=", ".join(SCENES))
    parser.add_argument("--language", default=ENGLISH, help="of the server and its people, such as fr")
    given = parser.parse_args()
    for name in given.scene or SCENES:
        found = asyncio.run(record(name, given.folder, given.language))
        moved = {why: sum(why in each for each in found.moved.values()) for why in CAUSES}
        others = sum(bool({*CAUSES[:2]} & {*each}) for each in found.moved.values())
        print(f"\n{name}")
        for figure, count in sorted(found.figures.items()):
            print(f"  {figure}: {count}")
        print(f"  messages in which a control moved: {moved}; called: {dict(found.pings)}")
        share = f"{others} of {len(found.moved)} ({others / len(found.moved):.1%})"
        print(f"  moved without an act of whoever sees it: {share}")


if __name__ == "__main__":
    main()
