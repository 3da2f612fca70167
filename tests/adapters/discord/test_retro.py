"""A retrospective in a Discord channel: notes through forms, dots and phases by buttons, counts by editing."""

from collections.abc import Sequence

from bot.ports import Store
from tests.adapters.discord.house import House
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.discord_people import Visitor
from tests.peers.discord_state import EPHEMERAL, Asked, Message

SLASHED = ("stop", "meetings that nobody remembers")
CARD = "Two Screens: sit together and look at it"


async def press(house: House, person: Visitor, label: str, answer: str = "") -> Asked:
    """A button of the channel's last message, and its form if it has one; until the room has seen what came of it."""
    before = (await house.standing()).sequence
    asked = await person.press(house.channel.last, label)
    if answer:
        assert asked.form is not None
        assert asked.form["title"] == label
        asked = await person.submit(asked, answer)
    await house.moved(before)
    return asked


async def everybody(house: House, people: Sequence[Visitor], label: str) -> None:
    for person in people:
        await press(house, person, label)


async def command(house: House, person: Visitor, name: str, **words: str) -> Asked:
    before = (await house.standing()).sequence
    asked = await person.command(name, **words)
    await house.moved(before)
    return asked


async def told(house: House, asked: Asked) -> str:
    """What this person alone reads, once it is there."""
    await house.peer.until(lambda: bool(asked.private))
    return asked.told


def seen(message: Message) -> str:
    return repr((message.content, message.embeds, message.labels, message.attachments))


async def check_in(house: House, people: Sequence[Visitor]) -> None:
    anna, *others = people
    await press(house, anna, "Check in", "sunny")
    assert "“sunny”" in house.channel.last.content
    for person in others:
        await command(house, person, "say", answer="fine")


async def test_a_whole_retrospective(house: House, store: Store) -> None:
    """Five people, from the first word to the summary."""
    people = await house.begin(*FIVE, game="retro")
    anna, ben, *_ = people
    await check_in(house, people)

    board, before = house.channel.last, len(house.channel.shown)
    writing: list[Asked] = []
    for number, (person, (column, text)) in enumerate(zip(people, NOTES, strict=False), start=1):
        writing.append(await press(house, person, f"Note: {column.capitalize()}", text))
        assert (await told(house, writing[-1])).startswith(f"Note {number} is in, without a name.")
        assert f"{number} note{'s' * (number > 1)} so far" in board.content
    writing.append(await command(house, ben, "note", column=SLASHED[0], text=SLASHED[1]))
    assert "Note 6 is in" in await told(house, writing[-1])
    writing.append(await press(house, anna, "Game card: tool", CARD))
    assert "Card 1" in await told(house, writing[-1])
    assert house.channel.last is board  # it was edited, each time
    assert len(house.channel.shown) == before
    assert board.edits == len(writing)
    nobody_can_tell(house, writing)

    await everybody(house, people, "Ready")
    assert "6 notes are on the board" in house.channel.last.content
    await press(house, anna, next(label for label in house.channel.last.labels if "Monday" in label))
    await press(house, anna, "Next: Vote")
    topic = next(label for label in house.channel.last.labels if "pairing" in label)
    other = next(label for label in house.channel.last.labels if "Monday" in label)
    for person in people:
        asked = await press(house, person, topic)
        assert "2 dots left" in await told(house, asked)
        await press(house, person, topic if person is anna else other)
    assert "10 of 15 dots used" in house.channel.last.content
    await press(house, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 6 dots: “pairing on what is new”" in house.channel.last.content
    await press(house, ben, "Action for dora", "show how it is done by Friday")
    await press(house, anna, "Skip to the actions")
    await press(house, anna, "Next: Close")
    await everybody(house, people, "4 out of 5")
    assert "The retrospective is over: 1 topic, 1 action" in house.channel.last.content
    await house.peer.until(lambda: not any(message.components for message in house.channel.shown[:-1]))
    summary = seen(house.channel.last)
    for text in (*(text for _, text in NOTES[:5]), SLASHED[1], "show how it is done"):
        assert text in summary
    await ben.command("export", form="markdown")
    assert b"- [ ] show how it is done (dora, by Friday)" in house.channel.last.files[0]
    await stored_without_names(house, store)


def nobody_can_tell(house: House, writing: Sequence[Asked]) -> None:
    """Nothing in the channel says a word of a note, or hangs on what somebody did to write one."""
    acts = {asked.id for asked in writing}
    for message in house.channel.shown:
        assert not any(text in seen(message) for text in (*(text for _, text in NOTES), SLASHED[1], CARD))
        assert message.answers not in acts
    for asked in writing:
        assert asked.private
        assert all(message.flags & EPHEMERAL for message in asked.private)


async def stored_without_names(house: House, store: Store) -> None:
    record = await store.room(f"discord:{house.channel.id}")
    assert record is not None
    sealed = [row for row in await store.events(record.table) if row.kind in {"note_written", "card_written"}]
    assert len(sealed) == 7
    live = await house.service.tables.find(record.table)
    assert live is not None
    people = [seating.person for seating in live.people]
    for row in sealed:
        assert row.seat is None
        assert not any(person.partition(":")[2] in f"{row.request} {row.payload}" for person in people)


async def test_a_count_without_its_message(house: House) -> None:
    """Somebody deleted it: the next one is a message of the channel, not the answer to whoever wrote the note."""
    people = await house.begin(*FIVE, game="retro")
    await press(house, people[0], "Next: Reflect")
    form = await people[1].press(house.channel.last, "Note: Stop")
    del house.channel.messages[house.channel.last.id]
    form.source = None
    before = (await house.standing()).sequence
    asked = await people[1].submit(form, "long meetings")
    await house.moved(before)
    assert "1 note so far" in house.channel.last.content
    assert house.channel.last.answers is None
    assert "Note 1 is in" in await told(house, asked)


async def test_thirty_topics_and_twelve_people(house: House) -> None:
    """More than there is room for as buttons: they stand in menus, and what does not can be typed."""
    people = [house.visitor(f"{'x' * number}{number}") for number in range(12)]
    await people[0].command("new", game="retro", options="columns=Keep,Drop")
    for person in people[1:]:
        await person.press(house.channel.last, "Join")
    await people[0].press(house.channel.last, "Start")
    await press(house, people[0], "Next: Reflect")
    for number in range(30):
        await command(
            house, people[number % 12], "note", column="keep", text=f"thought {number} of many {'a' * number}"
        )
    await press(house, people[0], "Next: Group")
    asked = await people[0].command("help")
    assert asked.private[-1].labels[-2:] == ["Ready", "Next: Vote"]  # beside as many pairs as there is room for
    await command(house, people[0], "group", note="5", other="2")
    await press(house, people[0], "Next: Vote")
    assert {"Ready", "Next: Discuss"} <= set(house.channel.last.labels)
    topics = [label for label in house.channel.last.labels if "thought" in label]
    assert len(topics) == 29
    await press(house, people[11], topics[-1])
    await command(house, people[11], "vote", topic=topics[-1].split()[0], take="back")
    await command(house, people[7], "vote", topic="2")
    await press(house, people[0], "Next: Discuss")
    await press(house, people[0], "Next: Actions")
    await command(house, people[4], "action", owner=people[9].name, what="think again by Friday")
    assert "think again" in house.channel.last.content
