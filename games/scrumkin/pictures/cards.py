"""The cards in a player's game: faces for the web table; for chat a line each, or a number with its value."""

from collections.abc import Iterator, Sequence

from games.graphics.badges import bare, seats
from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    PHONE,
    Element,
    Point,
    add,
    area,
    drawable,
    group,
    names_card,
    path,
    piece,
    shorten,
    spot,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import BLUE, GREEN, GREY, VERMILION, Shape, Theme
from games.language import t
from games.scrumkin.deck import TEXT_LIMIT, SprintCard, art_of
from games.scrumkin.model import Laid, State, card_value
from games.scrumkin.pictures import artwork
from games.scrumkin.words import signed
from games.values import value

# --- layout ----------------------------------------------------------------------------------------------------------

Box = tuple[float, float, float, float]  # left, top, width, height
_CARD = (126.0, 106.0)  # a card in a portrait picture
_ACROSS = 3  # such cards in a row
_GAP = 5.0  # between them

_SIZE = (LANDSCAPE[0], 412.0)
_EDGE, _LAYOUT_APART = 6.0, 6.0
_LEFT = 6.0  # of portrait pictures


@value
class Inside:
    """The places of the parts in a player's panel."""

    small: float  # the smallest font size
    track: Box
    to_do: Point
    hand: float  # from the right edge
    cards: Point


@value
class Layout:
    size: Point
    stack: Box
    action: Box
    panels: tuple[Box, ...]
    inside: Inside


_LANDSCAPE = Inside(small=MIN_TEXT, track=(8, 35, 163, 16), to_do=(177, 49), hand=41, cards=(8, 58))
_PORTRAIT = Inside(small=MIN_TEXT, track=(10, 37, 246, 17), to_do=(264, 52), hand=41, cards=(9, 62))


def layout(shape: Shape, cards: Sequence[int]) -> Layout:
    """The layout for players with this many cards in their games."""
    return _column(cards) if shape == "portrait" else _grid(len(cards))


