"""The text board as a picture, for replays and films; messages and the page of a meeting have words instead."""

from math import ceil

from games.graphics.svg import LANDSCAPE, MIN_TEXT, WIDTH, document, drawable, finish, shorten, write
from games.graphics.theme import Theme
from games.language import t

_LINE = 21.0  # height
_EDGE = 16.0
_LONGEST = 120  # characters of a line
_ACROSS = 2  # columns of lines


def picture(text: str, theme: Theme) -> str:
    """Lay the lines out in two columns, with an ellipsis if some are left out; on a page, below each other."""
    lines = [words for line in text.splitlines() if (words := drawable(line, theme, "", _LONGEST))]
    wide, high = (WIDTH, 2 * _EDGE + _LINE * len(lines)) if theme.shape == "portrait" else LANDSCAPE
    each = int((high - 2 * _EDGE) / _LINE)
    across = min(_ACROSS, ceil(len(lines) / each))
    if len(lines) > each * across:
        lines = [*lines[: each * across - 1], "…"]
    room = (wide - _EDGE) / across
    root = document(wide, high, theme, t("Retrospective"))
    for place, line in enumerate(lines):
        column, row = divmod(place, each)
        at = _EDGE + room * column, _EDGE + _LINE * (row + 0.7)
        write(root, at, shorten(line, room - _EDGE, MIN_TEXT), MIN_TEXT, theme.ink, anchor="start")
    return finish(root)
