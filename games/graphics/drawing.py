"""A view made visible: a picture, a text board for a monospaced block, and an alt text with the same content."""

import re
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

from games.graphics.letters import RIGHTWARD, clusters, columns_of, is_plain, parted, reads_leftward
from games.graphics.theme import Has, Shape, Theme, coloured, everything, theme
from games.language import speaking, spoken

_WORDS = re.compile("[^ \n\t]+")  # a French mark stays beside its word: the space between them doesn't break
WIDTH = 40  # columns: what a phone shows of a monospaced block
ALT_LIMIT = 1000  # characters: both platforms accept that many


class Drawing:
    """Picture, text board and alt text, each rendered on first use: a room with pictures never needs the text board.

    All are in the language in which the drawing was made, whoever renders them.
    Make them with `partial`, so that drawings of the same things can be recognised (`same_as`) and shared.
    """

    def __init__(
        self, text: Callable[[], str], alt: Callable[[], str], svg: Callable[[Theme], str] | None = None
    ) -> None:
        self._make_text = text
        self._make_alt = alt
        self._make_svg = svg
        self.language = spoken()
        self._svgs: dict[Theme, str] = {}  # in both colours

    def same_as(self, other: "Drawing") -> bool:
        """True if both are made of the same parts, so that one of them is enough."""
        return self.language == other.language and all(map(_alike, self.makers, other.makers))

    @property
    def makers(self) -> tuple[Callable[..., str] | None, ...]:
        return self._make_text, self._make_alt, self._make_svg

    @cached_property
    def text(self) -> str:
        with speaking(self.language):
            return self._make_text()

    @cached_property
    def alt(self) -> str:
        with speaking(self.language):
            return self._make_alt()

    def svg(self, *, dark: bool = False, has: Has = everything, shape: Shape = "landscape") -> str | None:
        """The picture as SVG text; None if the game has none. `has` says which characters can be drawn.

        A game that has only one layout ignores the shape.
        """
        both = self.in_both_colours(has=has, shape=shape)
        return None if both is None else coloured(both, dark=dark)

    def in_both_colours(self, *, has: Has = everything, shape: Shape = "landscape") -> str | None:
        """The SVG text before `theme.coloured` takes the light or the dark colours: one picture for both."""
        if self._make_svg is None:
            return None
        look = theme(has=has, shape=shape)
        if look not in self._svgs:
            with speaking(self.language):
                self._svgs[look] = self._make_svg(look)
        return self._svgs[look]


def _alike(one: Callable[..., Any] | None, other: Callable[..., Any] | None) -> bool:
    if isinstance(one, partial) and isinstance(other, partial):
        return (one.func, one.args, one.keywords) == (other.func, other.args, other.keywords)
    return one is other


def columns(text: str) -> int:
    """The number of columns that a text takes up in a monospaced block."""
    return len(text) if is_plain(text) else sum(map(columns_of, clusters(text)))


def fit(text: str, width: int) -> str:
    """The text in exactly `width` columns, padded with spaces or cut with an ellipsis."""
    taken = columns(text)
    if taken > width:
        taken, end = 0, 0
        for letter in clusters(text):
            if (wider := taken + columns_of(letter)) >= width:
                break
            taken, end = wider, end + len(letter)
        text, taken = text[:end] + "…", taken + 1
    if reads_leftward(text):  # otherwise the numbers that follow would appear before the name
        text = f"{RIGHTWARD}{text.strip(RIGHTWARD)}{RIGHTWARD}"
    return text + " " * (width - taken)


def in_rows(text: str, width: int) -> list[str]:
    """Wrap the text to rows of at most `width` columns; a longer word is cut."""
    rows, line = [], ""
    for word in _WORDS.findall(text):
        for index, part in enumerate(parted(word, lambda word: columns(word) <= width)):
            longer = f"{line}{part}" if index or not line else f"{line} {part}"
            if line and columns(longer) > width:
                rows.append(line)
                longer = part
            line = longer
    return [row if columns(row) <= width else fit(row, width).rstrip() for row in (*rows, line) if row]


def bar(filled: int, of: int, full: str = "■", empty: str = "□") -> str:
    return full * filled + empty * (of - filled)
