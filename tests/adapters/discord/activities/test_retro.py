"""A retrospective in a Discord channel: words and four buttons for all, a panel for each, forms for what is written."""

import re
from collections.abc import Sequence

from adapters.layout import MORE
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.discord_state import BUTTON, EPHEMERAL, MENU, Interaction, Message
from tests.peers.discord_user import DiscordUser

SIX = (*FIVE, "fay")
NOTE, ACTION, DOTS, GROUP = "Write notes", "Agree on an action", "Place my dots", "Put notes together"
AGAIN, FURTHER = "Correct what you typed", "More of this form"
LEADING = ("Next", "Back", "+1", "−1", "Pause", "Start", "Finish", "To the actions", "Nudge", "Hand over", "Settings")


async def fill(harness: DiscordHarness, person: DiscordUser, label: str, answers: dict[str, str]) -> Message:
    """Press a button of the room's message, fill in its form, and wait until the room and the person see the result."""
    opened = await person.press(harness.channel.last, label)
    assert opened.form is not None
    before = (await harness.standing()).sequence  # the press may have seated them
    answer = await harness.shown_after(person, person.submit_all(opened, answers))
    await harness.moved(before)
    check_room(harness)
    return answer


async def press(harness: DiscordHarness, person: DiscordUser, label: str) -> Message:
    before = (await harness.standing()).sequence
    answer = await harness.shown_after(person, person.press(harness.channel.last, label))
    await harness.moved(before)
    check_room(harness)
    return answer


async def to_writing(harness: DiscordHarness, *names: str, **arguments: str) -> list[DiscordUser]:
    people = await harness.begin(*names or FIVE, game="retro", **arguments)
    await harness.go_on(people[0])
    return people


def options_of(interaction: Interaction) -> list[str]:
    """What can be chosen in the menus of an opened form."""
    return [option["label"] for label in interaction.fields for option in label["component"].get("options", ())]


def buttons(message: Message) -> list[str]:
    return [part["label"] for part in message.parts if part["type"] == BUTTON]


def seen(message: Message) -> str:
    return repr((message.heading, message.content, message.labels, message.attachments))


def check_room(harness: DiscordHarness) -> None:
    """No message has two coloured buttons, a facilitator's act or more than four buttons, and none has a picture."""
    for message in harness.channel.shown:
        styles = [part["style"] for part in message.parts if part["type"] == BUTTON]
        assert styles.count(1) <= 1, message.labels
        assert not {*styles} & {3, 4}
        assert len(styles) <= 4
        assert not [label for label in message.labels if label.startswith(LEADING)]
        assert not [each for each in message.attachments if not each["filename"].endswith(".md")]


# --- the whole of it -------------------------------------------------------------------------------------------------


async def test_a_whole_retrospective_of_six(harness: DiscordHarness, store: Store) -> None:
    """From the lobby to the summary: two people say that they are here, the others just begin to write."""
    people = [harness.user(name) for name in SIX]
    anna, ben, cleo, dora, emil, fay = people
    await anna.command("new", game="retro")
    await press(harness, ben, "I’m here")
    await harness.start(anna)
    await fill(harness, anna, "Answer", {"": "sunny"})
    await press(harness, ben, "Pass")
    await harness.go_on(anna)

    board, before = harness.channel.last, len(harness.channel.shown)
    writing = [
        await fill(harness, person, NOTE, {column.capitalize(): text})
        for person, (column, text) in zip(people, NOTES, strict=True)
    ]
    writing.append(await fill(harness, anna, NOTE, {"Start": "release notes\nmore demos"}))
    await check_own_notes(harness, anna)
    assert (harness.channel.last, len(harness.channel.shown)) == (board, before)  # it was edited each time
    check_anonymous(harness, writing)
    await press(harness, ben, "I’m done")
    assert "**7 notes** so far, all face down. **1 of 6** people are done." in board.content
    panel = await harness.panel(anna)
    assert "Done: ben. Still writing: cleo, dora, emil, fay." in panel.content
    assert {"Next: Group", "+1 min", "−1 min", "Pause", "Nudge", "Hand over…"} <= {*panel.labels}
    controls = [part for part in panel.parts if part["type"] in {BUTTON, MENU}]
    assert len(controls) <= 11
    await harness.go_on(anna)

    await harness.peer.until(lambda: board.content == "Write: 7 notes by 6 people")
    await harness.peer.until(lambda: len(anna.private) == 1)  # her panel stands below the new message, nowhere else
    assert anna.private[-1].id > harness.channel.last.id
    form = await cleo.press(harness.channel.last, GROUP)
    alike = next(label for label in options_of(form) if "Monday" in label and "+" in label)
    await cleo.submit_all(form, {alike: "", "Name (optional)": "Mondays"})
    await harness.peer.until(lambda: "**Mondays**: " in harness.channel.last.content)
    await harness.go_on(anna)
    await vote(harness, people)
    await harness.go_on(anna)
    assert "Topic 1 of 2: pairing on what is new" in harness.channel.last.heading
    await fill(harness, ben, "Write an insight", {"": "we learn from each other"})
    await fill(harness, ben, ACTION, {"What": "show how it is done", "Who": "dora"})
    await harness.go_on(anna)
    await fill(harness, emil, ACTION, {"What": "skip one Monday", "Who": "emil", "Another day": "12 Dec"})
    await harness.go_on(anna)
    await press(harness, fay, "Looks right")
    await harness.go_on(anna)
    worth = {"Was it worth your time?": "4: more than worth it"}
    for person in people:
        thanks = {"Whom do you want to thank?": "fay", "For what?": "the cake"} if person is dora else {}
        await fill(harness, person, "Rate it", {**worth, **thanks})
    await harness.go_on(anna, "Finish")
    await check_summary(harness, people)
    await check_stored_without_names(harness, store)


