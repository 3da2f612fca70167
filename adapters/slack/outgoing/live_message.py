"""A message that is edited in place, and the pictures that it shows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from slack_sdk.web.async_client import AsyncWebClient

from adapters.background import BackgroundTasks
from adapters.layout import in_its_language
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing import message
from adapters.slack.outgoing.acts import LABEL_LIMIT, SAY, Block, elements, plain, section
from adapters.slack.outgoing.calls import (
    EditLimited,
    FileNotReady,
    MessagesApi,
    Uploads,
    delete_file,
    digest_of,
    upload_board,
)
from adapters.slack.outgoing.message import DO, Message
from adapters.slack.outgoing.rows import actions
from adapters.slack.outgoing.sheets import NEXT, TITLE, steps
from adapters.slack.web_api import WebApi, error_code
from bot.kernel.messages import Overview, Reply
from bot.kernel.ports import Overtaken, RoomUnreachable
from games.sheets import Sheet

log = logging.getLogger(__name__)

# seconds between attempts to show a newly uploaded file: Slack may need a moment before it accepts it
FILE_WAITS = (0.3, 0.9, 1.5, 3.0)
_TRIES = (0.0, 0.0, 0.0)  # the same for a board that needs no new file


class LiveMessage:
    """A message edited one at a time: each edit is made from the message as the one before left it."""

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
        """Replace the message; without a new board, it keeps the old one. False if the message is gone."""
        async with self._lock:
            new = self.content.amended(new) if self.content and not new.board else new
            if not await self._api.update(self.place, self.ts, new, broadcast=broadcast):
                return False
            self.content = new
            return True

    async def add_board(self, blocks: Iterable[Block], number: int) -> bool:
        """Add a board; False if it is no longer wanted, or the message is gone.

        FileNotReady or EditLimited if it has to wait, which it doesn't do here: words are edited meanwhile.
        """
        async with self._lock:
            if not self.wants(number) or self.content is None:
                return False
            new = self.content.with_board(tuple(blocks))
            if not await self._api.update(self.place, self.ts, new, patient=False):
                return False
            self.content = new
            return True

    def stop(self) -> None:
        """Stop adding boards."""
        self._closed = True

    async def shrink(self, rest: Message | None) -> None:
        """Leave only `rest` of the message, or delete it."""
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

    file: str = ""  # the file that the newest message shows
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
        """Let go of the file: whatever is shown stays."""
        self.file, self.digest = "", b""


class Illustrator:
    """Adds boards to messages that are already posted, and deletes those that nobody sees any more."""

    def __init__(
        self, web: WebApi, uploads: Uploads, file_waits: Iterable[float], overtaken: Callable[[], None]
    ) -> None:
        self._web = web
        self._uploads = uploads
        self._file_waits = tuple(file_waits)
        self._overtaken = overtaken

    def first_board(self, reply: Reply) -> list[Block]:
        """The first board of a message: a picture always comes later."""
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
            self._overtaken()
            return None
        if not live.wants(number):
            self._overtaken()
            return None
        try:
            if png is not None and await self._add_picture(live, number, reply, png, files):
                self._uploads.note_board(live.place.team, reply, files.file)
                return message.picture_board(reply, files.file)
            if not await self._add(live, number, message.text_board(reply), _TRIES):
                return None
        except RoomUnreachable as error:
            log.info("could not add the board to a message: %s", error)
            return None
        files.retire()
        return message.text_board(reply)

    async def _add_picture(self, live: LiveMessage, number: int, reply: Reply, png: bytes, files: BoardFiles) -> bool:
        """Add a picture; False if it can't be shown."""
        digest = digest_of(png)
        if digest == files.digest:
            return await self._add(live, number, message.picture_board(reply, files.file), _TRIES)
        client = await self._web.client(live.place.team)
        file = await upload_board(client, png, reply.drawing.alt if reply.drawing else "")
        if not file:
            return False
        try:
            if await self._add(live, number, message.picture_board(reply, file), self._file_waits):
                files.show(file, digest)
                return True
        except RoomUnreachable:
            files.retired.add(file)
            raise
        log.log(logging.WARNING if live.wants(number) else logging.DEBUG, "a picture was not shown")
        files.retired.add(file)
        return False

    async def _add(self, live: LiveMessage, number: int, board: Sequence[Block], waits: Iterable[float]) -> bool:
        """Add a board as soon as Slack takes it; False if it doesn't, or the board is no longer wanted."""
        for wait in waits:
            await asyncio.sleep(wait)
            try:
                return await live.add_board(board, number)
            except FileNotReady:
                continue
            except EditLimited as limit:
                await asyncio.sleep(limit.seconds)
        return False

    def keep(self, team: str, reply: Reply, files: BoardFiles) -> None:
        """Note that the board looks the same after this reply."""
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


# --- the card in the channel -----------------------------------------------------------------------------------------

# seconds before a card is edited, one after the other in a workspace: the board is usually there by then, quick moves
# share an edit, and most of the edits that Slack allows (about fifty a minute) are left for the words
PAUSE = 3.0
_HEADER_LIMIT = 150
_PLAYERS = "players"  # block_id


