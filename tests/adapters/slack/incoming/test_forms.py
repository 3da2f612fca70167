"""Forms that ask for a reason, and forms for typed commands in threads."""

import pytest

from adapters.layout import MORE
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.acts import ASKS, LIMITS, FormContext, question
from adapters.slack.outgoing.rows import BUTTONS, actions
from bot.kernel.messages import Act, Reply
from games.contract import Parameter
from games.values import replace
from tests.adapters.slack.harness import SlackHarness, SlackUser, found, labels, texts
from tests.adapters.slack.test_games import move, standing_of
from tests.peers.slack_checks import elements, options


async def open_reason_form(harness: SlackHarness) -> SlackUser:
    """Play until an act asks for a reason, then choose it."""
    people = [harness.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].types("join")
    await people[0].presses("Start")
    while True:
        message = harness.slack.in_channel("C1")[-1]
        menus = [each for block in message.blocks for each in elements(block)]
        asking = [option for menu in menus for option in options(menu) if option["value"].endswith(f"{ASKS}reason")]
        if asking:
            standing = await standing_of(harness)
            who = people[standing.game.awaits(standing.state)[0]]
            await who.presses(asking[0]["text"]["text"])
            return who
        await move(harness, people)


async def test_a_reason_is_asked_for(harness: SlackHarness) -> None:
    """The form shows the button's label; an empty answer is an error beside the field."""
    who = await open_reason_form(harness)
    before = await harness.kinds()
    assert "Reason" in texts(harness.slack.forms[-1]["blocks"])
    refused = await who.submits("   ")
    assert refused["response_action"] == "errors"
    assert await harness.kinds() == before
    assert await who.submits("We know <!here> this & *that*") == {}
    assert len(await harness.kinds()) > len(before)
    assert "We know <!here> this & *that*" in texts(harness.slack.in_channel("C1")[-1].blocks)


async def test_a_form_that_is_out_of_date(harness: SlackHarness) -> None:
    """The form shows the service's refusal instead of closing."""
    who = await open_reason_form(harness)
    form = harness.slack.forms[-1]
    assert await who.submits("It fits.", form) == {}
    refused = await who.submits("It fits again.", form)
    assert refused["response_action"] == "errors"
    assert "out of date" in refused["errors"]["answer"]


