"""Uploads: boards, uploaded once and shown by their file id, and exported files."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Sequence

from slack_sdk.web.async_client import AsyncWebClient

from adapters.boards import painted
from adapters.slack.identifiers import SlackRoom
from adapters.slack.web_api import FAILURES, error_code
from bot.messages import Reply
from bot.ports import Overtaken, Painter
from games.graphics.drawing import ALT_LIMIT
from games.text import shortened

log = logging.getLogger(__name__)

MAX_KNOWN = 500  # file ids kept, so that a board is not uploaded twice


class Uploads:
    def __init__(self, paint: Painter) -> None:
        self._paint = paint
        self._known: OrderedDict[tuple[str, bytes], str] = OrderedDict()

    async def picture(self, client: AsyncWebClient, team: str, reply: Reply) -> str | None:
        """The id of a file with the reply's picture; None if there is none, so that the text board is shown."""
        try:
            png = await painted(self._paint, reply, dark=False)
        except Overtaken:
            raise
        except Exception:  # the room gets its news even if rendering fails
            log.exception("could not render a picture")
            return None
        if png is None or reply.drawing is None:
            return None
        key = (team, hashlib.sha256(png).digest())
        if key not in self._known:
            try:
                self._known[key] = await _upload_board(client, png, reply.drawing.alt)
            except FAILURES as error:
                log.warning("could not upload a picture (%s); sending the text board", error_code(error))
                return None
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        return self._known[key]

    def forget(self, file: str) -> None:
        """Forget a file that Slack did not accept."""
        for key in [key for key, known in self._known.items() if known == file]:
            del self._known[key]


async def share_files(client: AsyncWebClient, slack_room: SlackRoom, files: Sequence[tuple[str, str]]) -> bool:
    """Post files to a channel or thread; False if Slack did not accept them."""
    try:
        uploaded = [(await _upload(client, name, text.encode()), name) for name, text in files]
        await client.files_completeUploadExternal(
            files=[{"id": file, "title": name} for file, name in uploaded],
            channel_id=slack_room.channel,
            thread_ts=slack_room.thread or None,
        )
    except FAILURES as error:
        log.warning("could not upload a file: %s", error_code(error))
        return False
    return True


async def _upload_board(client: AsyncWebClient, png: bytes, alt: str) -> str:
    """Upload a board without posting it to a channel: a message shows it by its file id."""
    file = await _upload(client, "board.png", png, shortened(alt, ALT_LIMIT) or "board")
    await client.files_completeUploadExternal(files=[{"id": file, "title": "Board"}])
    return file


async def _upload(client: AsyncWebClient, name: str, content: bytes, alt: str | None = None) -> str:
    slack_room = await client.files_getUploadURLExternal(filename=name, length=len(content), alt_txt=alt)
    assert client.session is not None
    async with client.session.post(slack_room["upload_url"], data=content) as answer:
        answer.raise_for_status()
    return str(slack_room["file_id"])
