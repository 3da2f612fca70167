"""Acts as buttons and menus.

A component carries the service's button in its custom_id (a menu: in its values) and no state is kept here, so
components work after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?tool.reason:…` asks first, `scrum*…`
opens the form of a command, `scrum-form:TABLE:COMMAND:PAGE` goes on with it, `scrum-more:TABLE:PAGE` opens the private
panel, `scrum!help` types a command where there is no table, and so does an entry of the menu `scrum-read`. `scrum-play`
opens the web table inside Discord.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

import discord
from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.commands import MAX_PER_LEVEL, CommandNames
from adapters.discord.outgoing.emoji import Emoji, of_act
from adapters.discord.outgoing.markup import label
from adapters.discord.outgoing.places import Row, in_rows
from adapters.layout import Control, Limits, Listed, command_name
from adapters.menus import hint, verbs
from adapters.panels import IN_ROW
from bot.kernel.messages import SURE, Act, Link, Menu, Suggestion
from bot.kernel.table.catalogue import OWN_COMMANDS
from games.language import lazy, t
from games.sheets import plain
from games.text import shortened
from games.values import value

# a menu is easier to read than more than two rows
LIMITS = Limits(buttons=10, menus=4, entries=MAX_PER_LEVEL, hand_in_menus=True)
BUTTON_LIMIT, OPTION_LIMIT, HINT_LIMIT = 80, 100, 150
MENU_PREFIX = "scrum-menu:"
MORE_PREFIX = "scrum-more:"
LINE_PREFIX = "scrum!"
FORM_PREFIX = "scrum-form:"
PLAY = "scrum-play"  # opens the web table inside Discord
READ = "scrum-read"  # a menu of lines to type, for what else there is to read
SOMETHING_ELSE = lazy("Something else…")

_CODE = re.compile(r"scrum(?:[?*](?P<asks>[a-z0-9_. -]+))?:(?P<button>.+)")
_NUMBERING = 15  # characters after a hint: “… (4 of 4)”  # not prose
_LIST_MENU, _LIST_MENUS = 50, 4  # number of the first menu of a list, and how many there are at most


def custom_id_of(act: Act) -> str:
    if act.asks is None:
        return f"scrum:{act.button}"
    return f"scrum?{command_name(act)}.{act.asks.name}:{act.button}"


def _code_of(control: Control) -> str:
    act = control.first
    return f"scrum*{command_name(act)}:{act.button}" if control.form else custom_id_of(act)


def _title(control: Control) -> str:
    """The title of a form, except of a table's own command, whose act has its own label."""
    return "" if command_name(control.first) in OWN_COMMANDS else control.form


def _code_on_thing(act: Act) -> str:
    """The custom_id of an act on one thing: its form knows which."""
    number = act.thing.partition(":")[2]
    if act.form and number.isdecimal():
        return f"scrum*{command_name(act)} {number}:{act.button}"  # not prose
    return _code_of(Control((act,)))


def read_custom_id(text: str) -> tuple[str, str]:
    """The service's button, and the command and parameter to ask for first (`tool.reason`), or whose form to open."""
    found = _CODE.fullmatch(text)
    return (found["button"], found["asks"] or "") if found else (text, "")


def read_line(custom_id: str) -> str:
    """The command that a button types; what follows a # only keeps two of the same apart."""
    return custom_id.removeprefix(LINE_PREFIX).partition("#")[0]


def read_more(custom_id: str) -> tuple[str, int]:
    """The table that a **More…** button is about, and the page of the panel."""
    table, _, page = custom_id.removeprefix(MORE_PREFIX).partition(":")
    return table, int(page) if page.isdecimal() and len(page) < 3 else 0


def carried(button: str) -> str:
    """The words that a button carries itself: `change k3f9ab`."""
    return button.removesuffix(SURE).partition(":=")[2]


# --- drawing ---------------------------------------------------------------------------------------------------------


