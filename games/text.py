"""Seats and small pictures inside sentences.

Games name seats, never people. A sentence has a mark for each seat, and the adapter that shows the sentence puts the
player's name there, escaped for its platform. Marks for small pictures are drawn where a place has such pictures, and
left out elsewhere. Everything else in a sentence is plain text: no Markdown, no mentions.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

from games.graphics.letters import JOINER, NON_JOINER, cut
from games.language import p, spoken, t

NAME_LIMIT = 40  # characters of a player's name
# Private-use characters: `clean` removes them from everything that people type, so nobody can forge a mark.
_OPEN, _CLOSE = "\ue000", "\ue001"
# The flags of England, Scotland and Wales are written with invisible letters, which are removed everywhere else.
_FLAG_OR_ONE = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f|.", re.DOTALL)
_FORMULA = frozenset("=+-@\u2212")
_MARK = re.compile(f"{_OPEN}(\\d+|!\\w+){_CLOSE}")
_BADGE = re.compile(f"{_OPEN}!\\w+{_CLOSE}")
_ABSENT = re.compile(f"{_OPEN}@([^{_CLOSE}]*){_CLOSE}")


@cache
def who(seat: int) -> str:
    """The mark for a seat."""
    return f"{_OPEN}{seat}{_CLOSE}"


def pictured(badge: str) -> str:
    """The mark for a small picture (`Shows.badges`) before the words that say the same; no space follows it."""
    return f"{_OPEN}!{badge}{_CLOSE}"


def without_badges(text: str) -> str:
    return _BADGE.sub("", text)


def absent(key: str) -> str:
    """The mark for somebody who has no seat: `key` says who, to whom it concerns (see `Meeting.absent`)."""
    return f"{_OPEN}@{key}{_CLOSE}"


def name_absent(text: str, name: Callable[[str], str]) -> str:
    """Replace the marks for people without a seat; those for seats stay."""
    return _ABSENT.sub(lambda found: name(found[1]), text)


def _left_out(_: str) -> str:
    return ""


def spell(
    text: str,
    name: Callable[[int], str],
    escape: Callable[[str], str] = str,
    badge: Callable[[str], str] = _left_out,
) -> str:
    """Replace the marks with names, and those for small pictures; `escape` is applied to everything else."""

    def shown(mark: str) -> str:
        return badge(mark[1:]) if mark[0] == "!" else name(int(mark))

    said = ""
    for index, part in enumerate(_MARK.split(text)):
        if index % 2:
            said += shown(part)
        else:  # a name that ends with a full stop ends the sentence, too
            said += escape(part[1:] if part.startswith(".") and said.rstrip("*_").endswith(".") else part)
    return said


def one_stop(sentence: str) -> str:
    """The sentence with one mark at its end, also if its last words have their own: `Anna B.`, `Ship it!`."""
    return sentence[:-1] if sentence.endswith(("..", "!.", "?.", "….")) else sentence


def seats_in(text: str) -> list[int]:
    """The seats that a text names."""
    return [int(mark) for mark in _MARK.findall(text) if mark[0] != "!"]


def name_of(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else t("seat {number}", number=seat + 1)


def listing(items: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Join words as people do: `a, b and c`."""
    if len(items) <= 1:
        return "".join(items)
    first = p("list", ", ").join(items[:-1])
    if last == "or":
        return p("list", "{first} or {last}", first=first, last=items[-1])
    return p("list", "{first} and {last}", first=first, last=items[-1])


def number(amount: float, places: int = 0) -> str:
    """A number as people write it: `1,800`, `0.5`."""
    whole, _, fraction = f"{amount:,.{places}f}".partition(".")
    whole = whole.replace(",", p("number", ","))
    return f"{whole}{p('number', '.')}{fraction}" if fraction else whole


def capitalized(text: str) -> str:
    """The text with a capital first letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def within(noun: str) -> str:
    """A noun that is also a title, as it is written inside a sentence: German keeps its capital letter."""
    return noun if spoken().partition("-")[0] == "de" else noun.lower()


def clean(text: str, limit: int) -> str:
    """A typed text as one line: without control and private characters, spaces collapsed, cut at `limit`."""
    kept = text[: 8 * limit]
    if not (kept.isascii() and kept.isprintable()):  # what most people type is both
        parts = _FLAG_OR_ONE.findall(kept)
        kept = "".join(part if len(part) > 1 or _allowed(part) else " " for part in parts)
    # joiners at either end join nothing, and alone they are invisible
    folded = " ".join(kept.split()).strip(f" {JOINER}{NON_JOINER}")
    return shortened(folded, limit)


def clean_lines(text: str, limit: int) -> str:
    """The same line by line, without empty lines."""
    lines = (clean(line, limit) for line in text[: 8 * limit].splitlines())
    return cut("\n".join(filter(None, lines)), limit)


def shortened(text: str, limit: int) -> str:
    """The text; if it is too long, as many whole letters as fit before an ellipsis."""
    return text if len(text) <= limit else cut(text, limit - 1).rstrip() + "…"


def _allowed(character: str) -> bool:
    # joiners are not printable, but compound emoji and Persian words need them
    return character in {JOINER, NON_JOINER} or (character.isprintable() and not "\ue000" <= character <= "\uf8ff")


def harmless(cell: str) -> str:
    """Keep a spreadsheet from running what somebody typed as a formula."""
    first = unicodedata.normalize("NFKC", cell.lstrip()[:1])  # a wide or small equals sign begins a formula, too
    return f"'{cell}" if first in _FORMULA or cell.startswith("\t") else cell


def escape(text: str) -> str:
    """Escape names and reasons: nothing in them is markup."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>()#+-!|~" else c for c in text)
