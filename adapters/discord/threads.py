"""A thread for each table, where the operator wants it."""

import logging
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.http import HTTPClient

from adapters.discord.interactions import FAILURES, Answer
from adapters.discord.pages import Page

log = logging.getLogger(__name__)

OPENS = "A table is being laid in a thread of its own:"
NAME = "Scrum Table"
ARCHIVED: Final = 1440  # minutes without a message


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread has the id of the message that it hangs on."""

    http: HTTPClient
    channel: int
    id: int

    async def remove(self) -> None:
        """No table came to be there."""
        try:
            await self.http.delete_channel(self.id)
            await self.http.delete_message(self.channel, self.id)
        except FAILURES as fault:
            log.info("the empty thread %s stays: %s", self.id, fault)


async def open_thread(interaction: discord.Interaction[Any], answer: Answer) -> Thread | None:
    """None if Discord does not let us: then the table stands in the channel itself."""
    reference = await answer.show(Page(OPENS))
    channel = interaction.channel_id
    if reference is None or channel is None:
        return None
    thread = Thread(interaction.client.http, channel, int(reference))
    try:
        await thread.http.start_thread_with_message(channel, thread.id, name=NAME, auto_archive_duration=ARCHIVED)
    except FAILURES as fault:
        log.warning("no thread in channel %s: %s", channel, fault)
        return None
    return thread
