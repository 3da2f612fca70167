"""Choices as buttons and menus.

A component carries the service's button in its custom_id (a menu: in its values) and no state is kept here, so
components work after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?tool.reason:…` asks first, `scrum*…`
asks for one or more of several choices (forms), and `scrum!help` types a command where there is no table.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any

import discord
from discord import ui

from adapters.discord.commands import MAX_PER_LEVEL, CommandNames
from adapters.discord.markup import TEXT_LIMIT, board_block, label
from adapters.layout import FEW, allows_several, brief, collapsed, command_name, command_of, in_one_form
from bot.kernel.messages import Choice, Link, Suggestion
from bot.kernel.table.catalogue import everything
from games.text import shortened

# --- components ------------------------------------------------------------------------------------------------------

Row = ui.ActionRow[Any]

MAX_BUTTONS = 10  # a menu is easier to read than more than two rows
MAX_MENUS = 4
MAX_IN_ROW = 5
BUTTON_LIMIT, OPTION_LIMIT, HINT_LIMIT = 80, 100, 150
STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}
MENU_PREFIX = "scrum-menu:"
LINE_PREFIX = "scrum!"
SEVERAL = "*"  # in the custom_id of a button that stands for several choices

_CODE = re.compile(r"scrum(?:[?*](?P<asks>[a-z_.-]+))?:(?P<button>.+)")


def custom_id_of(choice: Choice, mark: str = "?") -> str:
    if choice.asks is None:
        return f"scrum:{choice.button}"
    return f"scrum{mark}{command_name(choice)}.{choice.asks.name}:{choice.button}"


def read_custom_id(text: str) -> tuple[str, str]:
    """The service's button, and the command and parameter to ask for first (`tool.reason`), if any."""
    found = _CODE.fullmatch(text)
    return (found["button"], found["asks"] or "") if found else (text, "")


def read_line(custom_id: str) -> str:
    """The command that a button types; what follows a # only keeps two of the same apart."""
    return custom_id.removeprefix(LINE_PREFIX).partition("#")[0]


def asks_for_several(custom_id: str) -> bool:
    return custom_id.startswith(f"scrum{SEVERAL}")


def rows_of(choices: Sequence[Choice], names: tuple[str, ...], game: str) -> list[Row]:
    """Menus for the commands with the most choices, then buttons: the moves that there are most of first.

    What a table always offers stands in a row of its own, so that it keeps its place when a message is edited. A hand
    or a hint comes first in it: it is there for as long as the game, and resigning only on one's turn.
    """
    buttons, listed = split_choices(collapsed(choices, game), game)
    rows = [Row(_menu(menu, names, number, game)) for number, menu in enumerate(_menus(listed))]
    counts = Counter(map(command_name, buttons))
    buttons.sort(key=lambda choice: -counts[command_name(choice)])
    moves = [_button(choice, names, game) for choice in buttons if not _stands_apart(choice)]
    apart = sorted(filter(_stands_apart, buttons), key=lambda choice: not _has_button(choice, game))
    others = [_button(choice, names, game) for choice in apart]
    return [*rows, *_in_rows(moves), *_in_rows(others)]


def line_rows(lines: Sequence[Suggestion], prefix: str = LINE_PREFIX, links: Sequence[Link] = ()) -> Iterator[Row]:
    """Buttons that type a command, and those that open a page."""
    buttons = [
        ui.Button[Any](label=shortened(line.label, BUTTON_LIMIT), custom_id=f"{prefix}{line.value}")
        for line in lines[:MAX_BUTTONS]
    ]
    pages = [ui.Button[Any](label=shortened(link.label, BUTTON_LIMIT), url=link.url) for link in links if link.url]
    return _in_rows([*buttons, *pages])


def _in_rows(buttons: Sequence[ui.Button[Any]]) -> Iterator[Row]:
    for start in range(0, len(buttons), MAX_IN_ROW):
        yield Row(*buttons[start : start + MAX_IN_ROW])


def _stands_apart(choice: Choice) -> bool:
    return choice.style == "danger" or _always_offered(command_name(choice))


@cache
def _always_offered(name: str) -> bool:
    """Whether it is one of the table's own commands, or a query with a button in its game's messages or after it."""
    commands = [(game, command) for game, command in everything() if command.name == name]
    return all(game is None or bool(command.button or command.afterwards) for game, command in commands)


