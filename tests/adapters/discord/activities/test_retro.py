"""A retrospective in a Discord channel: notes in forms, dots and phases by buttons, counts by edits."""

from collections.abc import Sequence

from adapters.layout import MORE
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.discord_state import EPHEMERAL, Interaction, Message
from tests.peers.discord_user import DiscordUser

SLASHED = ("stop", "meetings that nobody remembers")
CARD = "Two Screens: sit together and look at it"


NOTE, GAME_CARD, ACTION = "Write a note", "Write a card for your next game", "Agree on an action"


async def press(harness: DiscordHarness, person: DiscordUser, label: str, **answers: str) -> Interaction:
    """Press a button of the last message, fill in its form if any, and wait until the room shows the result."""
    before = (await harness.standing()).sequence
    message = harness.channel.last
    if label not in message.labels:
        message = (await person.press(message, MORE)).private[-1]
    interaction = await person.press(message, label)
    if answers:
        assert interaction.form is not None
        assert interaction.form["title"] == label
        fields = {field.replace("_", " "): text for field, text in answers.items()}
        interaction = await person.submit_all(interaction, fields)
    await harness.moved(before)
    return interaction


async def note(harness: DiscordHarness, person: DiscordUser, column: str, text: str) -> Interaction:
    return await press(harness, person, NOTE, **{f"Note:_{column.capitalize()}": text})


async def everybody(harness: DiscordHarness, people: Sequence[DiscordUser], label: str) -> None:
    for person in people:
        await press(harness, person, label)


async def command(harness: DiscordHarness, person: DiscordUser, name: str, **arguments: str) -> Interaction:
    before = (await harness.standing()).sequence
    interaction = await person.command(name, **arguments)
    await harness.moved(before)
    return interaction


async def private_text(harness: DiscordHarness, interaction: Interaction) -> str:
    """The private reply to this person, once it is there."""
    await harness.peer.until(lambda: bool(interaction.private))
    return interaction.private_text


def seen(message: Message) -> str:
    return repr((message.content, message.board, message.labels, message.attachments))


async def check_in(harness: DiscordHarness, people: Sequence[DiscordUser]) -> None:
    anna, *others = people
    await press(harness, anna, "Check in", answer="sunny")
    assert "“sunny”" in harness.channel.last.content
    for person in others:
        await command(harness, person, "say", answer="fine")


