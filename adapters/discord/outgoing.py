"""Turns a reply into Discord messages: content, board (picture or text), components, allowed mentions."""

from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
from discord import ui

from adapters.boards import Board
from adapters.discord import markup
from adapters.discord.components import view_of
from bot.messages import Reply
from bot.ports import Overtaken
from games.text import shortened

NOT_ATTACHED = "I can't attach files in this channel. Give me the “Attach Files” permission and try again."


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """One Discord message to send, replace or edit."""

    content: str
    board: str = ""  # text board in a code block, in an embed so that edits of the content leave it alone
    picture: bytes | None = None
    alt: str = ""
    view: ui.View | None = None
    mentions: tuple[int, ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # to download: name and text

    def for_sending(self) -> dict[str, Any]:
        """Arguments for sending a new message."""
        fields: dict[str, Any] = {"content": self.content, "allowed_mentions": self.allowed}
        if self.board:
            fields["embed"] = discord.Embed(description=self.board)
        if self.has_attachments:
            fields["files"] = self._attached()
        if self.view:
            fields["view"] = self.view
        return fields

    def without_attachments(self) -> "OutgoingMessage":
        """The message for a channel where the bot may write but not attach files."""
        note = f"\n{NOT_ATTACHED}" if self.files else ""
        content = f"{shortened(self.content, markup.CONTENT_LIMIT - len(note))}{note}"
        return replace(self, content=content, picture=None, files=())

    def for_adding_the_board(self) -> dict[str, Any]:
        """Arguments for an edit that adds the board and keeps everything else."""
        if self.picture:
            return {"attachments": self._attached()}
        return {"embeds": [discord.Embed(description=self.board)]}

    def for_replacing(self) -> dict[str, Any]:
        """Arguments for an edit that replaces the whole message."""
        return {
            "content": self.content,
            "embeds": [discord.Embed(description=self.board)] if self.board else [],
            "attachments": self._attached(),
            "view": self.view,
            "allowed_mentions": self.allowed,
        }

    def for_amending(self) -> dict[str, Any]:
        """Arguments for an edit that keeps the board."""
        return {"content": self.content, "view": self.view, "allowed_mentions": self.allowed}

    @property
    def allowed(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)

    @property
    def has_attachments(self) -> bool:
        return bool(self.picture or self.files)

    def _attached(self) -> list[discord.File]:
        board = [discord.File(BytesIO(self.picture), "board.png", description=self.alt)] if self.picture else []
        return [*board, *(discord.File(BytesIO(text.encode()), name) for name, text in self.files)]


async def messages_for(reply: Reply, board: Board[bytes] | None) -> list[OutgoingMessage]:
    """Usually one message; of several, the last has the board (None: it comes later), the buttons and the files."""
    *first, last = markup.split(markup.content(reply))
    message = OutgoingMessage(
        content=last,
        view=view_of(reply.choices, reply.names, reply.lines),
        mentions=markup.mentioned_users(reply),
        files=reply.files,
    )
    if board is not None:
        message = await with_board(message, reply, board)
    return [*map(OutgoingMessage, first), message]


async def with_board(message: OutgoingMessage, reply: Reply, board: Board[bytes]) -> OutgoingMessage:
    """The message with its board, once that is ready: as a picture if there is one, else as text."""
    if reply.drawing is None:
        return message
    try:
        png = await board.shown()
    except Overtaken:
        return message
    if png is None:
        return replace(message, board=markup.board_block(reply.drawing.text))
    return replace(message, picture=png, alt=shortened(reply.drawing.alt, markup.ALT_LIMIT))
