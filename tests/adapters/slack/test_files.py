"""Files to take away: a finished game, uploaded into the channel or the thread."""

import pytest

from adapters.slack.words import NOT_UPLOADED
from bot.table.export import read, verify
from tests.adapters.slack.parts import Desk, Someone, texts

FORMS = [("json", ".json"), ("csv", ".csv"), ("markdown", ".md")]


async def finished(desk: Desk) -> Someone:
    anna = desk.person("anna")
    await anna.types("new sprint")
    await anna.types("bot")
    await anna.types("start")
    await anna.types("end")
    return anna


@pytest.mark.parametrize(("form", "ending"), FORMS)
async def test_a_finished_game_is_uploaded(desk: Desk, form: str, ending: str) -> None:
    """Into the channel in which somebody asked, below the message that tells of it."""
    anna = await finished(desk)
    await anna.types(f"export {form}")
    assert texts(desk.slack.in_channel("C1")[-1].blocks) == "Here’s the file."
    (file,) = desk.slack.shared
    assert (file.channel, file.thread) == ("C1", "")
    assert file.name.startswith("sprint-")
    assert file.name.endswith(ending)
    if form == "json":
        assert verify(read(file.content.decode())).wrong is None


async def test_in_a_thread(desk: Desk) -> None:
    """The file stays with the table."""
    anna = desk.person("anna")
    await anna.types("thread new sprint")
    for line in ("bot", "start", "end", "export csv"):
        await anna.presses("Type a command …")
        await anna.submits(line)
    (file,) = desk.slack.shared
    assert (file.channel, file.thread) == ("C1", desk.slack.messages[0].ts)


@pytest.mark.parametrize("method", ["files.getUploadURLExternal", "files.completeUploadExternal"])
async def test_slack_does_not_take_it(desk: Desk, method: str) -> None:
    """The message says so, and what to do."""
    anna = await finished(desk)
    desk.slack.refuse(method, "internal_error")
    await anna.types("export")
    assert NOT_UPLOADED in texts(desk.slack.in_channel("C1")[-1].blocks)
    assert desk.slack.shared == []
    await anna.types("export")
    assert len(desk.slack.shared) == 1


async def test_the_upload_breaks_off(desk: Desk) -> None:
    """The same where it is the other server that fails."""
    anna = await finished(desk)
    desk.slack.break_down("upload")
    await anna.types("export")
    assert NOT_UPLOADED in texts(desk.slack.in_channel("C1")[-1].blocks)