async def test_a_whole_retrospective(harness: DiscordHarness, store: Store) -> None:
    """Five people go from check-in to the summary."""
    people = await harness.begin(*FIVE, game="retro")
    anna, ben, *_ = people
    await check_in(harness, people)

    board, before = harness.channel.last, len(harness.channel.shown)
    writing: list[Interaction] = []
    for number, (person, (column, text)) in enumerate(zip(people, NOTES, strict=False), start=1):
        writing.append(await note(harness, person, column, text))
        assert (await private_text(harness, writing[-1])).startswith(f"Note {number} is in, without a name.")
        assert f"{number} note{'s' * (number > 1)} so far" in board.content
    writing.append(await command(harness, ben, "note", column=SLASHED[0], text=SLASHED[1]))
    assert "Note 6 is in" in await private_text(harness, writing[-1])
    writing.append(await press(harness, anna, GAME_CARD, **{"Game_card:_tool": CARD}))
    assert "Card 1" in await private_text(harness, writing[-1])
    assert harness.channel.last is board  # it was edited each time
    assert len(harness.channel.shown) == before
    assert board.edits == len(writing)
    check_anonymous(harness, writing)

    await everybody(harness, people, "Ready")
    assert "6 notes are on the board" in harness.channel.last.content
    await press(harness, anna, next(label for label in harness.channel.last.labels if "Monday" in label))
    await press(harness, anna, "Next: Vote")
    topic = next(label for label in harness.channel.last.labels if "pairing" in label)
    other = next(label for label in harness.channel.last.labels if "Monday" in label)
    for person in people:
        interaction = await press(harness, person, topic)
        assert "2 dots left" in await private_text(harness, interaction)
        await press(harness, person, topic if person is anna else other)
    assert "10 of 15 dots used" in harness.channel.last.content
    await press(harness, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 6 dots: “pairing on what is new”" in harness.channel.last.content
    await press(harness, ben, ACTION, Action_for_dora="show how it is done by Friday")
    await press(harness, anna, "Skip to the actions")
    await press(harness, anna, "Next: Close")
    await everybody(harness, people, "4: more than worth it")
    assert "The retrospective is over: 1 topic, 1 action" in harness.channel.last.content
    await harness.peer.until(lambda: not any(message.labels for message in harness.channel.shown[:-1]))
    summary = seen(harness.channel.last)
    for text in (*(text for _, text in NOTES[:5]), SLASHED[1], "show how it is"):
        assert text in summary
    await ben.command("export", form="markdown")
    assert b"- [ ] show how it is done (dora, by Fri " in harness.channel.last.files[0]
    await check_stored_without_names(harness, store)


def check_anonymous(harness: DiscordHarness, writing: Sequence[Interaction]) -> None:
    """Check that no message contains a note or is a response to somebody writing one."""
    acts = {interaction.id for interaction in writing}
    for message in harness.channel.shown:
        assert not any(text in seen(message) for text in (*(text for _, text in NOTES), SLASHED[1], CARD))
        assert message.answers not in acts
    for interaction in writing:
        assert interaction.private
        assert all(message.flags & EPHEMERAL for message in interaction.private)


async def check_stored_without_names(harness: DiscordHarness, store: Store) -> None:
    record = await store.room(f"discord:{harness.channel.id}")
    assert record is not None
    sealed = [row for row in await store.events(record.table) if row.kind in {"note_written", "card_written"}]
    assert len(sealed) == 7
    live = await harness.service.tables.find(record.table)
    assert live is not None
    people = [seating.person for seating in live.people]
    for row in sealed:
        assert row.seat is None
        assert not any(person.partition(":")[2] in f"{row.request} {row.payload}" for person in people)


async def test_a_count_whose_message_was_deleted(harness: DiscordHarness) -> None:
    """The next count is a separate message, not a response to the person who wrote the note."""
    people = await harness.begin(*FIVE, game="retro")
    await press(harness, people[0], "Next: Reflect")
    form = await people[1].press(harness.channel.last, NOTE)
    del harness.channel.messages[harness.channel.last.id]
    form.source = None
    before = (await harness.standing()).sequence
    interaction = await people[1].submit_all(form, {"Note: Stop": "long meetings"})
    await harness.moved(before)
    assert "1 note so far" in harness.channel.last.content
    assert harness.channel.last.answers is None
    assert "Note 1 is in" in await private_text(harness, interaction)


async def test_several_notes_in_one_form(harness: DiscordHarness) -> None:
    """The form has a field for every column; those left empty write nothing."""
    anna, *_ = await harness.begin(*FIVE, game="retro")
    await press(harness, anna, "Next: Reflect")
    opened = await anna.press(harness.channel.last, NOTE)
    assert opened.form is not None
    assert [label["label"] for label in opened.form["components"]] == ["Note: Start", "Note: Stop", "Note: Continue"]
    interaction = await anna.submit_all(opened, {"Note: Start": "pairing", "Note: Continue": "cake"})
    assert "Note 2 is in" in await private_text(harness, interaction)
    await harness.peer.until(lambda: "2 notes so far" in harness.channel.last.content)
    empty = await anna.submit_all(await anna.press(harness.channel.last, NOTE), {"Note: Stop": " "})
    assert await private_text(harness, empty)
    assert "2 notes so far" in harness.channel.last.content


async def test_an_action_and_its_owner_in_one_form(harness: DiscordHarness) -> None:
    """The owner is chosen from a menu, the action is typed below it."""
    anna, *_ = await harness.begin(*FIVE, game="retro")
    while ACTION not in harness.channel.last.labels:
        before = (await harness.standing()).sequence
        panel = (await anna.press(harness.channel.last, MORE)).private[-1]
        await anna.press(panel, next(label for label in panel.labels if label.startswith(("Next", "Yes"))))
        await harness.moved(before)
    opened = await anna.press(harness.channel.last, ACTION)
    assert opened.form is not None
    owner, what = (label["component"] for label in opened.form["components"])
    assert [option["label"] for option in owner["options"]] == [f"Action for {name}" for name in FIVE]
    assert what["required"]
    await anna.submit_all(opened, {"Action for ben": "fix the build by Friday"})
    await harness.peer.until(lambda: "fix the build" in harness.channel.last.content)


async def test_several_dots_at_once(harness: DiscordHarness) -> None:
    """A menu takes as many topics as you like; dots beyond your last one are refused, the others count."""
    people = await harness.begin(*FIVE, game="retro")
    anna = people[0]
    await press(harness, anna, "Next: Reflect")
    for number, (column, _) in enumerate(NOTES[:5]):
        await note(harness, people[number], column, f"something quite different, number {'abcde'[number] * 7}")
    await press(harness, anna, "Next: Group")
    await press(harness, anna, "Next: Vote")
    topics = [label for label in harness.channel.last.labels if "different" in label]
    before = (await harness.standing()).sequence
    interaction = await anna.choose(harness.channel.last, *topics[:2])
    await harness.moved(before)
    assert "1 dot left" in await private_text(harness, interaction)
    greedy = await people[1].choose(harness.channel.last, *topics)
    assert "dot" in await private_text(harness, greedy)
    await harness.peer.until(lambda: "5 of 15 dots used" in harness.channel.last.content)


async def test_thirty_topics_and_twelve_people(harness: DiscordHarness) -> None:
    """Too many topics for buttons go into menus, the rest is typed; a phase is one message and calls everybody once."""
    people = [harness.user(f"{'x' * number}{number}") for number in range(12)]
    await people[0].command("new", game="retro", options="columns=Keep,Drop")
    for person in people[1:]:
        await person.press(harness.channel.last, "Join")
    lobby = len(harness.channel.messages)
    await people[0].press(harness.channel.last, "Start the retrospective")
    await press(harness, people[0], "Next: Reflect")
    for number in range(30):
        await command(
            harness, people[number % 12], "note", column="keep", text=f"thought {number} of many {'a' * number}"
        )
    await press(harness, people[0], "Next: Group")
    interaction = await people[0].command("help")
    assert {"Ready", "Next: Vote"} <= set(interaction.private[-1].labels)  # besides as many pairs as fit
    await command(harness, people[0], "group", note="5", other="2")
    await press(harness, people[0], "Next: Vote")
    assert {"Ready", MORE} <= set(harness.channel.last.labels)
    assert "Next: Discuss" not in harness.channel.last.labels  # it is the facilitator’s
    topics = [label for label in harness.channel.last.labels if "thought" in label]
    assert len(topics) == 29
    await press(harness, people[11], topics[-1])
    await command(harness, people[11], "vote", topic=topics[-1].split()[0], take="back")
    await command(harness, people[7], "vote", topic="2")
    await press(harness, people[0], "Next: Discuss")
    await press(harness, people[0], "Next: Actions")
    await command(harness, people[4], "action", owner=people[9].name, what="think again by Friday")
    assert "think again" in harness.channel.last.content
    phases = [*harness.channel.messages.values()][lobby:]
    assert len(phases) == len(("stage", "reflect", "group", "vote", "discuss", "actions"))
    for message in phases:
        assert len(message.pinged) == len(set(message.pinged)) == len(people) - 1  # not whoever moved on
