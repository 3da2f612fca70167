"""Where the spaces of a board are in the picture, computed from the paths between them.

The big circle runs counter-clockwise, with the large End of Day at the bottom and the Daily Scrum at the upper left,
where the small circle is attached and runs clockwise. Planning leads in along the bottom; Sprint Review is at the
bottom right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import cos, hypot, radians, sin

from games.graphics.svg import Point, number
from games.sprint.board import REVIEW, START, Board, load_board

Box = tuple[float, float, float, float]  # left, top, width, height

CENTRE: Point = (340, 312)
RADIUS = 168.0
SMALL_RADIUS = 84.0
DAILY_ANGLE = 228.0  # from the bottom, counter-clockwise
PLANNING_Y = 524.0
PLANNING_FROM = 46.0
PLANNING_TO = 276.0
START_BOX: Box = (20.0, 388.0, 110.0, 96.0)
REVIEW_BOX: Box = (408.0, 500.0, 148.0, 76.0)
BOTTOM = 584.0  # of the board when no pieces are on the planning spaces
MAX_SPACE_RADIUS = 25.0
BESIDE_DAILY = 1.7  # in steps: room for the large spaces and between the circles
BESIDE_LARGE = 1.3


@dataclass(frozen=True, slots=True)
class Placement:
    x: float
    y: float
    radius: float
    inward: Point  # the direction in which pieces stand; the label is on the opposite side
    large: bool = False
    inside: bool = False  # the label is inside the space, because there is no room beside it
    label: Point = (0.0, 0.0)  # the direction of the label

    @property
    def at(self) -> Point:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class Layout:
    places: Mapping[str, Placement]
    planning: tuple[str, ...]
    ring: tuple[str, ...]  # the big circle, starting at the large End of Day
    circle: tuple[str, ...]  # the small circle, starting at the Daily Scrum
    small_centre: Point

    def way(self, one: str, other: str) -> str:
        """The SVG path from one space to another; straight unless they are neighbours on a circle."""
        start, end = self.places[one].at, self.places[other].at
        for track, radius, sweep in ((self.ring, RADIUS, 0), (self.circle, SMALL_RADIUS, 1)):
            if (one, other) in pairwise((*track, track[0])):
                return f"M{_point(start)}A{number(radius)} {number(radius)} 0 0 {sweep} {_point(end)}"
        return f"M{_point(start)}L{_point(end)}"

    def middle(self, one: str, other: str) -> tuple[Point, Point]:
        """The middle of the path between two spaces, and its direction there."""
        start, end = self.places[one].at, self.places[other].at
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for track, centre, radius in ((self.ring, CENTRE, RADIUS), (self.circle, self.small_centre, SMALL_RADIUS)):
            if (one, other) in pairwise((*track, track[0])):
                out = unit(centre, middle)
                middle = (centre[0] + out[0] * radius, centre[1] + out[1] * radius)
        return middle, unit(start, end)


def unit(one: Point, other: Point) -> Point:
    """The direction from one point to another."""
    across, down = other[0] - one[0], other[1] - one[1]
    length = hypot(across, down) or 1.0
    return across / length, down / length


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


@cache
def layout(key: str) -> Layout:
    board = load_board(key)
    planning = _track(board, board.spaces[START].next[0], board.end_of_day)
    ring = _track(board, board.end_of_day, board.end_of_day)
    circle = (board.daily_scrum, *_track(board, board.circle, board.daily_scrum))
    large = {board.end_of_day, board.daily_scrum}
    places = _ring(ring, board.daily_scrum, large)
    daily = places[board.daily_scrum]
    small_centre = (daily.x - daily.inward[0] * SMALL_RADIUS, daily.y - daily.inward[1] * SMALL_RADIUS)
    return Layout(
        _labelled({**_boxes(), **_planning(planning), **_circle(circle, small_centre), **places}, small_centre),
        planning,
        ring,
        circle,
        small_centre,
    )


def _track(board: Board, first: str, until: str) -> tuple[str, ...]:
    """The spaces from the first one up to `until`, taking the big circle at forks."""
    track, space = [first], first
    while True:
        ways = [way for way in board.spaces[space].next if way not in {REVIEW, board.circle}]
        space = ways[0]
        if space == until:
            return tuple(track)
        track.append(space)


def _ring(ring: Sequence[str], daily: str, large: set[str]) -> dict[str, Placement]:
    """Spread the spaces evenly, before and after the Daily Scrum, with more room beside the large spaces."""
    turn = ring.index(daily)
    angles = [
        *_spread(0.0, DAILY_ANGLE, [BESIDE_LARGE, *[1.0] * (turn - 2), BESIDE_DAILY]),
        *_spread(DAILY_ANGLE, 360.0, [BESIDE_DAILY, *[1.0] * (len(ring) - turn - 2), BESIDE_LARGE]),
    ]
    radius = _radius(RADIUS, angles)
    return {
        space: _on_circle(CENTRE, RADIUS, angle, radius, large=space in large)
        for space, angle in zip(ring, angles, strict=True)
    }


def _circle(circle: Sequence[str], centre: Point) -> dict[str, Placement]:
    """Place the spaces clockwise from the Daily Scrum, which is already placed on the big circle."""
    ends = [BESIDE_DAILY, *[1.0] * (len(circle) - 2), BESIDE_DAILY]
    angles = [DAILY_ANGLE - 180 - angle for angle in _spread(0.0, 360.0, ends)]
    radius = _radius(SMALL_RADIUS, angles)
    return {
        space: _on_circle(centre, SMALL_RADIUS, angle, radius)
        for space, angle in zip(circle[1:], angles[1:], strict=True)
    }


def _spread(first: float, last: float, weights: Sequence[float]) -> list[float]:
    """Angles starting at the first, with gaps proportional to the weights; the last is not included."""
    share = (last - first) / sum(weights)
    return [first + share * sum(weights[:count]) for count in range(len(weights))]


def _radius(circle: float, angles: Sequence[float]) -> float:
    """The radius of a space, small enough that neighbours don't touch."""
    nearest = min(abs(one - other) for one, other in pairwise(angles))
    return min(MAX_SPACE_RADIUS, 0.445 * radians(nearest) * circle)


