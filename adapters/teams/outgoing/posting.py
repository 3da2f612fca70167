"""The messages in rooms: one card a turn, edited while the turn lasts; the one before shrinks to its story.

What the newest card shows is kept in memory for the next edit, and for people who come back from their own view. After
a restart it is composed again.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from adapters.background import BackgroundTasks
from adapters.layout import in_its_language
from adapters.pictures import PATIENCE, alt_with_pin, painted
from adapters.pictures import Board as Making
from adapters.teams.identifiers import PERSONAL, PLATFORM, Payload, TeamsRoom
from adapters.teams.outgoing import cards
from adapters.teams.outgoing.addresses import Addresses
from adapters.teams.outgoing.cards import ALT_LIMIT, Board, Style, message_of, summary_of
from adapters.teams.outgoing.connector import Address, Connector, Rejected, unreachable
from adapters.teams.outgoing.shelf import Fitted, Shelf, data_uri
from adapters.teams.texts import APP
from bot.kernel.messages import Reply
from bot.kernel.ports import Overtaken, Painter, RoomUnreachable
from games.graphics.drawing import Drawing
from games.values import replace

log = logging.getLogger(__name__)

MENTIONED = f"@{APP}"  # what people type before a command
_MAX_REMEMBERED = 5000  # rooms, and messages that have shrunk


@dataclass(slots=True)
class _Shown:
    """The last message of a room."""

    message: str
    reply: Reply
    board: Board | None = None
    awaiting: Making[bytes] | None = None  # the picture that it will show, or whose address it shows
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # one edit at a time


class RoomMessages:
    def __init__(
        self,
        connector: Connector,
        addresses: Addresses,
        shelf: Shelf,
        *,
        paint: Painter,
        tasks: BackgroundTasks,
        overtaken: Callable[[], None],
    ) -> None:
        """Set up messages. `overtaken` counts edits that are left out because a newer one followed."""
        self._connector = connector
        self._addresses = addresses
        self._shelf = shelf
        self._paint = paint
        self._tasks = tasks
        self._overtaken = overtaken
        self._last: OrderedDict[str, _Shown] = OrderedDict()
        self._past: OrderedDict[tuple[str, str], Payload] = OrderedDict()  # by room and message

    # --- what is shown -----------------------------------------------------------------------------------------------

    def is_newest(self, room: str, message: str) -> bool:
        shown = self._last.get(room)
        return shown is not None and shown.message == message

    def shown(self, room: str, message: str) -> Payload | None:
        """The card that everybody sees in place of this message; None if it isn't known any more."""
        known = self._last.get(room)
        if known is not None and known.message == message:
            address = self._addresses.known(room)
            return self._card(known.reply, address, known.board) if address is not None else None
        return self._past.get((room, message))

    def _card(self, reply: Reply, to: Address, board: Board | None) -> Payload:
        return cards.room_card(reply, style_of(to), time.time(), board)

    # --- posting -----------------------------------------------------------------------------------------------------

    async def post(
        self, room: str, reply: Reply, before: str, board_again: Callable[[Reply], Awaitable[Drawing | None]]
    ) -> str:
        """See Chat.post. `board_again`: the board of an amended message whose board isn't known any more."""
        to = await self._addresses.of(room)
        reply = cards.with_downloads(reply, self._shelf.files(reply.attached)) if reply.attached else reply
        reply = with_links(reply, to.tenant)
        try:
            if reply.amends and before and await self._amend(room, to, reply, before, board_again):
                return before
            return await self._post(room, to, reply, before)
        except Rejected as error:
            raise unreachable(error) from error

    async def _post(self, room: str, to: Address, reply: Reply, before: str) -> str:
        known = self._last.get(room)
        if reply.amends and reply.drawing is None and known is not None and known.message == before:
            reply = replace(reply, drawing=known.reply.drawing)  # its message was deleted
        board, making = await self._begun(reply)
        summary = summary_of(reply, style_of(to))
        shown = _Shown("", reply, board, making)
        shown.message = await self._sent(to, shown, summary)
        if known is not None:
            known.awaiting = None  # a picture that comes later is out of date
        if reply.news or reply.acts:  # else it isn't the table's message, but a chart or a file
            self._remember(room, shown)
        if shown.awaiting is not None:
            self._tasks.start(self._add_board(room, to, shown, shown.awaiting))
        if before and before != shown.message:
            self._shrink_soon(room, to, before, known, reply)
        return shown.message

    async def _sent(self, to: Address, shown: _Shown, summary: str) -> str:
        """Send a new message; with the text board if Teams finds it too large."""
        try:
            return await self._connector.post(to, message_of(self._card(shown.reply, to, shown.board), summary))
        except Rejected as error:
            if not error.is_too_large or shown.board is None or not shown.board.url:
                raise
        shown.board, shown.awaiting = text_board(shown.reply), None
        return await self._connector.post(to, message_of(self._card(shown.reply, to, shown.board), summary))

    async def say(self, to: Address, card: Payload, summary: str = "") -> str:
        """Send a message that isn't a table's."""
        try:
            return await self._connector.post(to, message_of(card, summary))
        except Rejected as error:
            raise unreachable(error) from error

    # --- boards ------------------------------------------------------------------------------------------------------

    async def _begun(self, reply: Reply) -> tuple[Board | None, Making[bytes] | None]:
        """The board of a reply as far as it is known at once, and its picture while that is being made."""
        if reply.drawing is None:
            return None, None
        if not reply.pictures:
            return text_board(reply), None
        if self._shelf.is_public:  # the address is enough
            making = await Making[bytes].begun(partial(self._picture, reply), 0.0)
            return Board(self._shelf.board(reply, making), _alt(reply)), making
        making = await Making[bytes].begun(partial(self._picture, reply), PATIENCE)
        if not making.is_ready:
            return None, making
        return await self._board(reply, making), None

    async def _picture(self, reply: Reply) -> bytes | None:
        assert reply.drawing is not None
        return await painted(self._paint, replace(reply, drawing=Fitted(reply.drawing)), dark=False)

    async def _board(self, reply: Reply, making: Making[bytes]) -> Board | None:
        """The board once it is made: a picture inside the message, or in words. None: the table has moved on."""
        try:
            png = await making.shown()
        except Overtaken:
            return None
        if png is None:
            return text_board(reply)
        if self._shelf.is_public:
            return Board(self._shelf.board(reply, making), _alt(reply))
        return Board(data_uri(png), _alt(reply))

    async def _add_board(self, room: str, to: Address, shown: _Shown, making: Making[bytes]) -> None:
        """Add a picture that was not ready in time, or replace the address of one that can't be made by words."""
        found = await self._board(shown.reply, making)
        async with shown.lock:
            if shown.awaiting is not making:
                self._overtaken()
                return
            shown.awaiting = None
            if found is None or (shown.board is not None and found.url == shown.board.url):
                return
            below = shown.board.below if shown.board is not None else bool(shown.reply.acts)
            shown.board = replace(found, below=below)
            try:
                await self._edited(to, shown)
            except (Rejected, RoomUnreachable) as error:  # deleted by somebody, say; people can ask for the board
                log.info("could not add the board to a message in %s: %s", room, error)

    async def _edited(self, to: Address, shown: _Shown) -> None:
        """Edit a message; with the text board if Teams finds it too large."""
        try:
            await self._connector.edit(to, shown.message, message_of(self._card(shown.reply, to, shown.board)))
        except Rejected as error:
            if not error.is_too_large or shown.board is None or not shown.board.url:
                raise
            shown.board = replace(text_board(shown.reply), below=shown.board.below)
            await self._connector.edit(to, shown.message, message_of(self._card(shown.reply, to, shown.board)))

    # --- editing -----------------------------------------------------------------------------------------------------

    async def _amend(
        self,
        room: str,
        to: Address,
        reply: Reply,
        before: str,
        board_again: Callable[[Reply], Awaitable[Drawing | None]],
    ) -> bool:
        """Edit the last message instead of posting a new one; False if it was deleted."""
        known = self._last.get(room)
        if known is None or known.message != before:  # after a restart
            known = _Shown(before, reply)
            if reply.drawing is None and (drawing := await board_again(reply)) is not None:
                reply = replace(reply, drawing=drawing)
        board, making = await self._begun(reply)
        async with known.lock:
            before_it = known.reply, known.board, known.awaiting
            below = known.board.below if known.board is not None else bool(known.reply.acts)
            if reply.drawing is None:  # it looks the same
                reply = replace(reply, drawing=known.reply.drawing, sequence=known.reply.sequence)
            else:  # the old one stays until the new one is ready
                known.board = replace(board, below=below) if board is not None else known.board
                known.awaiting = making
            known.reply = reply
            try:
                await self._edited(to, known)
            except (Rejected, RoomUnreachable) as error:
                known.reply, known.board, known.awaiting = before_it
                if isinstance(error, Rejected) and error.is_gone:
                    return False
                raise
        self._remember(room, known)
        if making is not None:
            self._tasks.start(self._add_board(room, to, known, making))
        return True

    # --- the message before ------------------------------------------------------------------------------------------

    def _shrink_soon(self, room: str, to: Address, before: str, known: _Shown | None, reply: Reply) -> None:
        """Leave only the story of an older message; known at once, for whoever pressed a button on it."""
        same = known if known is not None and known.message == before else None
        if reply.past:
            rest = cards.past_card(reply, style_of(to))
        elif reply.amends or reply.past == "" or same is None:
            rest = None  # the new message tells all of it
        else:
            rest = cards.without_controls(self._card(same.reply, to, same.board))
        if rest is not None:
            self._past[room, before] = rest
            while len(self._past) > _MAX_REMEMBERED:
                self._past.popitem(last=False)
        keeps = reply.past is None and same is None  # it isn't known what it says
        if not keeps:
            self._tasks.start(self._shrink(room, to, before, same, rest))

    async def _shrink(self, room: str, to: Address, before: str, same: _Shown | None, rest: Payload | None) -> None:
        """Shrink or delete it. If that fails, its buttons are answered as out of date."""
        lock = same.lock if same is not None else asyncio.Lock()
        try:
            async with lock:
                if rest is not None:
                    await self._connector.edit(to, before, message_of(rest))
                else:
                    await self._connector.delete(to, before)
        except (Rejected, RoomUnreachable) as error:
            log.info("could not shrink a message in %s: %s", room, error)

    def _remember(self, room: str, shown: _Shown) -> None:
        self._last[room] = shown
        self._last.move_to_end(room)
        while len(self._last) > _MAX_REMEMBERED:
            self._last.popitem(last=False)


def style_of(to: Address) -> Style:
    """How commands are typed there: in a chat with the bot alone, without its name."""
    return Style(command="" if to.kind == PERSONAL else MENTIONED)


@in_its_language
def _alt(reply: Reply) -> str:
    return alt_with_pin(reply, ALT_LIMIT)


def text_board(reply: Reply) -> Board:
    return Board(text=reply.drawing.text if reply.drawing else "")


def with_links(reply: Reply, tenant: str) -> Reply:
    """The reply with the addresses of the threads that it leads to."""
    if not any(link.room for link in reply.links):
        return reply
    links = tuple(
        replace(link, url=TeamsRoom.parse(link.room).link(tenant)) if link.room.startswith(f"{PLATFORM}:") else link
        for link in reply.links
    )
    return replace(reply, links=links)
