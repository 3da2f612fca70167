"""The connection to Discord: shards, the command tree, and turning interactions into requests."""

import logging
import re
from collections.abc import Sequence
from typing import Any, Protocol

import discord
from discord import app_commands

from adapters.discord.commands import Invoked, asks_for_number, called, command_trees, read_invocation, same
from adapters.discord.components import ChoiceButton, ChoiceMenu, LineButton, form, label_of, read_custom_id, read_form
from adapters.discord.interactions import FAILURES
from bot.messages import Called, Person, Pressed, Suggestion
from games.text import shortened

log = logging.getLogger(__name__)

PLATFORM = "discord"
# at DEBUG, the library logs interaction tokens and what people typed in private
logging.getLogger("discord").setLevel(logging.INFO)
# silence its warnings about what we leave out on purpose: voice, and the guilds intent
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
logging.getLogger("discord.state").addFilter(lambda record: "intent seems to be disabled" not in record.getMessage())
CHOICE_LIMIT = 100  # characters of a completion's name and of its value
FORM_TITLE = "One more thing"


class InteractionHandler(Protocol):
    """Receives what interactions ask for."""

    async def on_request(self, interaction: discord.Interaction[Any], said: Called | Pressed) -> None: ...

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
            intents=discord.Intents.none(),  # interactions need none, and the bot reads nobody's messages
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0.1,  # without intents, no guild is announced
            **shards,
        )
        self._handler = handler
        self._test_guilds = guilds
        self.add_dynamic_items(ChoiceButton, ChoiceMenu, LineButton)

    # --- the command tree ------------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        for guild in self._test_guilds or (None,):
            try:
                await self._synchronise(guild)
            except FAILURES as error:  # the previous commands are still there
                log.error("could not synchronise the commands (%s): %s", guild or "globally", error)  # noqa: TRY400

    async def _synchronise(self, guild: int | None) -> None:
        assert self.application_id is not None
        tree: Any = list(command_trees())
        if guild is None:
            found = await self.http.get_global_commands(self.application_id)
        else:
            found = await self.http.get_guild_commands(self.application_id, guild)
        if same(tree, found):  # type: ignore[arg-type]  # what Discord sent, as plain dictionaries
            return
        if guild is None:
            await self.http.bulk_upsert_global_commands(self.application_id, tree)
        else:
            await self.http.bulk_upsert_guild_commands(self.application_id, guild, tree)
        log.info("commands synchronised (%s)", guild or "globally")

    # --- interactions ----------------------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle commands, completions and forms; buttons and menus go to on_choice and on_typed."""
        data: Any = interaction.data or {}
        match interaction.type:
            case discord.InteractionType.application_command:
                given = read_invocation(data) or Invoked("help", {})  # some clients may still show an older tree
                await self._handler.on_request(interaction, Called(given.command, given.arguments))
            case discord.InteractionType.autocomplete:
                if invoked := read_invocation(data):
                    await self._complete(interaction, invoked)
            case discord.InteractionType.modal_submit:
                button, answer = read_form(data)
                await self._handler.on_request(interaction, Pressed(button, answer))

    async def on_choice(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        button, asks = read_custom_id(custom_id)
        if not asks:
            await self._handler.on_request(interaction, Pressed(button))
            return
        try:
            title = label_of(interaction.message, custom_id) or FORM_TITLE
            await interaction.response.send_modal(form(custom_id, title))
        except FAILURES as error:
            log.warning("could not open a form for interaction %s: %s", interaction.id, error)

    async def on_typed(self, interaction: discord.Interaction[Any], line: str) -> None:
        await self._handler.on_request(interaction, called(line))

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