def _has_button(choice: Choice, game: str) -> bool:
    command = command_of(command_name(choice), game)
    return command is not None and bool(command.button)


def split_choices(choices: Sequence[Choice], game: str = "") -> tuple[list[Choice], list[Choice]]:
    """Split choices into buttons and menu entries: whole commands go to menus, and as few as possible."""
    counts = Counter(map(command_name, choices))
    by_size = [name for name, _ in counts.most_common()]
    several = {command_name(choice) for choice in choices if choice.asks is None and allows_several(choice, game)}
    listed_anyway = {name for name in several if counts[name] > FEW}
    for count in range(len(by_size) + 1):
        in_menus = {*by_size[:count], *listed_anyway}
        listed = [choice for choice in choices if command_name(choice) in in_menus]
        buttons = [choice for choice in choices if command_name(choice) not in in_menus]
        if len(buttons) <= MAX_BUTTONS and sum(ceil(counts[name] / MAX_PER_LEVEL) for name in in_menus) <= MAX_MENUS:
            return buttons, listed
    return _truncated_choices(choices, by_size)


def _truncated_choices(choices: Sequence[Choice], by_size: Sequence[str]) -> tuple[list[Choice], list[Choice]]:
    """Leave out choices beyond Discord's limit, from the commands with the most; they can still be typed."""
    rare = [
        [choice for choice in choices if command_name(choice) not in by_size[:count]]
        for count in range(len(by_size) + 1)
    ]
    buttons = next(some for some in rare if len(some) <= MAX_BUTTONS)
    menus = list(_menus([choice for choice in choices if choice not in buttons]))
    return buttons, [choice for menu in menus[:MAX_MENUS] for choice in menu]


def _menus(choices: Sequence[Choice]) -> Iterator[list[Choice]]:
    """A menu for each command, or as many as it needs."""
    for name in dict.fromkeys(map(command_name, choices)):
        same = [choice for choice in choices if command_name(choice) == name]
        for start in range(0, len(same), MAX_PER_LEVEL):
            yield same[start : start + MAX_PER_LEVEL]


def _button(choice: Choice, names: tuple[str, ...], game: str) -> ui.Button[Any]:
    command = command_of(command_name(choice), game) if in_one_form(choice, game) else None
    shown = label(choice.label, names, BUTTON_LIMIT) if command is None else brief(command, BUTTON_LIMIT)
    code = custom_id_of(choice, SEVERAL if command else "?")
    return ui.Button(label=shown, custom_id=code, style=STYLES[choice.style])


def _menu(choices: Sequence[Choice], names: tuple[str, ...], number: int, game: str) -> ui.Select[Any]:
    several = choices[0].asks is None and allows_several(choices[0], game)
    return ui.Select(
        custom_id=f"{MENU_PREFIX}{number}",
        placeholder=_hint(choices, game, several=several),
        options=[_option(choice, names, game) for choice in choices],
        max_values=len(choices) if several else 1,
    )


def _option(choice: Choice, names: tuple[str, ...], game: str) -> discord.SelectOption:
    """An entry of a menu, with what one could type instead."""
    return discord.SelectOption(
        label=label(choice.label, names, OPTION_LIMIT),
        value=custom_id_of(choice),
        description=label(CommandNames(game=game).written(choice.command).strip("`"), names, OPTION_LIMIT),
    )


def _hint(choices: Sequence[Choice], game: str, *, several: bool) -> str:
    """What the menu is for; nothing that looks as if it were chosen already."""
    name = command_name(choices[0])
    command = command_of(name, game)
    what = brief(command, HINT_LIMIT - 40) if command else name.capitalize()
    return f"{what}: choose {'one or more' if several else 'one'} of {len(choices)} …"


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


# --- layout ----------------------------------------------------------------------------------------------------------

Item = ui.Item[Any]

