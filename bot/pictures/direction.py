"""In which order the parts of a line are seen: Hebrew and Arabic from right to left, numbers within them not.

This is Unicode's algorithm for two directions (UAX 9) without explicit embeddings, which nobody types into a chat.
"""

from collections.abc import Sequence
from unicodedata import bidirectional

_STRONG = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N"}
_LEVELS = {"L": 0, "R": 1, "N": 2}  # even levels read from left to right


def levels(letters: Sequence[str]) -> list[int]:
    """The level of each letter: 0 and 2 run from left to right, 1 from right to left."""
    kinds = [_kind(letter) for letter in letters]
    if "R" not in kinds:
        return [0] * len(letters)
    base = "R" if "L" not in kinds else "L"
    _settle_numbers(kinds, base)
    _settle_neutrals(kinds, base)
    return [_LEVELS[kind] for kind in kinds]


def in_sight(levels: Sequence[int]) -> list[int]:
    """The indexes from left to right as they are seen."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _kind(letter: str) -> str:
    """L, R, N for a number, or nothing for what takes its direction from its neighbours."""
    return next((found for character in letter if (found := _STRONG.get(bidirectional(character)))), "")


def _settle_numbers(kinds: list[str], base: str) -> None:
    """A number after a Latin word belongs to that word."""
    strong = base
    for index, kind in enumerate(kinds):
        if kind == "N" and strong == "L":
            kinds[index] = "L"
        elif kind in {"L", "R"}:
            strong = kind


def _settle_neutrals(kinds: list[str], base: str) -> None:
    """What stands between two letters of one direction has that direction, anything else that of the line."""
    for index, kind in enumerate(kinds):
        if not kind:
            before = _direction(kinds[index - 1]) if index else base
            after = next((_direction(later) for later in kinds[index:] if later), base)
            kinds[index] = before if before == after else base


def _direction(kind: str) -> str:
    return "L" if kind == "L" else "R"