async def check_own_notes(harness: DiscordHarness, person: DiscordUser) -> None:
    """One private message lists them, however often they are changed; a change is filled in with what was there."""
    (panel,) = person.private
    assert "**Your 3 notes**" in panel.content
    label = "more demos · Start"
    opened = await person.press(panel, f"Edit: {label}")
    assert opened.fields[0]["component"]["value"] == "more demos"
    await person.submit_all(opened, {"": "fewer demos"})
    await harness.peer.until(lambda: "fewer demos · Start" in panel.content)
    await person.press(panel, "Remove: fewer demos · Start")
    await harness.peer.until(lambda: "**Your 2 notes**" in panel.content)
    assert person.private == [panel]


async def vote(harness: DiscordHarness, people: Sequence[DiscordUser]) -> None:
    offered = options_of(await people[0].press(harness.channel.last, DOTS))
    topic, other = (next(label for label in offered if word in label) for word in ("pairing", "Mondays"))
    for person in people:
        await fill(harness, person, DOTS, {"Dot 1": topic, "Dot 2": topic if person is people[0] else other})
    assert "**12 of 18 dots** are placed." in harness.channel.last.content


async def check_summary(harness: DiscordHarness, people: Sequence[DiscordUser]) -> None:
    """The result as text with its owners mentioned once; what it took to get there."""
    summary, dora, emil = harness.channel.last, people[3], people[4]
    await harness.peer.until(lambda: not any(message.labels for message in harness.channel.shown[:-1]))
    check_room(harness)
    assert summary.heading.startswith("Retrospective, ")
    assert summary.heading.endswith(": 2 actions")
    for words in (f"1. **<@{dora.number}>** Show how it is done", f"2. **<@{emil.number}>** Skip one Monday", "12 Dec",
                  "**pairing on what is new** \\(7 dots\\): we learn from each other", "**Mondays** \\(5 dots\\)",
                  "dora to fay: the cake", "6 people · 7 notes · worth the time: 4\\.0 of 5"):  # fmt: skip
        assert words in summary.content, summary.content
    assert buttons(summary) == ["Plan the next one", "Copy as text", "Our actions", str(MORE)]
    (file,) = summary.attachments
    assert file["filename"].startswith("retro-20")
    assert b"show how it is done" in summary.files[0]
    pinged = [number for message in harness.channel.shown for number in message.pinged]
    assert sorted(pinged) == [dora.number, emil.number]
    assert max(len(buttons(message)) for message in harness.channel.shown) <= 4
    told = [message.content for message in harness.channel.shown[:-1]]
    assert told[0].startswith("Retrospective with ")
    assert [each.partition(":")[0] for each in told[1:]] == [
        "Check in", "Write", "Group", "Vote", "pairing on what is new \\(7 dots\\)", "Mondays \\(5 dots\\)",
        "Actions", "Close",
    ]  # fmt: skip
    await harness.peer.until(lambda: all(len(person.private) <= 1 for person in people))
    copied = await harness.shown_after(dora, dora.press(summary, "Copy as text"))
    assert "1. dora Show how it is done" in copied.board


