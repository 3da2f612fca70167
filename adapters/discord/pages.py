"""A reply as Discord takes it: content, the board as a picture or as text, components, who may be notified."""

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

LONGEST = 5.0  # seconds that a room waits for a picture
NOT_ATTACHED = "I may not attach files in this channel: give me the permission “Attach Files”, and ask again."
Picture = Callable[[Drawing], Awaitable[bytes | None]]  # as PNG; None where none can be made


async def no_picture(drawing: Drawing) -> bytes | None:
    del drawing
    return None


@dataclass(frozen=True, slots=True)
class Page:
    """One message."""

    content: str
    board: str = ""  # in its block; it stands in an embed, so that the content can be edited without it
    picture: bytes | None = None
    alt: str = ""
    view: ui.View | None = None
    mentions: tuple[int, ...] = ()
    files: tuple[tuple[str, str], ...] = ()  # to take away: name and text

    def new(self) -> dict[str, Any]:
        """For a message that is sent."""
        fields: dict[str, Any] = {"content": self.content, "allowed_mentions": self.allowed}
        if self.board:
            fields["embed"] = discord.Embed(description=self.board)
        if self.attaches:
            fields["files"] = self._attached()
        if self.view:
            fields["view"] = self.view
        return fields

    def without_attachments(self) -> "Page":
        """For a place where we may write but not attach: better so than not at all."""
        note = f"\n{NOT_ATTACHED}" if self.files else ""
        content = f"{shortened(self.content, markup.CONTENT_LIMIT - len(note))}{note}"
        return replace(self, content=content, picture=None, files=())

    def instead(self) -> dict[str, Any]:
        """For one that takes the place of another."""
        return {
            "content": self.content,
            "embeds": [discord.Embed(description=self.board)] if self.board else [],
            "attachments": self._attached(),
            "view": self.view,
            "allowed_mentions": self.allowed,
        }

    def amended(self) -> dict[str, Any]:
        """For an edit that leaves the board as it is."""
        return {"content": self.content, "view": self.view, "allowed_mentions": self.allowed}

    @property
    def allowed(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)

    @property
    def attaches(self) -> bool:
        return bool(self.picture or self.files)

    def _attached(self) -> list[discord.File]:
        board = [discord.File(BytesIO(self.picture), "board.png", description=self.alt)] if self.picture else []
        return [*board, *(discord.File(BytesIO(text.encode()), name) for name, text in self.files)]


async def pages_of(reply: Reply, picture: Picture) -> list[Page]:
    """Nearly always one; the last has the board, the buttons and the files."""
    png = await _drawn(reply.drawing, picture) if reply.drawing and reply.pictures else None
    *first, last = markup.pages(markup.content(reply))
    return [
        *(Page(content) for content in first),
        Page(
            content=last,
            board=markup.board_block(reply.drawing.text) if reply.drawing and png is None else "",
            picture=png,
            alt=shortened(reply.drawing.alt, markup.ALT_LIMIT) if reply.drawing and png else "",
            view=view_of(reply.choices, reply.names, reply.lines),
            mentions=markup.called_users(reply),
            files=reply.files,
        ),
    ]


async def _drawn(drawing: Drawing, picture: Picture) -> bytes | None:
    try:
        return await asyncio.wait_for(picture(drawing), LONGEST)
    except TimeoutError:
        log.info("a picture took too long; the text board goes out instead")
        return None
