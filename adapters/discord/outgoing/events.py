"""Scheduled events of a server: people find there when a channel's next meeting is, and can ask to be reminded.

Discord keeps them, and nothing is stored here. An event of ours is found again by its place, the address of the
channel: whichever process shows a plan, and however often, there is one event for it.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord

from bot.kernel.ports import PlannedMeeting
from games.text import shortened

log = logging.getLogger(__name__)

_NAME_LIMIT, _ABOUT_LIMIT = 100, 1000
_REFUSED = {400, 403, 404}  # no permission, or it can't be changed any more


async def show_plan(client: discord.Client, channel_id: int, meeting: PlannedMeeting | None) -> None:
    """Let the server's events say when the next meeting in this channel is; None: that there is none."""
    try:
        channel: Any = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
        guild: discord.Guild | None = getattr(channel, "guild", None)
        if guild is not None and _may_plan(guild):
            place = f"https://discord.com/channels/{guild.id}/{channel_id}"
            await _show(guild, place, await _upcoming(client, guild, place), meeting)
    except discord.HTTPException as error:
        if error.status not in _REFUSED:
            raise
        log.info("no scheduled event for channel %s: %s", channel_id, error)


def _may_plan(guild: discord.Guild) -> bool:
    """True if the bot may create events, as far as is known."""
    me = guild.me if guild.roles else None  # without its roles, a server isn't known well enough
    return me is None or me.guild_permissions.create_events or me.guild_permissions.manage_events


async def _show(
    guild: discord.Guild, place: str, upcoming: Sequence[discord.ScheduledEvent], meeting: PlannedMeeting | None
) -> None:
    if meeting is None:
        for event in upcoming:
            await event.cancel()
        return
    wanted: dict[str, Any] = {
        "name": shortened(meeting.title, _NAME_LIMIT),
        "description": shortened(meeting.about, _ABOUT_LIMIT),
        "start_time": datetime.fromtimestamp(meeting.starts, UTC),
        "end_time": datetime.fromtimestamp(meeting.ends, UTC),
    }
    if not upcoming:
        await guild.create_scheduled_event(
            **wanted,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=place,
        )
        return
    first, *others = upcoming  # others: two processes were at it at the same moment
    if any(getattr(first, name) != value for name, value in wanted.items()):
        await first.edit(**wanted)
    for event in others:
        await event.cancel()


async def _upcoming(client: discord.Client, guild: discord.Guild, place: str) -> list[discord.ScheduledEvent]:
    """Our events for this place that haven't begun, the oldest first. One that has begun ends by itself."""
    us = client.user
    found = await guild.fetch_scheduled_events(with_counts=False)
    ours = [each for each in found if us is not None and each.creator_id == us.id and each.location == place]
    return sorted((each for each in ours if each.status is discord.EventStatus.scheduled), key=lambda each: each.id)
