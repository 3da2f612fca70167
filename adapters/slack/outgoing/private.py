"""Private replies: ephemeral messages, through the delivery's response_url or by user id."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing import message
from adapters.slack.outgoing.acts import Block
from adapters.slack.outgoing.calls import MessagesApi, Uploads, share_files
from adapters.slack.web_api import FAILURES, WebApi, error_code, library_log
from bot.kernel.messages import Link, Reply, is_private_room
from bot.kernel.ports import Overtaken, RoomUnreachable, Service
from bot.kernel.store import StoreUnavailable
from games.language import speaking

# --- pictures of lessons ---------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_MAX_LESSONS = 2000
PATIENCE = 2.5  # seconds for a picture: words that come without one can't get it later


class LessonPictures:
    def __init__(self, web: WebApi, uploads: Uploads) -> None:
        self._web = web
        self._uploads = uploads
        self._shown: OrderedDict[str, str] = OrderedDict()  # by table: the file of its last board

    async def file(self, team: str, reply: Reply) -> str:
        """The file with the board of a lesson; empty if there is no picture in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                client = await self._web.client(team)
                file = await self._uploads.file(client, reply)
        except (*FAILURES, RoomUnreachable, Overtaken) as error:
            log.info("a lesson comes without a picture: %s", error_code(error))
            return ""
        if file:
            await self._replace(team, reply.table, file)
        return file or ""

    async def _replace(self, team: str, table: str, file: str) -> None:
        """Replace the board of a lesson: only the newest is kept."""
        old, self._shown[table] = self._shown.pop(table, ""), file
        while len(self._shown) > _MAX_LESSONS:
            self._shown.popitem(last=False)
        if old and old != file:
            try:
                await (await self._web.client(team)).files_delete(file=old)
            except (*FAILURES, RoomUnreachable) as error:
                log.info("could not delete a picture: %s", error_code(error))


async def _is_private(service: Service, table: str) -> bool:
    try:
        page = await service.page_of(table) if table else None
    except StoreUnavailable:
        return False
    return page is not None and any(map(is_private_room, page.rooms))


# --- ephemeral messages ----------------------------------------------------------------------------------------------

MAX_USES = 5  # of a response_url
_VALID_SECONDS = 29 * 60.0  # Slack allows half an hour
_MAX_REMEMBERED = 5000  # response_urls whose uses are counted


@dataclass(frozen=True, slots=True)
class Recipient:
    """The person to reply to privately, and how."""

    slack_room: SlackRoom
    user: str
    answers: str = ""  # the delivery's response_url: works where the bot isn't a member, five times in 30 minutes
    ephemeral: bool = False  # they pressed a button of a private reply, which is now out of date
    direct: bool = False  # it is a direct message, which nobody can be invited to
    at_home: bool = False  # they did it on their App Home


class ResponseUrls:
    """A sender to response_urls, as long as Slack accepts them."""

    def __init__(self, web: WebApi) -> None:
        self._web = web
        self._uses: OrderedDict[str, tuple[float, int]] = OrderedDict()  # first use, and how many since

    def is_usable(self, url: str) -> bool:
        first, uses = self._uses.get(url, (time.monotonic(), 0))
        return bool(url) and uses < MAX_USES and time.monotonic() - first < _VALID_SECONDS

    def note(self, url: str) -> None:
        """Note a URL that a delivery brought: its half hour begins."""
        self._uses.setdefault(url, (time.monotonic(), 0))
        while len(self._uses) > _MAX_REMEMBERED:
            self._uses.popitem(last=False)

    async def send(self, url: str, body: dict[str, Any]) -> bool:
        """Send to a URL; True if Slack accepted it."""
        if not self.is_usable(url):
            return False
        self.note(url)
        first, uses = self._uses[url]
        self._uses[url] = (first, uses + 1)
        try:
            client = AsyncWebhookClient(url, session=self._web.session, logger=library_log)
            answer = await client.send_dict(self._web.worded(body))
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not use a response_url: %s", error_code(error))
            return False
        return answer.status_code == 200


