"""Parts of cards: titles, shields, the value now and the values to come."""

from collections.abc import Iterator, Sequence

from games.graphics.svg import Element, add, drawable, group, path, width_of, wrap, write
from games.graphics.theme import BLUE, GREEN, GREY, VERMILION, Theme
from games.scrumkin import artwork
from games.scrumkin.deck import SprintCard, art_of
from games.scrumkin.model import Laid, State
from games.scrumkin.narration import signed
from games.scrumkin.velocity import card_value
from games.values import value

SHIELD = "M0 -9L8 -6V-1C8 4 4 7.5 0 9.5C-4 7.5 -8 4 -8 -1V-6Z"
_BETWEEN = 1.5  # values


def shown_value(number: int) -> str:
    """With a real minus sign, which is as wide as the plus."""
    return signed(number).replace("-", "−")


def art(at: Element, card: SprintCard, colour: str, theme: Theme) -> None:
    artwork.draw(at, art_of(card), theme.tint(colour).line, theme)


def tone(number: int) -> str:
    return GREEN if number > 0 else VERMILION if number < 0 else GREY


def title(card: SprintCard, theme: Theme) -> str:
    return drawable(card.title, theme, f"Card {card.number}")


def title_lines(card: SprintCard, theme: Theme, room: float, size: float, lines: int) -> Sequence[str]:
    return wrap(title(card, theme), room, size, lines)


def shield(at: Element, theme: Theme) -> None:
    tint = theme.tint(BLUE)
    path(at, SHIELD, tint.line, 2, tint.fill)
    path(at, "M-3.2 0L-0.8 2.6L3.6 -2.6", tint.line, 2)


# --- values --------------------------------------------------------------------------------------------------------


def badge_width(words: str, size: float) -> float:
    return max(size * 1.35, width_of(words, size, bold=True) + 4)


def badge(at: Element, words: str, colour: str, theme: Theme, *, now: bool, size: float) -> float:
    """Draw a value in a box, filled if it counts now; returns the width."""
    tint = theme.tint(colour)
    wide, high = badge_width(words, size), size + 4
    add(
        at, "rect", width=wide, height=high, rx=4, fill=tint.line if now else theme.panel,
        stroke=tint.line, stroke_width=1.5 if now else 1,
    )  # fmt: skip
    _figure(at, words, size, theme.panel if now else tint.line)
    return wide


def _figure(at: Element, words: str, size: float, ink: str) -> None:
    write(at, (badge_width(words, size) / 2, size * 0.86 + 2), words, size, ink, bold=True)


@value
class Value:
    """What a card counts in one sprint."""

    words: str
    count: int
    now: bool = False
    used: bool = False


def values_of(state: State, seat: int, laid: Laid) -> Iterator[Value]:
    effect = state.effect(laid.card)
    if effect.scrum:
        count = card_value(state, seat, laid)
        yield Value(f"n = {shown_value(count)}∞", count, now=True)
        return
    last = len(effect.values) - 1
    age = min(laid.age, last)
    for step, count in enumerate(effect.values):
        lasting = "∞" if effect.lasting and step == last else ""
        yield Value(shown_value(count) + lasting, count, now=step == age, used=step < age)


def values_width(shown: Sequence[Value], size: float) -> float:
    return sum(badge_width(each.words, size) + _BETWEEN for each in shown)


def values(at: Element, shown: Sequence[Value], size: float, theme: Theme) -> None:
    """Draw the values sprint by sprint; used ones have no box any more."""
    x = 0.0
    for each in shown:
        box = group(at, x, 0)
        if each.used:
            _figure(box, each.words, size, theme.faint)
        else:
            badge(box, each.words, tone(each.count), theme, now=each.now, size=size)
        x += badge_width(each.words, size) + _BETWEEN
