"""Exports of a game, uploaded to the channel or thread."""

import pytest

from adapters.slack.texts import NOT_UPLOADED
from bot.features.fairness.export import read
from bot.features.fairness.verify import verify
from tests.adapters.slack.harness import SlackHarness, SlackUser, texts

FORMS = [("json", ".json"), ("csv", ".csv"), ("markdown", ".md")]


async def finished(harness: SlackHarness) -> SlackUser:
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.types("bot")
    await anna.types("start")
    await anna.types("end sure")
    return anna


@pytest.mark.parametrize(("form", "ending"), FORMS)
async def test_a_finished_game_is_uploaded(harness: SlackHarness, form: str, ending: str) -> None:
    """The file is posted in the channel, below the message about it."""
    anna = await finished(harness)
    await anna.types(f"export {form}")
    assert texts(harness.slack.in_channel("C1")[-1].blocks) == "Here’s the file."
    (file,) = harness.slack.shared
    assert (file.channel, file.thread) == ("C1", "")
    assert file.name.startswith("sprint-")
    assert file.name.endswith(ending)
    if form == "json":
        assert verify(read(file.content.decode())).wrong is None


async def test_an_export_in_a_thread(harness: SlackHarness) -> None:
    """The file is posted in the table's thread, although the command was typed in the channel."""
    anna = harness.person("anna")
    await anna.types("thread new sprint")
    for line in ("bot", "start", "end sure", "export csv"):
        await anna.types(line)
    (file,) = harness.slack.shared
    assert (file.channel, file.thread) == ("C1", harness.slack.messages[0].ts)


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
async def test_slack_refuses_the_file(harness: SlackHarness, method: str) -> None:
    """The message says so and what to do."""
    anna = await finished(harness)
    harness.slack.refuse(method, "internal_error")
    await anna.types("export")
    assert str(NOT_UPLOADED) in texts(harness.slack.in_channel("C1")[-1].blocks)
    assert harness.slack.shared == []
    await anna.types("export")
    assert len(harness.slack.shared) == 1


async def test_the_upload_fails(harness: SlackHarness) -> None:
    """The same if the upload server fails."""
    anna = await finished(harness)
    harness.slack.fail("upload")
    await anna.types("export")
    assert str(NOT_UPLOADED) in texts(harness.slack.in_channel("C1")[-1].blocks)


async def test_a_private_file_goes_to_direct_messages(harness: SlackHarness) -> None:
    """Nobody else in the channel gets what is stored about somebody."""
    anna = await finished(harness)
    await anna.types("me data")
    (file,) = harness.slack.shared
    assert (file.channel, file.name) == ("DUANNA", "my-data.json")
    assert '"sprint"' in file.content.decode()


async def test_a_private_file_that_slack_refuses(harness: SlackHarness) -> None:
    """The private answer says so."""
    anna = await finished(harness)
    harness.slack.refuse("files.completeUploadExternal", "internal_error")
    await anna.types("me data")
    assert harness.slack.shared == []
    assert str(NOT_UPLOADED) in texts(anna.private_replies()[-1]["blocks"])
