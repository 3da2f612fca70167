"""The messages in rooms: one per turn, edited while the turn lasts; the one before shrinks to its story.

Only the newest message of a room has a board and buttons. What it shows is kept in memory for the next edit; after a
restart it is read from the button that was pressed or from Discord.
"""

import asyncio
import dataclasses
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Any

import discord

from adapters.discord.gateway import FAILURES
from adapters.discord.identifiers import channel_of
from adapters.discord.outgoing.channels import AnswerOnlyRoom
from adapters.discord.outgoing.emoji import NO_EMOJI, Emoji
from adapters.discord.outgoing.layout import Parts, ShownBoard, board_in, texts_in
from adapters.discord.outgoing.message import OutgoingMessage, board_of, goes_on, messages_for, past_of
from adapters.discord.outgoing.responses import OutOfReach, PendingInteraction, Sent
from adapters.pictures import Board, painted
from bot.kernel.messages import Reply
from bot.kernel.ports import Painter, RoomGone, RoomUnreachable
from games.graphics.drawing import Drawing
from games.values import replace

log = logging.getLogger(__name__)

_MAX_REMEMBERED = 5000  # rooms whose last message is kept in memory; others are fetched from Discord
_PATIENCE = 0.015  # seconds that the words of an answer or an edit wait for their picture
# seconds from a request until its controls are shown, with or without a picture: a picture that came later would move
# them, so it goes below them
_CONTROLS_AFTER = 0.25
_UNKNOWN_CHANNEL = 10003  # Discord's error code


