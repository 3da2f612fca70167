"""Acts as buttons and menus, and the parts of a message.

A component carries the service's button in its custom_id (a menu: in its values) and no state is kept here, so
components work after a restart. `scrum:TABLE:SEQUENCE:INDEX` acts at once, `scrum?tool.reason:…` asks first, `scrum*…`
opens the form of a command, `scrum-form:TABLE:COMMAND:PAGE` goes on with it, `scrum-more:TABLE:PAGE` opens the private
panel, and `scrum!help` types a command where there is no table.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord.commands import MAX_PER_LEVEL, CommandNames
from adapters.discord.markup import TEXT_LIMIT, board_block, label
from adapters.layout import MORE, Control, Limits, brief, command_name, command_of, laid_out
from bot.kernel.messages import Act, Link, Suggestion
from games.text import shortened

_Row = ui.ActionRow[Any]

_MAX_IN_ROW = 5
LIMITS = Limits(buttons=10, menus=4, entries=MAX_PER_LEVEL)  # a menu is easier to read than more than two rows
BUTTON_LIMIT, OPTION_LIMIT, HINT_LIMIT = 80, 100, 150
MENU_PREFIX = "scrum-menu:"
MORE_PREFIX = "scrum-more:"
LINE_PREFIX = "scrum!"
FORM_PREFIX = "scrum-form:"

_CODE = re.compile(r"scrum(?:[?*](?P<asks>[a-z0-9_. -]+))?:(?P<button>.+)")


def custom_id_of(act: Act) -> str:
    if act.asks is None:
        return f"scrum:{act.button}"
    return f"scrum?{command_name(act)}.{act.asks.name}:{act.button}"


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


def opens_form(custom_id: str) -> bool:
    return custom_id.startswith("scrum*")


def _rows_of(parts: "Parts") -> Iterator[_Row]:
    """The rows: menus and acts on things first; below them the row that keeps its place, with **More…** at its end."""
    layout = laid_out(parts.acts, LIMITS, private=parts.private)
    for number, menu in enumerate(layout.menus):
        yield _Row(_menu(menu, parts, number))
    yield from _in_rows([_button(each, parts) for each in layout.things])
    buttons = [_button(each, parts) for each in layout.buttons]
    if layout.more or (parts.more and layout.controls):
        buttons.append(ui.Button(label=MORE, custom_id=f"{MORE_PREFIX}{parts.table}:{parts.next_page}"))
    yield from _in_rows(buttons)


def _line_rows(lines: Sequence[Suggestion], prefix: str = LINE_PREFIX, links: Sequence[Link] = ()) -> Iterator[_Row]:
    """Buttons that type a command, and those that open a page."""
    buttons = [
        ui.Button[Any](label=shortened(line.label, BUTTON_LIMIT), custom_id=f"{prefix}{line.value}")
        for line in lines[: LIMITS.buttons]
    ]
    pages = [ui.Button[Any](label=shortened(link.label, BUTTON_LIMIT), url=link.url) for link in links if link.url]
    return _in_rows([*buttons, *pages])


def _in_rows(buttons: Sequence[ui.Button[Any]]) -> Iterator[_Row]:
    for start in range(0, len(buttons), _MAX_IN_ROW):
        yield _Row(*buttons[start : start + _MAX_IN_ROW])


def _button(control: Control, parts: "Parts") -> ui.Button[Any]:
    act = control.first
    shown = control.form or label(act.label, parts.names, BUTTON_LIMIT)
    code = f"scrum*{act.opens}:{act.button}" if control.form else custom_id_of(act)
    return ui.Button(label=shown, custom_id=code, style=_style(act, parts))


def _style(act: Act, parts: "Parts") -> discord.ButtonStyle:
    """The style of a button: only a room's main act has a colour; in private, a grave one warns."""
    if act.role == "main":
        return discord.ButtonStyle.primary
    return discord.ButtonStyle.danger if act.grave and parts.private else discord.ButtonStyle.secondary


def _menu(menu: Control, parts: "Parts", number: int) -> ui.Select[Any]:
    return ui.Select(
        custom_id=f"{MENU_PREFIX}{number}",
        placeholder=_hint(menu, parts.game),
        options=[_option(act, parts.names, parts.game) for act in menu.acts],
    )


def _option(act: Act, names: tuple[str, ...], game: str) -> discord.SelectOption:
    """An entry of a menu, with what one could type instead."""
    return discord.SelectOption(
        label=label(act.label, names, OPTION_LIMIT),
        value=custom_id_of(act),
        description=label(CommandNames(game=game).written(act.command).strip("`"), names, OPTION_LIMIT),
    )


def _hint(menu: Control, game: str) -> str:
    """The purpose of the menu; nothing that looks as if it were chosen already."""
    name = command_name(menu.first)
    command = command_of(name, game)
    what = brief(command, HINT_LIMIT - 40) if command else name.capitalize()
    return f"{what}: choose one of {len(menu.acts)} …"


