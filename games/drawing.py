"""A view made visible: a picture, the text board for a monospaced block, and the alt text that tells the same."""

from collections.abc import Callable
from functools import cached_property
from unicodedata import combining, east_asian_width

from games.theme import Theme, theme

WIDTH = 40  # columns: what a phone shows of a monospaced block
ALT_LIMIT = 1000  # characters: what both platforms take


class Drawing:
    """Each form is made when it is first asked for: a room with pictures never needs the text board."""

    def __init__(
        self, text: Callable[[], str], alt: Callable[[], str], svg: Callable[[Theme], str] | None = None
    ) -> None:
        self._make_text = text
        self._make_alt = alt
        self._make_svg = svg
        self._svgs: dict[bool, str] = {}

    @cached_property
    def text(self) -> str:
        return self._make_text()

    @cached_property
    def alt(self) -> str:
        return self._make_alt()

    def svg(self, *, dark: bool = False) -> str | None:
        """The picture, as text; None where a game has none."""
        if self._make_svg is None:
            return None
        if dark not in self._svgs:
            self._svgs[dark] = self._make_svg(theme(dark=dark))
        return self._svgs[dark]


def columns(text: str) -> int:
    """How many columns a text takes in a monospaced block."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) or c == "\ufe0f" else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def fit(text: str, width: int) -> str:
    """The text in exactly `width` columns: filled up with spaces, or cut with an ellipsis."""
    taken = columns(text)
    if taken > width:
        taken, end = 0, 0
        while (wider := taken + columns(text[end])) < width:
            taken, end = wider, end + 1
        return text[:end] + "…" + " " * (width - 1 - taken)
    return text + " " * (width - taken)


def bar(filled: int, of: int, full: str = "■", empty: str = "□") -> str:
    return full * filled + empty * (of - filled)
