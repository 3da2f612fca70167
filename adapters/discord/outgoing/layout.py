"""The parts of a message from top to bottom, as Discord's components."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from adapters.discord.outgoing.controls import (
    HINT_LIMIT,
    LIMITS,
    LINE_PREFIX,
    MORE_PREFIX,
    Pen,
    line_rows,
    link_button,
    nested,
    play_button,
    question_menu,
    reading_menu,
)
from adapters.discord.outgoing.emoji import Emoji
from adapters.discord.outgoing.markup import TEXT_LIMIT, board_block
from adapters.discord.outgoing.places import Places, Row, in_rows, places_of, settled
from adapters.discord.outgoing.sheets import HEADING, NO_SHEET, SheetTexts, as_list
from adapters.layout import MORE, Control, Layout, Listed, laid_out
from adapters.menus import more_of
from adapters.panels import Panel, panel_of
from bot.kernel.messages import Act, Link, Menu, Suggestion
from games.language import lazy, speaking, spoken
from games.sheets import Sheet

_Item = ui.Item[Any]

_BOARD_ID = 900  # of the component with the board, so that it can be found again in a message that Discord returns
_CARD_BUTTON = lazy("Rules")
MAX_CARDS = 3
_GAP = "\n\n"
_MARKUP = HEADING + _GAP
_IN_ROOM = 4  # buttons outside things and lists, **More…** included
_LINES = 6  # of a list, with buttons beside each
_MAX_COMPONENTS = 40


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A picture, or the board in words."""

    alt: str = ""
    text: str = ""  # instead of a picture
    png: bytes | None = None  # to upload; None: attached to the message already, or in words
    file: str = "board.png"
    attachment: int = 0  # the id of its picture, once Discord has told it
    below: bool = False  # it came after the controls, which stay where they are


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a message, in the order in which it is shown."""

    heading: str = ""
    story: str = ""  # what happened
    added: str = ""  # what happened since it was shown: below the controls, where it moves none of them
    sheet: Sheet | None = None
    texts: SheetTexts = NO_SHEET  # of the sheet
    cards: tuple[str, ...] = ()
    topic: str = ""  # of the rules, about the card that matters now
    later_cards: tuple[str, ...] = ()  # that matter since it was shown: below the controls, too
    board: ShownBoard | None = None
    # what comes next; at a table it is below the controls, because it changes while people press them
    situation: str = ""
    lead: SheetTexts = NO_SHEET  # what only whoever leads reads
    acts: tuple[Act, ...] = ()
    proof: Act | None = None  # quietly beside the heading
    more: bool = False  # there is something else in somebody's private panel
    private: bool = False
    page: int | None = None  # of the private panel
    form: tuple[str, str] | None = None  # the button that goes on with a form: its label and custom_id
    table: str = ""
    lines: tuple[Suggestion, ...] = ()
    menu: Menu | None = None  # what else there is to read
    line_prefix: str = LINE_PREFIX  # of the buttons for these lines
    asks: str = ""  # the custom_id of the menu that has these lines as its entries
    links: tuple[Link, ...] = ()  # to pages
    playable: bool = False  # the web table shows it too, inside Discord
    names: tuple[str, ...] = ()  # by seat, for the labels of acts
    places: Places = ()  # of the controls that are shown already
    game: str = ""
    emoji: Emoji = field(default_factory=dict)  # of the game
    small_print: str = ""
    files: tuple[str, ...] = ()  # names of attached files
    media: str = ""  # the name of an attached moving picture
    accent: int | None = None  # the colour of the container; None: without one
    language: str = field(default_factory=spoken)  # in which it is said

    @property
    def next_page(self) -> int:
        """The page of the panel that **More…** opens."""
        return 0 if self.page is None else self.page + 1

    @property
    def is_panel(self) -> bool:
        """True if it shows somebody what they have and may do, so that the next one replaces it."""
        return self.private and (self.sheet is not None or bool(self.lead.length) or self.page is not None)

    @property
    def pen(self) -> Pen:
        return Pen(self.names, self.game, self.private, self.emoji, plain=self.form is not None)

    @property
    def has_controls(self) -> bool:
        return bool(self.acts or self.lines or self.form or self.links or self.more)

    @property
    def pages(self) -> tuple[Link, ...]:
        return tuple(link for link in self.links if link.url)

    @property
    def length(self) -> int:
        """The number of characters in all texts except a board's."""
        texts = (self.heading, self.story, self.added, self.situation, self.small_print)
        return (
            sum(map(len, (*texts, *self.cards, *self.later_cards)))
            + self.texts.length
            + self.lead.length
            + len(_MARKUP)
        )


