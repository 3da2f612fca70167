"""Words that have to fit into a place of a picture, in whatever language they are."""

import re
from collections.abc import Sequence

from games.graphics.svg import MIN_TEXT, shorten, width_of, wrap

_STEP = 0.5  # between two font sizes
_BOLD = 1.03  # how much wider than others bold letters are
_WORDS = re.compile(r"[^\s-]+-?")  # a line may end after a space or a hyphen


def fitting_size(text: str, room: float, size: float, *, bold: bool = False, least: float = MIN_TEXT) -> float:
    """The font size at which the text fits, from `size` down; `least` if none does."""
    while size > least and width_of(text, size, bold=bold) > room:
        size = max(least, size - _STEP)
    return size


def fitted(text: str, room: float, size: float, *, bold: bool = False, least: float = MIN_TEXT) -> tuple[str, float]:
    """The text, and a size at which it fits: smaller than `size` if need be, and cut if `least` is still too large."""
    size = fitting_size(text, room, size, bold=bold, least=least)
    return shorten(text, room, size, bold=bold), size


def first_fitting(texts: Sequence[str], room: float, size: float, *, bold: bool = False) -> str:
    """The first of the texts that fits, best first; otherwise as much of the last one as fits."""
    fits = (text for text in texts if width_of(text, size, bold=bold) <= room)
    return next(fits, "") or shorten(texts[-1], room, size, bold=bold)


def in_lines(
    text: str, room: float, size: float, lines: int, *, bold: bool = False, least: float = MIN_TEXT
) -> tuple[list[str], float]:
    """The text in at most so many lines, and its font size: the largest at which nothing of it is cut, or `least`."""
    narrow = room / _BOLD if bold else room
    while size > least and not _fits(text, narrow, size, lines):
        size = max(least, size - _STEP)
    return wrap(text, narrow, size, lines), size


def _fits(text: str, room: float, size: float, lines: int) -> bool:
    whole = all(width_of(word, size) <= room for word in _WORDS.findall(text))
    return whole and not any(row.endswith("…") for row in wrap(text, room, size, lines))