def check_anonymous(harness: DiscordHarness, writing: Sequence[Message]) -> None:
    """Check that no message of the room contains a note, and that every answer is private."""
    for message in harness.channel.shown:
        assert not any(text in seen(message) for _, text in NOTES)
    for message in writing:
        assert message.flags & EPHEMERAL


async def check_stored_without_names(harness: DiscordHarness, store: Store) -> None:
    record = await store.room(f"discord:{harness.channel.id}")
    assert record is not None
    sealed = [row for row in await store.events(record.table) if row.kind == "note_written"]
    assert len(sealed) == 8
    live = await harness.service.tables.find(record.table)
    assert live is not None
    people = [seating.person for seating in live.people]
    for row in sealed:
        assert row.seat is None
        assert not any(person.partition(":")[2] in f"{row.request} {row.payload}" for person in people)


# --- forms -----------------------------------------------------------------------------------------------------------


async def test_a_count_whose_message_was_deleted(harness: DiscordHarness) -> None:
    """The next count is a separate message, not a response to the person who wrote the note."""
    people = await to_writing(harness)
    form = await people[1].press(harness.channel.last, NOTE)
    del harness.channel.messages[harness.channel.last.id]
    form.source = None
    before = (await harness.standing()).sequence
    interaction = await people[1].submit_all(form, {"Stop": "long meetings"})
    await harness.moved(before)
    assert "**1 note** so far" in harness.channel.last.content
    assert harness.channel.last.answers is None
    await harness.peer.until(lambda: "**Your note**" in interaction.private_text)


async def test_a_refused_form_opens_again_with_what_was_typed(harness: DiscordHarness) -> None:
    """Nothing of it is written; the answer has a button for the form as it was sent, the only coloured one."""
    anna, ben, *_ = await to_writing(harness)
    opened = await anna.press(harness.channel.last, NOTE)
    assert [label["label"] for label in opened.fields] == ["Start", "Stop", "Continue"]
    refused = await harness.shown_after(anna, anna.submit_all(opened, {"Start": "pairing\ncake", "Stop": "x" * 240}))
    assert "That’s 240 characters; notes have up to 200" in refused.content
    assert [part["style"] for part in refused.parts if part["type"] == BUTTON].count(1) == 1
    assert not (await harness.standing()).state.notes
    again = await anna.press(refused, AGAIN)
    start, stop, rest = (label["component"] for label in again.fields)
    assert (start["value"], stop["value"], rest.get("value", "")) == ("pairing\ncake", "x" * 240, "")
    answer = await harness.shown_after(anna, anna.submit_all(again, {"Stop": "x" * 200}))
    assert "**Your 3 notes**" in answer.content
    opened = await anna.press(harness.channel.last, NOTE)
    assert not any(label["component"].get("value") for label in opened.fields)
    empty = await ben.press(harness.channel.last, NOTE)
    assert AGAIN in (await harness.shown_after(ben, ben.submit_all(empty, {"Stop": " "}))).labels
    assert len((await harness.standing()).state.notes) == 3


async def test_a_form_with_more_than_five_fields(harness: DiscordHarness) -> None:
    """Six columns are two forms: the answer to the first has a button for the second."""
    anna, *_ = await to_writing(harness, "anna", "ben", options="columns=A,B,C,D,E,F")
    first = await fill(harness, anna, NOTE, {"E": "five"})
    opened = await anna.press(first, FURTHER)
    assert [label["label"] for label in opened.fields] == ["F"]
    await anna.submit_all(opened, {"F": "six"})
    await harness.peer.until(lambda: "**Your 2 notes**" in anna.private[-1].content)
    assert [note.column for note in (await harness.standing()).state.notes] in ([4, 5], [5, 4])
    assert FURTHER not in anna.private[-1].labels