def view_of(parts: Parts) -> ui.LayoutView:
    with speaking(parts.language):
        return _view_of(parts)


def _view_of(parts: Parts) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    if parts.accent is None:
        for item in _within(_plain(parts), _MAX_COMPONENTS):
            view.add_item(item)
    else:
        view.add_item(ui.Container(*_within(_in_container(parts), _MAX_COMPONENTS - 1), accent_colour=parts.accent))
    view.stop()  # otherwise the library waits for its use, with a 15-minute timer for each private message
    return view


def _within(items: Iterable[_Item], room: int) -> list[_Item]:
    """Without the last rows that a message has no room for, rather than no message; no game or meeting has so many."""
    kept = list(items)
    while sum(map(_size, kept)) > room:
        del kept[max(at for at, item in enumerate(kept) if isinstance(item, ui.ActionRow))]
    return kept


def _size(item: _Item) -> int:
    return 1 + sum(1 for _ in item.walk_children()) if isinstance(item, ui.ActionRow | ui.Section) else 1


def _in_container(parts: Parts) -> Iterator[_Item]:
    if parts.heading and parts.proof:
        yield ui.Section(f"{HEADING}{parts.heading}", accessory=parts.pen.button(Control((parts.proof,))))
    elif parts.heading:
        yield ui.TextDisplay(f"{HEADING}{parts.heading}")
    if parts.story:
        yield ui.TextDisplay(parts.story)
    yield from _words(*parts.cards[:MAX_CARDS])
    yield from _board(parts, below=False)
    yield from _below(parts)
    yield from _board(parts, below=True)


def _plain(parts: Parts) -> Iterator[_Item]:
    """A layout for one person or without a table: the words first, then what belongs to them."""
    if parts.heading:
        yield ui.TextDisplay(f"{HEADING}{parts.heading}")
    yield from _words(_GAP.join(filter(None, (parts.story, parts.situation if parts.sheet is None else ""))))
    yield from _board(parts, below=False)
    yield from _below(parts)
    yield from _board(parts, below=True)


def _below(parts: Parts) -> Iterator[_Item]:
    if parts.form is not None:
        yield Row(ui.Button(label=parts.form[0], custom_id=parts.form[1], style=discord.ButtonStyle.primary))
    yield from _private_rows(parts) if parts.private else _room_rows(parts)
    if parts.menu is not None:
        yield reading_menu(parts.menu)
    if parts.sheet is None:
        yield from _files(parts)
    yield from _words(parts.added, *parts.later_cards)
    yield from _words(parts.texts.later)
    if parts.accent is not None and parts.sheet is None:
        yield from _words(parts.situation)
    yield from _words(parts.small_print, parts.texts.note)


def _words(*texts: str) -> Iterator[_Item]:
    text = "\n".join(filter(None, texts))
    if text:
        yield ui.TextDisplay(text)


def _files(parts: Parts) -> Iterator[_Item]:
    if parts.media:
        yield ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{parts.media}"))
    yield from (ui.File(f"attachment://{name}") for name in parts.files)


# --- acts in a room --------------------------------------------------------------------------------------------------


