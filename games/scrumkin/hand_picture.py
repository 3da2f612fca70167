"""A hand as a row of cards, for its owner only."""

from collections.abc import Sequence

from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    WIDTH,
    Element,
    Point,
    add,
    document,
    drawable,
    finish,
    group,
    initials,
    piece,
    shorten,
    shown_names,
    spot,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import Shape, Theme
from games.scrumkin.artwork import SIZE
from games.scrumkin.deck import TEXT_LIMIT
from games.scrumkin.faces import art, shield, shown_value, title_lines, tone, values, values_of
from games.scrumkin.model import Laid, State
from games.scrumkin.velocity import card_value, velocity
from games.values import value

_LEFT = 14.0
_GAP = 9.0
_ACROSS = 3
_FULL = 4  # seats of a full table
_TEXT_TOP = 91.0  # the first baseline of a card's text, below the artwork


@value
class _Sizes:
    width: float  # of the picture
    height: float | None  # None: as high as the longest text needs
    top: float
    text: float
    line: float
    effect: float  # height of a line with what a card would do
    token: float  # radius
    band: float  # height of the part with the artwork, at a full table


_SIZES: dict[Shape, _Sizes] = {
    "landscape": _Sizes(LANDSCAPE[0], LANDSCAPE[1], 40, MIN_TEXT, 18.5, 25.5, 10.5, 52),
    "portrait": _Sizes(WIDTH, None, 50, MIN_TEXT, 18.5, 26, 10.5, 50),
}


def hand_picture(state: State, seat: int, names: Sequence[str], theme: Theme) -> str:
    sizes, hand = _SIZES[theme.shape], state.players[seat].hand
    across, rows = min(_ACROSS, max(2, len(hand))), -(-len(hand) // _ACROSS)
    wide = (sizes.width - 2 * _LEFT - (across - 1) * _GAP) / across
    left = (sizes.width - wide) / 2 if len(hand) == 1 else _LEFT
    held = _Held(state, seat, names, theme, wide)
    height = held.height
    root = document(sizes.width, sizes.top + rows * (height + _GAP) + 4, theme, "Your hand")
    write(root, (left + 2, sizes.top - 13), "Your hand", 22, theme.ink, anchor="start", bold=True)
    for index, number in enumerate(hand):
        row, column = divmod(index, _ACROSS)
        place = group(root, left + column * (wide + _GAP), sizes.top + row * (height + _GAP))
        held.card(piece(spot(place, f"card:{number}"), f"card:{number}"), number, (wide, height))
        held.effects(group(place, 0, height - sizes.effect * len(state.players) - 4), number, wide)
    return finish(root)


@value
class _Held:
    state: State
    seat: int
    names: Sequence[str]
    theme: Theme
    wide: float

    @property
    def _sizes(self) -> _Sizes:
        return _SIZES[self.theme.shape]

    @property
    def _band(self) -> float:
        """Every empty seat leaves more room for the artwork."""
        return self._sizes.band + self._sizes.effect * (_FULL - len(self.state.players))

    @property
    def _text_top(self) -> float:
        return self._band + _TEXT_TOP

    @property
    def _lines(self) -> int:
        """The lines of text that each card has room for."""
        sizes, hand = self._sizes, self.state.players[self.seat].hand
        if sizes.height is None:
            return max(len(self._text(number, 20)) for number in hand)
        high = sizes.height - sizes.top - _GAP - 4
        return int((high - self._text_top - 6 - sizes.effect * len(self.state.players)) / sizes.line) + 1

    @property
    def height(self) -> float:
        sizes = self._sizes
        if sizes.height is not None:
            return sizes.height - sizes.top - _GAP - 4
        return self._text_top + 12 + sizes.line * self._lines + sizes.effect * len(self.state.players)

    def _text(self, number: int, lines: int) -> list[str]:
        text = drawable(self.state.card(number).text, self.theme, limit=TEXT_LIMIT)
        return wrap(text, self.wide - 22, self._sizes.text, lines)

    def card(self, at: Element, number: int, size: Point) -> None:
        state, theme, (wide, high) = self.state, self.theme, size
        card, band = state.card(number), self._band
        colour = tone(card_value(state, self.seat, Laid(number)))
        tint = theme.tint(colour)
        top = f"M0 12A12 12 0 0 1 12 0H{wide - 12:.1f}A12 12 0 0 1 {wide:.1f} 12V{band:.1f}H0Z"
        add(at, "rect", width=wide, height=high, rx=12, fill=theme.panel)
        add(at, "path", d=top, fill=tint.fill)
        add(at, "rect", width=wide, height=high, rx=12, fill="none", stroke=tint.line, stroke_width=2)
        write(at, (12, 24), str(number), 19, tint.line, anchor="start", bold=True)
        art(group(at, wide / 2, band / 2, scale=(band - 7) / SIZE), card, colour, theme)
        if card.shield:
            shield(group(at, wide - 21, 18, scale=1.2), theme)
        title = title_lines(card, theme, wide - 22, 17.5, 2)
        for line, words in enumerate(title):
            write(at, (11, band + 20 + 20 * line), words, 17, theme.ink, anchor="start", bold=True)
        values(group(at, 11, band + 49), list(values_of(state, self.seat, Laid(number))), 17, theme)
        for line, words in enumerate(self._text(number, self._lines)):
            write(
                at, (11, self._text_top + self._sizes.line * line), words, self._sizes.text, theme.faint, anchor="start"
            )

    def effects(self, at: Element, number: int, wide: float) -> None:
        """Draw what the card would do to each player's velocity this sprint, the owner's first."""
        others = [other for other in range(len(self.state.players)) if other != self.seat]
        for line, target in enumerate((self.seat, *others)):
            row = group(at, 0, self._sizes.effect * line, title=self.names[target])
            add(row, "path", d=f"M11 0H{wide - 11:.1f}", stroke=self.theme.line)
            self._effect(row, number, target, wide)

    def _effect(self, row: Element, number: int, target: int, wide: float) -> None:
        theme, sizes = self.theme, self._sizes
        middle = sizes.effect / 2
        token(group(row, 23, middle), target, initials(self.names, theme)[target], sizes.token, theme, least=sizes.text)
        now = velocity(self.state, target)
        then = now + card_value(self.state, target, Laid(number))
        words = f"{shown_value(now)} to {shown_value(then)}"
        write(row, (wide - 12, middle + 5.5), words, 16, theme.tint(tone(then - now)).line, anchor="end", bold=True)
        room = wide - 12 - width_of(words, 16, bold=True) - 46
        name = "you" if target == self.seat else shorten(shown_names(self.names, theme)[target], room, sizes.text)
        write(row, (39, middle + 5), name, sizes.text, theme.faint, anchor="start")
