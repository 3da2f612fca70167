"""The first message in a server that has added the bot: how to begin, and which permissions are missing."""

from datetime import UTC, datetime, timedelta

import discord

from adapters.discord.permissions import may_write, missing
from adapters.discord.ui_texts import greeting
from bot.messages import Reply, Suggestion
from bot.table.table_commands import GAME

RECENTLY = timedelta(minutes=5)  # Discord also lists servers again after an outage, and slowly after a restart


def has_just_joined(guild: discord.Guild) -> bool:
    joined: datetime | None = getattr(guild.me, "joined_at", None)  # the list of members may not have arrived
    return joined is not None and datetime.now(UTC) - joined < RECENTLY


def place_to_greet(guild: discord.Guild) -> discord.TextChannel | None:
    """Where the server welcomes people, or the first channel in which the bot may write."""
    channels = [guild.system_channel, *guild.text_channels]
    return next((each for each in channels if each and may_write(each.permissions_for(guild.me), thread=False)), None)


def first_words(channel: discord.TextChannel) -> Reply:
    """With a button for each game, like the help in a channel without a table."""
    lines = tuple(Suggestion(f"new {key}", title) for key, title in GAME.titled.items())
    return Reply(greeting(missing(channel.permissions_for(channel.guild.me))), lines=lines)