class EphemeralReplies:
    def __init__(self, service: Service, web: WebApi, urls: ResponseUrls, lessons: LessonPictures) -> None:
        self._service = service
        self._web = web
        self._messages = MessagesApi(web)
        self._urls = urls
        self._lessons = lessons

    async def answer(self, recipient: Recipient, replies: list[Reply], buttons: Sequence[Block] = ()) -> None:
        """Send all replies; the first replaces the private message whose button was pressed."""
        if recipient.ephemeral and not replies:
            await self._respond(recipient, {"delete_original": True})
        for number, given in enumerate(replies):
            reply = await self._linked(given)
            over = recipient.ephemeral and number == 0
            with speaking(reply.language):
                if reply.attached and not await self._give(recipient, reply):
                    reply = replace(reply, situation=str(ui_texts.NOT_UPLOADED))
            picture = await self._picture(recipient.slack_room.team, reply)
            if picture and await self._show(recipient, _content(reply, buttons, picture), over=over):
                continue
            await self._show(recipient, _content(reply, buttons), over=over, posting=True)

    def can_replace(self, recipient: Recipient) -> bool:
        return recipient.ephemeral and self._urls.is_usable(recipient.answers)

    async def show(self, recipient: Recipient, content: dict[str, Any]) -> None:
        """Show a message to one person, in place of the one on which they pressed something."""
        await self._show(recipient, content, over=recipient.ephemeral, posting=True)

    async def remove(self, recipient: Recipient) -> None:
        """Remove the message on which they pressed something."""
        await self._respond(recipient, {"delete_original": True})

    async def _give(self, recipient: Recipient, reply: Reply) -> bool:
        """Post files to the person's direct messages, as no file is ephemeral; False if Slack did not accept them."""
        team = recipient.slack_room.team
        try:
            client = await self._web.client(team)
            answer = await client.chat_postMessage(channel=recipient.user, text=str(ui_texts.YOUR_FILE))
        except (*FAILURES, RoomUnreachable) as error:
            log.warning("could not send a file: %s", error_code(error))
            return False
        return await share_files(client, SlackRoom(team, str(answer["channel"])), reply)

    async def _linked(self, reply: Reply) -> Reply:
        """The reply with the addresses of the rooms that it leads to."""
        if not any(link.room for link in reply.links):
            return reply
        return replace(reply, links=tuple([await self._opened(link) for link in reply.links]))

    async def _opened(self, link: Link) -> Link:
        room = SlackRoom.parse(link.room) if link.room else None
        if room is None or not room.thread:
            return link
        # without an address, the words say which team it is, and its thread is in sight
        return replace(link, url=await self.address(room, room.thread))

    async def address(self, place: SlackRoom, ts: str) -> str:
        """The address of a message; empty if Slack doesn't tell."""
        try:
            return await self._messages.address(place, ts)
        except RoomUnreachable as error:
            log.info("no address for a message in %s: %s", place.name, error)
            return ""

    async def _picture(self, team: str, reply: Reply) -> list[Block]:
        """The board of a tutorial; other private replies have no picture, because they may show a hand."""
        if reply.drawing is None or not reply.pictures or not await _is_private(self._service, reply.table):
            return []
        file = await self._lessons.file(team, reply)
        return message.picture_board(reply, file) if file else []

    async def _show(self, recipient: Recipient, content: dict[str, Any], *, over: bool, posting: bool = False) -> bool:
        """Show a reply. `over`: instead of the message whose button was pressed. `posting`: by user id otherwise."""
        if await self._respond(recipient, {**content, "replace_original": over}):
            return True
        if posting:
            await self._post(recipient, content)
        return False

    async def _respond(self, recipient: Recipient, body: dict[str, Any]) -> bool:
        thread = {"thread_ts": recipient.slack_room.thread} if recipient.slack_room.thread and "text" in body else {}
        return await self._urls.send(recipient.answers, {"response_type": "ephemeral", **thread, **body})

    async def _post(self, recipient: Recipient, content: dict[str, Any]) -> None:
        try:
            client = await self._web.client(recipient.slack_room.team)
            await client.chat_postEphemeral(**recipient.slack_room.arguments, user=recipient.user, **content)
        except (*FAILURES, RoomUnreachable) as error:  # the App Home shows it too
            log.warning("could not deliver a private reply: %s", error_code(error))


def _content(reply: Reply, buttons: Sequence[Block], picture: Sequence[Block] = ()) -> dict[str, Any]:
    """A private reply as a message; a picture replaces the text board."""
    shown = message.private(reply, time.time())
    if picture:
        shown = shown.with_board(picture)
    return {"text": shown.text, "blocks": [*shown.content["blocks"], *buttons]}
