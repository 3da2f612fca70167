"""A retrospective in a Slack channel: notes through forms, dots and phases by buttons, there and in the App Home."""

import json
from collections.abc import Sequence

from tests.adapters.slack.parts import Desk, Someone, labels, texts
from tests.adapters.slack.test_games import standing_of
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.slack import Posted

TYPED = "meetings that nobody remembers"
CARD = "Two Screens: sit together and look at it"


def last(desk: Desk) -> Posted:
    return desk.slack.in_channel("C1")[-1]


async def press(desk: Desk, person: Someone, label: str, answer: str = "") -> None:
    """A button of the last message, and the form that it opens if it asks for something."""
    before = (await standing_of(desk)).sequence
    await person.presses(label)
    if answer:
        assert label in texts(desk.slack.forms[-1]["blocks"])
        assert await person.submits(answer) == {}
    assert (await standing_of(desk)).sequence > before, person.heard()[-1:]


async def everybody(desk: Desk, people: Sequence[Someone], label: str) -> None:
    for person in people:
        await press(desk, person, label)


async def begin(desk: Desk) -> list[Someone]:
    people = [desk.person(name) for name in FIVE]
    await people[0].types("new retro")
    for person in people[1:]:
        await person.presses("Join")
    await people[0].presses("Start")
    return people


def nothing_known(desk: Desk, people: Sequence[Someone]) -> None:
    """No message, picture, page or private answer has a word of a note, whoever reads it."""
    slack = desk.slack
    seen = [json.dumps([[one.text, one.blocks] for one in slack.messages], ensure_ascii=False)]
    seen += [json.dumps(page, ensure_ascii=False) for page in slack.homes.values()]
    seen += [json.dumps(person.heard(), ensure_ascii=False) for person in people]
    seen += [f"{file['alt']} {file['content'].decode(errors='replace')}" for file in slack.files.values()]
    for text in (*(text for _, text in NOTES), TYPED, CARD):
        assert not any(text in one for one in seen)


async def test_a_whole_retrospective(desk: Desk) -> None:
    """Five people, from the first word to the summary."""
    people = await begin(desk)
    anna, ben, cleo, dora, _ = people
    await press(desk, anna, "Check in", "sunny")
    for person in people[1:]:
        await person.types("say fine")

    board, messages = last(desk), len(desk.slack.messages)
    await cleo.opens_home()
    for number, (person, (column, text)) in enumerate(zip(people, NOTES, strict=False), start=1):
        if person is cleo:
            await cleo.presses_at_home(f"Note: {column.capitalize()}")
            assert await cleo.submits(text) == {}
        else:
            await press(desk, person, f"Note: {column.capitalize()}", text)
        assert f"Note {number} is in, without a name." in texts(person.heard()[-1]["blocks"])
        assert f"{number} note{'s' * (number > 1)} so far" in texts(last(desk).blocks)
    await ben.types(f"note stop {TYPED}")
    await press(desk, anna, "Game card: tool", CARD)
    assert last(desk) is board  # it was edited, each time
    assert len(desk.slack.messages) == messages
    assert "6 notes so far" in texts(cleo.home["blocks"])  # the page follows
    nothing_known(desk, people)

    await everybody(desk, people, "Ready")
    assert "6 notes are on the board" in texts(last(desk).blocks)
    await press(desk, anna, next(label for label in labels(last(desk).blocks) if "Monday" in label))
    await press(desk, anna, "Next: Vote")
    topic = next(label for label in labels(last(desk).blocks) if "pairing" in label)
    other = next(label for label in labels(last(desk).blocks) if "Monday" in label)
    for person in people:
        await press(desk, person, topic)
        assert "2 dots left" in texts(person.heard()[-1]["blocks"])
    assert f"Take back: {topic}" in labels(cleo.home["blocks"])
    await dora.opens_home()
    await dora.presses_at_home(other)
    assert "6 of 15 dots used" in texts(last(desk).blocks)
    await press(desk, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 5 dots: “pairing on what is new”" in texts(last(desk).blocks)
    await press(desk, ben, "Action for dora", "show how it is done by Friday")
    await press(desk, anna, "Skip to the actions")
    await press(desk, anna, "Next: Close")
    await everybody(desk, people, "4 out of 5")

    assert "The retrospective is over: 1 topic, 1 action. Worth the time: 4.0 out of 5." in texts(last(desk).blocks)
    picture = [*desk.slack.files.values()][-1]["content"].decode(errors="replace")
    for text in (*(text for _, text in NOTES[:5]), TYPED, "show how it is done"):
        assert text in picture
    await ben.types("export markdown")
    assert "- [ ] show how it is done (dora, by Friday)" in desk.slack.shared[-1].content.decode()
    await stored_without_names(desk, people)


async def stored_without_names(desk: Desk, people: Sequence[Someone]) -> None:
    record = await desk.store.room("slack:T1:C1")
    assert record is not None
    sealed = [row for row in await desk.store.events(record.table) if row.kind in {"note_written", "card_written"}]
    assert len(sealed) == 7
    for row in sealed:
        assert row.seat is None
        assert not any(person.user in f"{row.request} {row.payload}" for person in people)


async def test_thirty_topics_and_twelve_people(desk: Desk) -> None:
    """More than there is room for as buttons: topics stand in a menu, and what does not can be typed."""
    people = [desk.person(f"p{number}") for number in range(12)]
    await people[0].types("new retro columns=Keep,Drop")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    await people[0].types("next")
    for number in range(30):
        await people[number % 12].types(f"note keep thought {number} of many {'a' * number}")
    await press(desk, people[0], "Next: Group")
    await people[0].types("group 5 with 2")
    assert "29 topics" in texts(last(desk).blocks)
    await press(desk, people[0], "Next: Vote")
    offered = labels(last(desk).blocks)
    assert {"Ready", "Next: Discuss"} <= set(offered)
    topics = [label for label in offered if "thought" in label]
    assert len(topics) == 29
    await press(desk, people[11], topics[-1])
    await press(desk, people[0], "Next: Discuss")
    await press(desk, people[0], "Next: Actions")
    await people[4].types("action p9 think again by Friday")
    assert "think again" in texts(last(desk).blocks)
