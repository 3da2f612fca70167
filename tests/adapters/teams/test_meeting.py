"""A retrospective of six in a chat, to its summary: what everybody sees, and how much. Two of them are on phones."""

from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.slack.test_meeting import LEADING, NOTES, SIX, day
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.games.retro.test_vocabulary import foreign
from tests.peers.teams import TeamsPeer
from tests.peers.teams_checks import Payload, cards_of, parts
from tests.peers.teams_user import TeamsUser, actions, fields, labels, rows, texts

PHONES = ("cleo", "fay")


@pytest.fixture
async def meeting(teams: TeamsPeer, sqlite_store: Store) -> AsyncIterator[TeamsHarness]:
    async with teams_harness(teams, sqlite_store, public=True) as harness:
        yield harness


def panel(person: TeamsUser) -> Payload:
    """What only this person sees: in a dialog, or in place of the newest card."""
    return person.dialog if person.dialog is not None else person.sees()


async def press(person: TeamsUser, label: str) -> None:
    """Press or choose it, in the dialog if one is open."""
    if person.dialog is not None:
        await person.presses_inside(label)
    elif any(each["title"] == label and each["type"] != "Action.ShowCard" for each in actions(person.sees())):
        await person.presses(label)
    else:
        await person.chooses(label)


async def fill_in(person: TeamsUser, button: str, typed: dict[str, str]) -> None:
    """Press a button of the room's message, and send the form that it opens."""
    person.closes()
    person.where.last.views.pop(person.user, None)
    await person.presses(button)
    assert person.dialog is not None, (button, person.said)
    await person.fills_in(typed)
    assert "attention" not in str(person.answer), person.answer


async def move_on(harness: TeamsHarness, anna: TeamsUser, label: str, anyway: str = "") -> None:
    """The facilitator moves on from their panel, and once more if people aren't done."""
    before = (await harness.standing()).sequence
    anna.closes()
    anna.where.last.views.pop(anna.user, None)
    await anna.presses("More…")
    await press(anna, label)
    if anyway:
        assert labels(panel(anna))[0] == anyway, labels(panel(anna))
        await press(anna, anyway)
    await harness.settle()
    assert (await harness.standing()).sequence > before, (label, labels(panel(anna)), anna.line)


async def test_a_meeting(meeting: TeamsHarness) -> None:
    harness = meeting
    people = [harness.person(name, phone=name in PHONES) for name in SIX]
    anna, ben, cleo, dave, _, fay = people
    await anna.types("new retro")
    await harness.settle()
    for person in people[1:4]:
        await person.presses("I’m here")
        await harness.settle()
    await move_on(harness, anna, "Start the retrospective")
    for person in people[:5]:
        person.closes()
        await person.presses("Answer")
        assert person.dialog is not None
        await person.fills_in(dict.fromkeys(fields(person.dialog), "sunny"))
    await fay.presses("Pass")
    await harness.settle()
    await move_on(harness, anna, "Next: Write")
    await write(people)
    await harness.settle()
    seen = str([one.activity for one in harness.chat.messages])
    assert not any(text in seen for notes in NOTES.values() for text in "\n".join(notes.values()).split("\n"))
    await move_on(harness, anna, "Next: Group", "Show the notes")
    assert "Long meetings before ten" in texts(harness.chat.last.card)
    await ben.presses("Put notes together")
    assert ben.dialog is not None
    alike = next(each for each in fields(ben.dialog).values() if any(" + " in one["title"] for one in each["choices"]))
    label = next(name for name, each in fields(ben.dialog).items() if each is alike)
    await ben.fills_in({label: "\n".join(one["title"] for one in alike["choices"])})
    await move_on(harness, anna, "Next: Vote", "Go on to the vote")
    await cleo.presses("Place my dots")
    assert cleo.dialog is not None
    topics = [one["title"] for one in fields(cleo.dialog)["Dot 1"]["choices"]]
    for person in people:
        await fill_in(person, "Place my dots", {"Dot 1": topics[1], "Dot 2": topics[1], "Dot 3": topics[2]})
    await move_on(harness, anna, "Next: Discuss")
    assert "Topic 1 of " in texts(harness.chat.last.card)
    await fill_in(cleo, "Agree on an action", {"What": "Fix the build", "Who": "dave", "By when": day(2)})
    await fill_in(dave, "Agree on an action", {"What": "Keep mornings free", "Who": "ben", "By when": day(7)})
    await move_on(harness, anna, "To the actions")
    assert "Fix the build" in texts(harness.chat.last.card)
    await move_on(harness, anna, "Next: Close", "Go on")
    await rate(people)
    await move_on(harness, anna, "Finish")
    await summary(harness)
    counted(harness)
    assert [text for card in harness.teams.cards for text in texts(card).split("\n") if foreign(text)] == []


