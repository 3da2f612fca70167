"""The connection to Discord: shards, the command tree, and turning interactions into requests."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import discord
from discord import app_commands

from adapters.discord.command_tree import ON_MESSAGE, ON_USER
from adapters.discord.commands import Invoked, asks_for_number, called, read_invocation
from adapters.discord.components import LINE_PREFIX, MENU_PREFIX, asks_for_several, label_of, read_custom_id, read_line
from adapters.discord.context_menus import SAVE_FORM, read_note
from adapters.discord.forms import Offered, form, form_for_several, read_form
from adapters.discord.interactions import FAILURES
from adapters.discord.presence import activity
from adapters.discord.registration import Registration
from adapters.discord.threads import CARD_PREFIX
from bot.messages import Called, Person, Pressed, Suggestion
from games.text import shortened

log = logging.getLogger(__name__)

PLATFORM = "discord"
# at DEBUG, the library logs interaction tokens and what people typed in private
logging.getLogger("discord").setLevel(logging.INFO)
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we leave voice out on purpose
CHOICE_LIMIT = 100  # characters of a completion's name and of its value
FORM_TITLE = "One more thing"


class InteractionHandler(Protocol):
    """Receives what interactions ask for."""

    async def on_request(
        self, interaction: discord.Interaction[Any], *said: Called | Pressed, room: str | None = None
    ) -> None: ...

    async def offered(self, interaction: discord.Interaction[Any], command: str) -> Offered: ...

    async def on_menu(self, interaction: discord.Interaction[Any]) -> None: ...

    async def on_join(self, guild: discord.Guild) -> None: ...

    async def completions(self, room: str, person: Person, invoked: Invoked) -> list[Suggestion]: ...


def room_of(interaction: discord.Interaction[Any]) -> str:
    return f"{PLATFORM}:{interaction.channel_id}"


def person_of(interaction: discord.Interaction[Any]) -> Person:
    return Person(f"{PLATFORM}:{interaction.user.id}", interaction.user.display_name)


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Whether this person may manage the channel; threads have their own permission."""
    permissions = interaction.permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    return permissions.manage_channels or (in_thread and permissions.manage_threads)


class DiscordClient(discord.AutoShardedClient):
    def __init__(
        self,
        handler: InteractionHandler,
        *,
        guilds: Sequence[int] = (),
        shard_ids: Sequence[int] = (),
        shard_count: int | None = None,
    ) -> None:
        shards: dict[str, Any] = {"shard_count": shard_count} if shard_count else {}
        if shard_ids:
            shards["shard_ids"] = list(shard_ids)
        super().__init__(
            intents=discord.Intents(guilds=True),  # to greet; the bot reads nobody's messages
            activity=activity(0),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.1,  # requests don't need the list of servers
            **shards,
        )
        self._handler = handler
        self._test_guilds = guilds
        self.was_ready = False
        self._registration: Registration | None = None
        self._registering: asyncio.Task[None] | None = None

    # --- the command tree ------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        assert self.application_id is not None
        self._registration = Registration(self.http, self.application_id, self._test_guilds)
        await self._registration.attempt()
        self._registering = asyncio.create_task(self._registration.keep_trying())

    @property
    def command_ids(self) -> Mapping[str, int]:
        return self._registration.ids if self._registration else {}

    async def close(self) -> None:
        if self._registering is not None:
            self._registering.cancel()
        await super().close()

    async def on_ready(self) -> None:
        self.was_ready = True

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._handler.on_join(guild)

    # --- interactions ----------------------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle commands, completions, buttons, menus and forms."""
        data: Any = interaction.data or {}
        match interaction.type:
            case discord.InteractionType.application_command if data.get("type") in {ON_USER, ON_MESSAGE}:
                await self._handler.on_menu(interaction)
            case discord.InteractionType.application_command:
                given = read_invocation(data) or Invoked("help", {})  # some clients may still show an older tree
                await self._handler.on_request(interaction, Called(given.command, given.arguments))
            case discord.InteractionType.autocomplete:
                if invoked := read_invocation(data):
                    await self._complete(interaction, invoked)
            case discord.InteractionType.modal_submit if data.get("custom_id") == SAVE_FORM:
                await self._handler.on_request(interaction, read_note(data))
            case discord.InteractionType.component:
                await self._press(interaction, data["custom_id"], data.get("values") or ())
            case discord.InteractionType.modal_submit:
                await self._handler.on_request(interaction, *read_form(data))

    async def _press(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        if custom_id.startswith(LINE_PREFIX):
            await self._handler.on_request(interaction, called(read_line(custom_id)))
        elif custom_id.startswith(CARD_PREFIX) and interaction.message is not None:
            room = f"{PLATFORM}:{interaction.message.id}"  # a thread has the id of the message it was started from
            await self._handler.on_request(interaction, called(custom_id.removeprefix(CARD_PREFIX)), room=room)
        elif custom_id.startswith(MENU_PREFIX) and values:
            await self._choose(interaction, values)
        else:
            await self._choose(interaction, [custom_id])

    async def _choose(self, interaction: discord.Interaction[Any], codes: Sequence[str]) -> None:
        """Do what was chosen, or ask for what is missing first."""
        _, asks = read_custom_id(codes[0])
        if asks:
            await self._ask(interaction, codes[0])
        else:
            await self._handler.on_request(interaction, *(Pressed(read_custom_id(code)[0]) for code in codes))

    async def _ask(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        title = label_of(interaction.message, custom_id) or FORM_TITLE
        modal = form(custom_id, title)
        if asks_for_several(custom_id):
            button, asks = read_custom_id(custom_id)
            offered = await self._handler.offered(interaction, asks.partition(".")[0])
            if not offered.choices:  # out of date, or the person has no seat: the service says so
                await self._handler.on_request(interaction, Pressed(button))
                return
            modal = form_for_several(custom_id, title, offered)
        try:
            await interaction.response.send_modal(modal)
        except FAILURES as error:
            log.warning("could not open a form for interaction %s: %s", interaction.id, error)

    async def _complete(self, interaction: discord.Interaction[Any], invoked: Invoked) -> None:
        found = await self._handler.completions(room_of(interaction), person_of(interaction), invoked)
        number = asks_for_number(invoked)
        choices: list[app_commands.Choice[Any]] = [
            app_commands.Choice(
                name=shortened(_completion_label(one), CHOICE_LIMIT), value=int(one.value) if number else one.value
            )
            for one in found
            if one.label and 0 < len(one.value) <= CHOICE_LIMIT and (one.value.isdecimal() or not number)
        ]
        try:
            await interaction.response.autocomplete(choices)
        except FAILURES as error:
            log.info("could not send completions for interaction %s: %s", interaction.id, error)


def _completion_label(one: Suggestion) -> str:
    """What Discord shows of a completion: the label, with the value unless the label contains it."""
    value, label = (re.sub(r"[^\w=]", "", text.casefold()) for text in (one.value, one.label))
    return one.label if value in label else f"{one.value}: {one.label}"
