"""Choices as buttons and menus, and the form that asks for an argument.

A component carries the service's button in its custom_id (a menu: in its values) and no state is kept here, so
components work after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?tool.reason:…` asks first.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from adapters.discord.commands import MAX_PER_LEVEL, parameter_named
from adapters.discord.markup import label
from bot.messages import Choice, Suggestion
from games.text import shortened

MAX_BUTTONS = 10  # a menu is easier to read than more than two rows
ROWS, ROW = 5, 5
BUTTON_LIMIT, OPTION_LIMIT, TITLE_LIMIT, FIELD_LIMIT = 80, 100, 45, 45
ANSWER_LIMIT = 1000
STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}
ANSWER = "answer"  # the custom_id of a form's only field
CHOICE_EVENT = "choice"  # the client's event for a pressed button: on_choice

LINE_EVENT = "typed"  # the event for a button that types a command: on_typed
LINE_PREFIX = "scrum!"

_LINE = re.compile(f"{LINE_PREFIX}(?P<line>.+)")
_CODE = re.compile(r"scrum(?:\?(?P<asks>[a-z_.-]+))?:(?P<button>.+)")


def custom_id_of(choice: Choice) -> str:
    if choice.asks is None:
        return f"scrum:{choice.button}"
    return f"scrum?{_command_name(choice)}.{choice.asks.name}:{choice.button}"


def read_custom_id(text: str) -> tuple[str, str]:
    """The service's button, and the command and parameter to ask for first (`tool.reason`), if any."""
    found = _CODE.fullmatch(text)
    return (found["button"], found["asks"] or "") if found else (text, "")


class ChoiceButton(ui.DynamicItem[ui.Button[ui.View]], template=_CODE):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, match
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.dispatch(CHOICE_EVENT, interaction, self.custom_id)


class LineButton(ChoiceButton, template=_LINE):
    """Types a command, where there's no table with choices."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.dispatch(LINE_EVENT, interaction, self.custom_id.removeprefix(LINE_PREFIX))


class ChoiceMenu(ui.DynamicItem[ui.Select[ui.View]], template=r"scrum-menu:\d"):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, match
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.dispatch(CHOICE_EVENT, interaction, self.item.values[0])


def view_of(choices: Sequence[Choice], names: tuple[str, ...], lines: Sequence[Suggestion] = ()) -> ui.View | None:
    """Buttons if there are few choices; otherwise menus for the commands with the most choices."""
    if not choices and not lines:
        return None
    view = ui.View(timeout=None)
    view.stop()  # otherwise the library waits for its use, with a 15-minute timer for each private message
    buttons, listed = split_choices(choices)
    menus = [listed[start : start + MAX_PER_LEVEL] for start in range(0, len(listed), MAX_PER_LEVEL)]
    for row, menu in enumerate(menus):
        view.add_item(_menu(menu, names, row))
    for number, choice in enumerate(buttons):
        view.add_item(_button(choice, names, len(menus) + number // ROW))
    for line in lines[:MAX_BUTTONS] if not choices else ():
        view.add_item(
            LineButton(ui.Button(label=shortened(line.label, BUTTON_LIMIT), custom_id=f"{LINE_PREFIX}{line.value}"))
        )
    return view


def split_choices(choices: Sequence[Choice]) -> tuple[list[Choice], list[Choice]]:
    """Split choices into buttons and menu entries: whole commands go to menus, and as few as possible."""
    by_size = [name for name, _ in Counter(map(_command_name, choices)).most_common()]
    for count in range(len(by_size) + 1):
        in_menus = by_size[:count]
        listed = [choice for choice in choices if _command_name(choice) in in_menus]
        buttons = [choice for choice in choices if _command_name(choice) not in in_menus]
        rows = math.ceil(len(listed) / MAX_PER_LEVEL) + math.ceil(len(buttons) / ROW)
        if len(buttons) <= MAX_BUTTONS and rows <= ROWS:
            return buttons, listed
    return _truncated_choices(choices, by_size)


def _truncated_choices(choices: Sequence[Choice], by_size: Sequence[str]) -> tuple[list[Choice], list[Choice]]:
    """Leave out choices beyond Discord's limit, from the commands with the most; they can still be typed."""
    rare = [
        [choice for choice in choices if _command_name(choice) not in by_size[:count]]
        for count in range(len(by_size) + 1)
    ]
    buttons = next(some for some in rare if len(some) <= MAX_BUTTONS)
    listed = [choice for choice in choices if choice not in buttons]
    return buttons, listed[: (ROWS - math.ceil(len(buttons) / ROW)) * MAX_PER_LEVEL]


def _command_name(choice: Choice) -> str:
    return choice.command.partition(" ")[0]


def _button(choice: Choice, names: tuple[str, ...], row: int) -> ChoiceButton:
    shown = label(choice.label, names, BUTTON_LIMIT)
    return ChoiceButton(ui.Button(label=shown, custom_id=custom_id_of(choice), row=row, style=STYLES[choice.style]))


def _menu(choices: Sequence[Choice], names: tuple[str, ...], row: int) -> ChoiceMenu:
    options = [
        discord.SelectOption(label=label(choice.label, names, OPTION_LIMIT), value=custom_id_of(choice))
        for choice in choices
    ]
    first, last = options[0].label, options[-1].label
    hint = first if len(options) == 1 else f"{shortened(first, 60)} … {shortened(last, 60)}"
    return ChoiceMenu(ui.Select(custom_id=f"scrum-menu:{row}", placeholder=hint, options=options, row=row))


# --- forms ---------------------------------------------------------------------------------------------------------


def form(custom_id: str, title: str) -> ui.Modal:
    """Build the form that asks for the missing argument; its custom_id is that of the button."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    parameter = parameter_named(asks, command)
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=ANSWER, style=discord.TextStyle.paragraph, min_length=1, max_length=ANSWER_LIMIT, required=True
    )
    question = parameter.description if parameter else asks
    if len(question) <= FIELD_LIMIT:
        modal.add_item(ui.Label(text=question, component=field))
    else:
        modal.add_item(ui.Label(text=asks.capitalize(), description=shortened(question, OPTION_LIMIT), component=field))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def read_form(data: Mapping[str, Any]) -> tuple[str, str]:
    """The service's button and the typed answer."""
    return read_custom_id(data["custom_id"])[0], _typed(data.get("components") or [])


def _typed(components: Sequence[Mapping[str, Any]]) -> str:
    for component in components:
        if component.get("custom_id") == ANSWER:
            return str(component.get("value") or "")
        inner = [component["component"]] if "component" in component else component.get("components") or []
        if found := _typed(inner):
            return found
    return ""


def label_of(message: discord.Message | None, custom_id: str) -> str:
    """The label of the button or menu entry; empty if the message isn't available."""
    for row in message.components if message else ():
        for component in getattr(row, "children", ()):
            if isinstance(component, discord.Button) and component.custom_id == custom_id:
                return component.label or ""
            if isinstance(component, discord.SelectMenu):
                for option in component.options:
                    if option.value == custom_id:
                        return option.label
    return ""
