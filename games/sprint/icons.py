"""Icons for the spaces, each in a 24-unit box around the origin."""

from math import pi, sin

from games.graphics.svg import Element, add, path, write
from games.graphics.theme import BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, YELLOW
from games.sprint.board import Space

_COLOURS = {
    "hours": GREY,
    "die": ORANGE,
    "day": BLUE,
    "impediment": VERMILION,
    "opportunity": YELLOW,
    "tool": SKY,
    "report": GREEN,
}


def colour(space: Space) -> str:
    return PURPLE if space.kind == "report" and space.amount < 0 else _COLOURS.get(space.kind, GREY)


def icon(parent: Element, space: Space, ink: str, fill: str, *, least: float = 0) -> None:
    """Draw what a space does; `least` is the smallest font size."""
    match space.kind:
        case "impediment":
            path(parent, "M0 -9.5L10.5 8.5H-10.5Z", ink, 2.6)
            path(parent, "M0 -3V2.5M0 5.4V5.6", ink, 2.8)
        case "opportunity":
            path(parent, "M-3.4 4.6C-3.4 1.8 -7 0.4 -7 -4A7 7 0 0 1 7 -4C7 0.4 3.4 1.8 3.4 4.6Z", ink, 2.4)
            path(parent, "M-3 8.2H3M-1.4 11.4H1.4", ink, 2.4)
        case "tool":
            path(parent, "M9.6 -4.4A5.4 5.4 0 1 1 4.4 -9.6", ink, 4)
            path(parent, "M0.6 -0.6L-8 8", ink, 5)
        case "day":
            moon(parent, ink)
        case "die":
            die(parent, ink, fill)
        case "hours":
            write(parent, (0, 7), f"{space.amount:+d}".replace("-", "−"), max(22, least), ink, bold=True)
        case "report" if space.amount < 0:
            write(parent, (0, 1.2), "UP", max(14.5, least), ink, bold=True)
            path(parent, "M-6.5 10.6L0 4.6L6.5 10.6", ink, 3)
        case "report":
            write(parent, (0, 1.6), f"×{space.amount}", max(17, least), ink, bold=True)
            path(parent, "M-6.5 5.4L0 11.4L6.5 5.4", ink, 3)


def moon(parent: Element, ink: str) -> None:
    path(parent, "M2.4 -9.6A9.8 9.8 0 1 0 9.6 4.6A8.4 8.4 0 0 1 2.4 -9.6Z", ink, 1.2, ink)
    path(parent, "M8.6 -8.2V-4.2M6.6 -6.2H10.6", ink, 1.8)


_PIPS = {
    1: ((0, 0),),
    2: ((-4, -4), (4, 4)),
    3: ((-4.5, -4.5), (0, 0), (4.5, 4.5)),
    4: ((-4, -4), (4, -4), (-4, 4), (4, 4)),
    5: ((-4, -4), (4, -4), (0, 0), (-4, 4), (4, 4)),
}


def die(parent: Element, ink: str, fill: str, face: int = 5) -> None:
    """A die; its sixth side is the scrum, a ring with an arrow head in swapped colours."""
    pips = _PIPS.get(face, ())
    back, front = (fill, ink) if pips else (ink, fill)
    add(parent, "rect", x=-9, y=-9, width=18, height=18, rx=4, fill=back, stroke=ink, stroke_width=2.4)
    for x, y in pips:
        add(parent, "circle", cx=x, cy=y, r=1.9, fill=front)
    if not pips:
        path(parent, "M4.8 1.6A5 5 0 1 1 3.2 -3.9", front, 2.2)
        path(parent, "M3.9 -7.2V-3.2H-0.1", front, 2.2)


def flag(parent: Element, ink: str) -> None:
    path(parent, "M-6 10V-10M-6 -9C-2 -11.5 2 -6.5 8 -9V1C2 3.5 -2 -1.5 -6 1", ink, 2.4)


def medal(parent: Element, ink: str) -> None:
    """A tick on a star-shaped badge."""
    points = ((2 * pi * ray / 20, 10.5 if ray % 2 else 8.6) for ray in range(20))
    shape = "L".join(f"{size * sin(angle):.1f} {-size * sin(angle + pi / 2):.1f}" for angle, size in points)
    path(parent, f"M{shape}Z", ink, 2)
    path(parent, "M-4 0.4L-1 3.4L4.4 -3", ink, 2.6)
