"""A retrospective of six in a Slack channel, to its summary, in both styles: what everybody sees, and how much."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adapters.slack.outgoing.live_message import Style
from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, slack_harness, texts
from tests.adapters.slack.test_games import standing_of
from tests.games.retro.test_vocabulary import foreign
from tests.peers.slack import Payload, Posted, SlackPeer

SIX = ("anna", "ben", "cleo", "dave", "eve", "fay")
LEADING = ("Next", "Back", "+1 min", "−1 min", "Pause", "Hand over", "Start the", "Finish", "Hide", "Nudge", "Settings")
NOTES = {
    "anna": {"Continue": "Demo every Friday"},
    "ben": {
        "Start": "Write release notes as we go",
        "Stop": "Meetings before ten\nBuilds that take an hour",
        "Continue": "Lunch",
    },
    "cleo": {"Stop": "Long meetings before ten"},
    "dave": {"Stop": "Builds that take one hour"},
    "fay": {"Start": "A page for newcomers"},
}


@pytest.fixture(params=["channel", "thread"])
async def meeting(
    request: pytest.FixtureRequest, slack: SlackPeer, sqlite_store: Store
) -> AsyncIterator[tuple[SlackHarness, Style]]:
    async with slack_harness(slack, sqlite_store, style=request.param) as harness:
        yield harness, request.param


def last(harness: SlackHarness) -> Posted:
    return harness.slack.in_channel("C1")[-1]


def panel(person: SlackUser) -> list[Payload]:
    return list(person.private_replies()[-1]["blocks"])


async def fill_in(person: SlackUser, button: str, typed: dict[str, str], *chosen: str) -> None:
    """Press a button of the room's message, and send the form that it opens."""
    await person.presses(button)
    form = person.harness.slack.forms[-1]
    assert await person.fills_in(form, typed, chosen) == {}


async def move_on(anna: SlackUser, label: str, anyway: str = "") -> None:
    """The facilitator moves on from their panel, and once more if people aren't done."""
    before = (await standing_of(anna.harness)).sequence
    await anna.presses_privately(label)
    if anyway:
        assert labels(panel(anna))[0] == anyway
        await anna.presses_privately(anyway)
    assert (await standing_of(anna.harness)).sequence > before, texts(panel(anna))


def day(days: int) -> str:
    return (datetime.now(UTC).date() + timedelta(days)).isoformat()


def rows(blocks: list[Payload]) -> list[list[Payload]]:
    return [block["elements"] for block in blocks if block["type"] == "actions" and block["block_id"].startswith("do:")]


def mentioned(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["user_id"]] if value.get("type") == "user" else []
        return own + [user for each in value.values() for user in mentioned(each)]
    return [user for each in value for user in mentioned(each)] if isinstance(value, list) else []


def check_room(harness: SlackHarness) -> int:
    """No message to the room has two coloured buttons, an act of the facilitator, or more than four in a row."""
    shown = [*harness.slack.calls_to("chat.postMessage"), *harness.slack.calls_to("chat.update")]
    most = 0
    for message in shown:
        found = [element for row in rows(message["blocks"]) for element in row]
        assert sum(element.get("style") == "primary" for element in found) <= 1, labels(message["blocks"])
        assert all(len(row) <= 4 for row in rows(message["blocks"])), labels(message["blocks"])
        assert not any(label.startswith(LEADING) for label in labels(message["blocks"])), labels(message["blocks"])
        assert not any(block["type"] == "image" for block in message["blocks"])
        most = max(most, len(found))
    return most


async def gather(harness: SlackHarness) -> list[SlackUser]:
    """The facilitator opens it and has a panel; three say that they're here, two never do."""
    people = [harness.person(name) for name in SIX]
    await people[0].types("new retro")
    for person in people[1:4]:
        await person.presses("I’m here")
    assert "Start the retrospective" in labels(panel(people[0]))
    await move_on(people[0], "Start the retrospective")
    return people


async def agree(harness: SlackHarness, anna: SlackUser, ben: SlackUser, what: str) -> None:
    """A retrospective of two, with an action that the second one owns."""
    await anna.types("new retro")
    await ben.presses("I’m here")
    await move_on(anna, "Start the retrospective")
    for label in ("Next: Write", "Next: Group", "Next: Actions"):
        while label in labels(panel(anna)):
            await anna.presses_privately(label)
        await anna.presses_privately(labels(panel(anna))[0])
    await fill_in(anna, "Add an action", {"What": what, "Who": ben.name, "By when": day(2)})
    await anna.presses("More…")
    await anna.presses_privately("Next: Close")
    await anna.presses_privately(labels(panel(anna))[0])
    await anna.presses_privately("Finish")
    await anna.presses_privately(labels(panel(anna))[0])


