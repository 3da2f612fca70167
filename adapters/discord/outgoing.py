"""Turns a reply into Discord messages: content, board (picture or text), components, allowed mentions."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord
from discord import ui

from adapters.discord import markup
from adapters.discord.components import view_of
from bot.messages import Reply
from games.graphics.drawing import Drawing
from games.text import shortened

log = logging.getLogger(__name__)

PICTURE_TIMEOUT = 5.0  # seconds
NOT_ATTACHED = "I can't attach files in this channel. Give me the “Attach Files” permission and try again."
Picture = Callable[[Drawing], Awaitable[bytes | None]]  # a PNG; None if it can't be rendered


async def no_picture(drawing: Drawing) -> bytes | None:
    del drawing
    return None


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


async def messages_for(reply: Reply, picture: Picture) -> list[OutgoingMessage]:
    """Usually one message; of several, the last has the board, the buttons and the files."""
    png = await _rendered(reply.drawing, picture) if reply.drawing and reply.pictures else None
    *first, last = markup.split(markup.content(reply))
    return [
        *(OutgoingMessage(content) for content in first),
        OutgoingMessage(
            content=last,
            board=markup.board_block(reply.drawing.text) if reply.drawing and png is None else "",
            picture=png,
            alt=shortened(reply.drawing.alt, markup.ALT_LIMIT) if reply.drawing and png else "",
            view=view_of(reply.choices, reply.names, reply.lines),
            mentions=markup.mentioned_users(reply),
            files=reply.files,
        ),
    ]


async def _rendered(drawing: Drawing, picture: Picture) -> bytes | None:
    try:
        return await asyncio.wait_for(picture(drawing), PICTURE_TIMEOUT)
    except TimeoutError:
        log.info("rendering a picture took too long; sending the text board instead")
        return None
