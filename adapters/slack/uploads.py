"""Files: boards, uploaded once and then shown by their id, and what people take away."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.names import Place
from adapters.slack.web import FAULTS, code
from games.graphics.drawing import ALT_LIMIT, Drawing
from games.text import shortened

log = logging.getLogger(__name__)

Painter = Callable[[Drawing], Awaitable[bytes | None]]

MAX_KNOWN = 500  # files that are remembered, so that a board shown again is not uploaded again


async def no_pictures(drawing: Drawing) -> bytes | None:
    del drawing
    return None


class Uploads:
    def __init__(self, paint: Painter) -> None:
        self._paint = paint
        self._known: OrderedDict[tuple[str, bytes], str] = OrderedDict()

    async def picture(self, client: AsyncWebClient, team: str, drawing: Drawing | None) -> str | None:
        """The id of a file that shows the drawing; None if there is none, so that the text board goes out."""
        if drawing is None:
            return None
        try:
            png = await self._paint(drawing)
        except Exception:  # a picture that cannot be made must not cost the room its news
            log.exception("no picture")
            return None
        if png is None:
            return None
        key = (team, hashlib.sha256(png).digest())
        if key not in self._known:
            try:
                self._known[key] = await _board(client, png, drawing.alt)
            except FAULTS as fault:
                log.warning("no picture could be uploaded (%s); the text board goes out", code(fault))
                return None
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
        return self._known[key]

    def forget(self, file: str) -> None:
        """Slack did not take this file."""
        for key in [key for key, known in self._known.items() if known == file]:
            del self._known[key]


async def shared(client: AsyncWebClient, place: Place, files: Sequence[tuple[str, str]]) -> bool:
    """Put files into a channel or a thread, for everybody there to take away; whether Slack took them."""
    try:
        uploaded = [(await _uploaded(client, name, text.encode()), name) for name, text in files]
        await client.files_completeUploadExternal(
            files=[{"id": file, "title": name} for file, name in uploaded],
            channel_id=place.channel,
            thread_ts=place.thread or None,
        )
    except FAULTS as fault:
        log.warning("a file could not be uploaded: %s", code(fault))
        return False
    return True


async def _board(client: AsyncWebClient, png: bytes, alt: str) -> str:
    """In no channel: it is shown by its id, in a message."""
    file = await _uploaded(client, "board.png", png, shortened(alt, ALT_LIMIT) or "board")
    await client.files_completeUploadExternal(files=[{"id": file, "title": "Board"}])
    return file


async def _uploaded(client: AsyncWebClient, name: str, content: bytes, alt: str | None = None) -> str:
    place = await client.files_getUploadURLExternal(filename=name, length=len(content), alt_txt=alt)
    assert client.session is not None
    async with client.session.post(place["upload_url"], data=content) as answer:
        answer.raise_for_status()
    return str(place["file_id"])