async def write(people: Sequence[SlackUser]) -> None:
    """Whoever presses is in. One's own notes are listed, changed and removed in private."""
    _, ben, *_, fay = people
    for person in people:
        if person.name in NOTES:
            await fill_in(person, "Write notes", NOTES[person.name])
    assert "Your 4 notes" in texts(panel(ben))
    assert labels(panel(ben)).count("Edit") == 4
    await ben.presses_privately("Edit")
    form = ben.harness.slack.forms[-1]
    assert await ben.fills_in(form, {form["blocks"][-1]["label"]["text"]: "Release notes with each change"}) == {}
    assert "Release notes with each change" in texts(panel(ben))
    assert ben.private_replies()[-1]["replace_original"]
    lunch = next(block for block in panel(ben) if block["type"] == "section" and "Lunch" in texts(block))
    remove = next(each for each in lunch["accessory"]["options"] if each["text"]["text"] == "Remove")
    await ben.presses_privately_on(lunch, remove)
    assert "Your 3 notes" in texts(panel(ben))
    await fay.presses("I’m done")


async def test_a_meeting(meeting: tuple[SlackHarness, Style]) -> None:
    harness, style = meeting
    people = await gather(harness)
    anna, ben, cleo, dave, _, fay = people
    for person in people[:5]:
        await person.presses("Answer")
        asked = harness.slack.forms[-1]["blocks"][-1]["label"]["text"]
        assert await person.fills_in(harness.slack.forms[-1], {asked: "sunny"}) == {}
    await fay.presses("Pass")
    await move_on(anna, "Next: Write")
    await write(people)
    seen = str([[one.text, one.blocks] for one in harness.slack.messages])
    assert not any(text in seen for notes in NOTES.values() for text in "\n".join(notes.values()).split("\n"))
    await move_on(anna, "Next: Group", "Show the notes")
    assert "Long meetings before ten" in texts(last(harness).blocks)

    await ben.presses("Put notes together")
    alike = [label for label in labels(harness.slack.forms[-1]["blocks"]) if " + " in label]
    assert alike
    assert await ben.fills_in(harness.slack.forms[-1], {}, alike) == {}
    await move_on(anna, "Next: Vote", "Go on to the vote")
    await cleo.presses("Place my dots")
    topics = [option["text"]["text"] for option in harness.slack.forms[-1]["blocks"][-1]["element"]["options"]]
    for person in people:
        await fill_in(person, "Place my dots", {"Dot 1": topics[1], "Dot 2": topics[1], "Dot 3": topics[2]})
    await move_on(anna, "Next: Discuss")
    assert "Topic 1 of " in texts(last(harness).blocks)
    await fill_in(cleo, "Agree on an action", {"What": "Fix the build", "Who": "dave", "By when": day(2)})
    await fill_in(dave, "Agree on an action", {"What": "Keep mornings free", "Who": "ben", "By when": day(7)})
    await move_on(anna, "To the actions")
    assert "Fix the build" in texts(last(harness).blocks)
    await move_on(anna, "Next: Close", "Go on")
    for person in people:
        await fill_in(person, "Rate it", {}, "4: more than worth it")
    await move_on(anna, "Finish")
    await harness.settle()
    summary(harness, style)
    counted(harness)
    assert [text for text in read(harness) if foreign(text)] == []


def read(harness: SlackHarness) -> set[str]:
    """Every text that the room or anybody in it was sent: messages, private ones, forms, Homes."""
    slack = harness.slack
    sent = [body for method, body in slack.calls if method.startswith("chat.")]
    return {*said([*sent, *(one.body for one in slack.ephemeral), *slack.forms, *slack.homes.values()])}


def said(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (text for name, text in value.items() if name == "text" and isinstance(text, str))
        yield from (text for each in value.values() for text in said(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in said(each))


def summary(harness: SlackHarness, style: Style) -> None:
    """It is in the channel, as text, with its owners mentioned once, and as a file."""
    shown = next(one for one in reversed(harness.slack.in_sight("C1")) if one.blocks)
    words = texts(shown.blocks)
    assert "2 actions" in words
    assert "<@UDAVE>" in words
    assert "<@UBEN>" in words
    assert "Fix the build" in words
    assert shown.thread == ""
    (file,) = harness.slack.shared
    assert file.name.startswith("retro-")
    assert file.name.endswith(".md")
    assert "Fix the build" in file.content.decode()
    assert {"Copy as text", "Our actions"} <= set(labels(shown.blocks))
    others = [one for one in harness.slack.in_channel("C1") if one is not shown]
    assert [one.ts for one in others if labels(one.blocks)] == []
    if style == "thread":
        assert len(harness.slack.in_sight("C1")) == 2  # the opening and the summary


def counted(harness: SlackHarness) -> None:
    """What a meeting of six costs: posts, mentions a person, buttons in the largest message."""
    posted = harness.slack.calls_to("chat.postMessage")
    assert check_room(harness) <= 4
    calls = Counter(user for message in posted for user in mentioned(message["blocks"]))
    assert calls == {"UDAVE": 1, "UBEN": 1}
    phases = ("lobby", "check in", "write", "group", "vote", "topic", "actions", "close", "summary")
    assert len(posted) == len(phases)