class Pace:
    """A gate for the cards of one workspace, one after the other."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        async with self._turn:
            await asyncio.sleep(self._pause)


class LiveCard:
    """A card that sends only its newest content, one edit at a time."""

    def __init__(
        self,
        edit: Callable[[Message], Awaitable[None]],
        edited: Callable[[], Awaitable[None]],
        tasks: BackgroundTasks,
        pace: Pace,
        overtaken: Callable[[], None],
    ) -> None:
        self._edit = edit
        self._edited = edited
        self._tasks = tasks
        self._pace = pace
        self._overtaken = overtaken
        self._lock = asyncio.Lock()
        self._sent: Message | None = None
        self._wanted: Message | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def files(self) -> set[str]:
        """The files that the card shows or is about to show."""
        return {each.file for each in (self._sent, self._wanted) if each is not None}

    def show(self, reply: Reply) -> None:
        """Show the table as it is now, soon."""
        if reply.overview is not None:
            keeps = self._wanted is not None and reply.overview.phase != "lobby" and not tells_the_end(reply)
            board = self._wanted.board if self._wanted is not None and keeps else ()
            self._want(content(reply, reply.overview).with_board(board))

    def show_board(self, board: Sequence[Block]) -> None:
        if self._wanted is not None:
            self._want(self._wanted.with_board(board))

    def remove_buttons(self) -> None:
        if self._wanted is not None:
            self._want(self._wanted.without_buttons())

    async def show_now(self, reply: Reply) -> None:
        """Show the table as it is now; for the end of a lobby, whose buttons have to go."""
        self.show(reply)
        await self._send()

    def _want(self, wanted: Message) -> None:
        if self._wanted is not None and self._wanted not in (self._sent, wanted):
            self._overtaken()
        self._wanted = wanted
        if self._running is None or self._running.done():
            self._running = self._tasks.start(self._catch_up())

    async def _catch_up(self) -> None:
        while self._wanted != self._sent:
            await self._pace.wait()
            await self._send()

    async def _send(self) -> None:
        async with self._lock:
            wanted = self._wanted
            if wanted is None or wanted == self._sent:
                return
            try:
                await self._edit(wanted)
            except RoomUnreachable as error:  # the next news shows it
                log.info("could not edit a card: %s", error)
            self._sent = wanted
        await self._edited()


def tells_the_end(reply: Reply) -> bool:
    """True if the channel sees the last message of the thread too, with the last board and what comes next."""
    return reply.milestone and reply.overview is not None and reply.overview.phase == "over"


@in_its_language
def content(reply: Reply, overview: Overview) -> Message:
    """The card: title, whose turn it is or how it ended, who plays, and a way in."""
    if reply.sheet is not None:
        return _meeting(reply.sheet, reply, overview)
    line = section(elements(overview.line, reply.names), NEXT)
    return Message(
        text=message.notification(f"{overview.title}: {overview.line}", reply),
        told=(_header(overview.title), *line),
        next=(_players(overview),),
        buttons=tuple(_buttons(reply, overview)),
    )


def _meeting(sheet: Sheet, reply: Reply, overview: Overview) -> Message:
    """The card of a meeting: how far it is. What changes more often is in the thread."""
    is_over = overview.phase == "over"
    line = overview.line if is_over else sheet.title
    where = ui_texts.STORY_IN_THREAD if is_over else ui_texts.IN_THREAD
    far = [] if is_over else steps(sheet.steps)
    return Message(
        text=message.notification(f"{overview.title}: {line}", reply),
        told=(_header(overview.title), *far, *section(elements(line, reply.names), NEXT)),
        next=({"type": "context", "block_id": _PLAYERS, "elements": [plain(str(where))]},),
    )


def _header(title: str) -> Block:
    return {"type": "header", "block_id": TITLE, "text": plain(title, _HEADER_LIMIT)}


def _players(overview: Overview) -> Block:
    names = ", ".join(ui_texts.host(chair.name) if chair.host else chair.name for chair in overview.chairs)
    where = ui_texts.IN_THREAD if overview.phase == "playing" else ui_texts.STORY_IN_THREAD
    return {"type": "context", "block_id": _PLAYERS, "elements": [plain(f"{names} · {where}")]}


def _buttons(reply: Reply, overview: Overview) -> list[Block]:
    """The card's buttons for people who don't play yet: moves are in the thread."""
    if overview.phase == "over":
        return [] if tells_the_end(reply) else actions(reply, prefix=DO)
    if not any(chair.automatic for chair in overview.chairs):
        return []
    join = {"type": "button", "action_id": f"{SAY}:0", "text": plain(str(ui_texts.JOIN), LABEL_LIMIT), "value": "join"}
    return [{"type": "actions", "block_id": f"{DO}:0", "elements": [join]}]


# --- where it stands -------------------------------------------------------------------------------------------------

Style = Literal["thread", "channel"]


@dataclass(frozen=True, slots=True)
class Reference:
    """The message's `ts` and that of the table's card, and where people of this room want to see their tables.

    Stored as `ts/card/style`; empty parts at the end are left out.
    """

    ts: str = ""
    card: str = ""  # of a table in a thread: the message above it
    style: Style | Literal[""] = ""  # chosen in this room; otherwise the setting decides

    @classmethod
    def parse(cls, stored: str) -> "Reference":
        ts, card, style = [*stored.split("/"), "", ""][:3]
        return cls(ts, card, cast("Style", style) if style in {"thread", "channel"} else "")

    def __str__(self) -> str:
        return f"{self.ts}/{self.card}/{self.style}".rstrip("/")

    @property
    def is_card(self) -> bool:
        """True if the newest message is the card itself: nothing has been posted below it yet."""
        return bool(self.card) and self.card == self.ts
