"""Card faces: a card's title, its value now and its values to come."""

from collections.abc import Sequence

from games.graphics.svg import Element, add, drawable, group, path, width_of, wrap, write
from games.graphics.theme import BLUE, GREEN, GREY, VERMILION, Theme
from games.scrumkin.deck import SprintCard
from games.scrumkin.model import Laid, State
from games.scrumkin.narration import signed
from games.scrumkin.velocity import value

CARD = (104.0, 80.0)
SHIELD = "M0 -9L8 -6V-1C8 4 4 7.5 0 9.5C-4 7.5 -8 4 -8 -1V-6Z"


def shown_value(number: int) -> str:
    """With a real minus sign, which is as wide as the plus."""
    return signed(number).replace("-", "−")


def tone(number: int) -> str:
    return GREEN if number > 0 else VERMILION if number < 0 else GREY


def badge(at: Element, words: str, colour: str, theme: Theme, *, now: bool, size: float = 13) -> float:
    """Draw a value in a box, filled if it counts now; returns the width."""
    tint = theme.tint(colour)
    wide = max(size * 1.35, width_of(words, size, bold=True) + 4)
    high = size + 5
    add(
        at, "rect", width=wide, height=high, rx=4, fill=tint.line if now else theme.panel,
        stroke=tint.line, stroke_width=1.5 if now else 1,
    )  # fmt: skip
    write(at, (wide / 2, high - 4.6), words, size, theme.panel if now else tint.line, bold=True)
    return wide


def values(at: Element, state: State, seat: int, laid: Laid, theme: Theme, *, size: float = 12.5) -> None:
    """Draw the values sprint by sprint: the current one filled, used ones struck through."""
    effect = state.effect(laid.card)
    counts = [value(state, seat, laid)] if effect.scrum else list(effect.values)
    last = len(counts) - 1
    x = 0.0
    for step, count in enumerate(counts):
        now = step == min(laid.age, last)
        used = step < laid.age and not now
        words = ("n = " if effect.scrum else "") + shown_value(count) + "∞" * (effect.lasting and step == last)
        box = group(at, x, 0)
        wide = badge(box, words, GREY if used else tone(count), theme, now=now, size=size)
        if used:
            path(box, f"M2 {size / 2 + 2.5:.1f}H{wide - 2:.1f}", theme.faint, 1.5)
        x += wide + 1.5


def shield(at: Element, theme: Theme) -> None:
    tint = theme.tint(BLUE)
    path(at, SHIELD, tint.line, 2, tint.fill)
    path(at, "M-3.2 0L-0.8 2.6L3.6 -2.6", tint.line, 2)


def small_card(at: Element, state: State, seat: int, laid: Laid, theme: Theme) -> None:
    """Draw a card in a player's game."""
    card = state.card(laid.card)
    colour = theme.tint(tone(value(state, seat, laid)))
    wide, high = CARD
    add(at, "rect", width=wide, height=high, rx=8, fill=theme.paper, stroke=colour.line, stroke_width=1.5)
    add(at, "path", d=f"M0 8A8 8 0 0 1 8 0H{wide - 8:.0f}A8 8 0 0 1 {wide:.0f} 8V20H0Z", fill=colour.fill)
    write(at, (8, 15.5), str(card.number), 14, colour.line, anchor="start", bold=True)
    if card.shield:
        shield(group(at, wide - 13, 10.5, scale=0.78), theme)
    for line, words in enumerate(title_lines(card, theme, wide - 12, 13, 2)):
        write(at, (7, 35 + 15 * line), words, 13, theme.ink, anchor="start")
    values(group(at, 7, high - 23), state, seat, laid, theme)


def title_lines(card: SprintCard, theme: Theme, room: float, size: float, lines: int) -> Sequence[str]:
    return wrap(drawable(card.title, theme, f"Card {card.number}"), room, size, lines)
