"""Whole tables played through the Slack peer, to look at and to count: `python -m tests.adapters.slack.recording OUT`.

Each scene is played in both styles. OUT gets the messages as they were posted and as they stand at the end, private
replies, forms and pictures; with the renderer beside the repository (`../shared/render`), also a picture of each.
`--language de` gives everybody a German Slack: they press what they read, and what is left in English shows.
"""

import argparse
import asyncio
import base64
import hashlib
import importlib.util
import json
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adapters.slack.outgoing.live_message import Style
from bot.features import installed
from bot.kernel.ports import Painter
from bot.kernel.table.buttons import start
from bot.pictures.png import Pictures
from games import GAMES
from games.chance import Chance
from games.contract import suggested
from games.language import ENGLISH, speaking, t
from games.text import spell
from storage.sqlite.store import SqliteStore
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, slack_harness, some_picture
from tests.adapters.slack.test_games import standing_of
from tests.adapters.slack.test_meeting import SIX, day, fill_in, mentioned, panel
from tests.bot.harness import WebTable
from tests.bot.workshop_harness import at_desk, said
from tests.peers.slack import Payload, SlackPeer
from tests.peers.slack_checks import elements

assert installed.FEATURES, "their commands are known"

MAX_MOVES = 300
TEAMS = 3
_SHOWN = 8  # messages on a picture
LONG_LABEL = 30  # characters, of which a phone shows no more
# by language and person, what they write into each column of a retrospective; last, what is agreed on
NOTES = {
    ENGLISH: (
        ("", "", "Demo every Friday"),
        ("Write release notes as we go", "Meetings before ten\nBuilds that take an hour", "Lunch together"),
        ("", "Long meetings before ten", ""),
        ("", "Builds that take one hour", "Pairing on reviews"),
        ("A page for newcomers", "", ""),
        ("Run the slow tests at night", "Keep mornings free", ""),
    ),
    "de": (
        ("", "", "Jeden Freitag eine Demo"),
        (
            "Versionshinweise gleich mitschreiben",
            "Termine vor zehn\nBuilds, die eine Stunde dauern",
            "Mittags zusammen essen",
        ),
        ("", "Lange Termine vor zehn", ""),
        ("", "Builds, die eine ganze Stunde dauern", "Reviews zu zweit"),
        ("Eine Seite für Neue im Team", "", ""),
        ("Die langsamen Tests nur nachts laufen lassen", "Den Vormittag von Terminen freihalten", ""),
    ),
}


@dataclass
class Recording:
    """What a scene sent, in the order in which it was sent."""

    harness: SlackHarness
    shots: list[tuple[str, list[Payload]]] = field(default_factory=list)
    boards: dict[str, str] = field(default_factory=dict)  # files that a shot may show, in base64
    language: str = ENGLISH  # of everybody's Slack

    def person(self, name: str) -> SlackUser:
        person = self.harness.person(name)
        self.harness.slack.profiles[person.user]["locale"] = self.language
        return person

    def say(self, text: object, **holes: object) -> str:
        """A label as people read it."""
        with speaking(self.language):
            return t(str(text), **holes)

    def counts(self) -> dict[str, Any]:
        slack = self.harness.slack
        posted = slack.calls_to("chat.postMessage")
        edits = slack.calls_to("chat.update")
        pings = Counter(user for one in posted for user in mentioned(one.get("blocks", [])))
        buttons = [each for one in [*posted, *edits] for each in _buttons(one.get("blocks", []))]
        private = [each for one in slack.ephemeral for each in _buttons(one.body.get("blocks", []))]
        rows = [len(_buttons([block])) for one in [*posted, *edits] for block in one.get("blocks", [])]
        return {
            "posts": len(posted),
            "in the channel": sum(not one.get("thread_ts") or bool(one.get("reply_broadcast")) for one in posted),
            "edits": len(edits),
            "pings in new posts": sum(pings.values()),
            "pings per person": dict(sorted(pings.items())),
            "private replies": len(slack.ephemeral),
            "buttons": len(buttons) + len(private),
            "buttons over 30 characters": sum(len(each["text"]["text"]) > LONG_LABEL for each in [*buttons, *private]),
            "red buttons": sum(each.get("style") == "danger" for each in [*buttons, *private]),
            "most buttons in a row of a room": max(rows, default=0),
            "violations": len(slack.violations),
        }

    def look(self, title: str) -> None:
        """Keep what the channel and its people see at this moment."""
        slack = self.harness.slack
        files = {file: one for file, one in slack.files.items() if one["name"].endswith("png") and "content" in one}
        self.boards |= {file: base64.b64encode(one["content"]).decode() for file, one in files.items()}
        shown: list[Payload] = [
            {"ts": one.ts, "text": one.text, "blocks": one.blocks, "thread": one.thread, "edits": one.edits}
            for one in slack.messages
        ]
        self.shots.append((title, json.loads(json.dumps(shown))))

    def look_privately(self, title: str, person: SlackUser) -> None:
        body = person.private_replies()[-1]
        shown = {
            "ts": "1700000000",
            "text": body.get("text", ""),
            "blocks": body.get("blocks", []),
            "user": person.user,
        }
        self.shots.append((title, [json.loads(json.dumps(shown))]))

    def look_at_form(self, title: str) -> None:
        self.shots.append((title, [json.loads(json.dumps(self.harness.slack.forms[-1]))]))


