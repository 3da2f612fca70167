"""A hand as a row of cards, for its owner only."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.graphics.svg import (
    WIDTH,
    Element,
    add,
    document,
    drawable,
    finish,
    group,
    initials,
    shorten,
    shown_names,
    spot,
    token,
    wrap,
    write,
)
from games.graphics.theme import Theme
from games.scrumkin.deck import TEXT_LIMIT
from games.scrumkin.faces import shield, shown_value, title_lines, tone, values
from games.scrumkin.model import Laid, State
from games.scrumkin.velocity import value, velocity

_LEFT = 14.0
_GAP = 9.0
_ACROSS = 3
_WIDE = (WIDTH - 2 * _LEFT - (_ACROSS - 1) * _GAP) / _ACROSS
_TOP = 50.0
_TEXT = 14.0
_LINE = 18.0
_EFFECT = 28.0


def hand_picture(state: State, seat: int, names: Sequence[str], theme: Theme) -> str:
    held = _Held(state, seat, names, theme)
    hand, height = state.players[seat].hand, held.height
    rows = -(-len(hand) // _ACROSS)
    root = document(WIDTH, _TOP + rows * (height + _GAP) + 4, theme, "Your hand")
    write(root, (_LEFT + 2, 34), "Your hand", 22, theme.ink, anchor="start", bold=True)
    for index, number in enumerate(hand):
        row, column = divmod(index, _ACROSS)
        place = spot(group(root, _LEFT + column * (_WIDE + _GAP), _TOP + row * (height + _GAP)), f"card:{number}")
        held.card(place, number)
        held.effects(group(place, 0, height - _EFFECT * len(state.players) - 4), number)
    return finish(root)


@dataclass(frozen=True, slots=True)
class _Held:
    state: State
    seat: int
    names: Sequence[str]
    theme: Theme

    @property
    def height(self) -> float:
        lines = max(len(self._text(number)) for number in self.state.players[self.seat].hand)
        return 148 + _LINE * lines + _EFFECT * len(self.state.players)

    def _text(self, number: int) -> list[str]:
        return wrap(drawable(self.state.card(number).text, self.theme, limit=TEXT_LIMIT), _WIDE - 22, _TEXT, 11)

    def card(self, at: Element, number: int) -> None:
        state, theme = self.state, self.theme
        card = state.card(number)
        tint = theme.tint(tone(value(state, self.seat, Laid(number))))
        top = f"M0 12A12 12 0 0 1 12 0H{_WIDE - 12:.1f}A12 12 0 0 1 {_WIDE:.1f} 12V34H0Z"
        add(at, "rect", width=_WIDE, height=self.height, rx=12, fill=theme.panel)
        add(at, "path", d=top, fill=tint.fill)
        add(at, "rect", width=_WIDE, height=self.height, rx=12, fill="none", stroke=tint.line, stroke_width=2)
        write(at, (12, 24.5), str(number), 20, tint.line, anchor="start", bold=True)
        if card.shield:
            shield(group(at, _WIDE - 20, 17, scale=1.2), theme)
        for line, words in enumerate(title_lines(card, theme, _WIDE - 22, 17.5, 2)):
            write(at, (11, 57 + 20 * line), words, 17, theme.ink, anchor="start", bold=True)
        values(group(at, 11, 90), state, self.seat, Laid(number), theme, size=17)
        for line, words in enumerate(self._text(number)):
            write(at, (11, 136 + _LINE * line), words, _TEXT, theme.faint, anchor="start")

    def effects(self, at: Element, number: int) -> None:
        """Draw what the card would do to each player's velocity this sprint, the owner's first."""
        state, theme = self.state, self.theme
        marks, shown = initials(self.names, theme), shown_names(self.names, theme)
        others = [other for other in range(len(state.players)) if other != self.seat]
        for line, target in enumerate((self.seat, *others)):
            row = group(at, 0, _EFFECT * line, title=self.names[target])
            add(row, "path", d=f"M11 0H{_WIDE - 11:.1f}", stroke=theme.line)
            token(group(row, 22, 14), target, marks[target], 9.5, theme)
            now = velocity(state, target)
            then = now + value(state, target, Laid(number))
            ink = theme.tint(tone(then - now)).line
            words = f"{shown_value(now)} to {shown_value(then)}"
            write(row, (_WIDE - 12, 19), words, 15, ink, anchor="end", bold=True)
            name = "you" if target == self.seat else shorten(shown[target], 60, 14)
            write(row, (38, 19), name, 14, theme.faint, anchor="start")
