"""A message as Discord lays it out (Components V2): a coloured container with heading, texts, cards, board and rows.

Discord allows 40 components, nested ones counted, and 4000 characters in all texts. `outgoing` keeps to the characters;
the components always fit: at most 19 in the container around its rows, and those have at most 21 (four menus, ten
buttons in three rows).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord.components import LINE_PREFIX, line_rows, nested, rows_of
from adapters.discord.markup import TEXT_LIMIT, board_block
from bot.messages import Choice, Link, Suggestion

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
