"""A view made visible: the text board for a monospaced block and the alt text that tells the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import combining, east_asian_width

WIDTH = 40  # columns: what a phone shows of a monospaced block
ALT_LIMIT = 1000  # characters: what both platforms take


@dataclass(frozen=True, slots=True)
class Drawing:
    text: str
    alt: str


def columns(text: str) -> int:
    """How many columns a text takes in a monospaced block."""
    return sum(0 if combining(c) or c == "\ufe0f" else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def fit(text: str, width: int) -> str:
    """The text in exactly `width` columns: filled up with spaces, or cut with an ellipsis."""
    if columns(text) > width:
        while text and columns(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - columns(text))


def grid(cells: Sequence[str], width: int = WIDTH, across: int = 3) -> list[str]:
    """Cells of equal width, so many a line."""
    cell = width // across
    rows = (cells[start : start + across] for start in range(0, len(cells), across))
    return ["".join(fit(text, cell) for text in row).rstrip() for row in rows]


def bar(filled: int, of: int, full: str = "■", empty: str = "□") -> str:
    return full * filled + empty * (of - filled)
