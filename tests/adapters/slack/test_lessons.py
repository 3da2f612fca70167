"""A tutorial on Slack: private, with pictures, and independent of the channel's table."""

import pytest

from bot.kernel.store import Store
from games import GAMES
from tests.adapters.slack.harness import SlackHarness, labels, slack_harness, some_picture, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.peers.slack import Payload, SlackPeer

FIRST = {"sprint": "Roll the dice", "scrumkin": "My hand", "retro": "Pass"}


def board_of(reply: Payload) -> list[Payload]:
    return [block for block in reply["blocks"] if block["block_id"] == "board"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_is_private(harness: SlackHarness, game: str) -> None:
    """Nothing of it reaches the channel; its board is a picture that only the learner sees."""
    nora = harness.person("nora")
    await nora.types(f"tutorial {game}")
    replies = nora.private_replies()[-1]
    assert replies["response_type"] == "ephemeral"
    assert "💡" in texts(replies["blocks"])
    assert [block["type"] for block in board_of(replies)] == ["image"]
    assert (harness.slack.messages, harness.slack.shared, len(harness.slack.files)) == ([], [], 1)


async def test_only_the_newest_picture_is_kept(harness: SlackHarness) -> None:
    """The picture of the board before is deleted."""
    nora = harness.person("nora")
    await nora.types("tutorial sprint")
    await nora.presses_privately("Roll the dice")
    (file,) = harness.slack.files
    assert board_of(nora.private_replies()[-1])[0]["slack_file"]["id"] == file


@pytest.mark.parametrize("trouble", ["rejected", "down"])
async def test_a_lesson_without_a_picture(harness: SlackHarness, trouble: str) -> None:
    """If Slack doesn't accept the file in time, the text board is shown."""
    if trouble == "rejected":
        harness.slack.file_rejections = 1
    else:
        harness.slack.refuse("files.getUploadURLExternal", "internal_error", times=3)
    nora = harness.person("nora")
    await nora.types("tutorial rugby")
    assert [block["type"] for block in board_of(nora.private_replies()[-1])] == ["rich_text"]


@pytest.mark.parametrize(("game", "label"), FIRST.items())
async def test_a_lessons_buttons_answer_privately(slack: SlackPeer, sqlite_store: Store, game: str, label: str) -> None:
    """A press is answered privately, also after a restart, and doesn't affect the channel's table."""
    async with slack_harness(slack, sqlite_store, paint=some_picture) as harness:
        nora = harness.person("nora")
        for line in ("new scrumkin", "bot", "start"):
            await nora.types(line)
        posted, kinds = len(slack.messages), await harness.kinds()
        await nora.types(f"tutorial {game}")
        before = len(nora.private_replies())
    async with slack_harness(slack, sqlite_store, paint=some_picture) as harness:
        nora = harness.person("nora")
        await nora.presses_privately(label)
        replaced, *more = nora.private_replies()[before:]
        assert replaced["replace_original"]
        last = [replaced, *more][-1]
        assert last["response_type"] == "ephemeral"
        assert board_of(last)
        assert labels(last["blocks"])
        assert (len(slack.messages), await harness.kinds()) == (posted, kinds)


def answered(harness: SlackHarness, text: str) -> dict[str, str]:
    """The last form's only field, filled in."""
    return {harness.slack.forms[-1]["blocks"][-1]["label"]["text"]: text}


async def test_a_question_in_a_lesson(harness: SlackHarness) -> None:
    """The form closes, and the result replaces the message with the button."""
    nora = harness.person("nora")
    await nora.types("tutorial retro")
    before = len(nora.private_replies())
    await nora.presses_privately("Answer")
    assert await nora.fills_in(harness.slack.forms[-1], answered(harness, "sunny")) == {}
    replies = nora.private_replies()[before:]
    assert "sunny" in "".join(texts(reply["blocks"]) for reply in replies)
    assert replies[0]["replace_original"]
    assert harness.slack.messages == []


async def test_a_refusal_in_a_lesson(harness: SlackHarness) -> None:
    """It is shown beside the field, as everywhere."""
    nora = harness.person("nora")
    await nora.types("tutorial retro")
    await nora.presses_privately("Answer")
    form, sunny, rainy = harness.slack.forms[-1], answered(harness, "sunny"), answered(harness, "rainy")
    assert await nora.fills_in(form, sunny) == {}
    assert (await nora.fills_in(form, rainy))["response_action"] == "errors"


@pytest.mark.parametrize("other", ["", "new sprint"])
async def test_a_wizard_in_a_lesson(harness: SlackHarness, other: str) -> None:
    """It offers the lesson's moves, not those of the channel's table; nothing reaches the channel."""
    nora = harness.person("nora")
    if other:
        await nora.types(other)
    posted = len(harness.slack.messages)
    await nora.types("tutorial rugby")
    await nora.presses_privately("Move a piece")
    form = OpenForm(nora)
    before = len(nora.private_replies())
    await form.chooses("c4 → …")
    await form.chooses("c5")
    assert await form.sends() == {}
    assert "c4 to c5" in "".join(texts(reply["blocks"]) for reply in nora.private_replies()[before:])
    assert len(harness.slack.messages) == posted
