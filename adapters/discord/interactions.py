"""Answers one interaction within Discord's limits: an acknowledgement in 3 seconds, everything in 15 minutes.

A reply that is ready at once is the response itself. That takes one call, and only a new message notifies the player
to move: Discord never notifies for an edit, not even of a deferred response. A reply that takes longer is deferred
privately; the room then gets a separate message, and the person's placeholder is filled or removed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import Any

import aiohttp
import discord

from adapters.discord.outgoing import OutgoingMessage

log = logging.getLogger(__name__)

DEFER_AFTER = 0.3  # seconds until an interaction is deferred; Discord allows 3
ALREADY_ANSWERED = 40060  # Discord's error code
Edit = Callable[..., Awaitable[object]]  # of a message that was sent
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)


class Stage(Enum):
    OPEN = auto()  # no response yet
    WAITING = auto()  # deferred, with a placeholder that only the person sees
    ACKNOWLEDGED = auto()  # a button press was acknowledged, without anything visible
    ANSWERED = auto()
    LOST = auto()  # too late, answered by another process, or Discord is down


class PendingInteraction:
    """`discreet`: the room's message must not be the response, because that would show what was asked.
    `busy`: many requests are running, so this one is deferred at once.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, discreet: bool = False, busy: bool = False) -> None:
        self._interaction = interaction
        self._discreet = discreet or self.from_private
        self._busy = busy
        self._stage = Stage.OPEN
        self.invisible = False  # only an older message was edited, so the person sees no reaction to their command
        self._lock = asyncio.Lock()
        self._deferring = asyncio.create_task(self._defer_later())

    @property
    def pressed(self) -> bool:
        return self._interaction.message is not None

    @property
    def from_private(self) -> bool:
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    async def _defer_later(self) -> None:
        placeholder = self._discreet and not self.pressed  # it will get a placeholder in any case
        if not (self._busy or placeholder):
            await asyncio.sleep(DEFER_AFTER)
        await self.acknowledge()

    async def acknowledge(self) -> None:
        async with self._lock:
            if self._stage is Stage.OPEN:
                await self._defer()

    async def _defer(self) -> None:
        try:
            await self._interaction.response.defer(ephemeral=True)
        except FAILURES as error:
            self._lose(error)
        else:
            self._stage = Stage.ACKNOWLEDGED if self.pressed else Stage.WAITING

    def _lose(self, error: Exception) -> None:
        self._stage = Stage.LOST
        if getattr(error, "code", 0) == ALREADY_ANSWERED:
            log.info("interaction %s was already answered", self._interaction.id)
        else:
            log.warning("interaction %s could not be answered: %s", self._interaction.id, error)

    # --- what the room sees ----------------------------------------------------------------------------------------

    async def show(self, outgoing: OutgoingMessage) -> str | None:
        """Send the room's message as the response and return its reference; None if it needs a separate message."""
        async with self._lock:
            if self._discreet or self._stage not in {Stage.OPEN, Stage.ACKNOWLEDGED}:
                return None
            try:
                if self._stage is Stage.OPEN:
                    response = await self._interaction.response.send_message(**outgoing.for_sending())
                    sent = response.message_id
                else:
                    sent = (await self._interaction.followup.send(**outgoing.for_sending(), wait=True)).id
            except FAILURES as error:
                self._lose(error)
                return None
            self._stage = Stage.ANSWERED
            return str(sent)

    async def amend(self, message: str, outgoing: OutgoingMessage) -> bool:
        """Edit the message whose button was pressed, as the response; False if that isn't possible."""
        async with self._lock:
            source = self._interaction.message
            if self._stage is not Stage.OPEN or source is None or str(source.id) != message:
                return False
            try:
                await self._interaction.response.edit_message(**outgoing.for_amending())
            except FAILURES as error:
                self._lose(error)
                return False
            self._stage = Stage.ANSWERED
            return True

    # --- what the person sees --------------------------------------------------------------------------------------

    async def finish(self, messages: Sequence[OutgoingMessage]) -> list[Edit]:
        """Send the private replies, if any, and end the interaction; returns how to edit each of them."""
        edits: list[Edit] = []
        async with self._lock:
            self._deferring.cancel()
            try:
                if messages:
                    await self._show_privately(messages, edits)
                else:
                    await self._clean_up()
            except FAILURES as error:
                self._lose(error)
        return edits

    async def _show_privately(self, messages: Sequence[OutgoingMessage], edits: list[Edit]) -> None:
        first, *more = messages
        interaction = self._interaction
        if self._stage is Stage.LOST:
            return
        if self.from_private and self._stage is Stage.OPEN:
            await interaction.response.edit_message(**first.for_replacing())
        elif self._stage is Stage.OPEN:
            await interaction.response.send_message(**first.for_sending(), ephemeral=True)
        elif self._stage is Stage.WAITING or (self.from_private and self._stage is Stage.ACKNOWLEDGED):
            await interaction.edit_original_response(**first.for_replacing())
        else:
            more = list(messages)
        self._stage = Stage.ANSWERED
        if len(more) < len(messages):
            edits.append(interaction.edit_original_response)
        for outgoing in more:
            sent = await interaction.followup.send(**outgoing.for_sending(), ephemeral=True, wait=True)
            edits.append(sent.edit)

    async def _clean_up(self) -> None:
        """Remove the placeholder, or private choices that are out of date."""
        if self._stage is Stage.OPEN:
            await self._defer()
        if self._stage is Stage.WAITING or (self.from_private and self._stage is Stage.ACKNOWLEDGED):
            await self._interaction.delete_original_response()
            self._stage = Stage.ANSWERED
