"""A retrospective in a Slack channel: notes in forms, dots and phases by buttons, also in the App Home."""

import json
from collections.abc import Sequence

from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.adapters.slack.test_games import standing_of
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.slack import Posted

TYPED = "meetings that nobody remembers"
CARD = "Two Screens: sit together and look at it"


def last(harness: SlackHarness) -> Posted:
    return harness.slack.in_channel("C1")[-1]


async def press(harness: SlackHarness, person: SlackUser, label: str, answer: str = "") -> None:
    """Press a button of the last message, and fill in its form if it opens one."""
    before = (await standing_of(harness)).sequence
    await person.presses(label)
    if answer:
        assert label in texts(harness.slack.forms[-1]["blocks"])
        assert await person.submits(answer) == {}
    assert (await standing_of(harness)).sequence > before, person.private_replies()[-1:]


async def everybody(harness: SlackHarness, people: Sequence[SlackUser], label: str) -> None:
    for person in people:
        await press(harness, person, label)


async def begin(harness: SlackHarness) -> list[SlackUser]:
    people = [harness.person(name) for name in FIVE]
    await people[0].types("new retro")
    for person in people[1:]:
        await person.presses("Join")
    await people[0].presses("Start")
    return people


def nothing_known(harness: SlackHarness, people: Sequence[SlackUser]) -> None:
    """Check that no message, picture, page or private reply contains a note."""
    slack = harness.slack
    seen = [json.dumps([[one.text, one.blocks] for one in slack.messages], ensure_ascii=False)]
    seen += [json.dumps(page, ensure_ascii=False) for page in slack.homes.values()]
    seen += [json.dumps(person.private_replies(), ensure_ascii=False) for person in people]
    seen += [f"{file['alt']} {file['content'].decode(errors='replace')}" for file in slack.files.values()]
    for text in (*(text for _, text in NOTES), TYPED, CARD):
        assert not any(text in one for one in seen)


async def test_a_whole_retrospective(harness: SlackHarness) -> None:
    """Five people go from check-in to the summary."""
    people = await begin(harness)
    anna, ben, cleo, dora, _ = people
    await press(harness, anna, "Check in", "sunny")
    for person in people[1:]:
        await person.types("say fine")

    board, messages = last(harness), len(harness.slack.messages)
    await cleo.opens_home()
    for number, (person, (column, text)) in enumerate(zip(people, NOTES, strict=False), start=1):
        if person is cleo:
            await cleo.presses_at_home(f"Note: {column.capitalize()}")
            assert await cleo.submits(text) == {}
        else:
            await press(harness, person, f"Note: {column.capitalize()}", text)
        answer = cleo.home if person is cleo else person.private_replies()[-1]
        assert f"Note {number} is in, without a name." in texts(answer["blocks"])
        assert f"{number} note{'s' * (number > 1)} so far" in texts(last(harness).blocks)
    await ben.types(f"note stop {TYPED}")
    await press(harness, anna, "Game card: tool", CARD)
    assert last(harness) is board  # it was edited each time
    assert len(harness.slack.messages) == messages
    assert "6 notes so far" in texts(cleo.home["blocks"])  # the page follows
    nothing_known(harness, people)

    await everybody(harness, people, "Ready")
    assert "6 notes are on the board" in texts(last(harness).blocks)
    await press(harness, anna, next(label for label in labels(last(harness).blocks) if "Monday" in label))
    await press(harness, anna, "Next: Vote")
    topic = next(label for label in labels(last(harness).blocks) if "pairing" in label)
    other = next(label for label in labels(last(harness).blocks) if "Monday" in label)
    for person in people:
        await press(harness, person, topic)
        assert "2 dots left" in texts(person.private_replies()[-1]["blocks"])
    assert f"Take back: {topic}" in labels((await cleo.opens_home())["blocks"])
    await dora.opens_home()
    await dora.presses_at_home(other)
    assert "6 of 15 dots used" in texts(last(harness).blocks)
    await press(harness, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 5 dots: “pairing on what is new”" in texts(last(harness).blocks)
    await press(harness, ben, "Action for dora", "show how it is done by Friday")
    await press(harness, anna, "Skip to the actions")
    await press(harness, anna, "Next: Close")
    await everybody(harness, people, "4 out of 5")

    assert "The retrospective is over: 1 topic, 1 action. Worth the time: 4.0 out of 5." in texts(last(harness).blocks)
    picture = [*harness.slack.files.values()][-1]["content"].decode(errors="replace")
    for text in (*(text for _, text in NOTES[:5]), TYPED, "show how it is"):
        assert text in picture
    await ben.types("export markdown")
    assert "- [ ] show how it is done (dora, by Fri " in harness.slack.shared[-1].content.decode()
    await stored_without_names(harness, people)


async def stored_without_names(harness: SlackHarness, people: Sequence[SlackUser]) -> None:
    record = await harness.store.room("slack:T1:C1")
    assert record is not None
    sealed = [row for row in await harness.store.events(record.table) if row.kind in {"note_written", "card_written"}]
    assert len(sealed) == 7
    for row in sealed:
        assert row.seat is None
        assert not any(person.user in f"{row.request} {row.payload}" for person in people)


async def test_thirty_topics_and_twelve_people(harness: SlackHarness) -> None:
    """Too many topics for buttons go into a menu, and what doesn't fit can be typed."""
    people = [harness.person(f"p{number}") for number in range(12)]
    await people[0].types("new retro columns=Keep,Drop")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    await people[0].types("next")
    for number in range(30):
        await people[number % 12].types(f"note keep thought {number} of many {'a' * number}")
    await press(harness, people[0], "Next: Group")
    await people[0].types("group 5 with 2")
    assert "29 topics" in texts(last(harness).blocks)
    await press(harness, people[0], "Next: Vote")
    offered = labels(last(harness).blocks)
    assert {"Ready", "Next: Discuss"} <= set(offered)
    topics = [label for label in offered if "thought" in label]
    assert len(topics) == 29
    await press(harness, people[11], topics[-1])
    await press(harness, people[0], "Next: Discuss")
    await press(harness, people[0], "Next: Actions")
    await people[4].types("action p9 think again by Friday")
    assert "think again" in texts(last(harness).blocks)
