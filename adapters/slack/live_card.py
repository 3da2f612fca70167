"""A table's card: one message in the channel, edited in place, while the story goes on in the thread below it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from adapters.slack import message, ui_texts
from adapters.slack.choices import LABEL_LIMIT, SAY, actions
from adapters.slack.message import DO, NEXT, TITLE, Message
from adapters.slack.rich_text import Block, elements, plain, section
from adapters.slack.tasks import BackgroundTasks
from bot.messages import Overview, Reply
from bot.ports import RoomUnreachable

log = logging.getLogger(__name__)

# seconds before a card is edited, one after the other in a workspace: the board is usually there by then, quick moves
# share an edit, and most of the edits that Slack allows (about fifty a minute) are left for the words
PAUSE = 3.0
HEADER_LIMIT = 150
PLAYERS = "players"  # block_id


class Pace:
    """Lets through the cards of one workspace, one after the other."""

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        async with self._turn:
            await asyncio.sleep(self._pause)


class LiveCard:
    """Sends only the newest content, one edit at a time."""

    def __init__(
        self,
        edit: Callable[[Message], Awaitable[None]],
        edited: Callable[[], Awaitable[None]],
        tasks: BackgroundTasks,
        pace: Pace,
    ) -> None:
        self._edit = edit
        self._edited = edited
        self._tasks = tasks
        self._pace = pace
        self._lock = asyncio.Lock()
        self._sent: Message | None = None
        self._wanted: Message | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def files(self) -> set[str]:
        """The files that it shows or is about to show."""
        return {each.file for each in (self._sent, self._wanted) if each is not None}

    def show(self, reply: Reply) -> None:
        """Show the table as it is now, soon."""
        if reply.overview is not None:
            board = self._wanted.board if self._wanted and reply.overview.phase != "lobby" else ()
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


def content(reply: Reply, overview: Overview) -> Message:
    """Title, whose turn it is or how it ended, who plays, and a way in."""
    line = section(elements(overview.line, reply.names), NEXT)
    return Message(
        text=message.notification(f"{overview.title}: {overview.line}", reply),
        told=(_header(overview.title), *line),
        next=(_players(overview),),
        buttons=tuple(_buttons(reply, overview)),
    )


def _header(title: str) -> Block:
    return {"type": "header", "block_id": TITLE, "text": plain(title, HEADER_LIMIT)}


def _players(overview: Overview) -> Block:
    names = ", ".join(chair.name + ui_texts.HOST * chair.host for chair in overview.chairs)
    where = ui_texts.IN_THREAD if overview.phase == "playing" else ui_texts.STORY_IN_THREAD
    return {"type": "context", "block_id": PLAYERS, "elements": [plain(f"{names} · {where}")]}


def _buttons(reply: Reply, overview: Overview) -> list[Block]:
    """Moves are in the thread; the card has what people need who don't play yet."""
    if overview.phase == "over":
        return actions(reply, prefix=DO)
    if not any(chair.automatic for chair in overview.chairs):
        return []
    join = {"type": "button", "action_id": f"{SAY}:0", "text": plain(ui_texts.JOIN, LABEL_LIMIT), "value": "join"}
    return [{"type": "actions", "block_id": f"{DO}:0", "elements": [join]}]