def _buttons(blocks: Sequence[Payload]) -> list[Payload]:
    return [each for block in blocks for each in elements(block) if each["type"] == "button"]


async def seated(recording: Recording, key: str, names: str) -> list[SlackUser]:
    people = [recording.person(name) for name in names.split()]
    game = GAMES[key.split(maxsplit=1)[0]]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.presses(recording.say(game.about.join))
    recording.look("the lobby")
    await people[0].presses(recording.say(start(game)))
    return people


async def play(recording: Recording, people: list[SlackUser], most: int, looks: Sequence[int] = ()) -> None:
    for number in range(most):
        standing = await standing_of(recording.harness)
        if not standing.playing:
            break
        await move(recording, people)
        if number in looks:
            recording.look(f"after move {number + 1}")
    if (await standing_of(recording.harness)).playing:
        await people[0].types("end sure")
    recording.look("the end")


async def move(recording: Recording, people: list[SlackUser]) -> None:
    """An awaited person does what an automatic player would: by a button of the room if there is one."""
    harness = recording.harness
    standing = await standing_of(harness)
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    moves = game.moves(state, seat)
    chosen = moves[standing.sequence * 7 % len(moves)] if game.bots.thinks else suggested(game, state, seat, chance)
    with speaking(recording.language):
        phrase = game.phrase(state, seat, chosen)
    label = spell(phrase.label, lambda at: people[at].name)
    who = people[seat]
    message = next((one for one in reversed(harness.slack.in_channel("C1")) if label in labels(one.blocks)), None)
    if message is not None:
        await who.presses(label, message)
    else:
        words = [people[int(word)].name if kind == "player" else word for kind, word in _typed(game, phrase)]
        await who.types(" ".join([phrase.command, *words]))
    if message is not None and phrase.asks:
        await who.submits("It helps.")
    if (await standing_of(harness)).sequence == standing.sequence and who.private_replies():
        offered = labels(who.private_replies()[-1]["blocks"])
        if offered:  # they are asked whether they are sure
            await who.presses_privately(offered[0])
    assert (await standing_of(harness)).sequence > standing.sequence, (label, who.private_replies()[-1:])


def _typed(game: Any, phrase: Any) -> Iterator[tuple[str, str]]:
    parameters = next(command.parameters for command in game.commands if command.name == phrase.command)
    for parameter in parameters:
        word = phrase.arguments.get(parameter.name, "It helps." if parameter.name == phrase.asks else "")
        if word:
            yield parameter.kind, word


# --- scenes ----------------------------------------------------------------------------------------------------------


async def sprint(recording: Recording) -> None:
    people = await seated(recording, "sprint", "anna ben cleo dave")
    await people[0].types("roll")
    if people[0].private_replies():
        recording.look_privately("typed in the channel", people[0])
    await play(recording, people, MAX_MOVES, looks=(1, 6, 12, 20))


async def scrumkin(recording: Recording) -> None:
    people = await seated(recording, "scrumkin", "anna ben cleo")
    awaited = people[
        (await standing_of(recording.harness)).game.awaits((await standing_of(recording.harness)).state)[0]
    ]
    await awaited.presses(recording.say("My hand"))
    recording.look_privately("a hand", awaited)
    await awaited.presses(recording.say("More…"))
    recording.look_at_form("more")
    await play(recording, people, MAX_MOVES, looks=(1, 6, 12))


