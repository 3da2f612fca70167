"""Messages in channels and threads: posts and amends them, and removes their buttons."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.boards import Board
from adapters.slack import message, ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.message import Message
from adapters.slack.rich_text import Block
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.uploads import Uploads, share_files
from adapters.slack.web_api import FAILURES, WebApi, error_code, translated_errors
from bot.messages import Reply
from bot.ports import Overtaken

log = logging.getLogger(__name__)

MAX_REMEMBERED = 5000  # messages kept, so that their buttons can be removed
# seconds between attempts; Slack may need a moment before it accepts a newly uploaded file
FILE_WAITS = (0.3, 1.0, 2.0)
NOT_YET = "invalid_blocks"  # Slack's error code then
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
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by room, while it edits messages

    async def show(self, slack_room: SlackRoom, reply: Reply, before: str) -> str:
        """Post or amend a message; return the `ts` of the one that shows the table's current state."""
        client = await self._web.client(slack_room.team)
        if reply.amends and await self._amend(client, slack_room, reply, before):
            return before
        ts = await self._post(client, slack_room, reply)
        if reply.files:
            await self._share(client, slack_room, ts, reply)
        if before:
            self._tasks.start(self.remove_buttons(slack_room, before))
        return ts

    async def _amend(self, client: AsyncWebClient, slack_room: SlackRoom, reply: Reply, before: str) -> bool:
        async with self._editing(slack_room):
            old = self._known.get((slack_room.name, before))
            if old is None:
                return False
            new = old.amended(message.public(reply, slack_room, time.time()))
            return await self._update(client, slack_room, before, new)

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
        async with self._editing(slack_room):
            old = self._known.pop((slack_room.name, ts), None)
            if old is None:  # an unknown message keeps its buttons, which answer that they are out of date
                return
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
            noted = message.public(replace(reply, text=text), slack_room, time.time())
            await self._update(client, slack_room, ts, noted)

    async def _post(self, client: AsyncWebClient, slack_room: SlackRoom, reply: Reply) -> str:
        """Post the message, with its board if that is ready and Slack accepts it at once; else the board follows."""
        board = await Board.begun(partial(self._uploads.picture, client, slack_room.team, reply))
        with translated_errors("chat.postMessage"):
            if board.is_ready:
                new = message.public(reply, slack_room, time.time(), await _blocks(reply, board))
                try:
                    return await self._send(client, slack_room, new)
                except SlackApiError as error:
                    if error_code(error) != NOT_YET:
                        raise
            ts = await self._send(client, slack_room, message.public(reply, slack_room, time.time()))
        self._tasks.start(self._add_board(client, slack_room, ts, reply, board))
        return ts

    async def _add_board(
        self, client: AsyncWebClient, slack_room: SlackRoom, ts: str, reply: Reply, board: Board[str]
    ) -> None:
        """Add a board that was not ready in time, or not accepted yet."""
        blocks = await _blocks(reply, board)
        for wait in self._file_waits if blocks else ():
            await asyncio.sleep(wait)
            if await self._added(client, slack_room, ts, blocks):
                return
        if blocks:
            log.warning("Slack did not accept the picture; showing the text board")
            self._uploads.forget(blocks[0]["slack_file"]["id"])
            await self._added(client, slack_room, ts, message.text_board(reply))

    async def _added(self, client: AsyncWebClient, slack_room: SlackRoom, ts: str, board: Sequence[Block]) -> bool:
        """False if Slack does not accept the board yet."""
        async with self._editing(slack_room):
            old = self._known.get((slack_room.name, ts))
            if old is None:  # there is a newer message by now
                return True
            new = old.with_board(board)
            try:
                await client.chat_update(channel=slack_room.channel, ts=ts, **new.content)
            except FAILURES as error:
                if error_code(error) == NOT_YET:
                    return False
                log.info("could not add the board to a message: %s", error_code(error))
            else:
                self._keep(slack_room, ts, new)
            return True

    def _editing(self, slack_room: SlackRoom) -> asyncio.Lock:
        """One edit at a time: each is made from the message as the one before left it."""
        return self._locks.setdefault(slack_room.name, asyncio.Lock())

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


async def _blocks(reply: Reply, board: Board[str]) -> list[Block]:
    """The board as a picture if there is one, else as text; nothing if the table has moved on."""
    try:
        file = await board.shown()
    except Overtaken:
        return []
    return message.text_board(reply) if file is None else message.picture_board(reply, file)
