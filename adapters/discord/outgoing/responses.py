"""The answer to one interaction within Discord's limits: an acknowledgement in 3 seconds, everything in 15 minutes.

A reply that is ready at once is the response itself. That takes one call, and only a new message notifies the player
to move: Discord never notifies for an edit, not even of a deferred response. A reply that takes longer is deferred
privately; the room then gets a separate message, and the person's placeholder is filled or removed.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from time import monotonic
from typing import Any

import discord

from adapters.discord.gateway import FAILURES
from adapters.discord.outgoing.message import OutgoingMessage
from bot.kernel.messages import Person

log = logging.getLogger(__name__)

DEFER_SECONDS = 0.3  # until an interaction is deferred; Discord allows 3
TOKEN_SECONDS = 14.5 * 60  # how long an interaction can be used; Discord allows 15 minutes
MAX_FOLLOWUPS = 5  # of an interaction where the bot isn't a member
_ALREADY_ANSWERED, _UNKNOWN_MESSAGE = 40060, 10008  # Discord's error codes
_Fields = dict[str, Any]  # the library's arguments for sending or editing one
Sent = discord.Message | discord.Object  # as Discord returned it, or only its id
Edit = Callable[..., Awaitable[object]]  # of a message that was sent


class OutOfReach(discord.DiscordException):
    """No interaction has a token that could do this."""


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A private message that can still be changed."""

    message: int  # its id
    edit: Edit
    delete: Callable[[], Awaitable[None]]
    expires: float


class _Stage(Enum):
    OPEN = auto()  # no response yet
    WAITING = auto()  # deferred, with a placeholder that only the person sees
    ACKNOWLEDGED = auto()  # a button press was acknowledged, without anything visible
    ANSWERED = auto()
    LOST = auto()  # too late, answered by another process, or Discord is down