BOARD_ID = 900  # of the component with the board, so that it can be found again in a message that Discord returns
BOARD_FILE = "board.png"
CARD_BUTTON = "Rules"
MAX_CARDS = 3
_HEADING, _GAP = "### ", "\n\n"
_MARKUP = _HEADING + _GAP


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A picture, or the board in words."""

    alt: str = ""
    text: str = ""  # instead of a picture
    png: bytes | None = None  # to upload; None: attached to the message already, or in words
    attachment: int = 0  # the id of its picture, once Discord has told it


@dataclass(frozen=True, slots=True)
class CardText:
    title: str
    text: str
    topic: str  # of the rules, which explain this kind of card


@dataclass(frozen=True, slots=True)
class Parts:
    """What a message is made of, in the order in which it is shown."""

    heading: str = ""
    story: str = ""  # what happened
    cards: tuple[CardText, ...] = ()
    board: ShownBoard | None = None
    situation: str = ""  # what comes next
    choices: tuple[Choice, ...] = ()
    lines: tuple[Suggestion, ...] = ()
    line_prefix: str = LINE_PREFIX  # of the buttons for these lines
    links: tuple[Link, ...] = ()  # to pages
    names: tuple[str, ...] = ()  # by seat, for the labels of choices
    game: str = ""
    small_print: str = ""
    files: tuple[str, ...] = ()  # names of attached files
    accent: int | None = None  # the colour of the container; None: without one

    @property
    def length(self) -> int:
        """Characters in all texts except a board's."""
        on_cards = (text for card in self.cards for text in (card.title, card.text))
        texts = (self.heading, self.story, self.situation, self.small_print, *on_cards)
        return sum(map(len, texts)) + len(_MARKUP)


def view_of(parts: Parts) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    items = _in_container(parts) if parts.accent is not None else _plain(parts)
    if parts.accent is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=parts.accent))
    view.stop()  # otherwise the library waits for its use, with a 15-minute timer for each private message
    return view


def _in_container(parts: Parts) -> Iterator[Item]:
    if parts.heading:
        yield ui.TextDisplay(f"{_HEADING}{parts.heading}")
    if parts.story:
        yield ui.TextDisplay(parts.story)
    yield from _cards(parts.cards)
    yield from _board(parts)
    if parts.situation:
        if parts.story or parts.board:
            yield ui.Separator(visible=parts.board is None)
        yield ui.TextDisplay(parts.situation)
    yield from _below(parts)


def _plain(parts: Parts) -> Iterator[Item]:
    """For one person or without a table: the words first, then what belongs to them."""
    text = _GAP.join(part for part in (parts.story, parts.situation) if part)
    if text:
        yield ui.TextDisplay(text)
    yield from _board(parts)
    yield from _below(parts)


def _below(parts: Parts) -> Iterator[Item]:
    yield from rows_of(parts.choices, parts.names, parts.game)
    yield from line_rows(parts.lines if not parts.choices else (), parts.line_prefix, parts.links)
    yield from (ui.File(f"attachment://{name}") for name in parts.files)
    if parts.small_print:
        yield ui.TextDisplay(parts.small_print)


def _cards(cards: Sequence[CardText]) -> Iterator[Item]:
    """A section for each; Discord wants a button or a picture beside it, so the button explains this kind of card.

    Its text comes below: beside the button, a phone would show it in a narrow column.
    """
    for number, card in enumerate(cards[:MAX_CARDS]):
        code = f"{LINE_PREFIX}rules {card.topic}#{number}"  # the number keeps them apart
        yield ui.Section(card.title, accessory=ui.Button(label=CARD_BUTTON, custom_id=code))
        yield ui.TextDisplay(card.text)


def _board(parts: Parts) -> Iterator[Item]:
    board = parts.board
    if board is not None and board.text:
        yield ui.TextDisplay(board_block(board.text, TEXT_LIMIT - parts.length), id=BOARD_ID)
    elif board is not None:
        picture = discord.MediaGalleryItem(f"attachment://{BOARD_FILE}", description=board.alt or None)
        yield ui.MediaGallery(picture, id=BOARD_ID)


# --- reading -------------------------------------------------------------------------------------------------------


def board_in(message: discord.Message) -> ShownBoard | None:
    """The board that a message shows, found again."""
    for component in nested(message.components):
        if component.id == BOARD_ID and isinstance(component, discord.MediaGalleryComponent):
            shown = component.items[0]
            return ShownBoard(alt=shown.description or "", attachment=shown.media.attachment_id or 0)
        if component.id == BOARD_ID and isinstance(component, discord.TextDisplay):
            return ShownBoard(text=component.content.strip("`\n"))
    return None


def texts_in(message: discord.Message) -> str:
    """All that a message says, without its board."""
    texts = [each for each in nested(message.components) if isinstance(each, discord.TextDisplay)]
    return _GAP.join(each.content for each in texts if each.id != BOARD_ID)
