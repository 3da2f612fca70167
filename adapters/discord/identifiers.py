"""Translations of Discord's ids of channels, people and interactions into ours: who says something, and where."""

from typing import Any

import discord

from bot.kernel.messages import Person

PLATFORM = "discord"
_COMMUNITY = "COMMUNITY"  # the feature of a server that has chosen a language


def room_id(channel: int | str) -> str:
    """The room in a channel or a thread."""
    return f"{PLATFORM}:{channel}"


def channel_of(room: str) -> int:
    return int(room.partition(":")[2])


def person_id(user: int | str) -> str:
    return f"{PLATFORM}:{user}"


def user_of(person: Person) -> int | None:
    """The person's user id; None if they are on another platform."""
    platform, _, user = person.id.partition(":")
    return int(user) if platform == PLATFORM else None


# --- interactions ----------------------------------------------------------------------------------------------------


def request_id(interaction: discord.Interaction[Any]) -> str:
    return f"{PLATFORM}:{interaction.id}"


def room_of(interaction: discord.Interaction[Any]) -> str:
    return room_id(str(interaction.channel_id))


def person_of(interaction: discord.Interaction[Any]) -> Person:
    user = interaction.user
    return Person(person_id(user.id), user.display_name, locale=str(interaction.locale))


def manages(interaction: discord.Interaction[Any]) -> bool:
    """True if this person may manage the channel; threads have their own permission."""
    permissions = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return permissions.manage_channels or (in_thread and permissions.manage_threads)


def language_of_server(interaction: discord.Interaction[Any]) -> str:
    """What a Community has chosen. Other servers can't choose one: Discord says for all of them that it is English."""
    chooses = interaction.guild is not None and _COMMUNITY in interaction.guild.features
    return str(interaction.guild_locale or "") if chooses else ""