async def rugby(recording: Recording) -> None:
    people = await seated(recording, "rugby", "anna ben")
    await people[0].types("draw accept")
    recording.look_privately("a refusal", people[0])

    await people[0].presses(labels(recording.harness.slack.in_channel("C1")[-1].blocks)[0])
    recording.look_privately("a piece", people[0])
    await play(recording, people, 40, looks=(1, 6))


async def retro(recording: Recording) -> None:
    """A meeting of six from its lobby to its summary, with a look at each phase, at panels and at forms."""
    people = [recording.person(name) for name in SIX]
    anna, ben, cleo, dave, *_ = people
    say, slack = recording.say, recording.harness.slack
    await anna.types("new retro")
    for person in people[1:]:
        await person.presses(say("I’m here"))
    recording.look("the lobby")
    recording.look_privately("the facilitator’s panel", anna)
    await _go_on(recording, anna, say("Start the {noun}", noun=say("retrospective")))
    for person in people[:4]:
        await person.presses(say("Answer"))
        assert await person.fills_in(slack.forms[-1], {_fields(slack.forms[-1])[-1]: "☀️"}) == {}
    recording.look("check in")
    await _go_on(recording, anna)
    notes = NOTES.get(recording.language, NOTES[ENGLISH])
    for person, columns in zip(people, notes[:-1], strict=False):
        await person.presses(say("Write notes"))
        form = slack.forms[-1]
        assert await person.fills_in(form, dict(zip(_fields(form), columns, strict=True))) == {}
    recording.look_at_form("a form for notes")
    recording.look_privately("one’s own notes", ben)
    await people[-1].presses(say("I’m done"))
    recording.look("write")
    await _go_on(recording, anna)
    await ben.presses(say("Put notes together"))
    recording.look_at_form("a form for groups")
    alike = [label for label in labels(slack.forms[-1]["blocks"]) if " + " in label]
    assert await ben.fills_in(slack.forms[-1], {}, alike) == {}
    recording.look("group")
    await _go_on(recording, anna)
    for person in people:
        await person.presses(say("Place my dots"))
        form = slack.forms[-1]
        topics = [option["text"]["text"] for option in form["blocks"][-1]["element"]["options"]]
        dots = dict(zip(_fields(form), (topics[3], topics[3], topics[4]), strict=False))
        assert await person.fills_in(form, dots) == {}
    recording.look_at_form("a form for dots")
    recording.look("vote")
    await _go_on(recording, anna)
    for person, owner, days, what in ((cleo, dave, 2, 0), (dave, ben, 7, 1)):
        agreed = {say("What"): notes[-1][what], say("Who"): owner.name, say("By when"): day(days)}
        await fill_in(person, say("Agree on an action"), agreed)
    recording.look_at_form("a form for an action")
    recording.look("discuss")
    await anna.presses(say("More…"))
    recording.look_privately("the facilitator’s panel", anna)
    await _go_on(recording, anna, say("To the actions"))
    recording.look("actions")
    await _close(recording, people)


async def _close(recording: Recording, people: Sequence[SlackUser]) -> None:
    """From the actions to the summary."""
    say, anna = recording.say, people[0]
    await _go_on(recording, anna)
    worth = say("{value}: {meaning}", value=4, meaning=say("more than worth it"))
    for person in people:
        await fill_in(person, say("Rate it"), {}, worth)
    recording.look("close")
    await _go_on(recording, anna, say("Finish"))
    await recording.harness.settle()
    recording.look("the end")


async def _go_on(recording: Recording, anna: SlackUser, label: str = "") -> None:
    """The facilitator moves on from their panel, and once more if people aren't done."""
    before = (await standing_of(recording.harness)).sequence
    wanted = label or recording.say("Next: {phase}", phase="")
    await anna.presses_privately(next(each for each in labels(panel(anna)) if each.startswith(wanted)))
    if (await standing_of(recording.harness)).sequence == before:
        await anna.presses_privately(labels(panel(anna))[0])
    assert (await standing_of(recording.harness)).sequence > before, labels(panel(anna))


def _fields(form: Payload) -> list[str]:
    return [block["label"]["text"] for block in form["blocks"] if block["type"] == "input"]


