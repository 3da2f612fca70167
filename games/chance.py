"""Randomness that players can verify.

A table has a secret seed of 32 bytes. Its SHA-256 (the commitment) is shown when the table opens, and the seed itself
when the game is over. The players add luck in between (bot.table.fairness); seed and luck make the key of all draws.
Draw number n depends on HMAC-SHA-256(key, n) alone, so anybody can recompute it. Without luck, the key is the seed.

Where several tables share their dice, a draw has a name instead of a number: `progress 5 2` is the second number of
the fifth throw for progress. A throw is a roll of dice, a shuffle or a single card. So a team that threw more often for
something else, or more dice at once, still gets what the others got in the same throw.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from games.values import value

T = TypeVar("T")

SEED_BYTES = 32
_SPAN = 1 << 256
CARDS, DICE = "cards", "dice"  # the purposes of draws for which no other is given

_Throws = Mapping[str, int]  # by purpose: how many there were


@value
class Draw:
    """A number from 0 to below-1, as an event records it."""

    below: int
    value: int
    purpose: str = CARDS
    part: int = 1  # of its throw; the first one begins it


def keyed(key: bytes, text: bytes) -> bytes:
    """The HMAC-SHA-256 of a text. `hmac.digest` would let other threads run, which takes longer than a few bytes do."""
    made = _started(key).copy()
    made.update(text)
    return made.digest()


@lru_cache(maxsize=1024)
def _started(key: bytes) -> hmac.HMAC:
    """The keyed hash that every draw of a game starts from."""
    return hmac.new(key, digestmod="sha256")


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def number(seed: bytes, draw: int | str, below: int) -> int:
    """The draw with this number or name: a whole number from 0 to below-1, each equally likely.

    Values above the largest multiple of `below` that fits into 256 bits are hashed again, so no number is favoured.
    """
    return _number(seed, draw.to_bytes(8, "big") if isinstance(draw, int) else f"draw {draw}".encode(), below)


def _number(seed: bytes, place: bytes, below: int) -> int:
    if below < 1:
        raise ValueError(f"cannot draw one of {below} numbers")
    digest = keyed(seed, place)
    limit = _SPAN - _SPAN % below
    while (value := int.from_bytes(digest, "big")) >= limit:
        digest = keyed(seed, digest)
    return value % below


class Chance:
    """The draws of one table, in order; `drawn` is how many were made so far."""

    __slots__ = ("_seed", "drawn")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self.drawn = drawn

    def __repr__(self) -> str:
        return f"Chance(drawn={self.drawn})"  # never the seed

    def below(self, limit: int, purpose: str = CARDS, part: int = 1) -> int:  # noqa: ARG002  only shared dice count them
        """A number from 0 to limit-1."""
        value = _number(self._seed, self.drawn.to_bytes(8, "big"), limit)
        self.drawn += 1
        return value

    def dice(self, count: int, sides: int = 6, purpose: str = DICE) -> tuple[int, ...]:
        return tuple(1 + self.below(sides, purpose, part) for part in range(1, count + 1))

    def choice(self, items: Sequence[T], purpose: str = CARDS) -> T:
        return items[self.below(len(items), purpose)]

    def shuffled(self, items: Sequence[T], purpose: str = CARDS) -> tuple[T, ...]:
        """Shuffle by Fisher-Yates; `shuffle_draws` recovers the draws from the result."""
        order = list(items)
        for part, last in enumerate(range(len(order) - 1, 0, -1), start=1):
            pick = self.below(last + 1, purpose, part)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def apart(self, purpose: str) -> "Chance":
        """Independent randomness for something outside the game, such as the choices of an automatic player."""
        return Chance(keyed(self._seed, f"{purpose} {self.drawn}".encode()))


class SharedChance(Chance):
    """The draws of a table that shares its dice with others: the same throws, whatever else each of them drew."""

    __slots__ = ("_throws",)

    def __init__(self, seed: bytes, drawn: int = 0, throws: _Throws = MappingProxyType({})) -> None:
        super().__init__(seed, drawn)
        self._throws = dict(throws)

    def below(self, limit: int, purpose: str = CARDS, part: int = 1) -> int:
        throw = self._throws[purpose] = self._throws.get(purpose, 0) + (part == 1)
        self.drawn += 1
        return number(self._seed, draw_name(purpose, throw, part), limit)


def draw_name(purpose: str, throw: int, part: int) -> str:
    return f"{purpose} {throw} {part}"


def throws_after(throws: _Throws, draws: Iterable[Draw]) -> dict[str, int]:
    """The number of throws per purpose after these draws."""
    counts = dict(throws)
    for draw in draws:
        counts[draw.purpose] = counts.get(draw.purpose, 0) + (draw.part == 1)
    return counts


def draw_names(throws: _Throws, draws: Sequence[Draw]) -> list[str]:
    """The names of these draws, given the number of throws per purpose before them."""
    names = []
    for draw in draws:
        throws = throws_after(throws, [draw])
        names.append(draw_name(draw.purpose, throws[draw.purpose], draw.part))
    return names


def dice_draws(faces: Sequence[int], sides: int = 6, purpose: str = DICE) -> tuple[Draw, ...]:
    """The draws behind a roll of dice."""
    return tuple(Draw(sides, face - 1, purpose, part) for part, face in enumerate(faces, start=1))


def shuffle_draws(before: Sequence[T], after: Sequence[T], purpose: str = CARDS) -> tuple[Draw, ...]:
    """The draws that turned `before` (all different) into `after`; ValueError if no shuffle could."""
    order = list(before)
    if sorted(map(repr, order)) != sorted(map(repr, after)):
        raise ValueError("a shuffle keeps the same cards and only changes their order")
    draws = []
    for part, last in enumerate(range(len(order) - 1, 0, -1), start=1):
        pick = order.index(after[last])
        draws.append(Draw(last + 1, pick, purpose, part))
        order[last], order[pick] = order[pick], order[last]
    return tuple(draws)
