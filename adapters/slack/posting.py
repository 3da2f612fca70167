"""Messages in channels and threads: posted, amended, and relieved of their buttons."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import message, words
from adapters.slack.message import Message
from adapters.slack.names import Place
from adapters.slack.rich import Block
from adapters.slack.tasks import Tasks
from adapters.slack.uploads import Uploads, shared
from adapters.slack.web import FAULTS, Web, code, reaching
from bot.messages import Reply

log = logging.getLogger(__name__)

MAX_REMEMBERED = 5000  # messages whose text is in mind, so that their buttons can be taken away
# seconds; Slack may need a moment before it accepts a file that was just uploaded
FILE_WAITS = (0.3, 1.0, 2.0)
GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})


class Posts:
    def __init__(self, web: Web, uploads: Uploads, tasks: Tasks, file_waits: Iterable[float] = FILE_WAITS) -> None:
        self._web = web
        self._uploads = uploads
        self._tasks = tasks
        self._file_waits = tuple(file_waits)
        self._known: OrderedDict[tuple[str, str], Message] = OrderedDict()  # by room and ts

    async def show(self, place: Place, reply: Reply, before: str) -> str:
        """Post or amend; the `ts` of the message that now shows how the table stands."""
        client = await self._web.client(place.team)
        old = self._known.get((place.room, before))
        if reply.amends and old is not None:
            new = old.amended(message.public(reply, place, time.time(), None))
            if await self._updated(client, place, before, new):
                return before
        ts = await self._post(client, place, reply)
        if reply.files:
            await self._share(client, place, ts, reply)
        if before:
            self._tasks.start(self.take_buttons(place, before))
        return ts

    async def say(self, place: Place, text: str) -> str:
        """A line of our own, such as the one that begins a thread."""
        client = await self._web.client(place.team)
        with reaching("chat.postMessage"):
            return str((await client.chat_postMessage(**place.where, text=text))["ts"])

    def remember(self, place: Place, ts: str, text: str, blocks: list[Block]) -> None:
        """A message that came with a pressed button; it may be older than this process."""
        if (place.room, ts) not in self._known:
            self._keep(place, ts, message.taken_apart(text, blocks))

    async def take_buttons(self, place: Place, ts: str) -> None:
        old = self._known.pop((place.room, ts), None)
        if old is not None:  # else: from before this process, and its buttons answer that they are out of date
            try:
                client = await self._web.client(place.team)
                await self._updated(client, place, ts, old.without_buttons(), keep=False)
            except Exception as fault:  # noqa: BLE001 - buttons that stay are answered kindly, too
                log.warning("the buttons of a message could not be taken away: %s", fault)

    # --- calls -----------------------------------------------------------------------------------------------------

    async def _updated(self, client: AsyncWebClient, place: Place, ts: str, new: Message, *, keep: bool = True) -> bool:
        """Whether the message could be changed: people delete messages, and workspaces close them after a while."""
        with reaching("chat.update"):
            try:
                await client.chat_update(channel=place.channel, ts=ts, **new.content)
            except SlackApiError as fault:
                if code(fault) in GONE:
                    return False
                raise
        if keep:
            self._keep(place, ts, new)
        return True

    async def _share(self, client: AsyncWebClient, place: Place, ts: str, reply: Reply) -> None:
        """The files come below the message that tells of them; if they do not come, it says so."""
        if not await shared(client, place, reply.files):
            text = f"{reply.text}\n{words.NOT_UPLOADED}"
            told = message.public(replace(reply, text=text), place, time.time(), None)
            await self._updated(client, place, ts, told)

    async def _post(self, client: AsyncWebClient, place: Place, reply: Reply) -> str:
        picture = await self._uploads.picture(client, place.team, reply.drawing if reply.pictures else None)
        for wait in (*self._file_waits, None) if picture else ():
            try:
                return await self._posted(client, place, message.public(reply, place, time.time(), picture))
            except FAULTS as fault:
                if code(fault) != "invalid_blocks":
                    with reaching("chat.postMessage"):
                        raise
            if wait is not None:
                await asyncio.sleep(wait)
        if picture:
            log.warning("Slack did not accept the picture; the text board goes out")
            self._uploads.forget(picture)
        with reaching("chat.postMessage"):
            return await self._posted(client, place, message.public(reply, place, time.time(), None))

    async def _posted(self, client: AsyncWebClient, place: Place, new: Message) -> str:
        answer = await client.chat_postMessage(**place.where, **new.content, unfurl_links=False)
        ts = str(answer["ts"])
        self._keep(place, ts, new)
        return ts

    def _keep(self, place: Place, ts: str, known: Message) -> None:
        self._known[place.room, ts] = known
        self._known.move_to_end((place.room, ts))
        while len(self._known) > MAX_REMEMBERED:
            self._known.popitem(last=False)
