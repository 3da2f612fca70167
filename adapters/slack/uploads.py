"""Uploads: pictures of boards, which messages show by their file id, and exported files."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Sequence

from slack_sdk.web.async_client import AsyncWebClient

from adapters.boards import no_picture, painted
from adapters.slack.identifiers import SlackRoom
from adapters.slack.web_api import FAILURES, error_code
from bot.messages import Reply
from bot.ports import Overtaken, Painter
from games.graphics.drawing import ALT_LIMIT
from games.text import shortened

log = logging.getLogger(__name__)

MAX_KNOWN = 500  # tables whose newest board is known


class Uploads:
    def __init__(self, paint: Painter) -> None:
        self._paint = paint
        self._boards: OrderedDict[tuple[str, str], tuple[int, str]] = OrderedDict()  # by team and table: the newest

    def paints(self, reply: Reply) -> bool:
        """Whether the reply's board will be a picture, if all goes well."""
        return reply.drawing is not None and reply.pictures and self._paint is not no_picture

    def board(self, team: str, table: str, sequence: int) -> str:
        """The file with the table's board at this moment, if a room shows it; empty if not."""
        at, file = self._boards.get((team, table), (-1, ""))
        return file if at == sequence else ""

    def note_board(self, team: str, reply: Reply, file: str) -> None:
        """A room shows this file as its table's board; empty: as text."""
        if reply.news:
            self._boards[team, reply.table] = (reply.sequence, file)
            self._boards.move_to_end((team, reply.table))
            while len(self._boards) > MAX_KNOWN:
                self._boards.popitem(last=False)

    async def file(self, client: AsyncWebClient, reply: Reply) -> str:
        """Upload the reply's picture at once; empty if there is none."""
        png = await self.picture(reply)
        return await upload_board(client, png, reply.drawing.alt) if png is not None and reply.drawing else ""

    async def picture(self, reply: Reply) -> bytes | None:
        """None if there is no picture, so that the text board has to do; Overtaken if the table has moved on."""
        try:
            return await painted(self._paint, reply, dark=False)
        except Overtaken:
            raise
        except Exception:  # the room gets its news even if rendering fails
            log.exception("could not render a picture")
            return None


def digest_of(png: bytes) -> bytes:
    return hashlib.sha256(png).digest()


async def upload_board(client: AsyncWebClient, png: bytes, alt: str) -> str:
    """Upload a board without posting it to a channel; returns its file id, empty if Slack did not accept it."""
    try:
        file = await _upload(client, "board.png", png, shortened(alt, ALT_LIMIT) or "board")
        await client.files_completeUploadExternal(files=[{"id": file, "title": "Board"}])
    except FAILURES as error:
        log.warning("could not upload a picture (%s); sending the text board", error_code(error))
        return ""
    return file


async def delete_file(client: AsyncWebClient, file: str) -> None:
    """Delete a board that no message shows any more."""
    try:
        await client.files_delete(file=file)
    except FAILURES as error:
        log.info("could not delete a file: %s", error_code(error))


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


async def _upload(client: AsyncWebClient, name: str, content: bytes, alt: str | None = None) -> str:
    target = await client.files_getUploadURLExternal(filename=name, length=len(content), alt_txt=alt)
    assert client.session is not None
    async with client.session.post(target["upload_url"], data=content) as answer:
        answer.raise_for_status()
    return str(target["file_id"])