def _grid(players: int) -> Layout:
    """Two panels for two players; four quarters for three players, who leave one to the action card, or four."""
    top, rows = 56.0, -(-players // 2)
    wide = (_SIZE[0] - 2 * _EDGE - _LAYOUT_APART) / 2
    high = (_SIZE[1] - top - _EDGE - (rows - 1) * _LAYOUT_APART) / rows
    cells = [
        (_EDGE + column * (wide + _LAYOUT_APART), top + row * (high + _LAYOUT_APART), wide, high)
        for row in range(rows)
        for column in range(2)
    ]
    if players % 2:
        return Layout(_SIZE, (312, 9, 276, 40), cells[-1], tuple(cells[:players]), _LANDSCAPE)
    return Layout(_SIZE, (176, 9, 132, 20), (316, 6, 278, 44), tuple(cells), _LANDSCAPE)


def _column(cards: Sequence[int]) -> Layout:
    """A panel across the picture for each player, as high as the cards need."""
    panels: list[Box] = []
    top = 96.0
    for count in cards:
        high = _height(count)
        panels.append((_LEFT, top, PHONE - 2 * _LEFT, high))
        top += high + 8
    action = (PHONE - _LEFT - 208, 8, 208, 78)
    return Layout((PHONE, top), (16, 64, 182, 24), action, tuple(panels), _PORTRAIT)


def _height(cards: int) -> float:
    rows = -(-cards // _ACROSS)
    return _PORTRAIT.cards[1] + rows * (_CARD[1] + _GAP) + (4 if rows else 0)


# --- faces -----------------------------------------------------------------------------------------------------------

_SHIELD = "M0 -9L8 -6V-1C8 4 4 7.5 0 9.5C-4 7.5 -8 4 -8 -1V-6Z"
_BETWEEN = 1.5  # values


def shown_value(number: int) -> str:
    """A value with a real minus sign, which is as wide as the plus."""
    return signed(number).replace("-", "−")


def art(at: Element, card: SprintCard, colour: str, theme: Theme) -> None:
    artwork.draw(at, art_of(card), theme.tint(colour).line, theme)


def tone(number: int) -> str:
    return GREEN if number > 0 else VERMILION if number < 0 else GREY


def title(card: SprintCard, theme: Theme) -> str:
    return drawable(t(card.title), theme, t("Card {number}", number=card.number))


def title_lines(card: SprintCard, theme: Theme, room: float, size: float, lines: int) -> Sequence[str]:
    return wrap(title(card, theme), room, size, lines)


def shield(at: Element, theme: Theme) -> None:
    tint = theme.tint(BLUE)
    path(at, _SHIELD, tint.line, 2, tint.fill)
    path(at, "M-3.2 0L-0.8 2.6L3.6 -2.6", tint.line, 2)


BADGES = {"shield": bare("shield", lambda at, theme: shield(group(at, scale=1.9), theme)), **seats(4)}


# --- values ----------------------------------------------------------------------------------------------------------


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
class _Value:
    """The value of a card in one sprint."""

    words: str
    count: int
    now: bool = False
    used: bool = False


def values_of(state: State, seat: int, laid: Laid) -> Iterator[_Value]:
    effect = state.effect(laid.card)
    if effect.scrum:
        count = card_value(state, seat, laid)
        yield _Value(f"n = {shown_value(count)}∞", count, now=True)
        return
    last = len(effect.values) - 1
    age = min(laid.age, last)
    for step, count in enumerate(effect.values):
        lasting = "∞" if effect.lasting and step == last else ""
        yield _Value(shown_value(count) + lasting, count, now=step == age, used=step < age)


def _values_width(shown: Sequence[_Value], size: float) -> float:
    return sum(badge_width(each.words, size) + _BETWEEN for each in shown)


def values(at: Element, shown: Sequence[_Value], size: float, theme: Theme) -> None:
    """Draw the values sprint by sprint; used ones have no box any more."""
    x = 0.0
    for each in shown:
        box = group(at, x, 0)
        if each.used:
            _figure(box, each.words, size, theme.faint)
        else:
            badge(box, each.words, tone(each.count), theme, now=each.now, size=size)
        x += badge_width(each.words, size) + _BETWEEN


# --- laid cards ------------------------------------------------------------------------------------------------------

_BAND = 28.0  # height of the part of a face with the artwork
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
            row, column = divmod(index, _ACROSS)
            place = group(at, column * (_CARD[0] + _GAP - 1.5), row * (_CARD[1] + _GAP))
            self._face(self._named(place, laid), laid)

    def _face(self, at: Element, laid: Laid) -> None:
        card, theme, (wide, high) = self.state.card(laid.card), self.theme, _CARD
        colour = theme.tint(tone(self._value(laid)))
        top = f"M0 8A8 8 0 0 1 8 0H{wide - 8:.0f}A8 8 0 0 1 {wide:.0f} 8V{_BAND:.0f}H0Z"
        add(at, "rect", width=wide, height=high, rx=8, fill=theme.paper, stroke=colour.line, stroke_width=1.5)
        add(at, "path", d=top, fill=colour.fill)
        write(at, (8, 19), str(card.number), MIN_TEXT, colour.line, anchor="start", bold=True)
        art(group(at, wide / 2, _BAND / 2, scale=0.6), card, tone(self._value(laid)), theme)
        if card.shield:
            shield(group(at, wide - 15, 14, scale=0.85), theme)
        for line, words in enumerate(title_lines(card, theme, wide - 12, MIN_TEXT, 2)):
            write(at, (7, _BAND + 18 + 18 * line), words, MIN_TEXT, theme.ink, anchor="start")
        values(group(at, 7, high - 25), list(values_of(self.state, self.seat, laid)), MIN_TEXT, theme)

    # --- lines -------------------------------------------------------------------------------------------------------

    def as_lines(self, at: Element, size: Point) -> None:
        """Draw as many of the newest cards as possible as a line each, and the older ones as chips.

        The newest matter most: their values still change, while those of old cards stay the same.
        """
        newest, (wide, high) = self._game[::-1], size
        if not newest:
            write(at, (wide / 2, min(high, 110) / 2), t("no cards in play"), 16, self.theme.faint)
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
        """Draw a card's number, its title, and its values from now on."""
        card, theme, (wide, tall) = self.state.card(laid.card), self.theme, size
        high = tall if tall <= _MOST else _TITLE
        font = min(17.0, max(MIN_TEXT, high * 0.66))
        area(at, 0, 0, wide, tall)
        self._number(at, laid, high, font)
        shown = [each for each in values_of(self.state, self.seat, laid) if not each.used]
        left = wide - _values_width(shown, font)
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
        text = drawable(t(self.state.card(laid.card).text), self.theme, limit=TEXT_LIMIT)
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
        names_card(element, t(self.state.card(laid.card).title))
        return piece(spot(element, f"laid:{laid.card}"), f"card:{laid.card}")
