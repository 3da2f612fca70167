"""Seats inside sentences.

Games name seats, never people. A sentence holds a mark where a seat is meant, and whoever shows the
sentence puts the person's name there, escaped in the way of the platform. Everything else in a sentence
is plain text: no Markdown, no mentions.
"""

import re
from collections.abc import Callable, Sequence

from games.graphics.letters import JOINER, NON_JOINER, cut

# Private-use characters: `clean` takes them out of everything that people type, so nobody can forge a mark.
_OPEN, _CLOSE = "\ue000", "\ue001"
# England, Scotland and Wales have flags that are written with letters nobody sees; anywhere else those are taken out.
_FLAG_OR_ONE = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f|.", re.DOTALL)
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


def who(seat: int) -> str:
    """The mark for a seat."""
    return f"{_OPEN}{seat}{_CLOSE}"


def spell(text: str, name: Callable[[int], str], escape: Callable[[str], str] = str) -> str:
    """Put names where the marks are; `escape` is given everything else."""
    parts = _MARK.split(text)
    return "".join(name(int(part)) if index % 2 else escape(part) for index, part in enumerate(parts))


def name_of(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else f"seat {seat + 1}"


def listing(items: Sequence[str], last: str = "and") -> str:
    """Join words the way people do: `a, b and c`."""
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def clean(text: str, limit: int) -> str:
    """What a person typed, as one line: no control or private characters, spaces folded, cut at `limit`."""
    parts = _FLAG_OR_ONE.findall(text[: 8 * limit])
    kept = "".join(part if len(part) > 1 or _allowed(part) else " " for part in parts)
    # at an end they join nothing, and alone they show nothing
    folded = " ".join(kept.split()).strip(f" {JOINER}{NON_JOINER}")
    return shortened(folded, limit)


def shortened(text: str, limit: int) -> str:
    """The text, or as many whole letters as so many characters hold beside an ellipsis."""
    return text if len(text) <= limit else cut(text, limit - 1).rstrip() + "…"


def _allowed(character: str) -> bool:
    # joiners are not printable, but without them a woman at a computer falls apart, and Persian words run together
    return character in {JOINER, NON_JOINER} or (character.isprintable() and not "\ue000" <= character <= "\uf8ff")
