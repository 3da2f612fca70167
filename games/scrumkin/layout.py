"""Where the parts of the table's picture are: panels in a 2x2 grid for chat, below each other for the web table."""

from collections.abc import Sequence

from games.graphics.svg import LANDSCAPE, MIN_TEXT, WIDTH, Point
from games.graphics.theme import Shape
from games.values import value

Box = tuple[float, float, float, float]  # left, top, width, height
CARD = (104.0, 98.0)  # a card in a portrait picture
ACROSS = 5  # such cards in a row
GAP = 5.0  # between them

_SIZE = (LANDSCAPE[0], 412.0)
_EDGE, _APART = 6.0, 6.0
_LEFT = 14.0  # of portrait pictures


@value
class Inside:
    """Where the parts of a player's panel are."""

    small: float  # the smallest font size
    velocity: Point | None  # None: at the right end of the name's line
    meter: bool  # draw the velocity as a meter as well
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


_LANDSCAPE = Inside(
    small=MIN_TEXT,
    velocity=None,
    meter=False,
    track=(8, 35, 163, 16),
    to_do=(177, 49),
    hand=41,
    cards=(8, 58),
)
_PORTRAIT = Inside(
    small=14,
    velocity=(246, 10),
    meter=True,
    track=(12, 41, 355, 17),
    to_do=(376, 57),
    hand=66,
    cards=(8, 68),
)


def layout(shape: Shape, cards: Sequence[int]) -> Layout:
    """The layout for players with so many cards in their games."""
    return _grid(len(cards)) if shape == "landscape" else _column(cards)


def _grid(players: int) -> Layout:
    """Two panels for two players; four quarters for three players, who leave one to the action card, or four."""
    top, rows = 56.0, -(-players // 2)
    wide = (_SIZE[0] - 2 * _EDGE - _APART) / 2
    high = (_SIZE[1] - top - _EDGE - (rows - 1) * _APART) / rows
    cells = [
        (_EDGE + column * (wide + _APART), top + row * (high + _APART), wide, high)
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
        panels.append((_LEFT, top, WIDTH - 2 * _LEFT, high))
        top += high + 8
    action = (WIDTH - _LEFT - 232, 14, 232, 72)
    return Layout((WIDTH, top + 6), (_LEFT + 2, 66, 300, 24), action, tuple(panels), _PORTRAIT)


def _height(cards: int) -> float:
    rows = -(-cards // ACROSS)
    return _PORTRAIT.cards[1] + rows * (CARD[1] + GAP) + (4 if rows else 0)
