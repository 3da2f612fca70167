"""A retrospective in a Slack channel: notes in forms, dots and phases by buttons, also in the App Home."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.layout import MORE
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.adapters.slack.test_games import standing_of
from tests.bot.retro_harness import FIVE, NOTES
from tests.peers.slack import Payload, Posted

NOTE, DOTS, ACTION, GROUP = "Write notes", "Place my dots", "Agree on an action", "Put notes together"
CARDS = "Write a game card"
NO_TOPIC = "No topic"
TYPED = "meetings that nobody remembers"
CARD = "Two Screens: sit together and look at it"


def last(harness: SlackHarness) -> Posted:
    return harness.slack.in_channel("C1")[-1]


async def press(harness: SlackHarness, person: SlackUser, label: str, answer: str = "") -> None:
    """Press a button of the last message, and fill in its form if it opens one."""
    before = (await standing_of(harness)).sequence
    if label not in labels(last(harness).blocks):
        await choose_more(person, label)
    else:
        await person.presses(label)
    if answer:
        assert label in texts([harness.slack.forms[-1]["title"], *harness.slack.forms[-1]["blocks"]])
        assert await person.submits(answer) == {}
    assert (await standing_of(harness)).sequence > before, person.private_replies()[-1:]


async def choose_more(person: SlackUser, label: str, answer: str = "") -> None:
    """Do what isn't in the room's message, in the form with everything that this person can do."""
    await person.presses(MORE)
    form = OpenForm(person)
    await form.chooses(label)
    if answer:
        form.types(answer)
    assert "errors" not in await form.sends()


async def fill_in(
    harness: SlackHarness, person: SlackUser, button: str, typed: Mapping[str, str], *chosen: str
) -> Payload:
    """Press the button that opens a form for several choices, and send the form; what Slack is told to do with it."""
    await person.presses(button)
    return await person.fills_in(harness.slack.forms[-1], typed, chosen)


def menu_of(form: Payload) -> list[Payload]:
    """The options of a form's first menu."""
    menu = next(block["element"] for block in form["blocks"] if block["type"] == "input")
    return list(menu["options"])


def chosen_in(form: Payload) -> list[str]:
    """What is chosen when the form opens, menu by menu."""
    menus = [block["element"] for block in form["blocks"] if block["type"] == "input"]
    return [menu["initial_option"]["text"]["text"] for menu in menus]


async def everybody(harness: SlackHarness, people: Sequence[SlackUser], label: str) -> None:
    for person in people:
        await press(harness, person, label)


async def begin(harness: SlackHarness) -> list[SlackUser]:
    people = [harness.person(name) for name in FIVE]
    await people[0].types("new retro")
    for person in people[1:]:
        await person.presses("Join")
    await people[0].presses("Start the retrospective")
    return people


def nothing_known(harness: SlackHarness, people: Sequence[SlackUser]) -> None:
    """Check that no message or picture contains a note; private replies and pages only those of their reader."""
    slack = harness.slack
    seen = [json.dumps([[one.text, one.blocks] for one in slack.messages], ensure_ascii=False)]
    seen += [f"{file['alt']} {file['content'].decode(errors='replace')}" for file in slack.files.values()]
    for text in (*(text for _, text in NOTES), TYPED, CARD):
        assert not any(text in one for one in seen)
        told = [person for person in people if text in json.dumps(person.private_replies(), ensure_ascii=False)]
        assert len(told) <= 1  # its writer
        assert sum(text in json.dumps(page, ensure_ascii=False) for page in slack.homes.values()) <= 1


async def put_dots(harness: SlackHarness, people: Sequence[SlackUser]) -> None:
    """Everybody puts a dot on a topic, one of them another one at home."""
    _, _, cleo, dora, _ = people
    await people[0].presses(DOTS)
    topics = [option["text"]["text"] for option in menu_of(harness.slack.forms[-1])]
    topic, other = (next(label for label in topics if word in label) for word in ("pairing", "Mondays"))
    for person in people:
        assert await fill_in(harness, person, DOTS, {"Dot 1": topic}) == {}
        assert "2 dots left" in texts(person.private_replies()[-1]["blocks"])
    await cleo.opens_home()
    await cleo.presses_at_home(DOTS)
    assert chosen_in(harness.slack.forms[-1]) == [topic, NO_TOPIC, NO_TOPIC]
    await dora.opens_home()
    await dora.presses_at_home(DOTS)
    assert await dora.fills_in(harness.slack.forms[-1], {"Dot 2": other}) == {}