async def write(people: list[TeamsUser]) -> None:
    """Whoever presses is in. One's own notes are listed, changed and removed in private."""
    _, ben, *_, fay = people
    for person in people:
        if person.name in NOTES:
            await fill_in(person, "Write notes", NOTES[person.name])
    assert ben.dialog is not None
    assert "Your 4 notes" in texts(ben.dialog)
    assert labels(ben.dialog).count("Edit") == 4
    await ben.presses_inside("Edit")
    (label,) = fields(ben.dialog)
    await ben.fills_in({label: "Release notes with each change"})
    assert "Release notes with each change" in texts(ben.dialog)
    body = ben.dialog["body"]
    lunch = next(at for at, each in enumerate(body) if "Lunch" in str(each))
    await ben.submits(next(each for each in body[lunch + 1]["actions"] if each["title"] == "Remove"), {})
    assert "Your 3 notes" in texts(ben.dialog)
    fay.closes()
    await fay.presses("I’m done")


async def rate(people: list[TeamsUser]) -> None:
    """Everybody says that it was worth their time."""
    for person in people:
        person.closes()
        await person.presses("Rate it")
        assert person.dialog is not None
        asked = next(name for name, each in fields(person.dialog).items() if "choices" in each)
        worth = next(one["title"] for one in fields(person.dialog)[asked]["choices"] if one["title"].startswith("4"))
        await person.fills_in({asked: worth})


async def summary(harness: TeamsHarness) -> None:
    """It is in the chat, as text, with its owners mentioned once, and as a file behind a link."""
    shown = harness.chat.last.card
    words = texts(shown)
    assert "2 actions" in words
    assert "<at>dave</at>" in words
    assert "<at>ben</at>" in words
    assert "Fix the build" in words
    (download,) = [each for each in actions(shown) if each["title"].startswith("Download")]
    status, content, headers = await harness.fetch(download["url"])
    assert status == 200
    assert "Fix the build" in content.decode()
    assert headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''retro-")
    assert {"Copy as text", "Our actions"} <= set(labels(shown))
    assert [one for one in harness.chat.messages[:-1] if labels(one.card)] == []


def counted(harness: TeamsHarness) -> None:
    """What a meeting of six costs: posts, mentions a person, buttons in the largest message."""
    posted = [one for one in harness.chat.messages if one.sender.startswith("28:")]
    for message in posted:
        found = [each for each in actions(message.card) if each["type"] != "Action.OpenUrl"]
        assert sum(each.get("style") == "positive" for each in found) <= 1
    every = [card for card in harness.teams.cards if not any("own" in each.get("data", {}) for each in actions(card))]
    for card in every:
        assert not any(label.startswith(LEADING) for label in labels(card)), labels(card)
        assert all(len(row) <= 6 for row in rows(card))
        assert not any(each["type"] == "Image" for each in parts(card))
    calls = Counter(
        each["mentioned"]["id"]
        for message in posted
        for card in cards_of(message.activity)
        for each in card["msteams"].get("entities", ())
    )
    assert calls == {"oid-dave": 1, "oid-ben": 1}
    phases = ("lobby", "check in", "write", "group", "vote", "topic", "actions", "close", "summary")
    assert len(posted) == len(phases)
