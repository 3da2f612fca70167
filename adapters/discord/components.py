"""Choices as buttons and menus, and the form that asks for a word.

A component carries the service's button in its custom_id (a menu: in its values), and nothing is kept here: all of it
works after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?reason:…` asks for a reason first.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

import discord
from discord import ui

from adapters.discord.commands import MOST, parameter_named
from adapters.discord.markup import cut, label
from bot.messages import Choice

MOST_BUTTONS = 10  # more than two rows are harder to read than a menu
ROWS, ROW = 5, 5
BUTTON_LIMIT, OPTION_LIMIT, TITLE_LIMIT, FIELD_LIMIT = 80, 100, 45, 45
ANSWER_LIMIT = 1000
ANSWER = "answer"  # the custom_id of a form's only field
CHOSEN = "choice"  # the event in which the client hears of a pressed button: on_choice

_CODE = re.compile(r"scrum(?:\?(?P<asks>[a-z_-]+))?:(?P<button>.+)")


def code(choice: Choice) -> str:
    return f"scrum?{choice.asks.name}:{choice.button}" if choice.asks else f"scrum:{choice.button}"


def read_code(text: str) -> tuple[str, str]:
    """The service's button, and the name of what has to be asked first (or nothing)."""
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


def view_of(choices: Sequence[Choice], names: tuple[str, ...]) -> ui.View | None:
    """Buttons as long as they are few; else a menu, and what needs no words stays a button."""
    if not choices:
        return None
    view = ui.View(timeout=None)
    view.stop()  # else the library waits for it to be used, with a timer of 15 minutes for each private one
    if len(choices) <= MOST_BUTTONS:
        for number, choice in enumerate(choices):
            view.add_item(_button(choice, names, number // ROW))
        return view
    simple = [choice for choice in choices if " " not in choice.command][:ROW]
    others = [choice for choice in choices if choice not in simple]
    rows = ROWS - bool(simple)
    for row in range(min(rows, -(-len(others) // MOST))):
        view.add_item(_menu(others[row * MOST : (row + 1) * MOST], names, row))
    for choice in simple:
        view.add_item(_button(choice, names, ROWS - 1))
    return view


def _button(choice: Choice, names: tuple[str, ...], row: int) -> ChoiceButton:
    shown = label(choice.label, names, BUTTON_LIMIT)
    return ChoiceButton(ui.Button(label=shown, custom_id=code(choice), row=row))


def _menu(choices: Sequence[Choice], names: tuple[str, ...], row: int) -> ChoiceMenu:
    options = [
        discord.SelectOption(label=label(choice.label, names, OPTION_LIMIT), value=code(choice)) for choice in choices
    ]
    hint = options[0].label if len(options) == 1 else f"{cut(options[0].label, 60)} … {cut(options[-1].label, 60)}"
    return ChoiceMenu(ui.Select(custom_id=f"scrum-menu:{row}", placeholder=hint, options=options, row=row))


# --- forms ---------------------------------------------------------------------------------------------------------


def form(custom_id: str, title: str) -> ui.Modal:
    """Asks for the one word that only the person can fill in; its custom_id is that of the button."""
    asks = read_code(custom_id)[1]
    parameter = parameter_named(asks)
    modal = ui.Modal(title=cut(title, TITLE_LIMIT), custom_id=custom_id)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=ANSWER, style=discord.TextStyle.paragraph, min_length=1, max_length=ANSWER_LIMIT, required=True
    )
    modal.add_item(ui.Label(text=cut(parameter.description if parameter else asks, FIELD_LIMIT), component=field))
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
