"""Small square pictures of a word, for places that show one beside the label of a button."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element

from games.graphics.drawing import Drawing
from games.graphics.svg import add, finish, group, number
from games.graphics.theme import Theme

_SIDE = 73.0  # units; 128 pixels once it is painted
_SCALE = 2.6  # of a mark that is drawn for a space of the board

Mark = Callable[[Element, str, str], None]  # draws around the middle: the line's colour and the area's


def badge(word: str, colour: str, mark: Mark) -> Drawing:
    """The mark on a square with round corners; around it nothing."""
    return Drawing(partial(str, word), partial(str, word), partial(_svg, colour, mark))


def _svg(colour: str, mark: Mark, theme: Theme) -> str:
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    for name in ("width", "height"):
        root.set(name, number(_SIDE))
    tint = theme.tint(colour)
    add(root, "rect", width=_SIDE, height=_SIDE, rx=14, fill=tint.fill)
    mark(group(root, _SIDE / 2, _SIDE / 2, scale=_SCALE), tint.line, tint.fill)
    return finish(root)