class PendingInteraction:
    """An interaction. `discreet`: the room's message must not be the response, because that would show what was asked.
    `busy`: many requests are running, so this one is deferred at once.
    `only_answers`: the bot can't write there by itself, so this interaction posts what the room sees.
    `invited`: the room's message calls this person.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        *,
        discreet: bool = False,
        busy: bool = False,
        only_answers: bool = False,
        invited: Person | None = None,
    ) -> None:
        self._interaction = interaction
        self._discreet = discreet or self.from_private
        self._busy = busy
        self.only_answers = only_answers
        self.invited = invited
        self.on_post: Callable[[int, PendingInteraction], None] = lambda _message, _pending: None
        self.began = monotonic()
        self._expires = self.began + TOKEN_SECONDS
        self._followups = 0
        self._may_edit_source = False  # its response was to the message whose button was pressed
        self._stage = _Stage.OPEN
        self._anew = False
        self.panel: OpenPanel | None = None  # the first of the private messages, once it is there
        self.invisible = False  # only an older message was edited, so the person sees no reaction to their command
        self._lock = asyncio.Lock()
        self._deferring = asyncio.create_task(self._defer_later())

    @property
    def message(self) -> discord.Message | None:
        """The message whose button was pressed."""
        return self._interaction.message

    @property
    def pressed(self) -> bool:
        return self.message is not None

    @property
    def from_private(self) -> bool:
        return self.message is not None and self.message.flags.ephemeral

    async def _defer_later(self) -> None:
        placeholder = self._discreet and not self.pressed  # it will get a placeholder in any case
        if not (self._busy or placeholder):
            await asyncio.sleep(DEFER_SECONDS)
        await self._acknowledge()

    async def _acknowledge(self) -> None:
        async with self._lock:
            if self._stage is _Stage.OPEN:
                await self._defer()

    async def _defer(self) -> None:
        try:
            await self._interaction.response.defer(ephemeral=True, thinking=not self.pressed)
        except FAILURES as error:
            self._lose(error)
        else:
            self._may_edit_source = self.pressed
            self._stage = _Stage.ACKNOWLEDGED if self.pressed else _Stage.WAITING

    def _lose(self, error: Exception) -> None:
        self._stage = _Stage.LOST
        if getattr(error, "code", 0) == _ALREADY_ANSWERED:
            log.info("interaction %s was already answered", self._interaction.id)
        else:
            log.warning("interaction %s could not be answered: %s", self._interaction.id, error)

    # --- what the room sees ----------------------------------------------------------------------------------------

    async def show(self, fields: _Fields) -> Sent | None:
        """Send the room's message as the response; None if it needs a separate message."""
        if self.only_answers:
            return await self.post(fields)
        async with self._lock:
            if self._discreet or self._stage not in {_Stage.OPEN, _Stage.ACKNOWLEDGED}:
                return None
            try:
                if self._stage is _Stage.OPEN:
                    sent = _message_in(await self._interaction.response.send_message(**fields))
                else:
                    sent = await self._interaction.followup.send(**fields, wait=True)
            except FAILURES as error:
                self._lose(error)
                return None
            self._stage = _Stage.ANSWERED
            return sent

    async def amend(self, message: str, outgoing: OutgoingMessage) -> Sent | None:
        """Edit the message whose button was pressed, as the response; None if that isn't possible."""
        async with self._lock:
            source = self._interaction.message
            possible = self._stage is _Stage.OPEN and outgoing.can_be_response
            if not possible or source is None or str(source.id) != message:
                return None
            try:
                edited = await self._interaction.response.edit_message(**outgoing.for_editing())
            except FAILURES as error:
                self._lose(error)
                return None
            self._stage = _Stage.ANSWERED
            self._may_edit_source = True
            return _message_in(edited) if edited else source

    # --- what the room sees where the bot can only answer ----------------------------------------------------------

    @property
    def source(self) -> int | None:
        """The number of the message whose button was pressed."""
        return self.message.id if self.message else None

    async def post(self, fields: _Fields) -> Sent:
        """Post with this interaction's token, also some time after it was answered."""
        async with self._lock:
            self._check_token()
            if self._stage is _Stage.OPEN and not (self.pressed or self._discreet):
                sent = _message_in(await self._interaction.response.send_message(**fields))
                self._stage = _Stage.ANSWERED
            else:
                sent = await self._follow_up(fields)
        self.on_post(sent.id, self)
        return sent

    async def _follow_up(self, fields: _Fields) -> Sent:
        if self._stage is _Stage.OPEN:
            await self._defer()
            self._check_token()
        waiting = self._stage is _Stage.WAITING
        if waiting:  # the first followup would fill the placeholder, which only this person sees, unless it is gone
            with suppress(discord.NotFound):
                await self._interaction.edit_original_response(content="…")
            self._stage = _Stage.ANSWERED
        if self._followups >= MAX_FOLLOWUPS:
            raise OutOfReach(f"Discord allows {MAX_FOLLOWUPS} messages an interaction there")  # not prose
        self._followups += 1
        sent = await self._interaction.followup.send(**fields, wait=True)
        if waiting:
            with suppress(discord.NotFound):
                await self._interaction.delete_original_response()
        return sent

    async def edit(self, message: int, fields: _Fields) -> Sent:
        """Edit a message that this interaction posted."""
        self._check_token()
        return await self._interaction.followup.edit_message(message, **fields)

    async def delete(self, message: int) -> None:
        self._check_token()
        await self._interaction.followup.delete_message(message)

    async def fetch(self, message: int) -> discord.Message:
        self._check_token()
        return await self._interaction.followup.fetch_message(message)

    async def edit_source(self, fields: _Fields) -> Sent | None:
        """Edit the message whose button was pressed; None if that isn't possible."""
        if not self._may_edit_source or monotonic() > self._expires:
            return None
        return await self._interaction.edit_original_response(**fields)

    def _check_token(self) -> None:
        if self._stage is _Stage.LOST or monotonic() > self._expires:
            raise OutOfReach("this interaction can't be used any more")  # not prose

    # --- what the person sees --------------------------------------------------------------------------------------

    async def finish(
        self, messages: Sequence[OutgoingMessage], panel: OpenPanel | None = None, *, anew: bool = False
    ) -> list[Edit]:
        """Send the private replies, if any, and end the interaction; returns how to edit each of them.

        `panel`: the message that the only reply replaces, unless the person has dismissed it. `anew`: the private
        message whose button was pressed isn't changed.
        """
        self._anew = anew
        edits: list[Edit] = []
        async with self._lock:
            self._deferring.cancel()
            try:
                if panel is not None and await self._replaced(panel, messages[0]):
                    edits.append(panel.edit)
                elif messages:
                    await self._show_privately(messages, edits)
                else:
                    await self._clean_up()
            except FAILURES as error:
                self._lose(error)
        return edits

    async def _replaced(self, panel: OpenPanel, outgoing: OutgoingMessage) -> bool:
        """Change an earlier message instead of sending one; the press itself is only acknowledged."""
        if self.from_private or self._stage in {_Stage.WAITING, _Stage.LOST}:
            return False
        try:
            await panel.edit(**outgoing.for_editing())
        except discord.NotFound:
            return False
        if self._stage is _Stage.OPEN:
            await self._defer()
        self.panel = panel
        return True

    async def _show_privately(self, messages: Sequence[OutgoingMessage], edits: list[Edit]) -> None:
        if self._stage is _Stage.LOST:
            return
        answered = await self._answer_privately(messages[0])
        self._stage = _Stage.ANSWERED
        if answered:
            edits.append(self._interaction.edit_original_response)
        for outgoing in messages[answered:]:
            self._followups += 1
            sent = await self._interaction.followup.send(**outgoing.for_sending(), ephemeral=True, wait=True)
            edits.append(sent.edit)
            if self.panel is None:
                self.panel = OpenPanel(sent.id, sent.edit, sent.delete, self._expires)

    async def _answer_privately(self, first: OutgoingMessage) -> bool:
        """Show it as the response; False if that isn't possible: then a message of its own has to.

        Nor can it if the person has dismissed what would be edited; and this may be the only time they are told.
        """
        response = self._interaction.response
        shown, source = self.source or 0, self.from_private and not self._anew
        try:
            if source and self._stage is _Stage.OPEN:
                await response.edit_message(**first.for_editing())
            elif self._stage is _Stage.OPEN:
                shown = _message_in(await response.send_message(**first.for_sending(), ephemeral=True)).id
            elif self._stage is _Stage.WAITING or (source and self._stage is _Stage.ACKNOWLEDGED):
                await self._interaction.edit_original_response(**first.for_editing())
            else:
                return False
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            if self._stage is not _Stage.OPEN:
                return False
            shown = _message_in(await response.send_message(**first.for_sending(), ephemeral=True)).id
        original = self._interaction
        if shown:
            self.panel = OpenPanel(
                shown, original.edit_original_response, original.delete_original_response, self._expires
            )
        return True

    async def _clean_up(self) -> None:
        """Remove the placeholder, or private acts that are out of date."""
        if self._stage is _Stage.OPEN:
            await self._defer()
        if self._stage is _Stage.WAITING or (self.from_private and self._stage is _Stage.ACKNOWLEDGED):
            await self._interaction.delete_original_response()
            self._stage = _Stage.ANSWERED


def _message_in(response: discord.InteractionCallbackResponse[Any]) -> Sent:
    """The message that a response sent or edited."""
    if isinstance(response.resource, discord.Message):
        return response.resource
    assert response.message_id is not None
    return discord.Object(response.message_id)