def _room_rows(parts: Parts) -> Iterator[_Item]:
    """The sheet with its lists, menus and acts on things, and the row that keeps its place, **More…** at its end.

    A main act is the first control, so that it is always found in the same place; acts on things then follow it.
    """
    layout = laid_out(parts.acts, LIMITS, sheet=parts.sheet)
    if parts.sheet is not None:
        yield from _sheet_rows(layout, parts)
    else:
        yield from settled(_game_rows(layout, parts), parts.places)
    if not parts.acts:
        yield from line_rows(parts.lines, parts.line_prefix, parts.pages)
    elif parts.sheet is None:
        yield from line_rows((), links=parts.pages)


def shown_places(parts: Parts) -> Places:
    """The places of the controls of a game's message in a room."""
    rows = _game_rows(laid_out(parts.acts, LIMITS), parts)
    return places_of(settled(rows, parts.places))


def _game_rows(layout: Layout, parts: Parts) -> list[Row]:
    row = list(_row(layout, parts))
    menus = parts.pen.menus(layout.menus)
    things = [parts.pen.button(each) for each in layout.things]
    if layout.buttons and layout.buttons[0].first.role == "main":
        return [*in_rows(row), *menus, *in_rows(things)]
    return [*menus, *in_rows([*things, *row])]


def _sheet_rows(layout: Layout, parts: Parts) -> Iterator[_Item]:
    row = list(_row(layout, parts))
    yield from _words(parts.texts.heading)
    yield from _words(parts.texts.body)
    yield from _listed(layout.lists, parts, others=len(row) + len(layout.menus) * 2 + len(layout.things) * 2)
    yield from _words(parts.texts.progress, parts.situation)
    yield from parts.pen.menus(layout.menus)
    yield from in_rows([parts.pen.button(each) for each in layout.things])
    yield from _files(parts)
    yield from in_rows(row)


def _row(layout: Layout, parts: Parts) -> Iterator[ui.Button[Any]]:
    """At most four buttons: the main act, usual ones, a way to the board where a place is left, and **More…**.

    Where the web table can be opened inside Discord, that is the way, and it is in the panel too.
    """
    shown = layout.buttons[: _IN_ROOM - 1]
    if len(layout.buttons) == _IN_ROOM and not (layout.more or parts.more or parts.sheet):
        shown = layout.buttons
    yield from map(parts.pen.button, shown)
    hidden = bool(layout.more) or len(shown) < len(layout.buttons) or bool(parts.more and layout.controls)
    in_sheet = parts.sheet is not None and bool(parts.acts)
    played = parts.playable and bool(parts.acts) and len(shown) < _IN_ROOM - (hidden or in_sheet)
    if played:
        yield play_button()
    elif in_sheet and len(shown) < _IN_ROOM - 1:
        yield from map(link_button, parts.pages[:1])
    stays = any(str(_CARD_BUTTON) in row for row in parts.places)
    if parts.topic and parts.acts and (stays or len(shown) + played < _IN_ROOM - hidden):
        yield ui.Button(label=str(_CARD_BUTTON), custom_id=f"{LINE_PREFIX}rules {parts.topic}")  # not prose
    if parts.table and (hidden or in_sheet):
        yield ui.Button(label=str(MORE), custom_id=f"{MORE_PREFIX}{parts.table}:{parts.next_page}")


def _listed(lines: Sequence[Listed], parts: Parts, others: int) -> Iterator[_Item]:
    """Lines with their buttons; too many of them as a list with a menu."""
    things = parts.texts.things
    needed = sum(2 + len(line.acts) for line in lines) + others
    if lines and (len(lines) > _LINES or needed > _MAX_COMPONENTS - 8):
        yield from _words(as_list([things[line.thing.name] for line in lines]))
        yield from parts.pen.of_list(lines)
        return
    for line in lines:
        yield from _words(things[line.thing.name])
        yield from in_rows(parts.pen.beside(line))
    if not lines:
        yield from _words(as_list(list(things.values())))


# --- acts in private -------------------------------------------------------------------------------------------------