async def test_a_whole_retrospective(harness: SlackHarness) -> None:
    """Five people go from check-in to the summary."""
    people = await begin(harness)
    anna, ben, cleo, *_ = people
    await press(harness, anna, "Check in", "sunny")
    for person in people[1:]:
        await person.types("say fine")

    board, messages = last(harness), len(harness.slack.messages)
    await cleo.opens_home()
    for number, (person, (column, text)) in enumerate(zip(people, NOTES, strict=False), start=1):
        note = {column.capitalize(): text}
        if person is cleo:
            await cleo.presses_at_home(NOTE)
            assert await cleo.fills_in(harness.slack.forms[-1], note) == {}
        else:
            assert await fill_in(harness, person, NOTE, note) == {}
        answer = cleo.home if person is cleo else person.private_replies()[-1]
        assert f"Note {number} is in, without a name." in texts(answer["blocks"])
        assert f"{number} note{'s' * (number > 1)} so far" in texts(last(harness).blocks)
    await ben.types(f"note stop {TYPED}")
    await choose_more(anna, "Game card: tool", CARD)
    assert last(harness) is board  # it was edited each time
    assert len(harness.slack.messages) == messages
    assert "6 notes so far" in texts(cleo.home["blocks"])  # the page follows
    nothing_known(harness, people)

    await everybody(harness, people, "Ready")
    assert "6 notes are on the board" in texts(last(harness).blocks)
    await anna.presses(GROUP)
    alike = [
        option["text"]["text"]
        for block in harness.slack.forms[-1]["blocks"]
        for option in block.get("element", {}).get("options", ())
        if "Monday" in option["text"]["text"]
    ]
    assert len(alike) == 2
    assert await anna.fills_in(harness.slack.forms[-1], {"Name (optional)": "Mondays"}, alike) == {}
    assert "is called “Mondays”" in texts(last(harness).blocks)
    await press(harness, anna, "Next: Vote")
    await put_dots(harness, people)
    assert "6 of 15 dots used" in texts(last(harness).blocks)
    await press(harness, anna, "Next: Discuss")
    assert "Topic 1 of 2 with 5 dots: “pairing on what is new”" in texts(last(harness).blocks)
    done = await fill_in(harness, ben, ACTION, {"What": "show how it is done by Friday"}, "dora")
    assert done == {}
    await press(harness, anna, "Skip to the actions")
    await press(harness, anna, "Next: Close")
    await everybody(harness, people, "4: more than worth it")

    assert "The retrospective is over: 1 topic, 1 action. ROTI: 4.0 out of 5." in texts(last(harness).blocks)
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
    """One form lists all topics, everything can be typed, and a phase is one message that calls each person once."""
    people = [harness.person(f"p{number}") for number in range(12)]
    await people[0].types("new retro columns=Keep,Drop")
    for person in people[1:]:
        await person.types("join")
    before = len(harness.slack.calls_to("chat.postMessage"))
    await people[0].types("start")
    for person in people:
        await person.types("say fine")
    for number in range(30):
        await people[number % 12].types(f"note keep thought {number} of many {'a' * number}")
    await press(harness, people[0], "Next: Group")
    await people[0].types("group 5 with 2")
    assert "29 topics" in texts(last(harness).blocks)
    await press(harness, people[0], "Next: Vote")
    offered = labels(last(harness).blocks)
    assert {"Ready", MORE} <= set(offered)
    assert "Next: Discuss" not in offered  # it is the facilitator’s
    await people[11].presses(DOTS)
    topics = menu_of(harness.slack.forms[-1])
    assert len(topics) == 1 + 29
    assert await people[11].fills_in(harness.slack.forms[-1], {"Dot 1": topics[-1]["text"]["text"]}) == {}
    await press(harness, people[0], "Next: Discuss")
    await press(harness, people[0], "Next: Actions")
    await people[4].types("action p9 think again by Friday")
    assert "think again" in texts(last(harness).blocks)
    await press(harness, people[0], "Next: Close")
    for person in people:
        await person.types("say 4")
    assert "ROTI: 4.0 out of 5" in texts(last(harness).blocks)
    posted = [called_by(call["blocks"]) for call in harness.slack.calls_to("chat.postMessage")[before:]]
    assert len(posted) == len(("stage", "reflect", "group", "vote", "discuss", "actions", "close", "over"))
    for called in posted:
        assert len(called) == len(set(called))
        assert len(called) <= len(people)
    assert len(posted[0]) == len(people) - 1  # nobody is called by what they did themselves


def called_by(value: Any) -> list[str]:
    """The users that a message mentions."""
    if isinstance(value, dict):
        own = [value["user_id"]] if value.get("type") == "user" else []
        return own + [user for each in value.values() for user in called_by(each)]
    return [user for each in value for user in called_by(each)] if isinstance(value, list) else []


async def reflecting(harness: SlackHarness) -> list[SlackUser]:
    people = await begin(harness)
    await press(harness, people[0], "Next: Reflect")
    return people


