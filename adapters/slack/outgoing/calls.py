"""Slack's calls that post, edit and delete messages."""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.pictures import no_picture, painted
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.acts import Block
from adapters.slack.outgoing.budget import ChannelBudget
from adapters.slack.outgoing.message import Message
from adapters.slack.web_api import FAILURES, WebApi, error_code, translated_errors
from bot.kernel.messages import Reply
from bot.kernel.ports import Overtaken, Painter, RoomUnreachable
from games.graphics.drawing import ALT_LIMIT
from games.language import t
from games.text import shortened

# --- messages --------------------------------------------------------------------------------------------------------

_NOT_YET = "invalid_blocks"  # Slack's error code while it doesn't know a newly uploaded file yet
_LIMITED = "ratelimited"
_GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})


class FileNotReady(RoomUnreachable):
    """Slack needs a moment before a message can show a newly uploaded file."""


class EditLimited(RoomUnreachable):
    """Slack takes no more edits for so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"chat.update: limited for {seconds} seconds")  # not prose
        self.seconds = seconds


class MessagesApi:
    """Slack's calls for messages. Every method raises RoomUnreachable if Slack doesn't accept the call."""

    def __init__(self, web: WebApi, budget: ChannelBudget | None = None) -> None:
        self._web = web
        self._budget = budget or ChannelBudget()

    async def post(self, place: SlackRoom, new: Message, *, broadcast: bool = False) -> str:
        """Post to a channel or thread; returns the message's `ts`. `broadcast`: a reply that the channel sees too."""
        client = await self._web.client(place.team)
        await self._budget.spend(place.team, place.channel)
        with translated_errors("chat.postMessage"):
            answer = await client.chat_postMessage(
                **place.arguments,
                **new.content,
                reply_broadcast=True if broadcast and place.thread else None,
                unfurl_links=False,
            )
        return str(answer["ts"])

    async def say(self, place: SlackRoom, text: str) -> str:
        client = await self._web.client(place.team)
        await self._budget.spend(place.team, place.channel)
        with translated_errors("chat.postMessage"):
            return str((await client.chat_postMessage(**place.arguments, text=text))["ts"])

    async def update(
        self, place: SlackRoom, ts: str, new: Message, *, broadcast: bool = False, patient: bool = True
    ) -> bool:
        """Edit a message; False if it was deleted or can no longer be edited. Not `patient`: EditLimited, at once."""
        client = await self._web.client(place.team, retries=patient)
        also = True if broadcast else None
        with translated_errors("chat.update"):
            try:
                await client.chat_update(channel=place.channel, ts=ts, **new.content, reply_broadcast=also)
            except SlackApiError as error:
                if error_code(error) in _GONE:
                    return False
                if error_code(error) == _NOT_YET and new.file:
                    raise FileNotReady("chat.update: the file isn't usable yet") from error  # not prose
                if error_code(error) == _LIMITED and not patient:
                    raise EditLimited(float(error.response.headers.get("Retry-After", 1))) from error
                raise
        return True

    async def address(self, place: SlackRoom, ts: str) -> str:
        """The address where a message can be opened; with a thread, that is opened beside it."""
        client = await self._web.client(place.team)
        with translated_errors("chat.getPermalink"):
            answer = await client.chat_getPermalink(channel=place.channel, message_ts=ts)
        address = str(answer["permalink"])
        if not place.thread or "thread_ts=" in address:  # Slack adds it to a reply, but not to a thread's first message
            return address
        return f"{address}?thread_ts={place.thread}&cid={place.channel}"

    async def delete(self, place: SlackRoom, ts: str) -> None:
        client = await self._web.client(place.team)
        with translated_errors("chat.delete"):
            await client.chat_delete(channel=place.channel, ts=ts)


# --- uploads ---------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_KNOWN = 500  # tables whose newest board is known


class Uploads:
    def __init__(self, paint: Painter) -> None:
        self._paint = paint
        self._boards: OrderedDict[tuple[str, str], tuple[int, str]] = OrderedDict()  # by team and table: the newest

    def paints(self, reply: Reply) -> bool:
        """True if the reply's board will be a picture, if all goes well."""
        return reply.drawing is not None and reply.pictures and self._paint is not no_picture

    def board(self, team: str, table: str, sequence: int) -> str:
        """The file with the table's board at this moment, if a room shows it; empty if not."""
        at, file = self._boards.get((team, table), (-1, ""))
        return file if at == sequence else ""

    def note_board(self, team: str, reply: Reply, file: str) -> None:
        """Note that a room shows this file as its table's board; empty: as text."""
        if reply.news:
            self._boards[team, reply.table] = (reply.sequence, file)
            self._boards.move_to_end((team, reply.table))
            while len(self._boards) > _MAX_KNOWN:
                self._boards.popitem(last=False)

    async def file(self, client: AsyncWebClient, reply: Reply) -> str:
        """Upload the reply's picture at once; empty if there is none."""
        png = await self.picture(reply)
        return await upload_board(client, png, reply.drawing.alt) if png is not None and reply.drawing else ""

    async def picture(self, reply: Reply) -> bytes | None:
        """The picture; None if there is none, so that the text board has to do; Overtaken if the table has moved on."""
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
        await client.files_completeUploadExternal(files=[{"id": file, "title": t("Board")}])
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


async def share_files(client: AsyncWebClient, slack_room: SlackRoom, reply: Reply) -> bool:
    """Post the files of a reply to a channel or thread; False if Slack did not accept them."""
    try:
        uploaded = [(await _upload(client, name, content), name) for name, content in reply.attached]
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


# --- forms and pages -------------------------------------------------------------------------------------------------

_Send = Callable[[Block], Awaitable[object]]


async def with_or_without_pictures(view: Block, send: _Send) -> None:
    """Send a view, without its pictures if Slack doesn't accept it with them."""
    try:
        await send(view)
    except FAILURES:
        plainer = _without_pictures(view)
        if plainer == view:
            raise
        await send(plainer)


def _without_pictures(view: Block) -> Block:
    return {**view, "blocks": [block for block in view["blocks"] if not _has_picture(block)]}


def _has_picture(block: Block) -> bool:
    return block["type"] == "image" or "accessory" in block
