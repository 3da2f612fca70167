"""The greeting of a server that has just added the bot."""

from datetime import UTC, datetime, timedelta

import discord

from adapters.discord.texts import greeting, may_write, missing
from bot.kernel.messages import Reply, Suggestion
from bot.kernel.table.catalogue import GAME
from games.language import speaking

_RECENTLY = timedelta(minutes=5)  # Discord also lists servers again after an outage, and slowly after a restart


def place_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel where a new server welcomes people, or the first one in which the bot may write."""
    if not _has_just_joined(guild):
        return None
    channels = [guild.system_channel, *guild.text_channels]
    return next((each for each in channels if each and may_write(each.permissions_for(guild.me), thread=False)), None)


def _has_just_joined(guild: discord.Guild) -> bool:
    joined: datetime | None = getattr(guild.me, "joined_at", None)  # the list of members may not have arrived
    return joined is not None and datetime.now(UTC) - joined < _RECENTLY


def first_words(channel: discord.TextChannel) -> Reply:
    """The greeting, with a button per game, like the help in a channel without a table."""
    with speaking(str(channel.guild.preferred_locale)):
        lines = tuple(Suggestion(f"new {key}", title) for key, title in GAME.titled.items())  # not prose
        return Reply(greeting(missing(channel.permissions_for(channel.guild.me))), lines=lines)