def _private_rows(parts: Parts) -> Iterator[_Item]:
    """A person's own things and acts; below them what only whoever leads may do, and what is seldom done."""
    panel = panel_of(parts.acts, LIMITS, parts.sheet, things=parts.is_panel)
    pen = parts.pen
    yield from _words(parts.texts.heading)
    yield from _words(parts.texts.body)
    yield from _own_list(panel.own.lists, parts)
    if parts.sheet is not None:
        yield from _words(parts.texts.progress, parts.situation)
        yield from _files(parts)
    yield from pen.menus(panel.own.menus)
    buttons = [pen.button(each) for each in (*panel.own.things, *panel.own.buttons)]
    yield from in_rows([*buttons, *_further(panel, parts)])
    if parts.asks:
        yield question_menu(parts.asks, parts.lines)
    else:
        yield from line_rows(parts.lines if not parts.acts else (), parts.line_prefix, parts.pages)
    if panel.lead or parts.lead.length:
        yield ui.Separator()
        yield from _words(parts.lead.heading, parts.lead.body, parts.lead.progress)
        yield from in_rows([pen.button(each) for each in panel.lead])
    if panel.other:
        yield pen.others(panel.other, len(panel.own.menus))


def _further(panel: Panel, parts: Parts) -> Iterator[ui.Button[Any]]:
    if parts.playable and parts.page == 0:
        yield play_button()
    if panel.more or (parts.more and parts.acts):
        yield ui.Button(label=str(MORE), custom_id=f"{MORE_PREFIX}{parts.table}:{parts.next_page}")


def _own_list(lines: Sequence[Listed], parts: Parts) -> Iterator[_Item]:
    """A list with one menu; if the first act of each line needs no question, that is a button beside it."""
    things = parts.texts.things
    handy = 0 < len(lines) <= _LINES and all(line.acts and _acts_at_once(line.acts[0]) for line in lines)
    if not handy:
        yield from _words(as_list(list(things.values())))
        yield from parts.pen.of_list(lines) if lines else ()
        return
    for line in lines:
        yield ui.Section(things[line.thing.name], accessory=parts.pen.beside(line, most=1)[0])
    rest = [Listed(line.thing, line.acts[1:]) for line in lines]
    yield from parts.pen.of_list(rest, more_of(rest, HINT_LIMIT)) if any(line.acts for line in rest) else ()


def _acts_at_once(act: Act) -> bool:
    return act.asks is None and not act.form


# --- boards --------------------------------------------------------------------------------------------------------


def _board(parts: Parts, *, below: bool) -> Iterator[_Item]:
    board = parts.board
    if board is None or board.below is not below:
        return
    if board.text:
        yield ui.TextDisplay(board_block(board.text, TEXT_LIMIT - parts.length), id=_BOARD_ID)
    else:
        picture = discord.MediaGalleryItem(f"attachment://{board.file}", description=board.alt or None)
        yield ui.MediaGallery(picture, id=_BOARD_ID)


# --- reading -------------------------------------------------------------------------------------------------------


def board_in(message: discord.Message) -> ShownBoard | None:
    """The board that a message shows, found again."""
    below = False
    for component in nested(message.components):
        below = below or isinstance(component, discord.ActionRow)
        if component.id == _BOARD_ID and isinstance(component, discord.MediaGalleryComponent):
            shown = component.items[0]
            file, attachment = PurePosixPath(urlsplit(shown.media.url).path).name, shown.media.attachment_id or 0
            return ShownBoard(shown.description or "", attachment=attachment, file=file, below=below)
        if component.id == _BOARD_ID and isinstance(component, discord.TextDisplay):
            return ShownBoard(text=component.content.strip("`\n"), below=below)
    return None


def texts_in(message: discord.Message) -> str:
    """All texts of a message, without its board."""
    texts = [each for each in nested(message.components) if isinstance(each, discord.TextDisplay)]
    return _GAP.join(each.content for each in texts if each.id != _BOARD_ID)
