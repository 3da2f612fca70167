"""Randomness that players can verify.

A table has a secret seed of 32 bytes. Its SHA-256 (the commitment) is shown when the table opens, and the seed itself
when the game is over. The players add luck in between (bot.table.fairness); seed and luck make the key of all draws.
Draw number n depends on HMAC-SHA-256(key, n) alone, so anybody can recompute it. Without luck, the key is the seed.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

from games.values import value

T = TypeVar("T")

SEED_BYTES = 32
_SPAN = 1 << 256


@value
class Draw:
    """A number from 0 to below-1, as an event records it."""

    below: int
    value: int


def keyed(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA-256. Not by `hmac.digest`, which lets other threads run: a few bytes take less time than that."""
    return hmac.new(key, text, "sha256").digest()


def commitment(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def number(seed: bytes, n: int, below: int) -> int:
    """Draw number n: a whole number from 0 to below-1, each equally likely.

    Values above the largest multiple of `below` that fits into 256 bits are hashed again, so no number is favoured.
    """
    if below < 1:
        raise ValueError(f"cannot draw one of {below} numbers")
    digest = keyed(seed, n.to_bytes(8, "big"))
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

    def below(self, limit: int) -> int:
        value = number(self._seed, self.drawn, limit)
        self.drawn += 1
        return value

    def dice(self, count: int, sides: int = 6) -> tuple[int, ...]:
        return tuple(1 + self.below(sides) for _ in range(count))

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher-Yates; `shuffle_draws` recovers the draws from the result."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def apart(self, purpose: str) -> "Chance":
        """Independent randomness for something outside the game, such as the choices of an automatic player."""
        return Chance(keyed(self._seed, f"{purpose} {self.drawn}".encode()))


def dice_draws(faces: Sequence[int], sides: int = 6) -> tuple[Draw, ...]:
    """The draws behind a roll of dice."""
    return tuple(Draw(sides, face - 1) for face in faces)


def shuffle_draws(before: Sequence[T], after: Sequence[T]) -> tuple[Draw, ...]:
    """The draws that turned `before` (all different) into `after`; ValueError if no shuffle could."""
    order = list(before)
    if sorted(map(repr, order)) != sorted(map(repr, after)):
        raise ValueError("a shuffle keeps the same cards and only changes their order")
    draws = []
    for last in range(len(order) - 1, 0, -1):
        pick = order.index(after[last])
        draws.append(Draw(last + 1, pick))
        order[last], order[pick] = order[pick], order[last]
    return tuple(draws)
