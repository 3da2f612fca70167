"""The sizes of the board and its surroundings in a picture of each shape."""

from collections.abc import Mapping

from games.graphics.svg import LANDSCAPE, MIN_TEXT, WIDTH, Point
from games.graphics.theme import Shape
from games.values import value

Box = tuple[float, float, float, float]  # left, top, width, height


@value
class Geometry:
    size: Point  # of the picture; in portrait the players add their height
    centre: Point  # of the big circle
    radius: float
    small_radius: float
    daily_angle: float  # of the Daily Scrum, from the bottom, counter-clockwise
    planning: tuple[float, float, float]  # from and to across, and down
    start: Box
    review: Box
    space: float  # the largest radius of a space, except for the large ones
    planning_space: float
    large: float
    label: float  # font size
    every_label: bool  # also of spaces that nobody is on and nobody can reach
    least: float  # the smallest font size, if the picture is shown small
    middle: float  # the radius that pieces leave free in the middle of the big circle
    spill: Box | None  # for pieces that don't fit into the small circle; None: it has room for all
    board: Box  # where pieces and labels may be
    hours: Box | None  # None: in the middle of the big circle
    days: Box
    players: Box | None  # None: below the board
    piece: float  # the radius of a piece when there are few, and when there are many
    small_piece: float

    @property
    def road(self) -> float:
        return self.space * 0.52


GEOMETRIES: Mapping[Shape, Geometry] = {
    "portrait": Geometry(
        size=(WIDTH, 584.0),
        centre=(340, 312),
        radius=168.0,
        small_radius=84.0,
        daily_angle=228.0,
        planning=(46.0, 276.0, 524.0),
        start=(20.0, 388.0, 110.0, 96.0),
        review=(408.0, 500.0, 148.0, 76.0),
        space=25.0,
        planning_space=25.0,
        large=33.0,
        label=14.0,
        every_label=True,
        least=0.0,
        middle=80.0,
        spill=None,
        board=(0, 0, WIDTH, 900.0),
        hours=None,
        days=(322.0, 14.0, 234.0, 88.0),
        players=None,
        piece=14.0,
        small_piece=12.0,
    ),
    "landscape": Geometry(
        size=(LANDSCAPE[0], 420.0),
        centre=(247, 188),
        radius=124.0,
        small_radius=54.0,
        daily_angle=238.0,
        planning=(25.0, 197.0, 346.0),
        start=(6.0, 230.0, 92.0, 92.0),
        review=(296.0, 330.0, 118.0, 84.0),
        space=20.0,
        planning_space=17.0,
        large=26.0,
        label=MIN_TEXT,
        every_label=False,
        least=MIN_TEXT,
        middle=63.0,
        spill=(4.0, 170.0, 104.0, 56.0),
        board=(0, 0, 417.0, 420.0),
        hours=(422.0, 8.0, 172.0, 44.0),
        days=(422.0, 56.0, 172.0, 86.0),
        players=(422.0, 150.0, 172.0, 264.0),
        piece=15.5,
        small_piece=12.5,
    ),
}
