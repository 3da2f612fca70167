"""A message that is edited in place, and the pictures that it shows."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field

from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import message
from adapters.slack.identifiers import SlackRoom
from adapters.slack.message import Message
from adapters.slack.messages_api import FileNotReady, MessagesApi
from adapters.slack.rich_text import Block
from adapters.slack.uploads import Uploads, delete_file, digest_of, upload_board
from adapters.slack.web_api import WebApi, error_code
from bot.messages import Reply
from bot.ports import Overtaken, RoomUnreachable

log = logging.getLogger(__name__)

# seconds between attempts to show a newly uploaded file: Slack may need a moment before it accepts it
FILE_WAITS = (0.3, 0.9, 1.5, 3.0)


class LiveMessage:
    """One edit at a time: each is made from the message as the one before left it."""

    def __init__(self, api: MessagesApi, place: SlackRoom, ts: str, content: Message | None = None) -> None:
        self._api = api
        self._lock = asyncio.Lock()
        self._boards = 0  # how many it was to show, one after the other
        self._closed = False
        self.place = place
        self.ts = ts
        self.content = content  # None: posted before this process started

    def expect_board(self) -> int:
        """The number of the board that is being made; an older one is no longer wanted."""
        self._boards += 1
        return self._boards

    def wants(self, board: int) -> bool:
        return not self._closed and board == self._boards

    async def amend(self, new: Message, *, broadcast: bool = False) -> bool:
        """Replace it; without a new board, it keeps the old one. False if the message is gone."""
        async with self._lock:
            new = self.content.amended(new) if self.content and not new.board else new
            if not await self._api.update(self.place, self.ts, new, broadcast=broadcast):
                return False
            self.content = new
            return True

    async def add_board(self, blocks: Iterable[Block], number: int) -> bool:
        """False if it is no longer wanted, or the message is gone; FileNotReady if it has to wait."""
        async with self._lock:
            if not self.wants(number) or self.content is None:
                return False
            new = self.content.with_board(tuple(blocks))
            if not await self._api.update(self.place, self.ts, new):
                return False
            self.content = new
            return True

    def stop(self) -> None:
        """From now on no board is added."""
        self._closed = True

    async def shrink(self, rest: Message | None) -> None:
        """Leave only this of it, or delete it."""
        self.stop()
        async with self._lock:
            try:
                if rest is None:
                    await self._api.delete(self.place, self.ts)
                else:
                    await self._api.update(self.place, self.ts, rest)
            except RoomUnreachable as error:  # old buttons are answered politely too
                log.warning("could not shrink a message: %s", error)


@dataclass(slots=True)
class BoardFiles:
    """The uploaded files of one live message after another."""

    file: str = ""  # that the newest one shows
    digest: bytes = b""
    retired: set[str] = field(default_factory=set)  # to be deleted

    def show(self, file: str, digest: bytes) -> None:
        if file != self.file:
            self.retire()
        self.file, self.digest = file, digest

    def retire(self) -> None:
        if self.file:
            self.retired.add(self.file)
        self.release()

    def release(self) -> None:
        """Whatever is shown stays."""
        self.file, self.digest = "", b""


class Illustrator:
    """Adds boards to messages that are already posted, and deletes those that nobody sees any more."""

    def __init__(self, web: WebApi, uploads: Uploads, file_waits: Iterable[float]) -> None:
        self._web = web
        self._uploads = uploads
        self._file_waits = tuple(file_waits)

    def first_board(self, reply: Reply) -> list[Block]:
        """The board that a message is posted with: a picture always comes later."""
        return [] if self._uploads.paints(reply) else message.text_board(reply)

    async def illustrate(self, live: LiveMessage, reply: Reply, files: BoardFiles) -> list[Block] | None:
        """Add the reply's picture; returns the board that is shown, None if the table has moved on."""
        if not self._uploads.paints(reply):
            files.retire()
            return message.text_board(reply)
        number = live.expect_board()
        try:
            png = await self._uploads.picture(reply)
        except Overtaken:
            return None
        if not live.wants(number):
            return None
        try:
            if png is not None and await self._add_picture(live, number, reply, png, files):
                self._uploads.note_board(live.place.team, reply, files.file)
                return message.picture_board(reply, files.file)
            if not live.wants(number) or not await live.add_board(message.text_board(reply), number):
                return None
        except RoomUnreachable as error:
            log.info("could not add the board to a message: %s", error)
            return None
        files.retire()
        return message.text_board(reply)

    async def _add_picture(self, live: LiveMessage, number: int, reply: Reply, png: bytes, files: BoardFiles) -> bool:
        """False if it can't be shown."""
        digest = digest_of(png)
        if digest == files.digest:
            return await live.add_board(message.picture_board(reply, files.file), number)
        client = await self._web.client(live.place.team)
        file = await upload_board(client, png, reply.drawing.alt if reply.drawing else "")
        for wait in self._file_waits if file else ():
            await asyncio.sleep(wait)
            try:
                if await live.add_board(message.picture_board(reply, file), number):
                    files.show(file, digest)
                    return True
                break
            except FileNotReady:
                continue
            except RoomUnreachable:
                files.retired.add(file)
                raise
        if file:
            log.log(logging.WARNING if live.wants(number) else logging.DEBUG, "a picture was not shown")
            files.retired.add(file)
        return False

    def keep(self, team: str, reply: Reply, files: BoardFiles) -> None:
        """The board looks the same after this reply."""
        self._uploads.note_board(team, reply, files.file)

    async def delete_retired(self, team: str, files: BoardFiles, in_use: set[str]) -> None:
        """Delete what no message shows any more."""
        done = files.retired - in_use - {files.file}
        files.retired -= done
        try:
            client: AsyncWebClient = await self._web.client(team)
            for file in done:
                await delete_file(client, file)
        except RoomUnreachable as error:
            log.info("could not delete a file: %s", error_code(error))