@dataclass(slots=True)
class _ShownMessage:
    """The last message of a room."""

    reference: str
    outgoing: OutgoingMessage  # as it is shown there
    told: str = ""  # the story above its controls
    drawing: Drawing | None = None  # of its board
    awaiting: Board[bytes] | None = None  # the board that it will show once that is ready
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # one edit at a time


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply as messages, and its board if that needs a moment longer."""

    reply: Reply
    messages: list[OutgoingMessage]
    later: Board[bytes] | None = None
    past: OutgoingMessage | None = None  # what the message before shrinks to, if that is a story

    @classmethod
    async def to(
        cls, reply: Reply, paint: Painter, ids: Mapping[str, int], told: str = "", emoji: Emoji = NO_EMOJI
    ) -> "Answer":
        """The messages of a reply, whose board is being made. `ids`, `told` and `emoji`: see `messages_for`."""
        *first, last = messages_for(reply, ids, told, emoji)
        past = past_of(reply, ids, emoji)
        if reply.drawing is None:
            return cls(reply, [*first, last], past=past)
        board = await Board.begun(partial(painted, paint, reply, dark=True), 0.0)
        return cls(reply, [*first, last], board, past)

    async def with_board(self, patience: float = _PATIENCE) -> "Answer":
        """With its board, if that is ready soon enough."""
        if self.later is None or not await self.later.wait(patience):
            return self
        *first, last = self.messages
        found = await board_of(self.reply, self.later)
        return Answer(self.reply, [*first, last.with_board(found)], past=self.past)

    def with_form(self, label: str, custom_id: str) -> "Answer":
        """With a button that goes on with a form."""
        *first, last = self.messages
        return Answer(self.reply, [*first, last.with_form(label, custom_id)], self.later, self.past)

    def as_playable(self) -> "Answer":
        """With the button that opens the web table inside Discord, unless the table is over."""
        if not self.reply.table or (self.reply.overview and self.reply.overview.phase == "over"):
            return self
        *first, last = self.messages
        return Answer(self.reply, [*first, last.as_playable()], self.later, self.past)

    def as_panel(self, page: int) -> "Answer":
        """A page of the private panel."""
        return Answer(self.reply, [message.as_panel(page) for message in self.messages], self.later, self.past)


class RoomMessages:
    """The messages in rooms. `messages` of a channel, RoomUnreachable if there is no connection. `answer` lays a reply
    out. `run`: runs something in the background."""

    def __init__(
        self,
        messages: Callable[[int], discord.PartialMessageable | AnswerOnlyRoom],
        answer: Callable[[Reply, str], Awaitable[Answer]],
        run: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._messages_in = messages
        self._answer = answer
        self._run = run
        self._last: OrderedDict[str, _ShownMessage] = OrderedDict()

    def _messages(self, room: str) -> discord.PartialMessageable | AnswerOnlyRoom:
        return self._messages_in(channel_of(room))

    def newest(self, room: str) -> int:
        """The number of the room's last message; 0 if it isn't known."""
        shown = self._last.get(room)
        return int(shown.reference) if shown else 0

    # --- posting ---------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, pending: PendingInteraction | None, before: str) -> str:
        """See Chat.post."""
        self._messages(room)  # RoomUnreachable before any work, if there is no connection
        due = (monotonic() if pending is None else pending.began) + _CONTROLS_AFTER
        known = self._last.get(room)
        try:
            if reply.amends and before:
                known = await self._shown(room, before, pending)
                if known is not None and await self._amend(room, known, reply, pending):
                    return before
                reply = _with_board_again(reply, known)
            answer = await self._answer(reply, "")
            sent, answer = await self._sent(room, answer, pending, due)
        except FAILURES as error:
            raise unreachable(error) from error
        reference, outgoing = str(sent.id), answer.messages[-1].as_shown(sent)
        shown = _ShownMessage(reference, outgoing, reply.story, reply.drawing, answer.later)
        self._posted(room, shown, answer)
        if before and before != reference:
            if known is not None:
                known.awaiting = None  # a board that comes later is out of date
            self._run(self._shrink(room, before, known, answer))
        return reference

    async def _sent(
        self, room: str, answer: Answer, pending: PendingInteraction | None, due: float
    ) -> tuple[Sent, Answer]:
        """Send a new message, whose controls wait for the picture until they are due."""
        calls = bool(answer.messages[-1].call)
        if not calls:
            answer = await answer.with_board(due - monotonic())
        (*others, last), sent = answer.messages, None
        fields = last.for_calling() if calls else last.for_sending()
        # a response shows everybody who caused it, but an amendment (a vote counted) may be anonymous
        if pending is not None and not answer.reply.amends and not others:
            sent = await pending.show(fields)
        if not calls:
            return sent or await self.send(room, answer), answer
        sent = sent or await self._messages(room).send(**fields, nonce=secrets.token_hex(8))
        answer = await answer.with_board(due - monotonic())
        return await self._laid_out(room, sent, answer), answer

    async def _laid_out(self, room: str, called: Sent, answer: Answer) -> Sent:
        """Turn the call into the message. If that fails, the message is posted below it, and calls nobody again."""
        outgoing = answer.messages[-1]
        try:
            return await self._messages(room).get_partial_message(called.id).edit(**outgoing.for_laying_out())
        except discord.NotFound:  # deleted by a moderator
            return called
        except FAILURES as error:
            log.info("could not lay out message %s: %s", called.id, error)
            return await self.send(room, Answer(answer.reply, [outgoing.calling_nobody()]))

    def _posted(self, room: str, shown: _ShownMessage, answer: Answer) -> None:
        if answer.reply.news or answer.reply.acts:  # else it isn't the table's message, but a chart or a file
            self._remember(room, shown)
        if answer.later is not None:
            self._run(self._add_board(room, shown, answer.later, answer.reply))

    async def send(self, room: str, answer: Answer) -> Sent:
        """Send messages to the channel. The nonce makes Discord drop the duplicate if a retry sends one twice."""
        sent: Sent
        for outgoing in answer.messages:
            nonce = secrets.token_hex(8)
            try:
                sent = await self._messages(room).send(**outgoing.for_sending(), nonce=nonce)
            except discord.Forbidden:
                if not outgoing.has_attachments:
                    raise
                words = answer.reply.drawing.text if answer.reply.drawing else ""
                sent = await self._messages(room).send(**outgoing.without_attachments(words).for_sending())
        return sent

    # --- editing ---------------------------------------------------------------------------------------------------

    async def _amend(self, room: str, shown: _ShownMessage, reply: Reply, pending: PendingInteraction | None) -> bool:
        """Edit the last message instead of posting a new one; False if that isn't possible."""
        answer = await self._answer(reply, shown.told)
        if len(answer.messages) > 1:
            return False
        answer = await answer.with_board()
        (outgoing,) = answer.messages
        async with shown.lock:
            if outgoing.parts.board is None:  # the old one stays, perhaps only until the new one is ready
                outgoing = outgoing.with_board(_kept(shown.outgoing.parts.board))
            else:
                outgoing = outgoing.with_late_board(outgoing.parts.board, shown.outgoing)
            outgoing = outgoing.after(shown.outgoing, goes_on=goes_on(reply.story, shown.told))
            try:
                edited = await pending.amend(shown.reference, outgoing) if pending is not None else None
                if edited is None:
                    edited = await self._edit(room, shown, outgoing)
                    if pending is not None:
                        pending.invisible = not pending.pressed
            except (discord.NotFound, discord.Forbidden, OutOfReach):
                return False
            shown.outgoing = outgoing.as_shown(edited)
            shown.told = shown.told or reply.story
            if reply.drawing is not None:
                shown.drawing, shown.awaiting = reply.drawing, answer.later
        self._remember(room, shown)
        if answer.later is not None:
            self._run(self._add_board(room, shown, answer.later, reply))
        return True

    async def _edit(self, room: str, shown: _ShownMessage, outgoing: OutgoingMessage) -> Sent:
        message = self._messages(room).get_partial_message(int(shown.reference))
        return await message.edit(**outgoing.for_editing())

    async def _add_board(self, room: str, shown: _ShownMessage, board: Board[bytes], reply: Reply) -> None:
        """Add a board that was not ready in time, unless there is a newer message or board by now."""
        found = await board_of(reply, board)
        async with shown.lock:
            if shown.awaiting is not board:
                return
            shown.awaiting = None
            if found is not None:
                await self._show_board(room, shown, found)

    async def _show_board(self, room: str, shown: _ShownMessage, board: ShownBoard) -> None:
        outgoing = shown.outgoing.with_late_board(board, shown.outgoing)
        try:
            edited = await self._edit(room, shown, outgoing)
        except (*FAILURES, RoomUnreachable) as error:  # deleted by a moderator, say; people can ask for the board
            log.info("could not add the board to message %s: %s", shown.reference, error)
        else:
            shown.outgoing = outgoing.as_shown(edited)

    # --- the message before ----------------------------------------------------------------------------------------

    async def _shown(self, room: str, message: str, pending: PendingInteraction | None) -> _ShownMessage | None:
        """The message in the room; None if it was deleted or may not be read."""
        known = self._last.get(room)
        if known is not None and known.reference == message:
            return known
        found = pending.message if pending is not None else None
        try:
            if found is None or str(found.id) != message:
                found = await self._messages(room).fetch_message(int(message))
        except (discord.NotFound, discord.Forbidden, OutOfReach):
            return None
        return _read(found)

    async def _shrink(self, room: str, message: str, known: _ShownMessage | None, answer: Answer) -> None:
        """Leave only the story of an older message. If that fails, its buttons are answered as out of date."""
        try:
            shown = known if known and known.reference == message else await self._shown(room, message, None)
            if shown is not None:
                async with shown.lock:
                    await self._shrink_to(room, shown, answer)
        except (*FAILURES, RoomUnreachable) as error:
            log.info("could not shrink message %s: %s", message, error)

    async def _shrink_to(self, room: str, shown: _ShownMessage, answer: Answer) -> None:
        if answer.past is not None:
            await self._edit(room, shown, answer.past)
        elif answer.reply.amends or answer.reply.past == "":  # the new message tells all of it
            await self._messages(room).get_partial_message(int(shown.reference)).delete()
        else:
            outgoing = shown.outgoing.without_buttons()
            await self._edit(room, shown, outgoing.with_board(_kept(outgoing.parts.board)))

    def _remember(self, room: str, shown: _ShownMessage) -> None:
        self._last[room] = shown
        self._last.move_to_end(room)
        if len(self._last) > _MAX_REMEMBERED:
            self._last.popitem(last=False)


def _kept(board: ShownBoard | None) -> ShownBoard | None:
    """The board as it is in an edit that doesn't change it: its picture is attached already."""
    return None if board is None else dataclasses.replace(board, png=None)


def _with_board_again(reply: Reply, shown: _ShownMessage | None) -> Reply:
    """The reply with the board that the last message had: that message was deleted."""
    if reply.drawing is not None or shown is None or shown.drawing is None:
        return reply
    return replace(reply, drawing=shown.drawing)


def _read(message: discord.Message) -> _ShownMessage:
    """The content of a message that this process has not sent."""
    return _ShownMessage(str(message.id), OutgoingMessage(Parts(story=texts_in(message), board=board_in(message))))


def unreachable(error: Exception) -> Exception:
    """Translate a failed send; a bad request (400) is our own bug and stays as it is."""
    if isinstance(error, discord.NotFound) and error.code == _UNKNOWN_CHANNEL:
        return RoomGone("the channel was deleted")
    if isinstance(error, discord.Forbidden):
        return RoomUnreachable(f"the bot lacks a permission there: {error.text}")
    if isinstance(error, discord.HTTPException) and error.status == 400:
        return error
    return RoomUnreachable(f"Discord did not accept the message: {error}")