async def workshop(recording: Recording) -> None:
    """Three teams of two, until each has rolled once."""
    harness, slack = recording.harness, recording.harness.slack
    trainer, *people = [recording.person(name) for name in ("tess", "anna", "ben", "cleo", "dave", "eve", "fay")]
    join, roll = recording.say("Join"), recording.say("Roll the dice")
    await trainer.types("workshop new sprint teams=3")
    recording.look_privately("the desk's link", trainer)
    (desk,) = re.findall(r"desk/([\w-]+)", json.dumps(trainer.private_replies()[-1]))
    await slack.until(lambda: sum(join in labels(one.blocks) for one in slack.in_sight("C1")) > TEAMS, "the cards")
    for person in people:
        await person.presses(join, slack.in_sight("C1")[0])
    recording.look("the teams")
    assert await at_desk(harness.service, desk, said("start")) == ()
    await harness.settle()
    for card in slack.in_sight("C1")[1:]:
        turn = [one for one in slack.messages if one.thread == card.ts][-1]
        for person in people:  # whose turn it isn't is told so
            if roll in labels(turn.blocks):
                await person.presses(roll, turn)
    recording.look("after a roll in each team")


SCENES: dict[str, Callable[[Recording], Awaitable[None]]] = {
    "sprint": sprint,
    "scrumkin": scrumkin,
    "rugby": rugby,
    "retro": retro,
    "workshop": workshop,
}
STYLES: tuple[Style, ...] = ("thread", "channel")


async def record(scene: str, style: Style, paint: Painter, language: str = ENGLISH) -> Recording:
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "tables.db")
        try:
            async with (
                SlackPeer().running() as slack,
                slack_harness(
                    slack, store, paint=paint, style=style, forecasts=True, counts=0.0, web=WebTable()
                ) as harness,
            ):
                recording = Recording(harness, language=language)
                await SCENES[scene](recording)
                await harness.settle()
                return recording
        finally:
            await store.close()


# --- pictures --------------------------------------------------------------------------------------------------------


def renderer() -> Any:
    """The module that draws a channel; None if it isn't there."""
    folder = Path(os.environ.get("SCRUM_TABLE_RENDER") or Path(__file__).parents[4] / "shared" / "render")
    if not (folder / "slack_page.py").exists():
        return None
    spec = importlib.util.spec_from_file_location("slack_page", folder / "slack_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def render(recording: Recording, out: Path, name: str) -> None:
    module, slack = renderer(), recording.harness.slack
    if module is None:
        return
    names = {user: known["profile"]["display_name"] for user, known in slack.profiles.items()}
    state = {"names": names, "channels": {"C1": "team-lab"}, "files": recording.boards, "showopts": True}
    pages = []
    for number, (title, shown) in enumerate(recording.shots):
        parts = [
            module.modal(one, state) if one.get("type") == "modal" else module.message(one, state) for one in shown
        ]
        pages += [
            (str(out / f"{name}-{number}-{width}.png"), module.page(parts[-_SHOWN:], title, width), width)
            for width in (760, 390)
        ]
    await module.shoot(pages)


async def main(out: Path, scenes: Sequence[str], styles: Sequence[Style], *, pictures: bool, language: str) -> None:
    painter = Pictures() if pictures else None
    counts = {}
    for scene in scenes:
        for style in styles:
            recording = await record(scene, style, painter.png if painter else some_picture, language)
            name = f"{scene}-{style}"
            counts[name] = recording.counts()
            (out / f"{name}.json").write_text(json.dumps(recording.shots, indent=1, ensure_ascii=False), "utf-8")
            if pictures:
                await render(recording, out, name)
            print(name, json.dumps(counts[name], ensure_ascii=False))  # noqa: T201
            sys.stdout.flush()
    (out / "counts.json").write_text(json.dumps(counts, indent=1), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scene", choices=SCENES, action="append")
    parser.add_argument("--style", choices=STYLES, action="append")
    parser.add_argument("--pictures", action="store_true", help="paint boards, and render what people see")
    parser.add_argument("--language", default=ENGLISH, help="of everybody’s Slack, such as de")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(
        main(
            given.out, given.scene or [*SCENES], given.style or STYLES, pictures=given.pictures, language=given.language
        )
    )
