"""Words at once: old buttons go first, pictures hold nothing up, and a hasty press isn't scolded."""

import asyncio
from collections.abc import Sequence

import pytest

from adapters.slack.outgoing import posting
from bot.kernel.messages import Overview, Reply
from bot.kernel.store import Store
from games.graphics.drawing import Drawing
from games.parts import ShownCard
from games.text import who
from tests.adapters.slack.harness import SlackHarness, SlackUser, found, slack_harness, some_picture, texts
from tests.peers.slack import SlackPeer


async def start(harness: SlackHarness, names: Sequence[str] = ("anna", "ben")) -> list[SlackUser]:
    people = [harness.person(name) for name in names]
    await people[0].types("new sprint")
    for person in people[1:]:
        await person.presses("Join")
    await people[0].presses("Start")
    return people


async def test_the_old_buttons_go_first(harness: SlackHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the words with new buttons; the picture comes after them, by an edit of the message."""
    monkeypatch.setattr(posting, "_HEAD_START", 10.0)  # however slow this machine is
    drawing = Drawing(lambda: "the board", lambda: "the board in words")
    first = Reply("Begin.", "Roll!", drawing=drawing, news=True)
    before = await harness.adapter.post("slack:T1:C1", first, None, "")
    await harness.settle()
    calls = len(harness.slack.calls)
    await harness.adapter.post(
        "slack:T1:C1", Reply("On.", "Roll!", drawing=drawing, news=True, past="Begin."), None, before
    )
    assert [method for method, _ in harness.slack.calls[calls:]] == ["chat.update", "chat.postMessage"]
    await harness.settle()
    old, new = harness.slack.in_channel("C1")
    assert texts(old.blocks) == "Begin."
    assert [block["block_id"] for block in new.blocks] == ["told", "board", "next"]


async def test_uploads_do_not_hold_up_the_next_move(slack: SlackPeer, sqlite_store: Store) -> None:
    """While the picture of one turn hangs, the next turns are shown; in the end there is one board and one file."""
    may = asyncio.Event()

    async def slow(drawing: Drawing, **_: object) -> bytes | None:
        await may.wait()
        return await some_picture(drawing)

    async with slack_harness(slack, sqlite_store, paint=slow) as harness:
        ts, past = "", None
        for turn in range(4):
            drawing = Drawing(lambda turn=turn: f"board {turn}", lambda: "a board")  # type: ignore[misc]
            reply = Reply(f"Turn {turn}.", "Roll!", drawing=drawing, news=True, past=past)
            ts, past = await harness.adapter.post("slack:T1:C1", reply, None, ts), f"Turn {turn}."
        assert [texts(one.blocks) for one in slack.in_channel("C1")][-1] == "Turn 3.Roll!"
        may.set()
        await harness.settle()
        shown = [[block["block_id"] for block in one.blocks] for one in slack.in_channel("C1")]
        assert shown == [["told"]] * 3 + [["told", "board", "next"]]
        assert len(slack.files) == 1


async def test_a_button_pressed_twice(harness: SlackHarness) -> None:
    """Nobody reads that a button is out of date because they pressed it twice: the second press says nothing."""
    anna, _ = await start(harness)
    message = harness.slack.in_channel("C1")[-1]
    roll = found(message.blocks, "Roll the dice")
    harness.slack.delay = 0.05
    presses = [anna.pressed(roll, message) for _ in range(2)]
    await asyncio.gather(*(harness.deliver("interactive", press) for press in presses))
    await harness.settle()
    assert anna.private_replies() == []
    assert (await harness.kinds()).count("rolled") == 1


async def test_out_of_date_comes_after_the_news(slack: SlackPeer, sqlite_store: Store) -> None:
    """Somebody else's late press is answered only when they can see what happened."""
    async with slack_harness(slack, sqlite_store) as harness:
        anna, _, cleo = await start(harness, ("anna", "ben", "cleo"))  # after Anna, Ben could roll with that button
        message = slack.in_channel("C1")[-1]
        roll = found(message.blocks, "Roll the dice")
        slack.delay = 0.05
        await harness.deliver("interactive", anna.pressed(roll, message))
        await harness.deliver("interactive", cleo.pressed(roll, message))
        await slack.until(cleo.private_replies, "an answer")
        assert "anna rolls" in texts([one.blocks for one in slack.in_channel("C1")])
        await harness.settle()


async def test_cards_are_in_the_message(harness: SlackHarness) -> None:
    """With title, kind, text and what is at stake; not if the story has told the text, or nobody talks about it."""
    stake = ShownCard("Pairing", "Two at one desk.", "Tool", f"Drawn by {who(0)}.", decides=True)
    told = ShownCard("Rain", "It rains.", "Impediment", decides=True)
    known = ShownCard("Soup Tuesday", "Ops cooked.", "Action")
    overview = Overview("sprint", "The Scrum Game", "playing", (), "Go.")
    reply = Reply("It rains.", "Vote!", news=True, cards=(stake, told, known), names=("anna",), overview=overview)
    await harness.adapter.post("slack:T1:C1", reply, None, "")
    (message,) = harness.slack.in_channel("C1")
    assert [block["block_id"] for block in message.blocks] == ["told", "card:0", "next"]
    title, quote = message.blocks[1]["elements"]
    assert texts([title]) == "Pairing · Tool"
    assert quote["type"] == "rich_text_quote"
    assert texts([quote]) == "Two at one desk.\nDrawn by anna."


async def test_words_do_not_wait_for_a_picture_that_slack_puts_off(harness: SlackHarness) -> None:
    """If Slack takes no edits for a second, the picture comes later; words are edited as soon as they can be."""
    room, drawing = "slack:T1:C1", Drawing(lambda: "board", lambda: "alt")
    harness.slack.limit("chat.update", seconds=1)
    posted = await harness.adapter.post(room, Reply("One.", "Vote!", news=True, drawing=drawing), None, "")
    await harness.slack.until(lambda: not harness.slack.failures["chat.update"], "the refusal")
    await harness.adapter.post(room, Reply("Two.", "Vote!", news=True, amends=True), None, posted)
    (message,) = harness.slack.in_channel("C1")
    assert texts(message.blocks) == "Two.Vote!"
    assert [block["type"] for block in message.blocks] == ["rich_text", "rich_text"]
    await harness.settle()
    assert [block["type"] for block in message.blocks] == ["rich_text", "image", "rich_text"]
