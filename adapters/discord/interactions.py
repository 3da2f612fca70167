"""One interaction, from the first three seconds to the last word.

Whatever is ready at once is the answer itself: that takes one call, and only a new message notifies the player to move
(Discord never does for an edit, also not for the edit of a deferred answer). What takes longer is deferred, unseen by
others; then the room gets a message of its own, and the person's placeholder is filled or removed.
"""

import asyncio
import logging
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

import aiohttp
import discord

from adapters.discord.pages import Page

log = logging.getLogger(__name__)

PATIENCE = 0.3  # seconds until an interaction is deferred; Discord allows 3
ANSWERED_ALREADY = 40060  # the code of that fault
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, asyncio.TimeoutError)


class Stage(Enum):
    OPEN = auto()  # nothing has been said
    WAITING = auto()  # a placeholder that only the person sees
    NOTED = auto()  # a press was acknowledged, nothing is seen of that
    ANSWERED = auto()
    LOST = auto()  # too late, answered by somebody else, or Discord is away


class Answer:
    """`discreet`: nobody may see what was asked, so the room's message must not hang on this interaction.
    `busy`: many are asking, so this one is deferred before anything else is done.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, discreet: bool = False, busy: bool = False) -> None:
        self._interaction = interaction
        self._discreet = discreet or self.from_private
        self._busy = busy
        self._stage = Stage.OPEN
        self.unseen = False  # a message above was edited, and nothing is to be seen where the command was typed
        self._lock = asyncio.Lock()
        self._patience = asyncio.create_task(self._wait())

    @property
    def pressed(self) -> bool:
        return self._interaction.message is not None

    @property
    def from_private(self) -> bool:
        message = self._interaction.message
        return message is not None and message.flags.ephemeral

    async def _wait(self) -> None:
        placeholder = self._discreet and not self.pressed  # it begins with one in any case
        if not (self._busy or placeholder):
            await asyncio.sleep(PATIENCE)
        await self.acknowledge()

    async def acknowledge(self) -> None:
        async with self._lock:
            if self._stage is Stage.OPEN:
                await self._defer()

    async def _defer(self) -> None:
        try:
            await self._interaction.response.defer(ephemeral=True)
        except FAILURES as fault:
            self._lose(fault)
        else:
            self._stage = Stage.NOTED if self.pressed else Stage.WAITING

    def _lose(self, fault: Exception) -> None:
        self._stage = Stage.LOST
        if getattr(fault, "code", 0) == ANSWERED_ALREADY:
            log.info("interaction %s was answered before", self._interaction.id)
        else:
            log.warning("interaction %s could not be answered: %s", self._interaction.id, fault)

    # --- what the room sees ----------------------------------------------------------------------------------------

    async def show(self, page: Page) -> str | None:
        """The room's message as the answer itself, and its reference; None if it has to be a message of its own."""
        async with self._lock:
            if self._discreet or self._stage not in {Stage.OPEN, Stage.NOTED}:
                return None
            try:
                if self._stage is Stage.OPEN:
                    answer = await self._interaction.response.send_message(**page.new())
                    sent = answer.message_id
                else:
                    sent = (await self._interaction.followup.send(**page.new(), wait=True)).id
            except FAILURES as fault:
                self._lose(fault)
                return None
            self._stage = Stage.ANSWERED
            return str(sent)

    async def amend(self, message: str, page: Page) -> bool:
        """Edit the message whose button was pressed, as the answer itself; False if that cannot be done here."""
        async with self._lock:
            source = self._interaction.message
            if self._stage is not Stage.OPEN or source is None or str(source.id) != message:
                return False
            try:
                await self._interaction.response.edit_message(**page.amended())
            except FAILURES as fault:
                self._lose(fault)
                return False
            self._stage = Stage.ANSWERED
            return True

    # --- what the person sees --------------------------------------------------------------------------------------

    async def finish(self, pages: Sequence[Page]) -> None:
        """The last word: what is for this person alone, or nothing."""
        async with self._lock:
            self._patience.cancel()
            try:
                if pages:
                    await self._tell(pages)
                else:
                    await self._leave()
            except FAILURES as fault:
                self._lose(fault)

    async def _tell(self, pages: Sequence[Page]) -> None:
        first, *more = pages
        interaction = self._interaction
        if self._stage is Stage.LOST:
            return
        if self.from_private and self._stage is Stage.OPEN:
            await interaction.response.edit_message(**first.instead())
        elif self._stage is Stage.OPEN:
            await interaction.response.send_message(**first.new(), ephemeral=True)
        elif self._stage is Stage.WAITING or (self.from_private and self._stage is Stage.NOTED):
            await interaction.edit_original_response(**first.instead())
        else:
            more = list(pages)
        self._stage = Stage.ANSWERED
        for page in more:
            await interaction.followup.send(**page.new(), ephemeral=True)

    async def _leave(self) -> None:
        """Nothing is left to say: no placeholder stays, and no private choices that are out of date by now."""
        if self._stage is Stage.OPEN:
            await self._defer()
        if self._stage is Stage.WAITING or (self.from_private and self._stage is Stage.NOTED):
            await self._interaction.delete_original_response()
            self._stage = Stage.ANSWERED
