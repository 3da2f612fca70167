"""The cards in a player's game: faces for the web table; for chat a line each, or a number with its value."""

from collections.abc import Sequence

from games.graphics.svg import (
    MIN_TEXT,
    Element,
    Point,
    add,
    area,
    drawable,
    group,
    names_card,
    piece,
    shorten,
    spot,
    wrap,
    write,
)
from games.graphics.theme import Theme
from games.scrumkin.deck import TEXT_LIMIT
from games.scrumkin.faces import (
    art,
    badge,
    shield,
    shown_value,
    title,
    title_lines,
    tone,
    values,
    values_of,
    values_width,
)
from games.scrumkin.layout import ACROSS, CARD, GAP
from games.scrumkin.model import Laid, State
from games.scrumkin.velocity import card_value
from games.values import value

_BAND = 38.0  # height of the part of a face with the artwork
_LEAST, _MOST = 21.0, 34.0  # height of a card's line
_TITLE = 26.0  # the same, if the card's text stands below it
_TEXT = 18.0  # height of a line of text
_APART = 6.0  # below the text
_NUMBER = 30.0  # width of a card's number
_CHIP = 55.0  # width of a number with its value


@value
class LaidCards:
    state: State
    seat: int
    theme: Theme

    @property
    def _game(self) -> tuple[Laid, ...]:
        return self.state.players[self.seat].game

    def _value(self, laid: Laid) -> int:
        return card_value(self.state, self.seat, laid)

    # --- faces -------------------------------------------------------------------------------------------------------

    def as_faces(self, at: Element) -> None:
        """Draw all cards in rows, oldest first."""
        for index, laid in enumerate(self._game):
            row, column = divmod(index, ACROSS)
            place = group(at, column * (CARD[0] + GAP - 1.5), row * (CARD[1] + GAP))
            self._face(self._named(place, laid), laid)

    def _face(self, at: Element, laid: Laid) -> None:
        card, theme, (wide, high) = self.state.card(laid.card), self.theme, CARD
        colour = theme.tint(tone(self._value(laid)))
        top = f"M0 8A8 8 0 0 1 8 0H{wide - 8:.0f}A8 8 0 0 1 {wide:.0f} 8V{_BAND:.0f}H0Z"
        add(at, "rect", width=wide, height=high, rx=8, fill=theme.paper, stroke=colour.line, stroke_width=1.5)
        add(at, "path", d=top, fill=colour.fill)
        write(at, (8, 17), str(card.number), 14, colour.line, anchor="start", bold=True)
        art(group(at, wide / 2, _BAND / 2, scale=0.8), card, tone(self._value(laid)), theme)
        if card.shield:
            shield(group(at, wide - 15, 13, scale=0.85), theme)
        for line, words in enumerate(title_lines(card, theme, wide - 12, 13, 2)):
            write(at, (7, _BAND + 15 + 15 * line), words, 13, theme.ink, anchor="start")
        values(group(at, 7, high - 22), list(values_of(self.state, self.seat, laid)), 12.5, theme)

    # --- lines -------------------------------------------------------------------------------------------------------

    def as_lines(self, at: Element, size: Point) -> None:
        """Draw as many of the newest cards as possible as a line each, and the older ones as chips.

        The newest matter most: their values still change, while those of old cards stay the same.
        """
        newest, (wide, high) = self._game[::-1], size
        if not newest:
            write(at, (wide / 2, min(high, 110) / 2), "no cards in play", 16, self.theme.faint)
        lines, across = int(high / _LEAST), int(wide / _CHIP)

        def needed(titled: int) -> int:
            return titled + -(-(len(newest) - titled) // across)

        titled = max((n for n in range(min(lines, len(newest)) + 1) if needed(n) <= lines), default=0)
        pitch = min(_MOST, high / max(1, min(lines, needed(titled))))
        top = 0.0
        for laid, tall in zip(newest, self._heights(newest[:titled], (wide, high), pitch), strict=False):
            self._line(self._named(group(at, 0, top), laid), laid, (wide, tall))
            top += tall
        self._chips(group(at, 0, top), newest[titled:], (lines - titled, across), (wide / across, pitch))

    def _heights(self, cards: Sequence[Laid], room: Point, pitch: float) -> list[float]:
        """The heights of the lines: with the texts of all cards, or if that is too much, without."""
        wide, high = room
        full = [_TITLE + _TEXT * len(self._text(laid, wide)) + _APART for laid in cards]
        return full if sum(full) <= high and len(cards) == len(self._game) else [pitch] * len(cards)

    def _line(self, at: Element, laid: Laid, size: Point) -> None:
        """Number, title, and the values from now on."""
        card, theme, (wide, tall) = self.state.card(laid.card), self.theme, size
        high = tall if tall <= _MOST else _TITLE
        font = min(17.0, max(MIN_TEXT, high * 0.66))
        area(at, 0, 0, wide, tall)
        self._number(at, laid, high, font)
        shown = [each for each in values_of(self.state, self.seat, laid) if not each.used]
        left = wide - values_width(shown, font)
        values(group(at, left, (high - font - 4) / 2), shown, font, theme)
        if card.shield:
            left -= 19
            shield(group(at, left + 9, high / 2, scale=0.85), theme)
        words = shorten(title(card, theme), left - _NUMBER - 10, font)
        write(at, (_NUMBER + 6, high / 2 + font * 0.36), words, font, theme.ink, anchor="start")
        text = self._text(laid, wide) if tall > _MOST else ()
        if len(text) > 1:
            place = group(at, _NUMBER / 2, high + _TEXT, scale=0.75)
            art(place, card, tone(self._value(laid)), theme)
        for row, words in enumerate(text):
            write(at, (_NUMBER + 6, high + 12.5 + _TEXT * row), words, MIN_TEXT, theme.faint, anchor="start")

    def _text(self, laid: Laid, wide: float) -> Sequence[str]:
        """The lines of a card's text."""
        text = drawable(self.state.card(laid.card).text, self.theme, limit=TEXT_LIMIT)
        return wrap(text, wide - _NUMBER - 8, MIN_TEXT, TEXT_LIMIT)

    def _number(self, at: Element, laid: Laid, high: float, font: float) -> None:
        """A card's number on the colour of its value."""
        tint = self.theme.tint(tone(self._value(laid)))
        add(at, "rect", y=(high - font - 4) / 2, width=_NUMBER, height=font + 4, rx=4, fill=tint.fill)
        write(at, (_NUMBER / 2, high / 2 + font * 0.36), str(laid.card), font, tint.line, bold=True)

    # --- chips -------------------------------------------------------------------------------------------------------

    def _chips(self, at: Element, cards: Sequence[Laid], grid: tuple[int, int], size: Point) -> None:
        """Cards as numbers with their values; those without room are counted in the last place."""
        (rows, across), (wide, high) = grid, size
        shown = cards if len(cards) <= rows * across else cards[: rows * across - 1]
        for index, laid in enumerate(shown):
            place = group(at, index % across * wide, index // across * high)
            self._chip(self._named(place, laid), laid, high)
        if rest := cards[len(shown) :]:
            self._more(group(at, (across - 1) * wide, (rows - 1) * high), rest, size)

    def _chip(self, at: Element, laid: Laid, high: float) -> None:
        area(at, 0, 0, _CHIP, high)
        self._number(at, laid, high, MIN_TEXT)
        now = self._value(laid)
        place = group(at, _NUMBER + 1, (high - MIN_TEXT - 4) / 2)
        badge(place, shown_value(now), tone(now), self.theme, now=True, size=MIN_TEXT)

    def _more(self, at: Element, rest: Sequence[Laid], size: Point) -> None:
        """The number of the other cards, with a part to click for each."""
        wide, high = size
        words, base = f"+{len(rest)}", high / 2 + MIN_TEXT * 0.36
        write(at, (wide / 2, base), words, MIN_TEXT, self.theme.faint, bold=True)
        part = wide / len(rest)
        for index, laid in enumerate(rest):
            self._named(area(at, index * part, 0, part, high), laid)

    def _named(self, element: Element, laid: Laid) -> Element:
        """A card as a spot to click and as a piece, which has the same name in a hand."""
        names_card(element, self.state.card(laid.card).title)
        return piece(spot(element, f"laid:{laid.card}"), f"card:{laid.card}")