async def test_all_dots_in_one_form(harness: DiscordHarness) -> None:
    """A menu for each dot: too many is impossible, a topic may have several, and sending it again replaces them."""
    anna, *_ = await to_writing(harness)
    await fill(harness, anna, NOTE, {"Start": "\n".join(letter * 9 for letter in "abcdefghij")})
    await harness.go_on(anna)
    grouping = await anna.press(harness.channel.last, GROUP)  # also where nothing looks alike
    await anna.submit_all(grouping, {"Start": "\n".join(options_of(grouping)[:3])})
    await harness.peer.until(lambda: "**8 topics** from **10 notes**" in harness.channel.last.content)
    await harness.go_on(anna)
    opened = await anna.press(harness.channel.last, DOTS)
    topics = options_of(opened)
    await anna.submit_all(opened, {"Dot 1": topics[1], "Dot 2": topics[1], "Dot 3": topics[2]})
    await harness.peer.until(lambda: "**3 of 15 dots**" in harness.channel.last.content)
    again = await anna.press(harness.channel.last, DOTS)
    chosen = [
        [each["label"] for each in field["component"]["options"] if each.get("default")] for field in again.fields
    ]
    assert chosen == [[topics[1]], [topics[1]], [topics[2]]]
    await anna.submit_all(again, {"Dot 1": "No topic"})
    await harness.peer.until(lambda: "**2 of 15 dots**" in harness.channel.last.content)


async def test_thirty_topics_and_twelve_people(harness: DiscordHarness) -> None:
    """More topics than a menu has entries: the column first. Long lists fit into a message, and nobody is called."""
    names = [f"{'x' * number}{number}" for number in range(12)]
    people = await to_writing(harness, *names, options="columns=Keep,Drop")
    for column, letter in (("Keep", "a"), ("Drop", "b")):
        await fill(
            harness, people[0], NOTE, {column: "\n".join(f"{letter}{number:02} {'z' * 190}" for number in range(15))}
        )
    await harness.go_on(people[0])
    assert " more" in harness.channel.last.content
    await harness.go_on(people[0])
    question = await harness.shown_after(people[11], people[11].press(harness.channel.last, DOTS))
    assert question.labels == ["Keep", "Drop"]
    opened = await people[11].press(question, "Drop")
    offered = options_of(opened)[:16]
    assert offered[0] == "No topic"
    assert len([label for label in offered if re.search(r"\bb\d\d ", label)]) == 15
    await people[11].submit_all(opened, {"Dot 1": offered[-1]})
    await harness.peer.until(lambda: "**1 of 36 dots**" in harness.channel.last.content)
    assert not any(message.pinged for message in harness.channel.shown)


# --- facilitating ----------------------------------------------------------------------------------------------------


async def test_next_is_asked_about_while_people_write(harness: DiscordHarness) -> None:
    """Both answers are in the panel, the likelier one coloured; more time is given at once."""
    anna, ben, *_ = await to_writing(harness)
    await fill(harness, ben, NOTE, {"Stop": "Mondays"})
    before = (await harness.standing()).sequence
    panel = await harness.panel(anna)
    asked = await harness.shown_after(anna, anna.press(panel, "Next: Group"))
    assert anna.private == [asked]
    assert "aren’t done: " in asked.content
    assert [(part["label"], part["style"]) for part in asked.parts] == [
        ("Show the notes", 1),
        ("Give them a minute", 2),
    ]
    answer = await harness.shown_after(anna, anna.press(asked, "Give them a minute"))
    await harness.moved(before)
    assert (await harness.standing()).state.phase == "reflect"
    assert "**You facilitate** · until " in answer.content
    refused = await ben.command("next")
    assert "anna" in refused.private_text
    await harness.go_on(anna)
    assert (await harness.standing()).state.phase != "reflect"


async def test_a_late_person_needs_no_seat(harness: DiscordHarness) -> None:
    """The press that opens a form seats them, and their note is answered to them alone."""
    people = await to_writing(harness)
    fay = harness.user("fay")
    opened = await fay.press(harness.channel.last, NOTE)
    assert len((await harness.standing()).table.seats) == len(people) + 1
    await fay.submit_all(opened, {"Stop": "Mondays"})
    await harness.peer.until(lambda: "**1 note** so far" in harness.channel.last.content)
    assert "of 6** people" in harness.channel.last.content
    assert not any("fay" in seen(message) for message in harness.channel.shown)


async def test_everything_else_is_behind_more(harness: DiscordHarness) -> None:
    """A participant's panel has no act of the facilitator, and what is rare is in one menu."""
    _, ben, *_ = await to_writing(harness)
    assert buttons(harness.channel.last) == [NOTE, "I’m done", str(MORE)]
    panel = await harness.panel(ben)
    assert not [label for label in panel.labels if label.startswith(LEADING)]
    await harness.shown_after(ben, ben.press(panel, "I’m done"))
    assert ben.private == [panel]
    assert "Not yet after all" in panel.labels
