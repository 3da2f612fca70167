"""Messages in channels and threads: posts and amends them, and removes their buttons."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import message, ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.message import Message
from adapters.slack.rich_text import Block
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.uploads import Uploads, share_files
from adapters.slack.web_api import FAILURES, WebApi, error_code, translated_errors
from bot.messages import Reply

log = logging.getLogger(__name__)

MAX_REMEMBERED = 5000  # messages kept, so that their buttons can be removed
# seconds between attempts; Slack may need a moment before it accepts a newly uploaded file
FILE_WAITS = (0.3, 1.0, 2.0)
GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})


class Posts:
    def __init__(
        self, web: WebApi, uploads: Uploads, tasks: BackgroundTasks, file_waits: Iterable[float] = FILE_WAITS
    ) -> None:
        self._web = web
        self._uploads = uploads
        self._tasks = tasks
        self._file_waits = tuple(file_waits)
        self._known: OrderedDict[tuple[str, str], Message] = OrderedDict()  # by room and ts

    async def show(self, slack_room: SlackRoom, reply: Reply, before: str) -> str:
        """Post or amend a message; return the `ts` of the one that shows the table's current state."""
        client = await self._web.client(slack_room.team)
        old = self._known.get((slack_room.name, before))
        if reply.amends and old is not None:
            new = old.amended(message.public(reply, slack_room, time.time(), None))
            if await self._update(client, slack_room, before, new):
                return before
        ts = await self._post(client, slack_room, reply)
        if reply.files:
            await self._share(client, slack_room, ts, reply)
        if before:
            self._tasks.start(self.remove_buttons(slack_room, before))
        return ts

    async def say(self, slack_room: SlackRoom, text: str) -> str:
        """Post a line of our own, such as the one that starts a thread."""
        client = await self._web.client(slack_room.team)
        with translated_errors("chat.postMessage"):
            return str((await client.chat_postMessage(**slack_room.arguments, text=text))["ts"])

    def remember(self, slack_room: SlackRoom, ts: str, text: str, blocks: list[Block]) -> None:
        """Remember the message of a pressed button; it may be older than this process."""
        if (slack_room.name, ts) not in self._known:
            self._keep(slack_room, ts, message.parse_posted(text, blocks))

    async def remove_buttons(self, slack_room: SlackRoom, ts: str) -> None:
        old = self._known.pop((slack_room.name, ts), None)
        if old is not None:  # an unknown message keeps its buttons, which answer that they are out of date
            try:
                client = await self._web.client(slack_room.team)
                await self._update(client, slack_room, ts, old.without_buttons(), keep=False)
            except Exception as error:  # noqa: BLE001 - old buttons are answered politely too
                log.warning("could not remove the buttons of a message: %s", error)

    # --- calls -----------------------------------------------------------------------------------------------------

    async def _update(
        self, client: AsyncWebClient, slack_room: SlackRoom, ts: str, new: Message, *, keep: bool = True
    ) -> bool:
        """Update a message; False if it was deleted or can no longer be edited."""
        with translated_errors("chat.update"):
            try:
                await client.chat_update(channel=slack_room.channel, ts=ts, **new.content)
            except SlackApiError as error:
                if error_code(error) in GONE:
                    return False
                raise
        if keep:
            self._keep(slack_room, ts, new)
        return True

    async def _share(self, client: AsyncWebClient, slack_room: SlackRoom, ts: str, reply: Reply) -> None:
        """Post the reply's files below its message; if that fails, say so in the message."""
        if not await share_files(client, slack_room, reply.files):
            text = f"{reply.text}\n{ui_texts.NOT_UPLOADED}"
            noted = message.public(replace(reply, text=text), slack_room, time.time(), None)
            await self._update(client, slack_room, ts, noted)

    async def _post(self, client: AsyncWebClient, slack_room: SlackRoom, reply: Reply) -> str:
        picture = await self._uploads.picture(client, slack_room.team, reply.drawing if reply.pictures else None)
        for wait in (*self._file_waits, None) if picture else ():
            try:
                return await self._send(client, slack_room, message.public(reply, slack_room, time.time(), picture))
            except FAILURES as error:
                if error_code(error) != "invalid_blocks":
                    with translated_errors("chat.postMessage"):
                        raise
            if wait is not None:
                await asyncio.sleep(wait)
        if picture:
            log.warning("Slack did not accept the picture; sending the text board")
            self._uploads.forget(picture)
        with translated_errors("chat.postMessage"):
            return await self._send(client, slack_room, message.public(reply, slack_room, time.time(), None))

    async def _send(self, client: AsyncWebClient, slack_room: SlackRoom, new: Message) -> str:
        answer = await client.chat_postMessage(**slack_room.arguments, **new.content, unfurl_links=False)
        ts = str(answer["ts"])
        self._keep(slack_room, ts, new)
        return ts

    def _keep(self, slack_room: SlackRoom, ts: str, known: Message) -> None:
        self._known[slack_room.name, ts] = known
        self._known.move_to_end((slack_room.name, ts))
        while len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)
