"""Slack is slow, strict or down: the game continues and the room catches up."""

import asyncio
import re

import pytest

from adapters.slack.identifiers import SlackRoom
from bot.kernel.messages import Reply
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Store
from games.graphics.drawing import Drawing
from tests.adapters.slack.harness import SlackHarness, slack_harness, some_picture, texts
from tests.peers.slack import SlackPeer


async def begin(harness: SlackHarness) -> None:
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await ben.types("join")
    await anna.types("start")


def board_of(harness: SlackHarness) -> str:
    """The kind of block that shows the board in the last message."""
    return next(
        str(block["type"]) for block in harness.slack.in_channel("C1")[-1].blocks if block["block_id"] == "board"
    )


async def test_the_board_is_a_picture(harness: SlackHarness) -> None:
    """It is uploaded in three steps and shown by its file id, with an alt text."""
    await begin(harness)
    image = next(block for block in harness.slack.in_channel("C1")[-1].blocks if block["type"] == "image")
    file = harness.slack.files[image["slack_file"]["id"]]
    assert file["content"].startswith(b"\x89PNG")
    assert re.fullmatch(re.escape(file["alt"]) + r" \(pin [0-9a-f]{8}\)", image["alt_text"])
    assert len(image["alt_text"]) > 50
    await harness.person("anna").types("board")
    assert len(harness.slack.files) == 1, "the same board is not uploaded again"


@pytest.mark.parametrize("step", ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"])
async def test_a_picture_that_cannot_be_uploaded(harness: SlackHarness, step: str) -> None:
    """Whichever step fails, the text board is sent."""
    harness.slack.fail(step, 3)
    await begin(harness)
    assert board_of(harness) == "rich_text"


async def test_a_picture_that_is_accepted_later(harness: SlackHarness) -> None:
    """If Slack doesn't accept a new file at once, the message is retried."""
    harness.slack.file_rejections = 2
    await begin(harness)
    assert board_of(harness) == "image"


async def test_a_picture_that_is_never_accepted(harness: SlackHarness) -> None:
    """After several attempts the text board is sent."""
    harness.slack.file_rejections = 3
    await begin(harness)
    assert board_of(harness) == "rich_text"


async def test_words_do_not_wait_for_the_board(slack: SlackPeer, sqlite_store: Store) -> None:
    """The message is there at once; the board follows by an edit that keeps what was counted meanwhile."""
    may = asyncio.Event()

    async def slow(drawing: Drawing, **_: object) -> bytes | None:
        await may.wait()
        return await some_picture(drawing)

    async with slack_harness(slack, sqlite_store, paint=slow) as harness:
        drawing = Drawing(lambda: "the board", lambda: "the board in words")
        begin = Reply("Begin.", "Roll!", drawing=drawing, news=True)
        news = Reply("News.", "Vote!", drawing=drawing, news=True, past="Begin.")
        older = await harness.adapter.post("slack:T1:C1", begin, None, "")
        ts = await harness.adapter.post("slack:T1:C1", news, None, older)
        vote = Reply("News.\nOne vote.", "Who else?", news=True, amends=True)
        assert await harness.adapter.post("slack:T1:C1", vote, None, ts) == ts
        first, last = slack.in_channel("C1")
        assert texts(last.blocks) == "News.\nOne vote.Who else?"
        may.set()
        await harness.settle()
        assert [block["type"] for block in last.blocks] == ["rich_text", "image", "rich_text"]
        assert texts(first.blocks) == "Begin.", "only the newest message shows the board"


async def test_rate_limits(harness: SlackHarness) -> None:
    """The adapter waits for as long as Slack asks; then the message is there, once."""
    harness.slack.limit("chat.postMessage")
    harness.slack.limit("chat.postMessage")
    await harness.person("anna").types("new sprint")
    assert len(harness.slack.in_channel("C1")) == 1
    assert harness.slack.failures["chat.postMessage"] == harness.slack.failures["nothing"]


@pytest.mark.parametrize("error", ["service_unavailable", "internal_error"])
async def test_an_outage(harness: SlackHarness, error: str) -> None:
    """News that couldn't be posted comes together with what happened after it."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    harness.slack.refuse("chat.update", error)
    await anna.types("bot")
    assert "(bot)" not in texts(harness.slack.in_channel("C1")[-1].blocks)
    await anna.types("bot")
    assert texts(harness.slack.in_channel("C1")[-1].blocks).count("(bot)") == 2


async def test_an_outage_while_there_is_a_picture(harness: SlackHarness) -> None:
    """If only the message fails, the room catches up without falling back to the text board."""
    await begin(harness)
    shown = len(harness.slack.in_channel("C1"))
    harness.slack.refuse("chat.postMessage", "internal_error")
    await harness.person("anna").presses("Roll the dice")
    assert len(harness.slack.in_channel("C1")) == shown
    await harness.slack.until(lambda: len(harness.slack.in_channel("C1")) > shown, "the room to be caught up")
    caught_up = harness.slack.in_channel("C1")[-1]
    await harness.slack.until(lambda: "board" in {block["block_id"] for block in caught_up.blocks}, "the board")
    assert board_of(harness) == "image"


async def test_the_room_catches_up_by_itself(harness: SlackHarness) -> None:
    """The service retries without another request."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    harness.slack.fail("chat.update")
    await anna.types("bot")
    (lobby,) = harness.slack.in_channel("C1")
    await harness.slack.until(lambda: "(bot)" in texts(lobby.blocks), "the room to be caught up")


async def test_a_message_that_somebody_deleted(harness: SlackHarness) -> None:
    """The amendment comes in a new message."""
    await begin(harness)
    place = SlackRoom("T1", "C1")
    shown = harness.slack.in_channel("C1")[-1]
    harness.slack.messages.remove(shown)
    new = await harness.adapter.post(place.name, Reply("Again", "so", amends=True), None, shown.ts)
    assert new != shown.ts
    assert texts(harness.slack.in_channel("C1")[-1].blocks) == "Againso"


async def test_another_workspaces_room(harness: SlackHarness) -> None:
    """This program has no token for it, so nothing is sent."""
    with pytest.raises(RoomUnreachable, match="not installed in the workspace T9"):
        await harness.adapter.post("slack:T9:C1", Reply("hello"), None, "")
    assert harness.slack.messages == []
