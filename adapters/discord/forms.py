"""Forms that ask for what only a person can fill in: a reason, a note for every column, an action and its owner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord.commands import MAX_PER_LEVEL, parameter_named
from adapters.discord.components import option_of, read_custom_id
from adapters.discord.markup import label
from adapters.several import differs_by, has_field_each
from bot.messages import Choice, Pressed
from games.text import shortened

TITLE_LIMIT, LABEL_LIMIT, DESCRIPTION_LIMIT = 45, 45, 100
ANSWER_LIMIT = 1000
MAX_FIELDS = 5
ANSWER, WHICH = "answer", "which"  # custom_ids of fields


@dataclass(frozen=True, slots=True)
class Offered:
    """What a person can do with one command, the names by seat, and the game."""

    choices: tuple[Choice, ...] = ()
    names: tuple[str, ...] = ()
    game: str = ""


def form(custom_id: str, title: str) -> ui.Modal:
    """Ask for the missing argument of one choice; the form's custom_id is that of the button."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    modal.add_item(_question(asks, command))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def form_for_several(custom_id: str, title: str, offered: Offered) -> ui.Modal:
    """Ask for one or more of these choices: a field for each if there are few, else a menu and one field."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    choices, names = offered.choices, offered.names
    if has_field_each(choices, offered.game, MAX_FIELDS):
        for choice in choices:
            field = _field(choice.button, required=False)
            modal.add_item(ui.Label(text=label(choice.label, names, LABEL_LIMIT), component=field))
    else:
        which = ui.Select[Any](
            custom_id=WHICH, options=[option_of(choice, names, offered.game) for choice in choices[:MAX_PER_LEVEL]]
        )
        parameter = differs_by(command, asks, offered.game)
        text = parameter.description if parameter else "Which one"
        modal.add_item(ui.Label(text=shortened(text, LABEL_LIMIT), component=which))
        modal.add_item(_question(asks, command))
    modal.stop()
    return modal


def read_form(data: Mapping[str, Any]) -> list[Pressed]:
    """The service's buttons, each with what was typed for it."""
    typed = dict(_values(data.get("components") or []))
    button = read_custom_id(data["custom_id"])[0]
    if ANSWER in typed:
        return [Pressed(read_custom_id(typed[WHICH])[0] if WHICH in typed else button, typed[ANSWER])]
    return [Pressed(field, answer) for field, answer in typed.items() if answer.strip()] or [Pressed(button)]


def _question(asks: str, command: str) -> ui.Label[Any]:
    """A field with its whole question: if that is too long for the label, it goes below it."""
    parameter = parameter_named(asks, command)
    question = parameter.description if parameter else asks
    if len(question) <= LABEL_LIMIT:
        return ui.Label(text=question, component=_field(ANSWER))
    below = shortened(question, DESCRIPTION_LIMIT)
    return ui.Label(text=asks.capitalize(), description=below, component=_field(ANSWER))


def _field(custom_id: str, *, required: bool = True) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph,
        min_length=1 if required else 0,
        max_length=ANSWER_LIMIT,
        required=required,
    )


def _values(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """What was typed or chosen, by the custom_id of its field."""
    for component in components:
        if "custom_id" in component:
            values = component.get("values") or [component.get("value") or ""]
            yield component["custom_id"], str(values[0])
        inner = [component["component"]] if "component" in component else component.get("components") or []
        yield from _values(inner)
