"""The forms of a retrospective on Slack: all or nothing, refused beside their field, filled in as it stands."""

from adapters.layout import MORE
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.adapters.slack.test_games import standing_of
from tests.adapters.slack.test_meeting import fill_in, last, move_on, panel, rows
from tests.peers.slack import Payload

NOTE, DOTS = "Write notes", "Place my dots"
NO_TOPIC = "No topic"
CARD = "Two Screens: sit together and look at it"


async def reflecting(
    harness: SlackHarness, names: str = "anna ben cleo dora emil", options: str = ""
) -> list[SlackUser]:
    people = [harness.person(name) for name in names.split()]
    await people[0].types(f"new retro {options}")
    for person in people[1:]:
        await person.presses("I’m here")
    await move_on(people[0], "Start the retrospective")
    await move_on(people[0], "Next: Write", "Move on")
    return people


def menu_of(form: Payload) -> list[Payload]:
    """The options of a form's first menu."""
    menu = next(block["element"] for block in form["blocks"] if block["type"] == "input")
    return list(menu["options"])


def chosen_in(form: Payload) -> list[str]:
    """What is chosen when the form opens, menu by menu."""
    menus = [block["element"] for block in form["blocks"] if block["type"] == "input"]
    return [menu["initial_option"]["text"]["text"] for menu in menus]


async def test_thirty_topics_and_twelve_people(harness: SlackHarness) -> None:
    """One form lists all topics, the message has all of them, and a phase is one message that calls nobody."""
    people = await reflecting(harness, " ".join(f"p{number}" for number in range(12)), "columns=Keep,Drop")
    for number in range(10):
        await fill_in(people[number], NOTE, {"Keep": "\n".join(f"{number} {what * 9}" for what in "abc")})
    posted = len(harness.slack.calls_to("chat.postMessage"))
    await move_on(people[0], "Next: Group", "Show the notes")
    assert "9 ccccccccc" in texts(last(harness).blocks)
    await move_on(people[0], "Next: Vote", "Go on to the vote")
    assert labels(last(harness).blocks) == [DOTS, "I’m done", str(MORE)]
    await people[11].presses(DOTS)
    topics = menu_of(harness.slack.forms[-1])
    assert len(topics) == 1 + 30
    assert await people[11].fills_in(harness.slack.forms[-1], {"Dot 1": topics[-1]["text"]["text"]}) == {}
    assert len(harness.slack.calls_to("chat.postMessage")) == posted + 2
    assert all(len(row) <= 4 for one in harness.slack.messages for row in rows(one.blocks))


async def test_an_empty_form_asks_for_something(harness: SlackHarness) -> None:
    """And one with a note too long says so beside its field; sent again, all of it is written once."""
    anna, *_ = await reflecting(harness)
    await anna.presses(NOTE)
    form = harness.slack.forms[-1]
    empty = await anna.fills_in(form, {"Stop": " "})
    assert "Please type something" in str(empty["errors"])
    refused = await anna.fills_in(form, {"Start": "pairing", "Stop": "x" * 240})
    stop = next(block["block_id"] for block in form["blocks"] if block.get("label", {}).get("text") == "Stop")
    assert list(refused["errors"]) == [stop]
    assert refused["errors"][stop].startswith("That’s 240 characters; notes have up to 200.")
    assert "note_written" not in await harness.kinds()
    assert await anna.fills_in(form, {"Start": "pairing", "Stop": "x" * 200}) == {}
    assert (await harness.kinds()).count("note_written") == 2