@value
class Pen:
    """The names and the game of a message; in private, grave acts warn."""

    names: tuple[str, ...] = ()  # by seat
    game: str = ""
    private: bool = False
    emoji: Emoji = field(default_factory=dict)
    plain: bool = False  # another button has the colour already

    def button(self, control: Control) -> ui.Button[Any]:
        act = control.first
        shown = _title(control) or label(act.label, self.names, BUTTON_LIMIT)
        return ui.Button(
            label=shown, emoji=of_act(act, self.emoji), custom_id=_code_of(control), style=self._style(act)
        )

    def _style(self, act: Act) -> discord.ButtonStyle:
        """The style of a button: the main act has a colour; in private, a grave one warns, but no leader."""
        if act.role == "main" and not self.plain:
            return discord.ButtonStyle.primary
        warns = act.grave and self.private and act.role != "lead"
        return discord.ButtonStyle.danger if warns else discord.ButtonStyle.secondary

    def menus(self, menus: Sequence[Control]) -> list[Row]:
        """A menu for the acts of each command; several for one are numbered."""
        hints = [hint(menu, self.game, HINT_LIMIT - _NUMBERING) for menu in menus]
        counts = [(hints[: at + 1].count(each), hints.count(each)) for at, each in enumerate(hints)]
        return [
            _menu(
                number,
                t("{hint} ({number} of {count})", hint=purpose, number=at, count=of) if of > 1 else purpose,
                [self._option(act) for act in menu.acts],
            )
            for number, (menu, purpose, (at, of)) in enumerate(zip(menus, hints, counts, strict=True))
        ]

    def _option(self, act: Act) -> discord.SelectOption:
        """An entry of a menu, with what one could type instead."""
        typed = CommandNames(game=self.game).written(act.command).strip("`")
        return discord.SelectOption(
            label=label(act.label, self.names, OPTION_LIMIT),
            emoji=of_act(act, self.emoji),
            value=custom_id_of(act),
            description=label(typed, self.names, OPTION_LIMIT),
        )

    def others(self, controls: Sequence[Control], number: int) -> Row:
        """The menu with what is seldom done."""
        options = [
            discord.SelectOption(
                label=label(_title(each) or each.first.label, self.names, OPTION_LIMIT), value=_code_of(each)
            )
            for each in controls
        ]
        return _menu(number, str(SOMETHING_ELSE), options)

    # --- lists -------------------------------------------------------------------------------------------------------

    def beside(self, line: Listed, most: int = IN_ROW) -> list[ui.Button[Any]]:
        """The buttons of a line."""
        return [
            ui.Button(
                label=label(act.label, self.names, BUTTON_LIMIT), custom_id=_code_on_thing(act), style=self._style(act)
            )
            for act in line.acts[:most]
        ]

    def of_list(self, lines: Sequence[Listed], hint: str = "") -> Iterator[Row]:
        """Menus with the acts of all lines."""
        options = [self._on(line, act) for line in lines for act in line.acts]
        for at, start in enumerate(range(0, min(len(options), _LIST_MENUS * MAX_PER_LEVEL), MAX_PER_LEVEL)):
            yield _menu(_LIST_MENU + at, hint or verbs(lines, HINT_LIMIT), options[start : start + MAX_PER_LEVEL])

    def _on(self, line: Listed, act: Act) -> discord.SelectOption:
        shown = label(f"{act.label.rstrip('…')}: {plain(line.thing.text)}", self.names, OPTION_LIMIT)
        return discord.SelectOption(label=shown, value=_code_on_thing(act))


def _menu(number: int, hint: str, options: list[discord.SelectOption]) -> Row:
    return Row(ui.Select(custom_id=f"{MENU_PREFIX}{number}", placeholder=hint, options=options))


def line_rows(lines: Sequence[Suggestion], prefix: str = LINE_PREFIX, links: Sequence[Link] = ()) -> Iterator[Row]:
    """Buttons that type a command, and those that open a page."""
    buttons = [
        ui.Button[Any](label=shortened(line.label, BUTTON_LIMIT), custom_id=f"{prefix}{line.value}")
        for line in lines[: LIMITS.buttons]
    ]
    return in_rows([*buttons, *map(link_button, (link for link in links if link.url))])


def reading_menu(menu: Menu) -> Row:
    """A menu of what else there is to read; the answer replaces the message that has it, if that is private."""
    options = [
        discord.SelectOption(
            label=shortened(line.label, OPTION_LIMIT),
            value=line.value,
            description=shortened(line.note, OPTION_LIMIT) or None,
        )
        for line in menu.lines
        if len(line.value) <= OPTION_LIMIT
    ]
    hint = shortened(f"{menu.title}…", HINT_LIMIT)
    return Row(ui.Select(custom_id=READ, placeholder=hint, options=options[:MAX_PER_LEVEL]))


def question_menu(custom_id: str, lines: Sequence[Suggestion]) -> Row:
    """A menu whose choice opens a form."""
    options = [discord.SelectOption(label=shortened(line.label, OPTION_LIMIT), value=line.value) for line in lines]
    return Row(ui.Select(custom_id=custom_id, placeholder=str(ui_texts.PICK_SECTION), options=options[:MAX_PER_LEVEL]))


def link_button(link: Link) -> ui.Button[Any]:
    return ui.Button(label=shortened(link.label, BUTTON_LIMIT), url=link.url)


def play_button() -> ui.Button[Any]:
    return ui.Button(label=str(ui_texts.PLAY_HERE), custom_id=PLAY)


# --- reading ---------------------------------------------------------------------------------------------------------


def label_of(message: discord.Message | None, custom_id: str) -> str:
    """The label of the button or menu entry; empty if the message isn't available."""
    for component in nested(message.components if message else ()):
        if isinstance(component, discord.Button) and component.custom_id == custom_id:
            return component.label or ""
        for option in component.options if isinstance(component, discord.SelectMenu) else ():
            if option.value == custom_id:
                return option.label
    return ""


def nested(components: Sequence[Any]) -> Iterator[Any]:
    """Every component, those inside others included."""
    for component in components:
        yield component
        yield from nested(getattr(component, "children", ()))
        if (accessory := getattr(component, "accessory", None)) is not None:
            yield accessory
