"""The permissions that the bot asks for, and what doesn't work without them."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord


@dataclass(frozen=True, slots=True)
class Need:
    flag: str  # as the library names it
    name: str  # as people find it in Discord's settings
    purpose: str


NEEDS = (
    Need("read_messages", "View Channel", "see the channel at all"),
    Need("send_messages", "Send Messages", "post what nobody pressed for: clocks, reminders, automatic players"),
    Need("send_messages_in_threads", "Send Messages in Threads", "the same in threads and forum posts"),
    Need("create_public_threads", "Create Public Threads", "give a table its own thread"),
    Need("attach_files", "Attach Files", "show the board as a picture, and hand out exports"),
    Need("read_message_history", "Read Message History", "update a message from before a restart"),
)
NEEDED = discord.Permissions(**{need.flag: True for need in NEEDS})


def missing(granted: discord.Permissions, *, threads: bool = True, in_thread: bool = False) -> tuple[Need, ...]:
    """In a server; or in a channel, where threads may be switched off, or in one of its threads."""
    irrelevant = set() if threads else {"create_public_threads", "send_messages_in_threads"}
    if in_thread:
        irrelevant = {"create_public_threads", "send_messages"}
    lacking = [need for need in NEEDS if need.flag not in irrelevant and not getattr(granted, need.flag)]
    return () if granted.administrator else tuple(lacking)


def may_write(granted: discord.Permissions, *, thread: bool) -> bool:
    """Whether the bot can post there without being asked."""
    sends = granted.send_messages_in_threads if thread else granted.send_messages
    return granted.administrator or (granted.read_messages and sends)


def explained(needs: Sequence[Need]) -> str:
    """A line for each permission: where to find it, and what for."""
    return "\n".join(f"- {need.name}, to {need.purpose}" for need in needs)