async def test_notes_without_a_writer(harness: SlackHarness) -> None:
    """Somebody who never said that they're here writes in their App Home; nothing stored says who wrote."""
    people = await reflecting(harness)
    zoe = harness.person("zoe")
    await zoe.presses(NOTE)
    assert await zoe.fills_in(harness.slack.forms[-1], {"Start": "pairing"}) == {}
    await zoe.opens_home()
    await zoe.presses_at_home(NOTE)
    assert await zoe.fills_in(harness.slack.forms[-1], {"Stop": "cake"}) == {}
    assert "cake" in texts(zoe.home["blocks"])
    record = await harness.store.room("slack:T1:C1")
    assert record is not None
    sealed = [row for row in await harness.store.events(record.table) if row.kind == "note_written"]
    assert len(sealed) == 2
    for row in sealed:
        assert row.seat is None
        assert not any(person.user in f"{row.request} {row.payload}" for person in (*people, zoe))
    others = [str(person.private_replies()) + str(harness.slack.homes.get(("T1", person.user))) for person in people]
    assert not any("pairing" in seen or "cake" in seen for seen in others)
    assert "pairing" not in str(harness.slack.messages)


async def test_all_dots_in_one_form(harness: SlackHarness) -> None:
    """A menu for each dot: too many is impossible, a topic may have several, and sending it again replaces them."""
    people = await reflecting(harness)
    anna, ben, *_ = people
    for number, person in enumerate(people):
        await fill_in(person, NOTE, {"Start": f"quite different, number {'abcde'[number] * 7}"})
    await move_on(anna, "Next: Group", "Show the notes")
    await move_on(anna, "Next: Vote", "Go on to the vote")
    await anna.presses(DOTS)
    form = harness.slack.forms[-1]
    first, second, *_ = [option["text"]["text"] for option in menu_of(form)][1:]
    assert chosen_in(form) == [NO_TOPIC] * 3
    assert await anna.fills_in(form, {"Dot 1": first, "Dot 2": first, "Dot 3": second}) == {}
    await anna.presses(DOTS)
    form = harness.slack.forms[-1]
    assert sorted(chosen_in(form)) == sorted([first, first, second])
    same = await anna.fills_in(form, {})
    assert "already" in str(same["errors"])
    assert await anna.fills_in(form, {"Dot 1": NO_TOPIC, "Dot 2": NO_TOPIC, "Dot 3": second}) == {}
    kinds = await harness.kinds()
    assert (kinds.count("dot_put"), kinds.count("dot_taken")) == (3, 2)

    await ben.presses(DOTS)
    form = harness.slack.forms[-1]
    await anna.presses(str(MORE))
    await move_on(anna, "Next: Discuss", "Count the dots")
    late = await ben.fills_in(form, {"Dot 1": first})
    assert "errors" in late  # it says what the meeting does now, and not that a button is out of date
    assert "out of date" not in str(late)


async def test_a_card_without_a_title_keeps_the_form_open(harness: SlackHarness) -> None:
    anna, *_ = await reflecting(harness)
    await anna.presses(str(MORE))
    await anna.presses_privately("Write a card")
    form = harness.slack.forms[-1]
    refused = await anna.fills_in(form, {"Text": ": no title"}, ["Tool"])
    assert "title" in str(refused["errors"])
    assert await anna.fills_in(form, {"Text": CARD}, ["Tool"]) == {}
    assert (await harness.kinds()).count("card_written") == 1


async def test_only_the_facilitator_is_asked(harness: SlackHarness) -> None:
    """Somebody else's panel has no act of the facilitator's; a panel stays usable while others work."""
    anna, ben, cleo, *_ = await reflecting(harness)
    await ben.presses(str(MORE))
    assert not any(label.startswith(("Next", "Back", "+1")) for label in labels(panel(ben)))
    await anna.presses(str(MORE))
    await fill_in(cleo, NOTE, {"Start": "tea"})
    await anna.presses_privately("+1 min")
    assert anna.private_replies()[-1]["replace_original"]
    before = (await standing_of(harness)).sequence
    await anna.presses_privately("Next: Group")
    assert {"Show the notes", "Give them a minute"} <= set(labels(panel(anna)))
    await anna.presses_privately("Give them a minute")
    assert (await standing_of(harness)).state.phase == "reflect"
    assert (await standing_of(harness)).sequence > before
