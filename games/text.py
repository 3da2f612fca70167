"""Seats inside sentences.

Games name seats, never people. A sentence holds a mark where a seat is meant, and whoever shows the
sentence puts the person's name there, escaped in the way of the platform. Everything else in a sentence
is plain text: no Markdown, no mentions.
"""

import re
from collections.abc import Callable, Sequence

# Private-use characters: `clean` takes them out of everything that people type, so nobody can forge a mark.
_OPEN, _CLOSE = "\ue000", "\ue001"
_JOINER = "\u200d"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


def who(seat: int) -> str:
    """The mark for a seat."""
    return f"{_OPEN}{seat}{_CLOSE}"


def spell(text: str, name: Callable[[int], str], escape: Callable[[str], str] = str) -> str:
    """Put names where the marks are; `escape` is given everything else."""
    parts = _MARK.split(text)
    return "".join(name(int(part)) if index % 2 else escape(part) for index, part in enumerate(parts))


def listing(items: Sequence[str], last: str = "and") -> str:
    """Join words the way people do: `a, b and c`."""
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def clean(text: str, limit: int) -> str:
    """What a person typed, as one line: no control or private characters, spaces folded, cut at `limit`."""
    kept = "".join(c if _allowed(c) else " " for c in text[: 8 * limit])
    folded = " ".join(kept.split()).strip(f" {_JOINER}")  # at an end it joins nothing, and alone it shows nothing
    return folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"


def _allowed(character: str) -> bool:
    # the zero-width joiner is not printable, but without it a woman at a computer falls apart
    return character == _JOINER or (character.isprintable() and not "\ue000" <= character <= "\uf8ff")
