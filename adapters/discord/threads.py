"""A thread for each table, if the operator enables it."""

import logging
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.http import HTTPClient

from adapters.discord.interactions import FAILURES, PendingInteraction
from adapters.discord.outgoing import OutgoingMessage

log = logging.getLogger(__name__)

OPENING = "I’m setting the table in its own thread:"
NAME = "Scrum Table"
ARCHIVE_AFTER: Final = 1440  # minutes without a message


@dataclass(frozen=True, slots=True)
class TableThread:
    """A thread has the same id as the message it was started from."""

    http: HTTPClient
    channel: int
    id: int

    async def remove(self) -> None:
        """Delete the thread and its message, because no table was opened in it."""
        try:
            await self.http.delete_channel(self.id)
            await self.http.delete_message(self.channel, self.id)
        except FAILURES as error:
            log.info("could not delete the empty thread %s: %s", self.id, error)


async def open_thread(interaction: discord.Interaction[Any], pending: PendingInteraction) -> TableThread | None:
    """Open a thread; None if Discord doesn't allow it, so that the table opens in the channel itself."""
    reference = await pending.show(OutgoingMessage(OPENING))
    channel = interaction.channel_id
    if reference is None or channel is None:
        return None
    thread = TableThread(interaction.client.http, channel, int(reference))
    try:
        await thread.http.start_thread_with_message(channel, thread.id, name=NAME, auto_archive_duration=ARCHIVE_AFTER)
    except FAILURES as error:
        log.warning("could not open a thread in channel %s: %s", channel, error)
        return None
    return thread
