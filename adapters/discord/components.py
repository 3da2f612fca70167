"""Choices as buttons and menus, and the form that asks for a word.

A component carries the service's button in its custom_id (a menu: in its values), and nothing is kept here: all of it
works after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?tool.reason:…` asks for a reason first.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from adapters.discord.commands import MOST, parameter_named
from adapters.discord.markup import label
from bot.messages import Choice, Suggestion
from games.text import shortened

MAX_BUTTONS = 10  # more than two rows are harder to read than a menu
ROWS, ROW = 5, 5
BUTTON_LIMIT, OPTION_LIMIT, TITLE_LIMIT, FIELD_LIMIT = 80, 100, 45, 45
ANSWER_LIMIT = 1000
STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}
ANSWER = "answer"  # the custom_id of a form's only field
CHOSEN = "choice"  # the event in which the client hears of a pressed button: on_choice

TYPED = "typed"  # the same for a button that types a command: on_typed
LINE = "scrum!"

_LINE = re.compile(f"{LINE}(?P<line>.+)")
_CODE = re.compile(r"scrum(?:\?(?P<asks>[a-z_.-]+))?:(?P<button>.+)")


def code(choice: Choice) -> str:
    if choice.asks is None:
        return f"scrum:{choice.button}"
    return f"scrum?{_verb(choice)}.{choice.asks.name}:{choice.button}"


def read_code(text: str) -> tuple[str, str]:
    """The service's button, and what has to be asked first (or nothing): the command and its parameter."""
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
        interaction.client.dispatch(CHOSEN, interaction, self.custom_id)


class LineButton(ChoiceButton, template=_LINE):
    """Types a command, where there is no table to offer choices."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.dispatch(TYPED, interaction, self.custom_id.removeprefix(LINE))


class ChoiceMenu(ui.DynamicItem[ui.Select[ui.View]], template=r"scrum-menu:\d"):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        del interaction, match
        assert isinstance(item, ui.Select)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        interaction.client.dispatch(CHOSEN, interaction, self.item.values[0])


def view_of(choices: Sequence[Choice], names: tuple[str, ...], lines: Sequence[Suggestion] = ()) -> ui.View | None:
    """Buttons as long as they are few; else menus for the commands that have the most to choose from."""
    if not choices and not lines:
        return None
    view = ui.View(timeout=None)
    view.stop()  # else the library waits for it to be used, with a timer of 15 minutes for each private one
    buttons, listed = shared_out(choices)
    menus = [listed[start : start + MOST] for start in range(0, len(listed), MOST)]
    for row, menu in enumerate(menus):
        view.add_item(_menu(menu, names, row))
    for number, choice in enumerate(buttons):
        view.add_item(_button(choice, names, len(menus) + number // ROW))
    for line in lines[:MAX_BUTTONS] if not choices else ():
        view.add_item(LineButton(ui.Button(label=shortened(line.label, BUTTON_LIMIT), custom_id=f"{LINE}{line.value}")))
    return view


def shared_out(choices: Sequence[Choice]) -> tuple[list[Choice], list[Choice]]:
    """Which are buttons, and which stand in menus: a command with all it offers, and as few commands as need be."""
    by_size = [name for name, _ in Counter(map(_verb, choices)).most_common()]
    for count in range(len(by_size) + 1):
        in_menus = by_size[:count]
        listed = [choice for choice in choices if _verb(choice) in in_menus]
        buttons = [choice for choice in choices if _verb(choice) not in in_menus]
        rows = math.ceil(len(listed) / MOST) + math.ceil(len(buttons) / ROW)
        if len(buttons) <= MAX_BUTTONS and rows <= ROWS:
            return buttons, listed
    return _cut_short(choices, by_size)


def _cut_short(choices: Sequence[Choice], by_size: Sequence[str]) -> tuple[list[Choice], list[Choice]]:
    """Discord takes no more: of the commands with the most to choose from some is left out, and can be typed."""
    rare = [[choice for choice in choices if _verb(choice) not in by_size[:count]] for count in range(len(by_size) + 1)]
    buttons = next(few for few in rare if len(few) <= MAX_BUTTONS)
    listed = [choice for choice in choices if choice not in buttons]
    return buttons, listed[: (ROWS - math.ceil(len(buttons) / ROW)) * MOST]


def _verb(choice: Choice) -> str:
    return choice.command.partition(" ")[0]


def _button(choice: Choice, names: tuple[str, ...], row: int) -> ChoiceButton:
    shown = label(choice.label, names, BUTTON_LIMIT)
    return ChoiceButton(ui.Button(label=shown, custom_id=code(choice), row=row, style=STYLES[choice.style]))


def _menu(choices: Sequence[Choice], names: tuple[str, ...], row: int) -> ChoiceMenu:
    options = [
        discord.SelectOption(label=label(choice.label, names, OPTION_LIMIT), value=code(choice)) for choice in choices
    ]
    first, last = options[0].label, options[-1].label
    hint = first if len(options) == 1 else f"{shortened(first, 60)} … {shortened(last, 60)}"
    return ChoiceMenu(ui.Select(custom_id=f"scrum-menu:{row}", placeholder=hint, options=options, row=row))


# --- forms ---------------------------------------------------------------------------------------------------------


def form(custom_id: str, title: str) -> ui.Modal:
    """Asks for the one word that only the person can fill in; its custom_id is that of the button."""
    command, _, asks = read_code(custom_id)[1].rpartition(".")
    parameter = parameter_named(asks, command)
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=ANSWER, style=discord.TextStyle.paragraph, min_length=1, max_length=ANSWER_LIMIT, required=True
    )
    asked = parameter.description if parameter else asks
    if len(asked) <= FIELD_LIMIT:
        modal.add_item(ui.Label(text=asked, component=field))
    else:
        modal.add_item(ui.Label(text=asks.capitalize(), description=shortened(asked, OPTION_LIMIT), component=field))
    modal.stop()  # what is typed into it comes as an interaction of its own, also after a restart
    return modal


def read_form(data: Mapping[str, Any]) -> tuple[str, str]:
    """The service's button and what was typed."""
    return read_code(data["custom_id"])[0], _typed(data.get("components") or [])


def _typed(components: Sequence[Mapping[str, Any]]) -> str:
    for component in components:
        if component.get("custom_id") == ANSWER:
            return str(component.get("value") or "")
        inner = [component["component"]] if "component" in component else component.get("components") or []
        if found := _typed(inner):
            return found
    return ""


def label_of(message: discord.Message | None, custom_id: str) -> str:
    """What the button or the menu's entry said; empty if the message is not at hand."""
    for row in message.components if message else ():
        for component in getattr(row, "children", ()):
            if isinstance(component, discord.Button) and component.custom_id == custom_id:
                return component.label or ""
            if isinstance(component, discord.SelectMenu):
                for option in component.options:
                    if option.value == custom_id:
                        return option.label
    return ""