async def test_several_notes_in_one_form(harness: SlackHarness) -> None:
    """Each line of each column is a note, all in one request; the answer has the codes of all of them."""
    anna, *_ = await reflecting(harness)
    assert await fill_in(harness, anna, NOTE, {"Start": "pairing\n\nlunch together", "Continue": "cake"}) == {}
    await harness.slack.until(lambda: "3 notes so far" in texts(last(harness).blocks), "all notes")
    await harness.settle()
    answer = anna.private_replies()[-1]["blocks"]
    assert "3 notes are in, without a name." in texts(answer)
    for text in ("pairing", "lunch together", "cake"):
        assert texts(answer).count(f"“{text}”. Its code: ") == 1
        assert {f"Change: {text}", f"Take back: {text}"} <= set(labels(answer))
    await anna.presses_privately("Take back: pairing")
    await harness.slack.until(lambda: "2 notes so far" in texts(last(harness).blocks), "one less")
    record = await harness.store.room("slack:T1:C1")
    assert record is not None
    rows = [row for row in await harness.store.events(record.table) if row.kind == "note_written"]
    assert [row.request is not None for row in rows] == [True, False, False]  # the first event of a request has its id


async def test_an_empty_form_asks_for_something(harness: SlackHarness) -> None:
    anna, *_ = await reflecting(harness)
    empty = await fill_in(harness, anna, NOTE, {"Stop": " "})
    assert empty["response_action"] == "errors"
    assert "Please type something" in str(empty["errors"])
    assert "note_written" not in await harness.kinds()


async def test_a_refused_form_keeps_what_was_typed(harness: SlackHarness) -> None:
    """The sentence stands beside its field, nothing is written, and sending it corrected writes all of it once."""
    anna, *_ = await reflecting(harness)
    await anna.opens_home()
    await anna.presses_at_home(NOTE)
    form = harness.slack.forms[-1]
    refused = await anna.fills_in(form, {"Start": "pairing", "Stop": "x" * 240})
    stop = next(block["block_id"] for block in form["blocks"] if block.get("label", {}).get("text") == "Stop")
    assert refused["response_action"] == "errors"
    assert list(refused["errors"]) == [stop]
    assert refused["errors"][stop].startswith("That’s 240 characters; notes have up to 200.")
    assert "note_written" not in await harness.kinds()
    assert await anna.fills_in(form, {"Start": "pairing", "Stop": "x" * 200}) == {}
    assert (await harness.kinds()).count("note_written") == 2


async def test_a_card_without_a_title_keeps_the_form_open(harness: SlackHarness) -> None:
    anna, *_ = await reflecting(harness)
    await anna.opens_home()
    await anna.presses_at_home(CARDS)
    form = harness.slack.forms[-1]
    refused = await anna.fills_in(form, {"Text": ": no title"}, ["Tool"])
    assert "title" in str(refused["errors"])
    assert await anna.fills_in(form, {"Text": CARD}, ["Tool"]) == {}
    assert (await harness.kinds()).count("card_written") == 1


async def voting(harness: SlackHarness) -> list[SlackUser]:
    people = await reflecting(harness)
    for number in range(5):
        await people[number].types(f"note start quite different, number {'abcde'[number] * 7}")
    await press(harness, people[0], "Next: Group")
    await press(harness, people[0], "Next: Vote")
    return people


async def test_all_dots_in_one_form(harness: SlackHarness) -> None:
    """A menu for each dot: too many is impossible, a topic may have several, and sending it again replaces them."""
    anna, *_ = await voting(harness)
    await anna.presses(DOTS)
    form = harness.slack.forms[-1]
    first, second, *_ = [option["text"]["text"] for option in menu_of(form)][1:]
    assert [block["label"]["text"] for block in form["blocks"] if block["type"] == "input"] == [
        "Dot 1",
        "Dot 2",
        "Dot 3",
    ]
    assert await anna.fills_in(form, {"Dot 1": first, "Dot 2": first, "Dot 3": second}) == {}
    await harness.slack.until(lambda: "3 of 15 dots used" in texts(last(harness).blocks), "three dots")
    await anna.presses(DOTS)
    form = harness.slack.forms[-1]
    assert sorted(chosen_in(form)) == sorted([first, first, second])
    same = await anna.fills_in(form, {})
    assert "already" in str(same["errors"])
    assert await anna.fills_in(form, {"Dot 1": NO_TOPIC, "Dot 2": NO_TOPIC, "Dot 3": second}) == {}
    await harness.slack.until(lambda: "1 of 15 dots used" in texts(last(harness).blocks), "one dot")
    kinds = await harness.kinds()
    assert (kinds.count("dot_put"), kinds.count("dot_taken")) == (3, 2)


async def test_a_form_after_its_phase(harness: SlackHarness) -> None:
    """It says what the meeting does now, in the form, and not that a button is out of date."""
    anna, ben, *_ = await voting(harness)
    await ben.presses(DOTS)
    form = harness.slack.forms[-1]
    topic = menu_of(form)[1]["text"]["text"]
    await anna.types("vote 1")
    await press(harness, anna, "Next: Discuss")
    late = await ben.fills_in(form, {"Dot 1": topic})
    assert "Voting isn’t possible while you’re discussing." in str(late["errors"])