async def test_a_refusal_that_comes_too_late(harness: SlackHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the form has to close before the answer is known, whoever filled it in gets back what they typed."""
    monkeypatch.setattr("adapters.slack.incoming.forms._DECISION_TIMEOUT", 0.0)
    who = await open_reason_form(harness)
    form = harness.slack.forms[-1]
    await who.submits("It fits.", form)
    assert await who.submits("It fits again.", form) == {}
    refusal, typed = (texts(reply["blocks"]) for reply in who.private_replies()[-2:])
    assert "out of date" in refusal
    assert "It fits again." in typed


async def test_a_form_delivered_again(harness: SlackHarness) -> None:
    """A redelivered submission counts once, and the form closes both times."""
    who = await open_reason_form(harness)
    assert await who.submits("It fits.") == {}
    before = await harness.kinds()
    assert await who.again() == {}
    assert await harness.kinds() == before


async def test_a_table_in_a_thread(harness: SlackHarness) -> None:
    """`/scrum thread new sprint` opens a table in a thread of its own: its first message is the card."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("thread new sprint")
    (card,) = harness.slack.in_channel("C1")
    assert "Join" in labels(card.blocks)
    await ben.presses("Join")
    await ben.presses("Start")
    assert labels(card.blocks) == []
    room = f"slack:T1:C1:{card.ts}"
    assert "table.game_started" in await harness.kinds(room)
    assert harness.slack.in_channel("C1")[-1].thread == card.ts
    await ben.presses(str(MORE))
    form = harness.slack.forms[-1]
    answer = await ben.fills_in(form, {str(ui_texts.COMMAND): "rol"})
    assert answer["response_action"] == "update"
    assert "I don’t know “rol”" in texts(answer["view"]["blocks"])
    assert await ben.submits("end", answer["view"]) == {}
    await anna.types("end sure")
    assert "Ended" in texts(card.blocks)


async def test_a_thread_below_the_channels_own_message(harness: SlackHarness) -> None:
    """The buttons of a message that started a thread still belong to the channel."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    (message,) = harness.slack.in_channel("C1")
    message.thread = message.ts
    await harness.person("ben").presses("Join")
    assert "ben" in texts(message.blocks)
    await harness.person("ben").presses("Start")
    assert "slack:T1:C1" in {record.room for record in [await harness.store.room("slack:T1:C1")] if record}
    assert harness.slack.in_channel("C1")[-1].thread == ""


@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("Check in", "Check in"),
        ("Pair Programming for somebody", "Pair Programming for…"),
        ("Sprint Review: there is no way back", "Sprint Review"),
        ("Donaudampfschifffahrtsgesellschaft", "Donaudampfschifffahrtsg…"),
    ],
)
def test_a_form_is_called_what_it_asks(label: str, title: str) -> None:
    """Its title is the button's label; one that is too long for a title stands above the field."""
    asked = question(FormContext("slack:T1:C1"), label, "reason", "Why it helps")
    assert asked["title"]["text"] == title
    assert (label in texts(asked["blocks"])) == (title != label)


def test_the_main_button_stands_out() -> None:
    """It is the only coloured one. Slack asks whether somebody is sure; red is what is then done at once."""
    roll, go = Act("t:1:0", "Roll", "roll", "main"), Act("t:1:1", "Go", "go")
    review = Act("t:1:2", "Sprint Review with 350 h left", "go review", grave=True)
    (block,) = actions(Reply("x", acts=(roll, go, review)))
    assert [element.get("style") for element in block["elements"]] == ["primary", None, None]
    (block,) = actions(Reply("x", private=True, acts=(roll, go, review)))
    assert [element.get("style") for element in block["elements"]] == ["primary", None, None]
    sure = replace(review, button=review.confirmed)
    assert actions(Reply("x", private=True, acts=(sure,)))[0]["elements"][0]["style"] == "danger"
    confirm = block["elements"][2]["confirm"]
    assert confirm["text"]["text"] == "Are you sure?"
    assert len(confirm["confirm"]["text"]) <= 30


def test_slack_asks_by_itself_whether_somebody_is_sure() -> None:
    """With what is at stake. The button then says that they are; the service's own question isn't asked about again."""
    review = Act("t:1:2", "Sprint Review: no way back", "go review", grave=True, note="25 hours left.")
    (block,) = actions(Reply("x", acts=(review,)))
    (button,) = block["elements"]
    assert button["value"] == "t:1:2!"
    assert (button["confirm"]["text"]["text"], button["confirm"]["confirm"]["text"]) == (
        "25 hours left.",
        "Sprint Review",
    )
    sure = replace(review, button="t:1:2!")
    ((asked,),) = (block["elements"] for block in actions(Reply("x", private=True, acts=(sure,))))
    assert (asked["value"], asked["style"], "confirm" in asked) == ("t:1:2!", "danger", False)


def test_many_choices_become_menus() -> None:
    """A command with many choices becomes a menu, others stay buttons, and a form takes typed commands."""
    moves = [Act(f"t:1:{n}", f"c{n} → c{n + 1}", f"move c{n}") for n in range(230)]
    reason = Act("t:1:230", "Resign", "resign <reason>", asks=Parameter("reason", "Why"))
    blocks = actions(Reply("x", acts=(*moves, reason)))
    (row,) = blocks
    *menus, resign, last = row["elements"]
    assert [len(element["options"]) for element in menus] == [100, 100, 30]
    assert [element["text"]["text"] for element in (resign, last)] == ["Resign", str(MORE)]
    assert found(blocks, "c7 → c8")["selected_option"]["value"] == "t:1:7"
    few = actions(Reply("x", acts=tuple(moves[: LIMITS.buttons])))
    assert len(labels(few)) == BUTTONS + 1  # and the others behind More…
