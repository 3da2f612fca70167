"""Places where the bot can only answer: direct messages between people, servers that haven't added it, and channels
where it may not write.

A person who added the bot to their account can use it there, and everybody can press its buttons. Each interaction
brings a token that posts up to five messages within 15 minutes, and edits those of that interaction. So the room of
such a place writes with the newest token. Without one it is out of reach until somebody presses or types something.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import discord

from adapters.discord import texts as ui_texts
from adapters.discord.outgoing.responses import OutOfReach, PendingInteraction, Sent
from adapters.discord.texts import may_write, missing
from bot.kernel.messages import Reply
from games.language import Text

_MAX_CHANNELS = 2000  # whose interactions are remembered
_MAX_MESSAGES = 3  # of one place that can be edited: the newest, and what it replaces
_UNUSED = "the bot isn't a member there, and nobody has used it in the last 15 minutes"  # not prose: for the log


def can_only_answer(interaction: discord.Interaction[Any]) -> bool:
    if interaction.guild_id is None:
        return not interaction.context.dm_channel  # people's own direct messages, not the bot's
    in_thread = isinstance(interaction.channel, discord.Thread)
    return not (interaction.is_guild_integration() and may_write(interaction.app_permissions, thread=in_thread))


def keeps_answers_private(interaction: discord.Interaction[Any]) -> bool:
    """True if a server that hasn't added the bot shows its answers only to the person who asked."""
    guest = interaction.guild_id is not None and not interaction.is_guild_integration()
    return guest and not interaction.permissions.use_external_apps


def cautions(interaction: discord.Interaction[Any], *, threads: bool) -> list[Reply]:
    """Warnings for somebody who opens a table, before it fails; `threads`: tables get their own."""
    sentence: Text
    if interaction.guild_id is None:
        sentence = ui_texts.ONLY_ANSWERS if can_only_answer(interaction) else ""
    elif not interaction.is_guild_integration():
        sentence = ui_texts.ONLY_ANSWERS
    else:
        in_thread = isinstance(interaction.channel, discord.Thread)
        lacking = missing(interaction.app_permissions, threads=threads, in_thread=in_thread)
        sentence = ui_texts.missing_permissions(lacking) if lacking else ""
    return [Reply(str(sentence), private=True)] if sentence else []


class AnswerOnlyRoom:
    """A room like a channel of the library, as far as the adapter uses one."""

    def __init__(self) -> None:
        self._newest: PendingInteraction | None = None
        self._posted_by: OrderedDict[int, PendingInteraction] = OrderedDict()  # by message

    def use(self, pending: PendingInteraction) -> None:
        self._newest = pending
        pending.on_post = self._remember

    def _remember(self, message: int, pending: PendingInteraction) -> None:
        self._posted_by[message] = pending
        while len(self._posted_by) > _MAX_MESSAGES:
            self._posted_by.popitem(last=False)

    async def send(self, **fields: object) -> Sent:
        fields.pop("nonce", None)  # answers have none
        if self._newest is None:
            raise OutOfReach(_UNUSED)
        return await self._newest.post(fields)

    def get_partial_message(self, message: int) -> "_AnswerOnlyMessage":
        return _AnswerOnlyMessage(message, self._newest, self._posted_by.get(message))

    async def fetch_message(self, message: int) -> discord.Message:
        return await self.get_partial_message(message).fetch()


class _AnswerOnlyMessage:
    """A message that can be changed by the interaction whose button was pressed on it, or that posted it."""

    def __init__(self, number: int, newest: PendingInteraction | None, author: PendingInteraction | None) -> None:
        self._number = number
        self._presser = newest if newest is not None and newest.source == number else None
        self._author = author

    async def edit(self, **fields: object) -> Sent:
        if self._presser is not None and (edited := await self._presser.edit_source(fields)):
            return edited
        if self._author is None:
            raise OutOfReach(_UNUSED)
        return await self._author.edit(self._number, fields)

    async def delete(self) -> None:
        if self._author is None:
            raise OutOfReach(_UNUSED)
        await self._author.delete(self._number)

    async def fetch(self) -> discord.Message:
        if self._presser is not None and self._presser.message is not None:
            return self._presser.message
        if self._author is None:
            raise OutOfReach(_UNUSED)
        return await self._author.fetch(self._number)


@dataclass(frozen=True, slots=True)
class _Channel:
    """A channel as far as it is known; as long as nothing is, an ordinary one."""

    answer_only: AnswerOnlyRoom | None = None
    shows_pictures: bool = True
    has_threads: bool = True


class Channels:
    """The latest facts about each channel: whether the bot can write, attach files, open threads there."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, _Channel] = OrderedDict()

    def seen(self, interaction: discord.Interaction[Any], pending: PendingInteraction) -> None:
        """Note the facts every time, because the bot may have been added or given permissions since."""
        channel = interaction.channel_id or 0
        room = self._known.pop(channel, _Channel()).answer_only
        if pending.only_answers:
            room = room or AnswerOnlyRoom()
            room.use(pending)
        else:
            room = None
        is_channel = isinstance(interaction.channel, discord.TextChannel)
        self._known[channel] = _Channel(
            room, interaction.app_permissions.attach_files, has_threads=is_channel and room is None
        )
        if len(self._known) > _MAX_CHANNELS:
            self._known.popitem(last=False)

    def at(self, channel: int) -> _Channel:
        return self._known.get(channel, _Channel())
