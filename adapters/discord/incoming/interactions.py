"""What Discord delivers: commands, completions, presses and submitted forms, read and handed on to be answered."""

import logging
import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from adapters.discord.command_tree import ENTRY_POINT, ON_MESSAGE, ON_USER
from adapters.discord.commands import Invoked, asks_for_number, called, read_invocation
from adapters.discord.gateway import FAILURES
from adapters.discord.identifiers import person_of, room_id, room_of
from adapters.discord.incoming.answers import Answers
from adapters.discord.incoming.command_forms import FormPage, read_fields
from adapters.discord.incoming.context_menus import SAVE_FORM, read_note
from adapters.discord.incoming.forms import form, read_form
from adapters.discord.outgoing.controls import (
    FORM_PREFIX,
    LINE_PREFIX,
    MENU_PREFIX,
    MORE_PREFIX,
    PLAY,
    READ,
    carried,
    label_of,
    read_custom_id,
    read_line,
    read_more,
)
from adapters.discord.outgoing.threads import CARD_PREFIX
from bot.kernel.messages import Called, Filled, Pressed, Suggestion
from games.language import lazy, speaking
from games.text import shortened

log = logging.getLogger(__name__)

_CHOICE_LIMIT = 100  # characters of a completion's name and of its value
_FORM_TITLE = lazy("One more thing")


class Interactions:
    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    async def receive(self, interaction: discord.Interaction[Any]) -> None:
        """Handle it in the language of whoever uses the bot."""
        with speaking(str(interaction.locale)):
            await self._handle(interaction)

    async def _handle(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        if interaction.channel_id is None:
            await self._answers.on_nowhere(interaction)
            return
        match interaction.type:
            case discord.InteractionType.application_command if data.get("type") in {ON_USER, ON_MESSAGE}:
                await self._answers.on_menu(interaction)
            case discord.InteractionType.application_command if data.get("type") == ENTRY_POINT:
                await self._answers.on_launch(interaction)
            case discord.InteractionType.application_command:
                given = read_invocation(data) or Invoked("help", {})  # some clients may still show an older tree
                await self._answers.on_request(interaction, Called(given.command, given.arguments))
            case discord.InteractionType.autocomplete:
                if invoked := read_invocation(data):
                    await self._complete(interaction, invoked)
            case discord.InteractionType.modal_submit if data.get("custom_id") == SAVE_FORM:
                await self._answers.on_request(interaction, read_note(data))
            case discord.InteractionType.component:
                await self._press(interaction, data["custom_id"], data.get("values") or ())
            case discord.InteractionType.modal_submit:
                filled = data["custom_id"].startswith(FORM_PREFIX)
                await self._answers.on_request(interaction, read_fields(data) if filled else read_form(data))

    async def _press(self, interaction: discord.Interaction[Any], custom_id: str, values: Sequence[str]) -> None:
        if custom_id.startswith(LINE_PREFIX):
            await self._answers.on_request(interaction, called(read_line(custom_id)))
        elif custom_id == READ:
            await self._answers.on_request(interaction, called(values[0] if values else "help"))
        elif custom_id == PLAY:
            await self._answers.on_launch(interaction)
        elif custom_id.startswith(CARD_PREFIX) and interaction.message is not None:
            room = room_id(interaction.message.id)  # a thread has the id of the message it was started from
            await self._answers.on_request(interaction, called(custom_id.removeprefix(CARD_PREFIX)), room=room)
        elif custom_id.startswith(MORE_PREFIX):
            await self._answers.on_more(interaction, *read_more(custom_id))
        elif custom_id.startswith(FORM_PREFIX):
            page = FormPage.read(custom_id, values)
            await self._answers.on_form(interaction, page, Filled(page.table, page.command, {}), None)
        else:
            await self._choose(interaction, values[0] if custom_id.startswith(MENU_PREFIX) and values else custom_id)

    async def _choose(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Do what was chosen, or ask for what is missing first."""
        button, asks = read_custom_id(custom_id)
        if not asks:
            await self._answers.on_request(interaction, Pressed(button))
            return
        command, _, parameter = asks.partition(".")
        # with other arguments than those of the form, an act asks for one thing; the press seats its person even so
        page = FormPage(button.partition(":")[0], carried(button) or ("" if parameter else command))
        title = label_of(interaction.message, custom_id) or _FORM_TITLE
        await self._answers.on_form(
            interaction, page, Pressed(button), form(custom_id, str(title)) if parameter else None
        )

    async def _complete(self, interaction: discord.Interaction[Any], invoked: Invoked) -> None:
        found = await self._answers.completions(room_of(interaction), person_of(interaction), invoked)
        number = asks_for_number(invoked)
        choices: list[app_commands.Choice[Any]] = [
            app_commands.Choice(
                name=shortened(_completion_label(one), _CHOICE_LIMIT), value=int(one.value) if number else one.value
            )
            for one in found
            if one.label and 0 < len(one.value) <= _CHOICE_LIMIT and (one.value.isdecimal() or not number)
        ]
        try:
            await interaction.response.autocomplete(choices)
        except FAILURES as error:
            log.info("could not send completions for interaction %s: %s", interaction.id, error)


def _completion_label(one: Suggestion) -> str:
    """The text that Discord shows for a completion: the label, with the value unless the label contains it."""
    value, label = (re.sub(r"[^\w=]", "", text.casefold()) for text in (one.value, one.label))
    return one.label if value in label else f"{one.value}: {one.label}"
