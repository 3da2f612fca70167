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


NOTE, GAME_CARD, ACTION, DOTS = "Write notes", "Write a game card", "Agree on an action", "Place my dots"
GROUP, AGAIN = "Put notes together", "Correct what you typed"


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
    return await press(harness, person, NOTE, **{column.capitalize(): text})


def options_of(interaction: Interaction) -> list[str]:
    """What can be chosen in the menus of an opened form."""
    assert interaction.form is not None
    parts = [label["component"] for label in interaction.fields]
    return [option["label"] for part in parts for option in part.get("options", ())]


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
    writing.append(await press(harness, anna, GAME_CARD, Text=CARD, impediment_or_tool="Tool"))
    assert "Card 1" in await private_text(harness, writing[-1])
    assert harness.channel.last is board  # it was edited each time
    assert len(harness.channel.shown) == before
    assert board.edits == len(writing)
    check_anonymous(harness, writing)

    await everybody(harness, people, "Ready")
    assert "6 notes are on the board" in harness.channel.last.content
    form = await anna.press(harness.channel.last, GROUP)
    alike = {label: "" for label in options_of(form) if "Monday" in label}
    assert len(alike) == 2
    await anna.submit_all(form, {**alike, "Name (optional)": "Mondays"})
    await harness.peer.until(lambda: "is called “Mondays”" in harness.channel.last.content)
    await press(harness, anna, "Next: Vote")
    offered = options_of(await anna.press(harness.channel.last, DOTS))
    topic, other = (next(label for label in offered if word in label) for word in ("pairing", "Mondays"))
    for person in people:
        interaction = await press(harness, person, DOTS, Dot_1=topic)
        assert "2 dots left" in await private_text(harness, interaction)
        await press(harness, person, DOTS, Dot_2=topic if person is anna else other)
    assert "10 of 15 dots used" in harness.channel.last.content
    await press(harness, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 6 dots: “pairing on what is new”" in harness.channel.last.content
    await press(
        harness,
        ben,
        ACTION,
        **{"What": "show how it is done by Friday", "Who takes care of it": "dora"},
    )
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
    interaction = await people[1].submit_all(form, {"Stop": "long meetings"})
    await harness.moved(before)
    assert "1 note so far" in harness.channel.last.content
    assert harness.channel.last.answers is None
    assert "Note 1 is in" in await private_text(harness, interaction)


async def test_several_notes_in_one_form(harness: DiscordHarness) -> None:
    """Each line of each column is a note, all in one request; the answer has the codes of all of them."""
    anna, *_ = await harness.begin(*FIVE, game="retro")
    await press(harness, anna, "Next: Reflect")
    opened = await anna.press(harness.channel.last, NOTE)
    assert opened.form is not None
    assert [label["label"] for label in opened.fields] == ["Start", "Stop", "Continue"]
    interaction = await anna.submit_all(opened, {"Start": "pairing\n\nlunch together", "Continue": "cake"})
    answer = await private_text(harness, interaction)
    assert "3 notes are in, without a name." in answer
    for text in ("pairing", "lunch together", "cake"):
        assert answer.count(f"“{text}”. Its code: ") == 1
        assert {f"Change: {text}", f"Take back: {text}"} <= set(interaction.private[-1].labels)
    await harness.peer.until(lambda: "3 notes so far" in harness.channel.last.content)
    await anna.press(interaction.private[-1], "Take back: pairing")
    await harness.peer.until(lambda: "2 notes so far" in harness.channel.last.content)


async def test_a_refused_form_opens_again_with_what_was_typed(harness: DiscordHarness) -> None:
    """Nothing of it is written; the answer has a button for the form as it was sent."""
    anna, ben, *_ = await harness.begin(*FIVE, game="retro")
    await press(harness, anna, "Next: Reflect")
    opened = await anna.press(harness.channel.last, NOTE)
    refused = await anna.submit_all(opened, {"Start": "pairing\ncake", "Stop": "x" * 240})
    assert "That’s 240 characters; notes have up to 200" in await private_text(harness, refused)
    assert not (await harness.standing()).state.notes
    again = await anna.press(refused.private[-1], AGAIN)
    assert again.form is not None
    start, stop, rest = (label["component"] for label in again.fields)
    assert (start["value"], stop["value"], rest.get("value", "")) == ("pairing\ncake", "x" * 240, "")
    interaction = await anna.submit_all(again, {"Stop": "x" * 200})
    assert "3 notes are in" in await private_text(harness, interaction)
    opened = await anna.press(harness.channel.last, NOTE)
    assert opened.form is not None
    assert not any(label["component"].get("value") for label in opened.fields)
    empty = await ben.submit_all(await ben.press(harness.channel.last, NOTE), {"Stop": " "})
    assert await private_text(harness, empty)
    assert len((await harness.standing()).state.notes) == 3


async def test_a_form_with_more_than_five_fields(harness: DiscordHarness) -> None:
    """Six columns are two forms: the answer to the first has a button for the second."""
    anna = harness.user("anna")
    await anna.command("new", game="retro", options="columns=A,B,C,D,E,F")
    await harness.user("ben").press(harness.channel.last, "Join")
    await anna.press(harness.channel.last, "Start the retrospective")
    await press(harness, anna, "Next: Reflect")
    first = await anna.submit_all(await anna.press(harness.channel.last, NOTE), {"E": "five"})
    await private_text(harness, first)
    opened = await anna.press(first.private[-1], "More of this form")
    assert opened.form is not None
    assert [label["label"] for label in opened.fields] == ["F"]
    last = await anna.submit_all(opened, {"F": "six"})
    await private_text(harness, last)
    assert [note.column for note in (await harness.standing()).state.notes] in ([4, 5], [5, 4])
    assert "More of this form" not in last.private[-1].labels


async def test_an_action_and_its_owner_in_one_form(harness: DiscordHarness) -> None:
    """The action is typed, the owner is chosen from a menu below it."""
    anna, *_ = await harness.begin(*FIVE, game="retro")
    while ACTION not in harness.channel.last.labels:
        before = (await harness.standing()).sequence
        panel = (await anna.press(harness.channel.last, MORE)).private[-1]
        await anna.press(panel, next(label for label in panel.labels if label.startswith(("Next", "Yes"))))
        await harness.moved(before)
    opened = await anna.press(harness.channel.last, ACTION)
    assert opened.form is not None
    what, owner = (label["component"] for label in opened.fields)
    assert [option["label"] for option in owner["options"]] == [*FIVE]
    assert what["required"]
    await anna.submit_all(opened, {"What": "fix the build by Friday", "Who takes care of it": "ben"})
    await harness.peer.until(lambda: "fix the build" in harness.channel.last.content)


async def test_all_dots_in_one_form(harness: DiscordHarness) -> None:
    """A menu for each dot: too many is impossible, a topic may have several, and sending it again replaces them."""
    people = await harness.begin(*FIVE, game="retro")
    anna = people[0]
    await press(harness, anna, "Next: Reflect")
    for number, (column, _) in enumerate(NOTES[:5]):
        await note(harness, people[number], column, f"something quite different, number {'abcde'[number] * 7}")
    await press(harness, anna, "Next: Group")
    await press(harness, anna, "Next: Vote")
    opened = await anna.press(harness.channel.last, DOTS)
    topics = [label for label in dict.fromkeys(options_of(opened)) if "different" in label]
    before = (await harness.standing()).sequence
    await anna.submit_all(opened, {"Dot 1": topics[0], "Dot 2": topics[0], "Dot 3": topics[1]})
    await harness.moved(before)
    assert "3 of 15 dots used" in harness.channel.last.content
    again = await anna.press(harness.channel.last, DOTS)
    assert again.form is not None
    assert len(again.fields) == 3
    await anna.submit_all(again, {"Dot 1": "No topic"})
    await harness.peer.until(lambda: "2 of 15 dots used" in harness.channel.last.content)


async def test_ten_dissimilar_notes_can_be_grouped(harness: DiscordHarness) -> None:
    """Also where nothing looks alike, the room has a form to put notes together."""
    anna, *_ = await harness.begin(*FIVE, game="retro")
    await press(harness, anna, "Next: Reflect")
    lines = "\n".join(f"{letter * 9}" for letter in "abcdefghij")
    await press(harness, anna, NOTE, Start=lines)
    await press(harness, anna, "Next: Group")
    form = await anna.press(harness.channel.last, GROUP)
    await anna.submit_all(form, {"Start": "\n".join(options_of(form)[:3])})
    await harness.peer.until(lambda: "8 topics" in harness.channel.last.content)


async def test_thirty_topics_and_twelve_people(harness: DiscordHarness) -> None:
    """Too many topics for a menu are chosen in two steps; a phase is one message and calls everybody once."""
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
    opened = await people[11].press(harness.channel.last, DOTS)
    assert opened.form is None  # more topics than a menu has entries: some are chosen first
    form = await people[11].press(opened.private[-1], opened.private[-1].labels[-1])
    topic = next(label for label in options_of(form) if label.startswith("30 "))
    before = (await harness.standing()).sequence
    await people[11].submit_all(form, {"Dot 1": topic})
    await harness.moved(before)
    await command(harness, people[11], "vote", topic="30", take="back")
    await command(harness, people[7], "vote", topic="2")
    await press(harness, people[0], "Next: Discuss")
    await press(harness, people[0], "Next: Actions")
    await command(harness, people[4], "action", owner=people[9].name, what="think again by Friday")
    assert "think again" in harness.channel.last.content
    phases = [*harness.channel.messages.values()][lobby:]
    assert len(phases) == len(("stage", "reflect", "group", "vote", "discuss", "actions"))
    for message in phases:
        assert len(message.pinged) == len(set(message.pinged)) == len(people) - 1  # not whoever moved on
