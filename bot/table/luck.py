"""Expected and actual dice, per person and for the team; `verify` shows them beside the proof."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

from bot.texts import fairness
from games.api import Die


def luck(dice: Iterable[Die], names: Sequence[str]) -> list[str]:
    """A line for everyone who rolled and one for all together; empty if nobody rolled."""
    by_seat: dict[int, list[Die]] = defaultdict(list)
    for die in dice:
        by_seat[die.seat].append(die)
    all_dice = [die for rolled in by_seat.values() for die in rolled]
    lines = [_line(names[seat], by_seat[seat]) for seat in sorted(by_seat) if seat < len(names)]
    return [*lines, _line(fairness.EVERYONE, all_dice)] if len(lines) > 1 else lines


def _line(name: str, dice: Sequence[Die]) -> str:
    shown = sum(die.shown for die in dice) / len(dice)
    expected = sum((die.sides + 1) / 2 for die in dice) / len(dice)
    spread = sqrt(sum((die.sides**2 - 1) / 12 for die in dice)) / len(dice)
    off = (shown - expected) / spread if spread else 0.0
    return fairness.luck_line(name, len(dice), shown, expected, off)
