"""Forms: for a reason, and for typed commands where slash commands do not work."""

from adapters.slack.choices import MAX_BUTTONS, actions
from bot.messages import Choice, Reply
from games.api import Parameter
from tests.adapters.slack.parts import Desk, Someone, found, labels, texts
from tests.adapters.slack.test_games import move, standing_of


async def asked(desk: Desk) -> Someone:
    """Play until a button asks for a reason, and press it."""
    people = [desk.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].types("join")
    await people[0].presses("Start")
    while True:
        message = desk.slack.in_channel("C1")[-1]
        asking = [
            element
            for block in message.blocks
            if block["type"] == "actions"
            for element in block["elements"]
            if element["action_id"].startswith("ask:")
        ]
        if asking:
            standing = await standing_of(desk)
            who = people[standing.game.awaits(standing.state)[0]]
            await who.presses(asking[0]["text"]["text"])
            return who
        await move(desk, people)


async def test_a_reason_is_asked_for(desk: Desk) -> None:
    """The form says what the button said; nothing typed is a fault beside the field, and nothing is lost."""
    who = await asked(desk)
    before = await desk.kinds()
    assert "Reason" in texts(desk.slack.forms[-1]["blocks"])
    refused = await who.submits("   ")
    assert refused["response_action"] == "errors"
    assert await desk.kinds() == before
    assert await who.submits("We know <!here> this & *that*") == {}
    assert len(await desk.kinds()) > len(before)
    assert "We know <!here> this & *that*" in texts(desk.slack.in_channel("C1")[-1].blocks)


async def test_a_form_that_is_out_of_date(desk: Desk) -> None:
    """The service refuses, and the form shows the refusal instead of closing."""
    who = await asked(desk)
    form = desk.slack.forms[-1]
    assert await who.submits("It fits.", form) == {}
    refused = await who.submits("It fits again.", form)
    assert refused["response_action"] == "errors"
    assert "out of date" in refused["errors"]["answer"]


async def test_a_form_delivered_again(desk: Desk) -> None:
    """It counts once, and closes both times."""
    who = await asked(desk)
    assert await who.submits("It fits.") == {}
    before = await desk.kinds()
    assert await who.again() == {}
    assert await desk.kinds() == before


async def test_a_table_in_a_thread(desk: Desk) -> None:
    """`/scrum thread new sprint`: from then on buttons and a form for commands, and the channel stays free."""
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("thread new sprint")
    parent, first = desk.slack.in_channel("C1")
    assert (parent.thread, first.thread) == ("", parent.ts)
    await ben.presses("Join")
    await ben.presses("Type a command …")
    form = desk.slack.forms[-1]
    answer = await ben.submits("rol", form)
    assert answer["response_action"] == "update"
    assert "I don’t know “rol”" in texts(answer["view"]["blocks"])
    assert await ben.submits("start", answer["view"]) == {}
    room = f"slack:T1:C1:{parent.ts}"
    assert "table_started" in await desk.kinds(room) or len(await desk.kinds(room)) > 3
    assert desk.slack.in_channel("C1")[-1].thread == parent.ts
    await anna.types("status")
    assert "There’s no table" in texts(anna.heard()[-1]["blocks"])


async def test_a_thread_below_the_channels_own_message(desk: Desk) -> None:
    """Somebody answered below our message: its buttons still belong to the channel."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    (message,) = desk.slack.in_channel("C1")
    message.thread = message.ts
    await desk.person("ben").presses("Join")
    assert "ben" in texts(message.blocks)
    await desk.person("ben").presses("Start")
    assert "slack:T1:C1" in {record.room for record in [await desk.store.room("slack:T1:C1")] if record}
    assert desk.slack.in_channel("C1")[-1].thread == ""


def test_the_main_button_stands_out() -> None:
    """What cannot be taken back is red, and Slack asks whether it is meant; everything else is as usual."""
    roll, go = Choice("t:1:0", "Roll", "roll", style="primary"), Choice("t:1:1", "Go", "go")
    resign = Choice("t:1:2", "Resign " * 9, "resign", style="danger")
    (block,) = actions(Reply("x", choices=(roll, go, resign)))
    assert [element.get("style") for element in block["elements"]] == ["primary", None, "danger"]
    confirm = block["elements"][2]["confirm"]
    assert confirm["text"]["text"] == "Are you sure?"
    assert len(confirm["confirm"]["text"]) <= 30


def test_many_choices_become_menus() -> None:
    """Of a command with many choices; what has few stays a button, and a form takes what is quicker typed."""
    moves = [Choice(f"t:1:{n}", f"c{n} → c{n + 1}", f"move c{n}") for n in range(230)]
    reason = Choice("t:1:230", "Resign", "resign <reason>", Parameter("reason", "Why"))
    blocks = actions(Reply("x", choices=(*moves, reason)))
    (block,) = blocks
    assert [element["type"] for element in block["elements"]] == ["static_select"] * 3 + ["button"] * 2
    assert [len(element.get("options", [])) for element in block["elements"]] == [100, 100, 30, 0, 0]
    assert found(blocks, "c7 → c8")["selected_option"]["value"] == "t:1:7"
    assert len(labels(actions(Reply("x", choices=tuple(moves[:MAX_BUTTONS]))))) == MAX_BUTTONS