def label_of(message: discord.Message | None, custom_id: str) -> str:
    """The label of the button or menu entry; empty if the message isn't available."""
    for component in _nested(message.components if message else ()):
        if isinstance(component, discord.Button) and component.custom_id == custom_id:
            return component.label or ""
        for option in component.options if isinstance(component, discord.SelectMenu) else ():
            if option.value == custom_id:
                return option.label
    return ""


def _nested(components: Sequence[Any]) -> Iterator[Any]:
    """Every component, those inside others included."""
    for component in components:
        yield component
        yield from _nested(getattr(component, "children", ()))


# --- messages --------------------------------------------------------------------------------------------------------

_Item = ui.Item[Any]

_BOARD_ID = 900  # of the component with the board, so that it can be found again in a message that Discord returns
BOARD_FILE = "board.png"
_CARD_BUTTON = "Rules"
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
    """The parts of a message, in the order in which it is shown."""

    heading: str = ""
    story: str = ""  # what happened
    cards: tuple[CardText, ...] = ()
    board: ShownBoard | None = None
    situation: str = ""  # what comes next
    acts: tuple[Act, ...] = ()
    more: bool = False  # there is something else in somebody's private panel
    private: bool = False
    page: int | None = None  # of the private panel
    form: tuple[str, str] | None = None  # the button that goes on with a form: its label and custom_id
    table: str = ""
    lines: tuple[Suggestion, ...] = ()
    line_prefix: str = LINE_PREFIX  # of the buttons for these lines
    links: tuple[Link, ...] = ()  # to pages
    names: tuple[str, ...] = ()  # by seat, for the labels of acts
    game: str = ""
    small_print: str = ""
    files: tuple[str, ...] = ()  # names of attached files
    accent: int | None = None  # the colour of the container; None: without one

    @property
    def next_page(self) -> int:
        """The page of the panel that **More…** opens."""
        return 0 if self.page is None else self.page + 1

    @property
    def length(self) -> int:
        """The number of characters in all texts except a board's."""
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


def _in_container(parts: Parts) -> Iterator[_Item]:
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


def _plain(parts: Parts) -> Iterator[_Item]:
    """A layout for one person or without a table: the words first, then what belongs to them."""
    text = _GAP.join(part for part in (parts.story, parts.situation) if part)
    if text:
        yield ui.TextDisplay(text)
    yield from _board(parts)
    yield from _below(parts)


def _below(parts: Parts) -> Iterator[_Item]:
    if parts.form is not None:
        yield _Row(ui.Button(label=parts.form[0], custom_id=parts.form[1], style=discord.ButtonStyle.primary))
    yield from _rows_of(parts)
    yield from _line_rows(parts.lines if not parts.acts else (), parts.line_prefix, parts.links)
    yield from (ui.File(f"attachment://{name}") for name in parts.files)
    if parts.small_print:
        yield ui.TextDisplay(parts.small_print)


def _cards(cards: Sequence[CardText]) -> Iterator[_Item]:
    """One section per card; Discord wants a button or a picture beside it, so the button explains this kind of card.

    Its text comes below: beside the button, a phone would show it in a narrow column.
    """
    for number, card in enumerate(cards[:MAX_CARDS]):
        code = f"{LINE_PREFIX}rules {card.topic}#{number}"  # the number keeps them apart
        yield ui.Section(card.title, accessory=ui.Button(label=_CARD_BUTTON, custom_id=code))
        yield ui.TextDisplay(card.text)


def _board(parts: Parts) -> Iterator[_Item]:
    board = parts.board
    if board is not None and board.text:
        yield ui.TextDisplay(board_block(board.text, TEXT_LIMIT - parts.length), id=_BOARD_ID)
    elif board is not None:
        picture = discord.MediaGalleryItem(f"attachment://{BOARD_FILE}", description=board.alt or None)
        yield ui.MediaGallery(picture, id=_BOARD_ID)


# --- reading -------------------------------------------------------------------------------------------------------


def board_in(message: discord.Message) -> ShownBoard | None:
    """The board that a message shows, found again."""
    for component in _nested(message.components):
        if component.id == _BOARD_ID and isinstance(component, discord.MediaGalleryComponent):
            shown = component.items[0]
            return ShownBoard(alt=shown.description or "", attachment=shown.media.attachment_id or 0)
        if component.id == _BOARD_ID and isinstance(component, discord.TextDisplay):
            return ShownBoard(text=component.content.strip("`\n"))
    return None


def texts_in(message: discord.Message) -> str:
    """All texts of a message, without its board."""
    texts = [each for each in _nested(message.components) if isinstance(each, discord.TextDisplay)]
    return _GAP.join(each.content for each in texts if each.id != _BOARD_ID)
