"""Small square pictures, for places that show one beside the label of a button or a sentence."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from functools import partial
from xml.etree.ElementTree import Element

from games.graphics.drawing import Drawing
from games.graphics.svg import add, finish, group, number, token
from games.graphics.theme import Theme

_SIDE = 73.0  # units; 128 pixels once it is painted
_SCALE = 2.6  # of a mark that is drawn for a space of the board
_SPACE = 38.0  # units around a piece that has no square

Mark = Callable[[Element, str, str], None]  # draws around the middle: the line's colour and the area's


def badge(word: str, colour: str, mark: Mark) -> Drawing:
    """The mark on a square with round corners; around it nothing."""
    return Drawing(partial(str, word), partial(str, word), partial(_on_square, colour, mark))


def bare(word: str, draw: Callable[[Element, Theme], None]) -> Drawing:
    """A piece, or something else that needs no square: drawn around the middle, at most 36 units high and wide."""
    return Drawing(partial(str, word), partial(str, word), partial(_alone, draw))


def seats(count: int) -> Mapping[str, Drawing]:
    """The pieces of so many seats."""
    return {f"seat{seat}": bare(f"seat {seat + 1}", partial(_piece, seat)) for seat in range(count)}  # not prose


def _piece(seat: int, at: Element, theme: Theme) -> None:
    token(at, seat, "", 14, theme)


def _on_square(colour: str, mark: Mark, theme: Theme) -> str:
    root = _empty()
    tint = theme.tint(colour)
    add(root, "rect", width=_SIDE, height=_SIDE, rx=14, fill=tint.fill)
    mark(group(root, _SIDE / 2, _SIDE / 2, scale=_SCALE), tint.line, tint.fill)
    return finish(root)


def _alone(draw: Callable[[Element, Theme], None], theme: Theme) -> str:
    root = _empty()
    draw(group(root, _SIDE / 2, _SIDE / 2, scale=_SIDE / _SPACE), theme)
    return finish(root)


def _empty() -> Element:
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    for name in ("width", "height"):
        root.set(name, number(_SIDE))
    return root
