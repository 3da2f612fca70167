"""Slack is slow, strict or away: the game goes on and the room is caught up."""

import pytest

from adapters.slack.names import Place
from bot.messages import Reply
from bot.ports import RoomUnreachable
from tests.adapters.slack.parts import Desk, texts


async def begin(desk: Desk) -> None:
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("new sprint")
    await ben.types("join")
    await anna.types("start")


def board_of(desk: Desk) -> str:
    """The kind of block that shows the board in the last message."""
    return next(str(block["type"]) for block in desk.slack.in_channel("C1")[-1].blocks if block["block_id"] == "board")


async def test_the_board_is_a_picture(desk: Desk) -> None:
    """Uploaded in three steps, then shown by its id, with a text for those who cannot see it."""
    await begin(desk)
    image = next(block for block in desk.slack.in_channel("C1")[-1].blocks if block["type"] == "image")
    file = desk.slack.files[image["slack_file"]["id"]]
    assert file["content"].startswith(b"\x89PNG")
    assert image["alt_text"] == file["alt"]
    assert len(image["alt_text"]) > 50
    await desk.person("anna").types("board")
    assert len(desk.slack.files) == 1, "the same board is not uploaded again"


@pytest.mark.parametrize("step", ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"])
async def test_a_picture_that_cannot_be_uploaded(desk: Desk, step: str) -> None:
    """Whichever step fails, the text board goes out."""
    desk.slack.break_down(step, 3)
    await begin(desk)
    assert board_of(desk) == "rich_text"


async def test_a_picture_that_needs_a_moment(desk: Desk) -> None:
    """Slack does not accept a fresh file at once: tried again."""
    desk.slack.reluctant = 2
    await begin(desk)
    assert board_of(desk) == "image"


async def test_a_picture_that_is_never_accepted(desk: Desk) -> None:
    """Then the text board goes out."""
    desk.slack.reluctant = 3
    await begin(desk)
    assert board_of(desk) == "rich_text"


async def test_too_fast_for_slack(desk: Desk) -> None:
    """As often as Slack says 429, for as long as it says; then the message is there, once."""
    desk.slack.limit("chat.postMessage")
    desk.slack.limit("chat.postMessage")
    await desk.person("anna").types("new sprint")
    assert len(desk.slack.in_channel("C1")) == 1
    assert desk.slack.troubles["chat.postMessage"] == desk.slack.troubles["nothing"]


@pytest.mark.parametrize("error", ["service_unavailable", "is_archived", "internal_error"])
async def test_an_outage(desk: Desk, error: str) -> None:
    """What could not be said is told together with what came after it."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    desk.slack.refuse("chat.update", error)
    await anna.types("bot")
    assert "(bot)" not in texts(desk.slack.in_channel("C1")[-1].blocks)
    await anna.types("bot")
    assert texts(desk.slack.in_channel("C1")[-1].blocks).count("(bot)") == 2


async def test_an_outage_while_there_is_a_picture(desk: Desk) -> None:
    """The picture is up, the message is not: no text board instead, the room is caught up like any other."""
    await begin(desk)
    shown = len(desk.slack.in_channel("C1"))
    desk.slack.refuse("chat.postMessage", "internal_error")
    await desk.person("anna").presses("Roll the dice")
    assert len(desk.slack.in_channel("C1")) == shown
    await desk.slack.until(lambda: len(desk.slack.in_channel("C1")) > shown, "the room to be caught up")
    assert board_of(desk) == "image"


async def test_the_room_is_caught_up_by_itself(desk: Desk) -> None:
    """Nobody has to do anything: the service tries again."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    desk.slack.break_down("chat.update")
    await anna.types("bot")
    (lobby,) = desk.slack.in_channel("C1")
    await desk.slack.until(lambda: "(bot)" in texts(lobby.blocks), "the room to be caught up")


async def test_a_channel_without_us(desk: Desk) -> None:
    """The person is told to invite the bot; once it is in, the table appears."""
    anna = desk.person("anna")
    desk.slack.not_a_member.add("C1")
    await anna.types("new sprint")
    assert "/invite @Scrum Table" in texts(anna.heard()[-1]["blocks"])
    desk.slack.not_a_member.clear()
    await anna.types("bot")
    assert len(desk.slack.in_channel("C1")) == 1


async def test_a_message_that_somebody_deleted(desk: Desk) -> None:
    """The count goes on in a new message."""
    await begin(desk)
    place = Place("T1", "C1")
    shown = desk.slack.in_channel("C1")[-1]
    desk.slack.messages.remove(shown)
    new = await desk.adapter.post(place.room, Reply("Again\n\nso", amends=True), None, shown.ts)
    assert new != shown.ts
    assert texts(desk.slack.in_channel("C1")[-1].blocks) == "Againso"


async def test_another_workspaces_room(desk: Desk) -> None:
    """This program has no key to it, so nothing is sent anywhere."""
    with pytest.raises(RoomUnreachable, match="not installed in the workspace T9"):
        await desk.adapter.post("slack:T9:C1", Reply("hello"), None, "")
    assert desk.slack.messages == []
