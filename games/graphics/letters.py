"""Letters as readers see them: an accent belongs to its letter, and a flag or a family emoji is one sign.

Texts are cut and measured by these letters. They follow Unicode's rules for grapheme clusters (UAX 29) as far as the
standard library knows the characters.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from unicodedata import bidirectional, category, combining, east_asian_width

JOINER, NON_JOINER = "\u200d", "\u200c"  # zero-width; the first combines emoji, both shape letters
RIGHTWARD = "\u200e"  # left-to-right mark: keeps what follows apart from Hebrew or Arabic before it
AS_EMOJI = "\ufe0f"  # variation selector: the red heart, not the black one
_VIRAMA = 9  # combining class of the sign that joins two Indic letters
_NOT_ALONE = {"\u0e33", "\u0eb3", "\uff9e", "\uff9f"}  # letters by category, but written onto the one before
# Latin, punctuation, arrows, signs of mathematics, box drawing: nearly everything that boards are made of
_PLAIN = re.compile("[\x00-\x7f\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]*")


def is_plain(text: str) -> bool:
    """True if each character is surely one letter of one column that reads rightward; False if not, or not known."""
    return text.isascii() or _PLAIN.fullmatch(text) is not None


def clusters(text: str) -> Iterator[str]:
    """Split a text into its letters; joined, they are the text again."""
    if is_plain(text):
        yield from text
        return
    start = 0
    for at in range(1, len(text)):
        if not _continues(text, start, at):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def cut(text: str, limit: int) -> str:
    """As many whole letters as fit in `limit` characters; only a first letter longer than that is cut."""
    if len(text) <= limit:
        return text
    end = 0
    for letter in clusters(text[: limit + 1]):  # the last one may continue, so only those before it are surely whole
        if end + len(letter) > limit:
            break
        end += len(letter)
    return text[: end or limit]


def is_emoji(letter: str) -> bool:
    """True if a letter is shown as a coloured emoji."""
    first = letter[0]
    if AS_EMOJI in letter:
        return first in "#*0123456789" or (first > "\u00a0" and category(first)[0] in "SP")
    return _is_half_a_flag(first) or (category(first) == "So" and east_asian_width(first) == "W")


def is_mark(character: str) -> bool:
    """True if a character has no width of its own: an accent, a sign above or below, a joiner."""
    return category(character) in {"Mn", "Me", "Cf"}


def _is_half_a_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


@lru_cache(maxsize=4096)
def columns_of(letter: str) -> int:
    """The number of columns of a letter in a monospaced block: at most two, however many characters it joins."""
    if is_emoji(letter) or east_asian_width(letter[0]) in "WF":
        return 2
    return min(2, sum(not is_mark(character) for character in letter))


def parted(word: str, fits: Callable[[str], bool]) -> list[str]:
    """Split a word where a line may end: in Chinese and Japanese after each sign, in Thai where it doesn't fit.

    A comma never starts a line.
    """
    if word.isascii() or not (any(map(_is_square, word)) or (any(map(_has_no_case, word)) and not fits(word))):
        return [word]
    parts: list[str] = []
    for letter in clusters(word):
        if parts and category(letter[0])[0] in "PZ":
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def _is_square(character: str) -> bool:
    return east_asian_width(character) in "WF"


def _has_no_case(character: str) -> bool:
    return category(character) == "Lo"


def reads_leftward(text: str) -> bool:
    """True if any part of a text is written from right to left, as Hebrew and Arabic are."""
    return not is_plain(text) and any(_leftward(c) for c in text)


def _leftward(character: str) -> bool:
    return character >= "\u0590" and bidirectional(character) in {"R", "AL"}


def _continues(text: str, start: int, at: int) -> bool:
    """True if the character at `at` belongs to the letter that starts at `start`."""
    last, character = text[at - 1], text[at]
    if character.isascii():
        return False
    return (
        _extends(character)
        or (last == JOINER and category(text[start])[0] == "S" and category(character)[0] == "S")
        or ("\U0001f3fb" <= character <= "\U0001f3ff" and category(text[start]) == "So")  # a skin tone
        or (combining(last) == _VIRAMA and category(character) == "Lo")
        or (at - start == 1 and _is_half_a_flag(last) and _is_half_a_flag(character))
        or ("\u1160" <= character <= "\u11ff" and ("\u1100" <= last <= "\u11ff" or "\uac00" <= last <= "\ud7a3"))
    )


@lru_cache(maxsize=4096)
def _extends(character: str) -> bool:
    return (
        category(character) in {"Mn", "Me", "Mc"}
        or character in {JOINER, NON_JOINER}
        or character in _NOT_ALONE
        or "\U000e0020" <= character <= "\U000e007f"  # tags that turn a black flag into England’s
    )