def _on_circle(centre: Point, circle: float, angle: float, radius: float, *, large: bool = False) -> Placement:
    across, down = sin(radians(angle)), cos(radians(angle))
    size = radius + 8 if large else radius
    x, y = centre[0] + circle * across, centre[1] + circle * down
    return Placement(x, y, size, (-across, -down), large, inside=large)


def _planning(planning: Sequence[str]) -> dict[str, Placement]:
    step = (PLANNING_TO - PLANNING_FROM) / max(1, len(planning) - 1)
    radius = min(MAX_SPACE_RADIUS, 0.445 * step)
    return {
        space: Placement(PLANNING_FROM + step * index, PLANNING_Y, radius, (0.0, 1.0), inside=True)
        for index, space in enumerate(planning)
    }


def _boxes() -> dict[str, Placement]:
    """Start and Sprint Review are boxes with room for everybody; the paths lead to these points."""
    left, top, _, height = START_BOX
    start = Placement(left + 26, top + height, 0, (0.0, -1.0))
    left, top, _, height = REVIEW_BOX
    return {START: start, REVIEW: Placement(left, top + height / 3, 0, (1.0, 0.0))}


# --- labels --------------------------------------------------------------------------------------------------------

_TURNS = (
    0,
    24,
    -24,
    48,
    -48,
    72,
    -72,
    96,
    -96,
    150,
    -150,
)  # degrees from straight outward; the first free direction is used


def _labelled(places: Mapping[str, Placement], small_centre: Point) -> dict[str, Placement]:
    """Put each label beside its space where it covers nothing else."""
    roads = ((CENTRE, RADIUS), (small_centre, SMALL_RADIUS))
    taken: list[Box] = [START_BOX, REVIEW_BOX]
    placed = dict(places)
    for space, place in places.items():
        if place.radius and not place.inside:
            others = [other for other in places.values() if other is not place and other.radius]
            ways = [_turned((-place.inward[0], -place.inward[1]), turn) for turn in _TURNS]
            off_road = [way for way in ways if _off_roads(label_at(space, place, way), roads)]
            free = (way for way in off_road if _is_free(label_box(space, place, way), others, taken))
            placed[space] = replace(place, label=next(free, ways[0]))
            taken.append(label_box(space, placed[space], placed[space].label))
    return placed


def label_at(space: str, place: Placement, way: Point, gap: float = 10.0) -> Point:
    away = place.radius + gap + abs(way[0]) * 3.7 * (len(space) - 1)
    return place.x + way[0] * away, place.y + way[1] * away


def label_box(space: str, place: Placement, way: Point) -> Box:
    x, y = label_at(space, place, way)
    return x - 4 * len(space), y - 7, 8.0 * len(space), 14.0


def _off_roads(point: Point, roads: Sequence[tuple[Point, float]]) -> bool:
    return all(abs(hypot(point[0] - at[0], point[1] - at[1]) - radius) > 14 for at, radius in roads)


def _is_free(box: Box, others: Sequence[Placement], taken: Sequence[Box]) -> bool:
    left, top, width, height = box
    clear = all(
        hypot(max(left - other.x, 0, other.x - left - width), max(top - other.y, 0, other.y - top - height))
        > other.radius + 1
        for other in others
    )
    return clear and not any(
        left < x + wide and x < left + width and top < y + high and y < top + height for x, y, wide, high in taken
    )


def _turned(way: Point, angle: float) -> Point:
    across, down = cos(radians(angle)), sin(radians(angle))
    return way[0] * across - way[1] * down, way[0] * down + way[1] * across
