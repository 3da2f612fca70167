"""The artwork of cards: one drawing per theme, all in one style, 40 units wide and high around the origin."""

from games.graphics.svg import Element, path, reuse
from games.graphics.theme import Theme

_Layer = tuple[str, str]  # how to draw it, and its path

SIZE = 40.0
_STROKE, _THICK = 2.2, 6.0


def _circle(x: float, y: float, radius: float) -> str:
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


# "body" is filled with the colour of paper, "solid" with the colour of the lines; "thick" is a broad line.
ARTWORK: dict[str, tuple[_Layer, ...]] = {
    "bolt": (("body", "M2 -19L-13 3H-2L-5 19L14 -6H3Z"),),
    "branch": (
        ("line", "M-9 -12V12M10 -6Q10 5 -9 9"),
        ("body", _circle(-9, -14, 4.5) + _circle(-9, 14, 4.5) + _circle(10, -8, 4.5)),
    ),
    "broom": (
        ("thick", "M15 -16L2 2"),
        ("body", "M-4 -4L7 4L0 19L-18 9Z"),
        ("line", "M-2 4L-10 13M2 6L-5 16"),
        ("line", "M14 6V14M10 10H18"),
    ),
    "bubbles": (
        ("body", "M0 -5H18V11H14V18L7 11H0Z"),
        ("body", "M-18 -17H8V2H-6L-13 9V2H-18Z"),
        ("line", "M-12 -11H2M-12 -5H-3"),
    ),
    "bug": (
        ("line", "M-9 -5L-16 -10M-10 3H-18M-9 10L-15 16M9 -5L16 -10M10 3H18M9 10L15 16M-4 -11L-8 -18M4 -11L8 -18"),
        ("body", "M-10 3a10 13 0 1 0 20 0a10 13 0 1 0 -20 0Z"),
        ("line", "M0 -5V16"),
        ("solid", "M-8.5 -5A10 13 0 0 1 8.5 -5Z"),
    ),
    "bulb": (
        ("body", "M-6 9Q-6 5 -9 2A12.5 12.5 0 1 1 9 2Q6 5 6 9Z"),
        ("line", "M-4 -5L0 -1L4 -5M0 -1V8M-6 13.5H6M-3.5 18H3.5"),
    ),
    "calendar": (
        ("body", "M-16 -13H16V17H-16Z"),
        ("solid", "M-16 -13H16V-6H-16Z"),
        ("line", "M-8 -18V-10M8 -18V-10"),
        ("solid", "M-10 0h4v4h-4ZM-2 0h4v4h-4ZM6 0h4v4h-4ZM-10 8h4v4h-4ZM-2 8h4v4h-4Z"),
    ),
    "cup": (
        ("line", "M9 -1H12Q17 -1 17 4Q17 9 8 9"),
        ("body", "M-15 -5H9V8Q9 17 0 17H-6Q-15 17 -15 8Z"),
        ("line", "M-8 -10Q-5 -13 -8 -18M1 -10Q4 -13 1 -18"),
    ),
    "flask": (
        ("body", "M-5 -17V-6L-15 13Q-16 18 -12 18H12Q16 18 15 13L5 -6V-17Z"),
        ("solid", "M-10 5H10L14 13Q15 17 12 17H-12Q-15 17 -14 13Z"),
        ("line", "M-9 -17H9"),
    ),
    "fuse": (
        ("body", _circle(-4, 5, 13)),
        ("solid", "M2 -9L8 -4L11 -8L5 -13Z"),
        ("line", "M8 -11Q11 -17 15 -13M18 -19V-16M19 -9L17 -10M-11 5A7 7 0 0 1 -4 -2"),
    ),
    "gauge": (
        ("body", "M-18 12A18 18 0 0 1 18 12Z"),
        ("line", "M-12 8L-9.5 9M-7 1L-5.5 3M1 -2V1M0 11L11 -1"),
        ("solid", _circle(0, 11, 3)),
    ),
    "gear": (
        ("thick", "M0 -15V15M-15 0H15M-10.6 -10.6L10.6 10.6M-10.6 10.6L10.6 -10.6"),
        ("body", _circle(0, 0, 11.5)),
        ("solid", _circle(0, 0, 4)),
    ),
    "hourglass": (
        ("body", "M-12 -17H12V-13Q12 -6 3 0Q12 6 12 13V17H-12V13Q-12 6 -3 0Q-12 -6 -12 -13Z"),
        ("solid", "M-9 16Q-6 8 0 8Q6 8 9 16ZM-7 -8H7L0 -2Z"),
        ("line", "M-15 -17H15M-15 17H15"),
    ),
    "juggler": (
        ("body", _circle(-13, -2, 4) + _circle(-8, -13, 4) + _circle(8, -13, 4) + _circle(13, -2, 4)),
        ("solid", _circle(0, -3, 4)),
        ("line", "M-18 9Q-12 18 -6 9M6 9Q12 18 18 9"),
    ),
    "megaphone": (
        ("line", "M-11 5L-8 17H-2L-4 6"),
        ("body", "M-17 -5H-8L8 -15V15L-8 5H-17Z"),
        ("line", "M-8 -5V5M13 -7Q17 0 13 7"),
    ),
    "moon": (
        ("body", "M2 -18A18 18 0 1 0 17 10A16 16 0 0 1 2 -18Z"),
        ("solid", "M12 -17L14 -12L19 -10L14 -8L12 -3L10 -8L5 -10L10 -12Z"),
    ),
    "page": (
        ("body", "M-13 -18H5L13 -10V18H-13Z"),
        ("line", "M5 -18V-10H13M-7 -3H7M-7 4H7M-7 11H2"),
    ),
    "people": (
        ("body", "M0 17V10Q0 2 9 2Q18 2 18 10V17Z" + _circle(9, -8, 6)),
        ("body", "M-18 17V10Q-18 2 -8 2Q2 2 2 10V17Z" + _circle(-8, -8, 6)),
    ),
    "pile": (
        ("body", "M-15 7H15V18H-15ZM-9 -4H12V7H-9ZM-14 -15H1V-4H-14Z"),
        ("line", "M-3 11H3M-1 0H4M-9 -11H-5M11 -18V-9M6.5 -13.5H15.5"),
    ),
    "ring": (
        ("line", _circle(0, 0, 12)),
        ("body", _circle(0, -13, 5.5) + _circle(13, 0, 5.5) + _circle(0, 13, 5.5) + _circle(-13, 0, 5.5)),
        ("solid", _circle(0, 0, 3)),
    ),
    "rocket": (
        ("solid", "M-8 2L-15 9V15L-6 10ZM8 2L15 9V15L6 10ZM-4 12L0 20L4 12Z"),
        ("body", "M0 -19Q9 -11 9 2L6 11H-6L-9 2Q-9 -11 0 -19Z"),
        ("line", _circle(0, -4, 3.5)),
    ),
    "stairs": (
        ("body", "M-18 18V9H-8V1H2V-7H12V18Z"),
        ("line", "M7 -7V-19"),
        ("solid", "M7 -19L17 -16L7 -12Z"),
    ),
    "target": (
        ("body", _circle(-2, 2, 16)),
        ("line", _circle(-2, 2, 9) + "M-2 2L14 -14M10 -18V-10H18"),
        ("solid", _circle(-2, 2, 3.5)),
    ),
    "tower": (
        ("body", "M-14 18V-16H-8V-11H-3V-16H3V-11H8V-16H14V18Z"),
        ("solid", "M-4 18V9A4 4 0 0 1 4 9V18Z"),
        ("line", "M-14 -4H14M-7 3V6M7 3V6"),
    ),
}  # fmt: skip


def draw(at: Element, name: str, ink: str, theme: Theme) -> None:
    reuse(at, _layers, name, ink, theme)


def _layers(at: Element, name: str, ink: str, theme: Theme) -> None:
    fills = {"body": theme.panel, "solid": ink}
    for way, shape in ARTWORK[name]:
        path(at, shape, ink, _THICK if way == "thick" else _STROKE, fills.get(way, "none"))
